// A game that is followed: what was recorded since is derived upon the state that there is.
#include <utility>

#include "game_self.h"
#include "nomic/replay/game.h"

namespace nomic::replay {

Status Game::catch_up() {
  Self& self = *self_;
  const ledger::Head& known = self.head;
  ledger::Result<ledger::Head> head = self.ledger.head(known.game);
  if (!head) return from_ledger(head.error());
  if (head->size == known.size && head->head_hash == known.head_hash) return ledger::Done{};
  if (head->size > known.size) {
    ledger::Result<ledger::StoredRecord> last = self.ledger.record(known.game, ledger::RecordIndex{known.size - 1});
    if (!last) return from_ledger(last.error());
    if (last->leaf == known.head_hash) {
      Result<Engine> engine = self.replay(self.engine.fork(), head->size, {});
      if (!engine) return engine.error();
      self.earlier = std::exchange(self.engine, *std::move(engine));
      self.head = *std::move(head);
      return ledger::Done{};
    }
  }
  // Another history than the one that was followed.
  Result<Game> opened = open(self.ledger, known.game.hash.hex());
  if (!opened) return opened.error();
  *this = *std::move(opened);
  return ledger::Done{};
}

}  // namespace nomic::replay
