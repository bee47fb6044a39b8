// Deriving a game whose records came from elsewhere.
#include <optional>

#include "decode.h"
#include "self.h"
#include "snapshots.h"

namespace nomic::replay {
namespace {

// As far apart as the ledger keeps snapshots of the past.
constexpr std::uint64_t KEEP_EVERY = 4096;

}  // namespace

Status Game::derive_anew(ledger::Ledger& ledger, const ledger::GameId& game,
                         const std::function<bool(const Played&)>& each) {
  ledger::Result<ledger::Head> head = ledger.head(game);
  if (!head) return from_ledger(head.error());
  Self self(ledger, *head);
  std::optional<Error> error;
  Engine derived;
  const auto keep = [&](const Engine& after) {
    ledger::Status kept = ledger.keep(game, after.state().size(), derived_from(after.state(), true));
    if (!kept) error = from_ledger(kept.error());
    return kept.ok();
  };
  Status made = self.make_moves(derived, head->size, [&](const Played& played) {
    if (played.after.state().size() % KEEP_EVERY == 0 && !keep(played.after)) return false;
    return !each || each(played);
  });
  if (error) return *error;
  if (!made) return made.error();
  if (derived.state().size() == head->size && head->size % KEEP_EVERY != 0) keep(derived);
  if (error) return *error;
  return ledger::Done{};
}

}  // namespace nomic::replay
