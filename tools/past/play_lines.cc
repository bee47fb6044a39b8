#include "play_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "nomic/replay/point.h"
#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

using replay::PastMove;
using replay::PastMoveKind;

constexpr std::size_t LONGEST_REASON = 300;

// What no proposal is on record of. An act changes no immutable rule, so that takes one whose number is not known.
bool is_act(const PastMove& move) {
  if (move.proposed) return false;
  const bool of_mutable = move.kind == PastMoveKind::REPEAL ? move.status == v1::MUTABLE : move.status == v1::IMMUTABLE;
  return (move.kind == PastMoveKind::REPEAL || move.kind == PastMoveKind::TRANSMUTE) && of_mutable;
}

// Whether a rule that stays as it is to the end gives changed rules the numbers of their proposals.
bool take_numbers(const PostedHistory& history, const replay::Past& past) {
  for (const v1::RuleBody& rule : history.first.rules()) {
    if (std::find(past.unchanged.begin(), past.unchanged.end(), rule.number()) == past.unchanged.end()) continue;
    for (const v1::Provision& provision : rule.provisions()) {
      if (provision.numbering().changed_rule() == v1::Numbering::TAKES_PROPOSALS) return true;
    }
  }
  return false;
}

bool is_proposal(const PastMove& move) {
  return move.proposed || move.kind == PastMoveKind::REPEAL || move.kind == PastMoveKind::TRANSMUTE;
}

class Lines {
 public:
  Lines(const PostedHistory& history, const replay::Past& past, const PlayOptions& options, std::uint32_t cited,
        PlayOfPast& play)
      : history_(history),
        past_(past),
        options_(options),
        cited_(cited),
        play_(play),
        changed_rules_take_numbers_(take_numbers(history, past)) {}

  std::vector<PlayLine> all() {
    for (std::size_t i = 0; i < past_.moves.size();) {
      const PastMove& move = past_.moves[i];
      if (is_act(move)) {
        i = act(i);
        continue;
      }
      if (is_proposal(move)) {
        propose(move, options_.told.empty() ? nullptr : options_.told[i]);
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

  std::string text_file(const PastMove& move, const std::string& ending, const std::string& text) {
    std::string name = fmt::format("{}-{}{}", version(move).name, move.number, ending);
    play_.texts.emplace_back(name, text);
    return as_shell_word(options_.folder + name);
  }

  PlayLine& add(const PastMove& move, std::int64_t at, const std::string& by, std::string line) {
    PlayLine& added = lines_.emplace_back();
    added.at = at;
    added.version = move.version;
    added.before = std::move(line);
    added.after = fmt::format(" --as {} --occurred-at {}", as_shell_word(by), replay::print_time(at));
    return added;
  }

  [[nodiscard]] static std::string kind_of(const PastMove& move) {
    switch (move.kind) {
      case PastMoveKind::ENACT:
        return "enact";
      case PastMoveKind::AMEND:
        return fmt::format("amend {}", move.rule);
      case PastMoveKind::TRANSMUTE:
        return fmt::format("transmute {}", move.rule);
      default:
        return fmt::format("repeal {}", move.rule);
    }
  }

  void propose(const PastMove& move, const ToldProposal* told) {
    std::string line = "propose " + kind_of(move);
    line += move.proposal == 0 ? " --number unknown" : fmt::format(" --number {}", move.proposal);
    // What the rules give by themselves is not said.
    const bool takes = move.proposal != 0 && (move.kind == PastMoveKind::ENACT || changed_rules_take_numbers_);
    const std::uint32_t given = takes ? move.proposal : move.proposal == 0 ? move.rule : 0;
    if (move.number != 0 && move.number != given) line += fmt::format(" --rule-number {}", move.number);
    if (move.title) line += " --title " + as_shell_word(*move.title);
    if (!move.text.empty()) line += " --file " + text_file(move, ".txt", move.text + "\n");
    line += fmt::format(" --reason {} --call-vote", said_of(move));
    const std::size_t made = lines_.size();
    const std::int64_t since = std::max(move.since, history_.versions.front().posted);
    add(move, std::min(since, version(move).posted),
        told == nullptr || told->proponent.empty() ? source(move).author : told->proponent, std::move(line));
    const std::string name = move.proposal == 0 ? "" : std::to_string(move.proposal);
    PlayLine& attested = add(move, version(move).posted, source(move).clerk, "attest " + name);
    if (move.proposal == 0) attested.record = made;
    attested.after.insert(0, " adopted" + votes_of(told));
  }

  [[nodiscard]] static std::string votes_of(const ToldProposal* told) {
    if (told == nullptr || (!told->votes_for && !told->votes_against)) return " --votes unknown";
    std::string votes;
    if (told->votes_for) votes += fmt::format(" --for {}", *told->votes_for);
    if (told->votes_against) votes += fmt::format(" --against {}", *told->votes_against);
    return votes;
  }

  void correct(const PastMove& move) {
    std::string line = fmt::format("correct --cause {} --rule {}", said_of(move), move.rule);
    if (move.kind == PastMoveKind::RENUMBER) line += fmt::format(" --number {}", move.number);
    if (move.kind == PastMoveKind::RETITLE) line += " --title " + as_shell_word(move.title.value_or(""));
    if (move.kind == PastMoveKind::REWORD) line += " --file " + text_file(move, ".txt", move.text + "\n");
    add(move, version(move).posted, source(move).clerk, std::move(line));
  }

  // Rules that are gone or have another status without a proposal, in one act a version.
  std::size_t act(std::size_t first) {
    std::string changes;
    std::size_t i = first;
    for (; i < past_.moves.size() && is_act(past_.moves[i]) && past_.moves[i].version == past_.moves[first].version;
         ++i) {
      const PastMove& move = past_.moves[i];
      changes += fmt::format("changes {{ kind: {} rule: {} }}\n",
                             move.kind == PastMoveKind::REPEAL ? "REPEAL" : "TRANSMUTE", move.rule);
    }
    const PastMove& move = past_.moves[first];
    PastMove named = move;
    named.number = move.rule;
    add(move, version(move).posted, source(move).clerk,
        fmt::format("act {} --cite {} --changes {}", said_of(move), cited_, text_file(named, ".txtpb", changes)));
    return i;
  }

  const PostedHistory& history_;
  const replay::Past& past_;
  const PlayOptions& options_;
  std::uint32_t cited_;
  PlayOfPast& play_;
  bool changed_rules_take_numbers_;
  std::vector<PlayLine> lines_;
};

}  // namespace

std::vector<PlayLine> lines_of(const PostedHistory& history, const replay::Past& past, const PlayOptions& options,
                               std::uint32_t cited, PlayOfPast& play) {
  return Lines(history, past, options, cited, play).all();
}

}  // namespace nomic::tools
