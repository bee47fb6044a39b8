// The numbers that rule-changes are given (108): proposals, and rules that acts enact.

#include <algorithm>

#include "change/issued_numbers.h"
#include "moves/moves.h"
#include "nomic/replay/reference.h"

namespace nomic::replay {
namespace {

constexpr std::uint32_t LAST_NUMBER = 999'999'999;

}  // namespace

Result<std::uint32_t> number_to_bear(const Play& play) {
  if (const auto number = number_of_record(play)) return *number;
  if (play.derivation.revision != nullptr) return refuse(ErrorCode::NUMBERS_EXHAUSTED, "no_number");
  // Where rules have a sequence of their own, theirs stand in no proposal's way.
  const bool apart = play.law().numbering({}).value.has_rules_first();
  const auto number = apart ? next_to_issue(play.state) : next_free_number(play.state);
  if (number <= LAST_NUMBER) return number;
  return refuse(ErrorCode::NUMBERS_EXHAUSTED, "", {{"last", LAST_NUMBER}});
}

void note_number(Play& play, std::uint32_t number) {
  if (!is_unnumbered(number)) {
    if (play.state.has_players_numbers()) note_players_number(play.state, number);
    if (!is_lettered(number)) play.state.set_next_number(std::max(play.state.next_number(), number + 1));
  }
  note_issued(play, {play.move.index, 0}, number, false);
  // A contested proposal keeps its number, at whatever record it is upheld (L65).
  if (play.upheld) note_issued(play, {*play.upheld, 0}, number, false);
}

}  // namespace nomic::replay
