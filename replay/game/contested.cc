#include "game/contested.h"

#include "game/moves/moves.h"

namespace nomic::replay {

v1::Event event_in(const Move& move) {
  v1::Event inner;
  if (move.event.has_move_contested() && inner.ParseFromString(move.event.move_contested().event())) return inner;
  return move.event;
}

Status make_within(Play& play, const Move& inner, bool waives) {
  Play sub = play.within(inner);
  sub.waives = waives;
  auto done = play_event(sub);
  const auto offset = static_cast<std::uint32_t>(play.told.size());
  for (auto& told : sub.told) {
    told.set_record(play.move.index);
    told.set_order(told.order() + offset);
    play.told.push_back(told);
  }
  play.take_over(sub);
  return done;
}

}  // namespace nomic::replay
