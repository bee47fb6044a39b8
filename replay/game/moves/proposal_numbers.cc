// The numbers that rule-changes are given (108): proposals, and rules that acts enact.

#include <algorithm>

#include "dispute/dispute.h"
#include "moves/moves.h"
#include "nomic/replay/revision.h"
#include "nomic/replay/rule_number.h"
#include "nomic/replay/unnumbered.h"

namespace nomic::replay {
namespace {

constexpr std::uint32_t LAST_NUMBER = 999'999'999;

// By a rule in force, or by a proposal that is open or still to take effect.
bool is_borne(const State& state, std::uint32_t number) {
  const auto bears = [&](const v1::Proposal& proposal) { return proposal.number() == number; };
  const auto& pending = state.pending();
  return find_rule(state, number) != nullptr ||
         std::any_of(state.proposals().begin(), state.proposals().end(), bears) ||
         std::any_of(pending.begin(), pending.end(), [&](const auto& one) { return bears(one.proposal()); });
}

}  // namespace

Result<std::uint32_t> number_to_bear(const Play& play) {
  // Where rules have a sequence of their own, theirs stand in no proposal's way.
  const bool apart = play.law().numbering({}).value.has_rules_first();
  auto number = apart ? play.state.next_number() : next_free_number(play.state);
  if (const auto& revision = play.derivation.revision; revision != nullptr) {
    const auto given = revision->numbers.find(play.move.index);
    if (given == revision->numbers.end()) {
      return refuse(ErrorCode::NUMBERS_EXHAUSTED, "no_number");
    }
    // A Judgment that struck another proposal may have given its number away since. What acts on the past bears its own
    // there before it is proposed.
    const bool own = revision->holds(given->second);
    number = !own && is_borne(play.state, given->second) ? number : given->second;
  }
  if (number <= LAST_NUMBER) return number;
  return refuse(ErrorCode::NUMBERS_EXHAUSTED, "", {{"last", LAST_NUMBER}});
}

void note_number(Play& play, std::uint32_t number, bool begins_turn) {
  note_meaning(play, number, begins_turn);
  if (!is_unnumbered(number)) {
    if (play.state.has_players_numbers()) note_players_number(play.state, number);
    if (!is_lettered(number)) play.state.set_next_number(std::max(play.state.next_number(), number + 1));
  }
  if (play.state.retroactions().empty()) return;
  auto& issued = play.state.edit_issued().add();
  issued.set_record(play.move.index);
  issued.set_number(number);
}

}  // namespace nomic::replay
