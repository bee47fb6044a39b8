#include "dispute/contested.h"

#include "moves/moves.h"

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
  add_told(play, sub);
  play.take_over(sub);
  return done;
}

void add_told(Play& play, const Play& inner) {
  for (const auto& told : inner.told) {
    play.told.push_back(told);
    play.told.back().set_record(play.move.index);
    play.told.back().set_order(static_cast<std::uint32_t>(play.told.size() - 1));
  }
}

}  // namespace nomic::replay
