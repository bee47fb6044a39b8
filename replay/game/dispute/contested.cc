#include "dispute/contested.h"

#include <utility>

#include "moves/moves.h"
#include "settle.h"

namespace nomic::replay {

v1::Event event_in(const Move& move) {
  v1::Event inner;
  if (move.event.has_move_contested() && inner.ParseFromString(move.event.move_contested().event())) return inner;
  return move.event;
}

Status make_upheld(Play& play, const Move& inner, std::uint64_t contested, const Prohibitions& waivers) {
  Draft draft = play.draft();
  Play upheld = play.within(draft, inner, waivers);
  upheld.upheld = contested;
  NOMIC_TRY(play_event(upheld));
  upheld.upheld.reset();
  upheld.waivers.clear();
  if (contested != play.move.index) {
    NOMIC_TRY(settle(upheld));
  }
  play.merge(std::move(draft), upheld);
  return ledger::Done{};
}

}  // namespace nomic::replay
