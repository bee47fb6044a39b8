// Lines that are not told from commits: of proposals that were defeated, of what is asked, and what lines have in
// common.
#include <fmt/format.h>

#include <algorithm>

#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "nomic/words/listing.h"
#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"
#include "play_lines.h"

namespace nomic::tools {
namespace {

// The version that was posted last at a time; nothing: none was.
std::optional<std::size_t> version_at(const PostedHistory& history, std::int64_t time) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < history.versions.size() && history.versions[i].posted <= time; ++i) found = i;
  return found;
}

// Why it could not have been proposed when the table says; empty: it could.
std::string unlikely(const PostedHistory& history, const ToldProposal& told) {
  const auto at = version_at(history, *told.proposed);
  if (!at) return fmt::format("the rules are posted from {} on", history.versions.front().name);
  if (told.rule == 0) return "";
  const auto& rules = history.versions[*at].rules;
  const auto rule = std::find_if(rules.begin(), rules.end(), [&](const auto& one) { return one.number == told.rule; });
  if (rule == rules.end())
    return fmt::format("there is no rule {} in {}", replay::numeral(told.rule), history.versions[*at].name);
  if (rule->status == v1::IMMUTABLE && told.change != "transmute") {
    return fmt::format("rule {} is immutable in {}", replay::numeral(told.rule), history.versions[*at].name);
  }
  return "";
}

// " --for 4 --against 1"
std::string said_votes(const ToldProposal& told) {
  if (!told.votes_for && !told.votes_against) return " --votes unknown";
  std::string votes;
  if (told.votes_for) votes += fmt::format(" --for {}", *told.votes_for);
  if (told.votes_against) votes += fmt::format(" --against {}", *told.votes_against);
  return votes;
}

bool are_too_many(const ToldProposal& told, std::size_t players) {
  return std::uint64_t{told.votes_for.value_or(0)} + told.votes_against.value_or(0) > players;
}

}  // namespace

std::string typed_votes(const ToldProposal* told, std::size_t players) {
  return told == nullptr || are_too_many(*told, players) ? " --votes unknown" : said_votes(*told);
}

std::string votes_of_others(const ToldProposal* told, std::size_t players) {
  if (told == nullptr || !are_too_many(*told, players)) return "";
  return fmt::format(
      "# The table says{}, and there are {} players. Seat the others above, behind init, and say so here.\n",
      said_votes(*told), players);
}

std::string typed_move(const std::string& by, std::int64_t at) {
  return fmt::format(" --as {} --occurred-at {}", as_shell_word(by), replay::print_time(at));
}

std::string heading_of(const PostedHistory& history, std::size_t version) {
  const std::string title = on_one_line(history.sources[version].title);
  return fmt::format("{} {}{}{}", history.versions[version].name,
                     replay::print_time(history.versions[version].posted).substr(0, 10), title.empty() ? "" : " ",
                     title);
}

std::optional<PastError> add_defeated(const PostedHistory& history, const std::vector<ToldProposal>& told,
                                      const std::string& clerk, const std::string& folder, std::vector<PlayLine>& lines,
                                      PlayOfPast& play) {
  for (const ToldProposal& one : told) {
    if (!one.defeated) continue;
    if (const std::string why = unlikely(history, one); !why.empty()) {
      return PastError{fmt::format("line {} of the table of proposals cannot be: {}", one.line, why),
                       "correct its date or its rule, or leave it out"};
    }
    std::string line = "propose " + one.change;
    if (one.rule != 0) line += fmt::format(" {}", replay::numeral(one.rule));
    line += one.number == 0 ? " --number unknown" : fmt::format(" --number {}", replay::numeral(one.number));
    if (one.change == "enact" || one.change == "amend") {
      const std::string name = fmt::format("defeated-{}.txt", one.line);
      if (!one.text.empty()) play.texts.emplace_back(name, one.text + "\n");
      line += one.text.empty() ? " --text-unknown" : " --file " + as_shell_word(folder + name);
      // A new rule of a proposal without a number would have had none either.
      if (one.number == 0 && one.change == "enact") line += fmt::format(" --rule-number {}", 1'000'000 + one.line);
    }
    line += " --call-vote";
    const std::string heading = fmt::format("defeated, by line {} of the table of proposals", one.line);
    const std::size_t made = lines.size();
    lines.push_back(
        {*one.proposed, heading, "", std::move(line), std::nullopt, typed_move(one.proponent, *one.proposed)});
    const std::size_t players = play.players.size();
    PlayLine attested{*one.voted, heading,      votes_of_others(&one, players),
                      "attest ",  std::nullopt, " defeated" + typed_votes(&one, players)};
    attested.after += typed_move(clerk, *one.voted);
    if (one.number == 0) {
      attested.record = made;
    } else {
      attested.before += replay::numeral(one.number);
    }
    lines.push_back(std::move(attested));
  }
  return std::nullopt;
}

std::string question_of(const PostedHistory& history, const replay::Past& past, std::size_t version) {
  std::vector<std::string> rules;
  std::string rows;
  bool joined = false;
  for (const replay::PastMove& move : past.moves) {
    if (move.version != version || !move.proposed) continue;
    joined = joined || move.group != 0;
    const std::string rule = replay::numeral(move.rule != 0 ? move.rule : move.posted != 0 ? move.posted : move.number);
    if (std::find(rules.begin(), rules.end(), rule) != rules.end()) continue;
    rules.push_back(rule);
    const bool own = move.proposal != 0 && move.proposal == move.number;
    rows +=
        fmt::format("#   {},{},{}\n", own ? replay::numeral(move.proposal) : "", history.versions[version].name, rule);
  }
  if (rules.size() < 2) return "";
  return fmt::format(
      "# To decide: rules {} changed at once, and nothing says by how many proposals; they are told as {}.\n"
      "# Were they {}, write a table, with the same number where it was one proposal: --proposals FILE\n"
      "#   number,commit,rule\n{}",
      listed(rules), joined ? "one" : "several", joined ? "several" : "one", rows);
}

}  // namespace nomic::tools
