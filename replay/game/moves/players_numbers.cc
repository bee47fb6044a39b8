// Numbers that the players gave (108): in a game that is recorded afterwards its keeper says them, of proposals in any
// order, and of rules. No two proposals and no two rules have one, and what no trace is left of stays so.

#include "nomic/replay/players_numbers.h"

#include <algorithm>

#include "change/issued_numbers.h"
#include "moves/moves.h"
#include "nomic/replay/afterwards.h"
#include "nomic/replay/fold.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/revision.h"

namespace nomic::replay {
namespace {

Error number_taken(std::string_view variant, std::uint32_t number) {
  return refuse(ErrorCode::NUMBER_TAKEN, variant, {{"number", number}});
}

// The number that the first proposal of the game was to have, by the rules that it was founded with.
Result<std::uint32_t> first_of_all(const Play& play) {
  const auto founding = play.state.founding().founding_records();
  NOMIC_ASSIGN(auto founded, fold(Engine(State(), Derivation{.looks_back = false}), founding, play.history));
  return founded.state().next_number();
}

void leave_free(v1::PlayersNumbers& numbers, std::uint32_t first, std::uint32_t last) {
  if (first > last) return;
  if (const int runs = numbers.free_size(); runs != 0 && numbers.free(runs - 1).last() + 1 == first) {
    numbers.mutable_free(runs - 1)->set_last(last);
    return;
  }
  auto& run = *numbers.add_free();
  run.set_first(first);
  run.set_last(last);
}

// Runs stay ascending and apart.
void take_from_free(v1::PlayersNumbers& numbers, std::uint32_t number) {
  v1::PlayersNumbers rest;
  for (const auto& run : numbers.free()) {
    if (number < run.first() || run.last() < number) {
      *rest.add_free() = run;
      continue;
    }
    leave_free(rest, run.first(), number - 1);
    leave_free(rest, number + 1, run.last());
  }
  numbers = rest;
}

Result<bool> is_used(const Play& play, std::uint32_t number) {
  const auto& state = play.state;
  if (is_lettered(number)) return was_numbered_so(state, number);
  if (number >= state.next_number()) return false;
  if (state.has_players_numbers()) return !is_left_free(state, number);
  NOMIC_ASSIGN(auto first, first_of_all(play));
  return number >= first;
}

// ---- Numbers of rules ----------------------------------------------------------------------------------------------

// Whether a rule of another lineage bears the number, or was repealed with it, or is to begin a lineage with one that
// ever was borne.
bool is_rules_own(const State& state, const v1::RuleChange& change, std::uint32_t number) {
  const auto* bearer = find_rule(state, number);
  const auto* gone = find_repealed(state, number);
  switch (change.kind()) {
    case v1::ENACT:
      return bearer != nullptr || what_became_of(state, number).has_value();
    case v1::REENACT: {
      const auto* back = find_repealed(state, number_in(change.rule()));
      return bearer != nullptr || (gone != nullptr && gone != back);
    }
    default:
      // A number of the proposal's own is given only if no rule ever bore it.
      if (change.number().empty() && what_became_of(state, number).has_value()) return true;
      // What it bears by now is its own, whoever bore it before.
      return bearer != nullptr ? bearer->number() != number_in(change.rule()) : gone != nullptr;
  }
}

// Whether another open proposal, or one that is still to take effect, has the number or gives it.
bool is_promised(const State& state, std::uint32_t number, std::uint32_t but) {
  const auto promises = [&](const v1::Proposal& proposal) {
    if (proposal.number() == but) return false;
    const auto& changes = proposal.changes();
    return proposal.number() == number || std::any_of(changes.begin(), changes.end(), [&](const auto& one) {
             return number_in(one.number()) == number;
           });
  };
  const auto& pending = state.pending();
  return std::any_of(state.proposals().begin(), state.proposals().end(), promises) ||
         std::any_of(pending.begin(), pending.end(), [&](const auto& one) { return promises(one.proposal()); });
}

bool leaves_numbers_alone(v1::ChangeKind kind) {
  return kind == v1::REPEAL || kind == v1::NO_CHANGE;
}

// The number that the change is to give a rule; 0: none, or whichever is next.
std::uint32_t number_given(const Play& play, std::uint32_t proposal, const v1::RuleChange& change) {
  if (leaves_numbers_alone(change.kind())) return 0;
  if (!change.number().empty() || proposal == 0 || is_unnumbered(proposal)) return number_in(change.number());
  const v1::ChangeKind kind = change.kind();
  const auto numbering = play.law().numbering({.change = kind, .player = {}}).value;
  if (kind == v1::ENACT) return numbering.has_rules_first() ? 0 : proposal;
  return numbering.changed_rule() == v1::Numbering::TAKES_PROPOSALS ? proposal : 0;
}

}  // namespace

bool says_its_number(const v1::ProposalMade& event) {
  return !event.number().empty() || event.number_unknown();
}

Result<std::uint32_t> number_of_proposal(const Play& play, const v1::ProposalMade& event) {
  if (!says_its_number(event)) return number_to_bear(play);
  const auto number = number_in(event.number());
  if (!is_recorded_afterwards(play.state)) {
    return refuse(ErrorCode::NUMBERED_BY_RULES, "proposal", {}, {play.law().numbering({}).source("first")});
  }
  if (const auto& revision = play.derivation.revision; revision != nullptr) {
    if (const auto given = number_of_record(play)) return *given;
    return refuse(ErrorCode::NUMBERS_EXHAUSTED, "no_number");
  }
  if (event.number_unknown()) {
    if (number == 0) return unnumbered_of(play.upheld.value_or(play.move.index));
    return refuse(ErrorCode::BAD_CHANGE, "number_and_unknown", {{"number", number}});
  }
  if (!is_number(number)) return refuse(ErrorCode::NUMBERS_EXHAUSTED, "", {{"last", LARGEST_NUMBER}});
  NOMIC_ASSIGN(auto used, is_used(play, number));
  if (used || is_promised(play.state, number, 0)) return number_taken("proposal", number);
  return number;
}

template <class Changes>
Status numbers_are_free(const Play& play, std::uint32_t number, const Changes& changes) {
  const bool players_own = play.state.has_players_numbers();
  for (auto one = changes.begin(); one != changes.end(); ++one) {
    const bool next = play.law().numbering({.change = one->kind(), .player = {}}).value.has_rules_first();
    if (one->kind() == v1::ENACT && one->number().empty() && is_unnumbered(number) && !next) {
      return refuse(ErrorCode::NUMBER_NOT_SAID, "");
    }
    if (!one->number().empty() && !is_number(number_in(one->number())))
      return refuse(ErrorCode::NUMBERS_EXHAUSTED, "", {{"last", LARGEST_NUMBER}});
    const bool twice = !one->number().empty() && std::any_of(changes.begin(), one, [&](const auto& other) {
      return other.number() == one->number();
    });
    if (twice) return refuse(ErrorCode::BAD_CHANGE, "number_twice", {{"number", number_in(one->number())}});
    if (one->number().empty() && !players_own) continue;
    const auto given = number_given(play, number, *one);
    if (given == 0) continue;
    if (is_rules_own(play.state, *one, given)) return number_taken("rule", given);
    if (is_promised(play.state, given, number)) return number_taken("promised", given);
  }
  return ledger::Done{};
}

template Status numbers_are_free(const Play&, std::uint32_t, const google::protobuf::RepeatedPtrField<v1::RuleChange>&);

Status begin_players_numbers(Play& play) {
  auto& state = play.state;
  if (state.has_players_numbers()) return ledger::Done{};
  NOMIC_ASSIGN(auto first, first_of_all(play));
  leave_free(state.edit_players_numbers(), 1, std::min(first, state.next_number()) - 1);
  return ledger::Done{};
}

void note_players_number(State& state, std::uint32_t number) {
  auto& numbers = state.edit_players_numbers();
  if (is_lettered(number)) {
    numbers.add_lettered(number);
  } else if (number >= state.next_number()) {
    leave_free(numbers, state.next_number(), number - 1);
  } else {
    take_from_free(numbers, number);
  }
}

}  // namespace nomic::replay
