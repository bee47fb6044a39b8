#include "nomic/past/play_of_past.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "nomic/replay/page_import.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"
#include "play_lines.h"

namespace nomic::tools {
namespace {

// What a game in which nobody's turn is known cannot be played by; outcomes are attested instead.
bool is_of_conduct(const v1::Provision& provision) {
  switch (provision.kind_case()) {
    case v1::Provision::kRuleChangeKinds:
    case v1::Provision::kFranchise:
    case v1::Provision::kAdoption:
    case v1::Provision::kVotingDuty:
    case v1::Provision::kVictoryBound:
    case v1::Provision::kDebate:
    case v1::Provision::kVictory:
    case v1::Provision::kForfeit:
    case v1::Provision::kRulesetBounds:
    case v1::Provision::kTurnOrder:
    case v1::Provision::kTurnParts:
    case v1::Provision::kAward:
    case v1::Provision::kConsultation:
    case v1::Provision::kVoteChanges:
    case v1::Provision::kVotingPeriod:
    case v1::Provision::kInactivity:
    case v1::Provision::kProposing:
      return true;
    default:
      return false;
  }
}

bool permits(const v1::RuleBody& rule) {
  return std::any_of(rule.provisions().begin(), rule.provisions().end(),
                     [](const v1::Provision& provision) { return provision.has_permission(); });
}

v1::Ruleset open_ruleset(v1::Ruleset ruleset, std::uint32_t carrier) {
  for (v1::RuleBody& rule : *ruleset.mutable_rules()) {
    auto& all = *rule.mutable_provisions();
    all.erase(std::remove_if(all.begin(), all.end(), is_of_conduct), all.end());
    if (carrier == 0 || replay::number_in(rule.number()) == carrier) {
      all.Add()->mutable_turn_order()->set_order(v1::TurnOrder::NO_TURNS);
    }
  }
  return ruleset;
}

// A rule that stays as it is: what permits what is not regulated says that there are no turns, another one is cited by
// acts. 0: there is none.
std::uint32_t lasting_rule(const PostedHistory& history, const replay::Past& past, bool permitting) {
  std::uint32_t any = 0;
  for (const v1::RuleBody& rule : history.first.rules()) {
    const bool lasts = std::find(past.unchanged.begin(), past.unchanged.end(), replay::number_in(rule.number())) !=
                       past.unchanged.end();
    if (!lasts) continue;
    if (permits(rule) == permitting) return replay::number_in(rule.number());
    if (any == 0) any = replay::number_in(rule.number());
  }
  return any;
}

std::string day_of(std::int64_t time) {
  return replay::print_time(time).substr(0, 10);
}

// Those who proposed or posted anything that changed rules, in the order in which they first did.
std::vector<std::string> players_of(const PostedHistory& history, const replay::Past& past,
                                    const PlayOptions& options) {
  const auto& told = options.of_moves;
  std::vector<std::string> players;
  const auto add = [&](const std::string& name) {
    if (std::find(players.begin(), players.end(), name) == players.end()) players.push_back(name);
  };
  add(history.sources.front().author);
  for (std::size_t i = 0; i < past.moves.size(); ++i) {
    const replay::PastMove& move = past.moves[i];
    const ToldProposal* row = told.empty() ? nullptr : told[i];
    if (row != nullptr && !row->proponent.empty()) {
      add(row->proponent);
    } else if (move.proposed) {
      add(history.sources[move.version].author);
    }
    add(history.sources[move.version].clerk);
  }
  for (const ToldProposal& one : options.told) {
    if (one.defeated) add(one.proponent);
  }
  if (players.size() == 1) add(players.front() == "Clerk" ? "Other clerk" : "Clerk");
  return players;
}

}  // namespace

PastResult<PlayOfPast> play_of_past(const PostedHistory& history, const replay::Past& past,
                                    const PlayOptions& options) {
  PlayOfPast play;
  play.players = players_of(history, past, options);
  const std::uint32_t carrier = lasting_rule(history, past, true);
  std::uint32_t cited = lasting_rule(history, past, false);
  if (cited == 0) cited = replay::number_in(history.first.rules(0).number());
  play.texts.emplace_back("first.txtpb",
                          replay::print_ruleset(options.strict ? history.first : open_ruleset(history.first, carrier)));
  NOMIC_ASSIGN(auto told_lines, lines_of(history, past, options, cited, play));
  const std::vector<PlayLine>& lines = told_lines;
  play.moves = lines.size();

  std::vector<std::size_t> order(lines.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t one, std::size_t other) { return lines[one].at < lines[other].at; });
  // The founding makes a record for itself, each rule and each player; then each line makes one.
  const std::size_t founding = 1 + static_cast<std::size_t>(history.first.rules_size()) + play.players.size();
  std::vector<std::size_t> records(lines.size());
  for (std::size_t i = 0; i < order.size(); ++i) records[order[i]] = founding + i;

  play.lines = fmt::format(
      "# The rules as they were posted from {} to {}, made by: {}\n"
      "# Mend it where it is wrong. It is played by: nomic play FILE, from the folder in which it was made.\n"
      "init --retrospective --rules {} --occurred-at {}",
      day_of(history.versions.front().posted), day_of(history.versions.back().posted), on_one_line(options.command),
      as_shell_word(options.folder + "first.txtpb"), replay::print_time(history.versions.front().posted));
  for (const std::string& player : play.players) play.lines += ' ' + as_shell_word(player);
  play.lines += '\n';
  std::string heading;
  for (const std::size_t i : order) {
    const PlayLine& line = lines[i];
    if (line.heading != heading) play.lines += fmt::format("\n# {}\n", heading = line.heading);
    play.lines += line.comment;
    play.lines += line.before;
    if (line.record) play.lines += fmt::format("record:{}", records[*line.record]);
    play.lines += line.after + '\n';
  }
  return play;
}

}  // namespace nomic::tools
