#include "play_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "nomic/past/posted_history.h"
#include "nomic/replay/past.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

// Rule-changes as a file has them, for `propose --changes` and `act --changes`.

// A string of the text format. What is not ASCII stays as it is: people are to read it.
std::string quoted_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else {
      out += c;
    }
  }
  return out + '"';
}

// A line of the text a line: strings beside each other are one.
std::string in_lines(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    out += "\n      " + quoted_string(text.substr(0, end));
    text.remove_prefix(end);
  }
  return out;
}

std::string_view kind_of(replay::PastMoveKind kind) {
  switch (kind) {
    case replay::PastMoveKind::ENACT:
      return "ENACT";
    case replay::PastMoveKind::TRANSMUTE:
      return "TRANSMUTE";
    case replay::PastMoveKind::REPEAL:
      return "REPEAL";
    default:
      return "AMEND";
  }
}

// changes { kind: AMEND rule: "203" number: "310" texts { text: "..." } }, a field a line. Each says the number that
// its rule bears from then on.
std::string change_text(const replay::PastMove& move) {
  std::string out = fmt::format("changes {{\n  kind: {}\n", kind_of(move.kind));
  if (move.kind != replay::PastMoveKind::ENACT) out += fmt::format("  rule: \"{}\"\n", replay::reference(move.rule));
  if (move.number != 0 && move.proposed) out += fmt::format("  number: \"{}\"\n", replay::reference(move.number));
  if (move.number != 0 && !move.proposed && move.kind == replay::PastMoveKind::ENACT) {
    out += fmt::format("  number: \"{}\"\n", replay::reference(move.number));
  }
  if (move.title) out += fmt::format("  title: {}\n", quoted_string(*move.title));
  if (!move.text.empty()) out += fmt::format("  texts {{\n    text:{}\n  }}\n", in_lines(move.text));
  return out + "}\n";
}

// How moves are typed: which are acts, which proposals, and by what words.

using replay::PastMove;
using replay::PastMoveKind;

// What no proposal is on record of. An act changes no immutable rule, so that takes a proposal whose number is not
// known.
bool is_act(const PastMove& move) {
  if (move.proposed) return false;
  if (move.kind == PastMoveKind::ENACT) return true;
  const bool of_mutable = move.kind == PastMoveKind::REPEAL ? move.status == v1::MUTABLE : move.status == v1::IMMUTABLE;
  return (move.kind == PastMoveKind::REPEAL || move.kind == PastMoveKind::TRANSMUTE) && of_mutable;
}

// Whether a rule that stays as it is to the end gives changed rules the numbers of their proposals.
bool take_numbers(const PostedHistory& history, const replay::Past& past) {
  for (const v1::RuleBody& rule : history.first.rules()) {
    if (std::find(past.unchanged.begin(), past.unchanged.end(), replay::number_in(rule.number())) ==
        past.unchanged.end())
      continue;
    for (const v1::Provision& provision : rule.provisions()) {
      if (provision.numbering().changed_rule() == v1::Numbering::TAKES_PROPOSALS) return true;
    }
  }
  return false;
}

bool is_proposal(const PastMove& move) {
  return move.proposed || move.kind == PastMoveKind::REPEAL || move.kind == PastMoveKind::TRANSMUTE;
}

// " amend 203"
std::string words_of_kind(const PastMove& move) {
  switch (move.kind) {
    case PastMoveKind::ENACT:
      return " enact";
    case PastMoveKind::AMEND:
      return fmt::format(" amend {}", replay::numeral(move.rule));
    case PastMoveKind::TRANSMUTE:
      return fmt::format(" transmute {}", replay::numeral(move.rule));
    default:
      return fmt::format(" repeal {}", replay::numeral(move.rule));
  }
}

constexpr std::size_t LONGEST_REASON = 300;

class Lines {
 public:
  Lines(const PostedHistory& history, const replay::Past& past, const PlayOptions& options, std::uint32_t cited,
        PlayOfPast& play)
      : history_(history),
        past_(past),
        options_(options),
        cited_(cited),
        play_(play),
        changed_rules_take_numbers_(take_numbers(history, past)),
        asked_(past.asked.begin(), past.asked.end()) {}

  std::vector<PlayLine> all() {
    for (std::size_t i = 0; i < past_.moves.size();) {
      const PastMove& move = past_.moves[i];
      if (is_act(move)) {
        i = act(i);
        continue;
      }
      if (move.group != 0) {
        if (groups_.insert(move.group).second) propose_together(i);
      } else if (is_proposal(move)) {
        propose(i, form_of(move));
      } else {
        correct(move);
      }
      ++i;
    }
    return std::move(lines_);
  }

 private:
  [[nodiscard]] const VersionSource& source(const PastMove& move) const { return history_.sources[move.version]; }
  [[nodiscard]] const replay::PostedVersion& version(const PastMove& move) const {
    return history_.versions[move.version];
  }

  // "3e84e23: amend(105): Make mutable."
  [[nodiscard]] std::string said_of(const PastMove& move) const {
    std::string said = version(move).name;
    if (!source(move).title.empty()) said += ": " + source(move).title;
    if (said.size() > LONGEST_REASON) {
      said.resize(LONGEST_REASON);
      while (!said.empty() && (static_cast<unsigned char>(said.back()) & 0xC0) == 0x80) said.pop_back();
      if (!said.empty() && static_cast<unsigned char>(said.back()) >= 0xC0) said.pop_back();
    }
    return as_shell_word(on_one_line(said));
  }

  std::string text_file(const PastMove& move, std::uint32_t number, const std::string& ending,
                        const std::string& text) {
    std::string name = fmt::format("{}-{}{}", version(move).name, replay::numeral(number), ending);
    // A rule that is changed twice in a version has two texts there.
    for (int again = 2; !names_.insert(name).second; ++again) {
      name = fmt::format("{}-{}-{}{}", version(move).name, replay::numeral(number), again, ending);
    }
    play_.texts.emplace_back(name, text);
    return as_shell_word(options_.folder + name);
  }

  PlayLine& add(const PastMove& move, std::int64_t at, const std::string& by, std::string line) {
    PlayLine& added = lines_.emplace_back();
    added.at = at;
    added.heading = heading_of(history_, move.version);
    added.before = std::move(line);
    added.after = typed_move(by, at);
    return added;
  }

  // " amend 203 --rule-number 310 --file ...", behind the proposal's number.
  std::string form_of(const PastMove& move) {
    std::string line;
    // What the rules give by themselves is not said.
    const bool takes = move.proposal != 0 && (move.kind == PastMoveKind::ENACT || changed_rules_take_numbers_);
    const std::uint32_t given = takes ? move.proposal : move.proposal == 0 ? move.rule : 0;
    if (move.number != 0 && move.number != given)
      line += fmt::format(" --rule-number {}", replay::numeral(move.number));
    if (move.title) line += " --title " + as_shell_word(*move.title);
    if (!move.text.empty()) line += " --file " + text_file(move, move.number, ".txt", move.text + "\n");
    return line;
  }

  void propose(std::size_t i, const std::string& form) {
    const PastMove& move = past_.moves[i];
    const ToldProposal* told = options_.of_moves.empty() ? nullptr : options_.of_moves[i];
    std::string line = "propose" + (move.group == 0 ? words_of_kind(move) : "");
    line += move.proposal == 0 ? " --number unknown" : fmt::format(" --number {}", replay::numeral(move.proposal));
    line += form + fmt::format(" --reason {} --call-vote", said_of(move));
    const std::size_t made = lines_.size();
    const std::int64_t posted = version(move).posted;
    // By strict rules no two are open at once.
    const std::int64_t since = options_.strict ? posted : std::max(move.since, history_.versions.front().posted);
    add(move, std::min(since, posted),
        told == nullptr || told->proponent.empty() ? source(move).author : told->proponent, std::move(line));
    const std::string name = move.proposal == 0 ? "" : replay::numeral(move.proposal);
    PlayLine& attested = add(move, posted, source(move).clerk, "attest " + name);
    if (move.proposal == 0) attested.record = made;
    attested.after.insert(0, " adopted" + typed_votes(told, play_.players.size()));
    if (asked_.erase(move.version) != 0) attested.comment = question_of(history_, past_, move.version);
    attested.comment += votes_of_others(told, play_.players.size());
  }

  // The moves of one group, in one proposal.
  void propose_together(std::size_t first) {
    const std::size_t group = past_.moves[first].group;
    std::string changes;
    for (std::size_t i = first; i < past_.moves.size(); ++i) {
      if (past_.moves[i].group == group) changes += change_text(past_.moves[i]);
    }
    const PastMove& move = past_.moves[first];
    const std::uint32_t named = move.proposal != 0 ? move.proposal : move.rule != 0 ? move.rule : move.number;
    propose(first, " --together --changes " + text_file(move, named, ".txtpb", changes));
  }

  void correct(const PastMove& move) {
    std::string line = fmt::format("correct --cause {} --rule {}", said_of(move), replay::numeral(move.rule));
    if (move.kind == PastMoveKind::RENUMBER) line += fmt::format(" --number {}", replay::numeral(move.number));
    if (move.swap) line += " --swap";
    if (move.all_along) line += " --all-along";
    if (move.kind == PastMoveKind::RETITLE) line += " --title " + as_shell_word(move.title.value_or(""));
    if (move.kind == PastMoveKind::REWORD) line += " --file " + text_file(move, move.number, ".txt", move.text + "\n");
    PlayLine& added = add(move, version(move).posted, source(move).clerk, std::move(line));
    if (!move.all_along) return;
    added.comment = fmt::format("# Another rule was {} before. To tell the two apart this one is enacted as {}.\n",
                                replay::numeral(move.number), replay::numeral(move.rule));
  }

  // Rules that are there, gone or of another status without a proposal, in one act a version.
  std::size_t act(std::size_t first) {
    std::string changes;
    std::set<std::uint32_t> touched;
    std::size_t i = first;
    for (; i < past_.moves.size() && is_act(past_.moves[i]) && past_.moves[i].version == past_.moves[first].version;
         ++i) {
      const PastMove& move = past_.moves[i];
      // What the act itself makes it does not change.
      if (touched.count(move.rule) != 0) break;
      touched.insert({move.rule == 0 ? move.number : move.rule, move.number});
      changes += change_text(move);
    }
    const PastMove& move = past_.moves[first];
    const std::string file = text_file(move, move.rule == 0 ? move.number : move.rule, ".txtpb", changes);
    add(move, version(move).posted, source(move).clerk,
        fmt::format("act {} --cite {} --changes {}", said_of(move), replay::numeral(cited_), file));
    return i;
  }

  const PostedHistory& history_;
  const replay::Past& past_;
  const PlayOptions& options_;
  std::uint32_t cited_;
  PlayOfPast& play_;
  bool changed_rules_take_numbers_;
  std::set<std::size_t> asked_;
  std::set<std::size_t> groups_;
  std::set<std::string> names_;
  std::vector<PlayLine> lines_;
};

}  // namespace

PastResult<std::vector<PlayLine>> lines_of(const PostedHistory& history, const replay::Past& past,
                                           const PlayOptions& options, std::uint32_t cited, PlayOfPast& play) {
  std::vector<PlayLine> lines = Lines(history, past, options, cited, play).all();
  // Whoever is seated in any case.
  const std::string& clerk = history.sources.front().author;
  if (auto error = add_defeated(history, options.told, clerk, options.folder, lines, play)) return *error;
  return lines;
}

}  // namespace nomic::tools
