// The numbers that rule-changes are given (108): by proposals, and by acts that change rules.

#include <fmt/core.h>

#include <algorithm>

#include "game/dispute.h"
#include "game/moves/moves.h"
#include "nomic/replay/revision.h"

namespace nomic::replay {
namespace {

constexpr std::uint32_t LAST_NUMBER = 999'999'999;

}  // namespace

Result<std::uint32_t> number_to_bear(const Play& play) {
  auto number = play.state.next_number();
  if (play.revision != nullptr) {
    const auto given = play.revision->numbers.find(play.move.index);
    if (given == play.revision->numbers.end()) {
      return refuse(ErrorCode::NUMBERS_EXHAUSTED, "the proposal was not made in the proper way and has no number");
    }
    number = given->second;
  }
  if (number <= LAST_NUMBER) return number;
  return refuse(ErrorCode::NUMBERS_EXHAUSTED, fmt::format("the numbers are used up: the last is {}", LAST_NUMBER));
}

void note_number(Play& play, std::uint32_t number, bool begins_turn) {
  note_meaning(play, number, begins_turn);
  play.state.set_next_number(std::max(play.state.next_number(), number + 1));
  if (play.state.retroactions().empty()) return;
  auto& issued = *play.state.add_issued();
  issued.set_record(play.move.index);
  issued.set_number(number);
}

}  // namespace nomic::replay
