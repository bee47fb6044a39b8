#include "nomic/replay/another_time.h"

#include <algorithm>

#include "nomic/replay/afterwards.h"
#include "nomic/replay/marks.h"

namespace nomic::replay {
namespace {

// What the move itself brought about, as it can be compared.
std::string gist(const Consequences& consequences) {
  std::string out;
  for (v1::Consequence one : consequences) {
    one.clear_order();
    if (!one.has_cannot_tell()) out += one.SerializeAsString() + "\n";
  }
  return out;
}

Consequences without_what_fell_due(const Consequences& all) {
  Consequences own;
  std::copy_if(all.begin(), all.end(), std::back_inserter(own), [](const auto& one) { return one.happened_at() == 0; });
  return own;
}

bool is_contested(const Consequences& made) {
  return std::any_of(made.begin(), made.end(), [](const auto& one) { return one.has_move_contested(); });
}

}  // namespace

Result<std::optional<AtAnotherTime>> at_another_time(const Engine& before, const Move& move, const Consequences* made,
                                                     std::int64_t time, const History& history) {
  // The clock goes back for this one move.
  State state = before.state();
  state.set_recorded_at(std::min(state.recorded_at(), time));
  Engine trial(std::move(state));
  Move then = move;
  then.recorded_at = time;
  then.within = 0;
  // What was refused, and recorded all the same, is what the other time is asked about.
  const bool contested = made != nullptr && is_contested(*made);
  if (contested) {
    then.event = event_in(move);
    then.event.set_afterwards(move.event.afterwards());
    then.event.set_occurred_at(move.event.occurred_at());
    then.payload = then.event.SerializeAsString();
  }
  auto done = trial.move(then, history);
  if (!done && kind_of(done.error().code) == Kind::LEDGER) return done.error();
  const bool was_made = made != nullptr && !contested;
  AtAnotherTime other;
  other.time = time;
  if (!done) {
    if (!was_made) return std::optional<AtAnotherTime>();
    other.refused = done.error();
    return std::optional(std::move(other));
  }
  other.consequences = without_what_fell_due(*done);
  if (was_made && gist(other.consequences) == gist(without_what_fell_due(*made))) return std::optional<AtAnotherTime>();
  return std::optional(std::move(other));
}

std::optional<std::int64_t> said_otherwise(const Move& move, const State& known) {
  const std::uint64_t founding = known.founding().founding_records();
  if (move.index < founding || move.event.has_time_passed() || move.event.has_game_went_live()) return std::nullopt;
  if (move.event.afterwards()) {
    // A correction alone says another time than the game had.
    const auto corrected = time_of(move, known);
    if (corrected == move.event.occurred_at()) return std::nullopt;
    return corrected;
  }
  const auto said = time_of(move, known);
  if (said == move.recorded_at) return std::nullopt;
  return said;
}

}  // namespace nomic::replay
