// Deriving a game whose records came from elsewhere.
#include <utility>
#include <vector>

#include "decode.h"
#include "game_self.h"
#include "index_rows.h"
#include "snapshots.h"

namespace nomic::replay {
namespace {

// Brings the derived index up to the end of the game, from where it reaches to.
class IndexKeeper {
 public:
  IndexKeeper(ledger::Ledger& ledger, const ledger::GameId& game, std::uint64_t reach)
      : ledger_(ledger), game_(game), kept_(reach), done_(reach) {}

  // The records in their order, from 0 on.
  Status see(const Played& played) {
    std::vector<ledger::IndexRow> rows = made_.of(played.move, played.consequences, played.after.state());
    if (played.move.index < kept_) return ledger::Done{};
    for (ledger::IndexRow& row : rows) {
      waiting_bytes_ += bytes_of(row);
      waiting_.push_back(std::move(row));
    }
    done_ = played.move.index + 1;
    return done_ - kept_ < KEPT_AT_ONCE && waiting_bytes_ < BYTES_AT_ONCE ? Status(ledger::Done{}) : keep();
  }

  Status keep() {
    if (done_ == kept_) return ledger::Done{};
    NOMIC_TRY(ledger_.keep_index(game_, kept_, done_, maker(), waiting_));
    kept_ = done_;
    waiting_.clear();
    waiting_bytes_ = 0;
    return ledger::Done{};
  }

 private:
  static constexpr std::uint64_t KEPT_AT_ONCE = 1024;
  // While they are written, the store holds them several times. A record can leave 250 kB of them.
  static constexpr std::size_t BYTES_AT_ONCE = std::size_t{1} << 20U;

  ledger::Ledger& ledger_;
  ledger::GameId game_;
  IndexRows made_;
  std::uint64_t kept_;
  std::uint64_t done_;
  std::vector<ledger::IndexRow> waiting_;
  std::size_t waiting_bytes_ = 0;
};

}  // namespace

Status Game::derive_anew(ledger::Ledger& ledger, const ledger::GameId& game,
                         const std::function<bool(const Played&)>& each) {
  ledger::Result<ledger::Head> head = ledger.head(game);
  if (!head) return from_ledger(head.error());
  Self self(ledger, *head);
  const auto keep = [&](const Engine& after) -> Status {
    ledger::Status kept = ledger.keep(game, after.state().size(), derived_from(after.state(), true));
    if (!kept) return from_ledger(kept.error());
    return ledger::Done{};
  };
  Result<std::uint64_t> reach = self.index_reach();
  if (!reach) return reach.error();
  IndexKeeper index(ledger, game, *reach);
  Result<Engine> derived = self.replay(Engine(), head->size, [&](const Played& played) -> Result<bool> {
    if (Status kept = index.see(played); !kept) return kept.error();
    if (played.after.state().size() % KEEP_EVERY == 0) {
      if (Status kept = keep(played.after); !kept) return kept.error();
    }
    return !each || each(played);
  });
  if (Status kept = index.keep(); !kept) return kept;
  if (!derived) return derived.error();
  if (derived->state().size() != head->size) return ledger::Done{};
  if (head->size % KEEP_EVERY != 0) {
    if (Status kept = keep(*derived); !kept) return kept;
  }
  NOMIC_TRY(ledger.reindexed(game));
  return ledger::Done{};
}

}  // namespace nomic::replay
