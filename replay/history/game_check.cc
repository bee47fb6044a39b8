// What was kept while playing, compared with what the records give.
#include "game_self.h"
#include "kept_check.h"

namespace nomic::replay {

Result<ReplayCheck> Game::check(std::uint64_t size, const std::function<void(std::uint64_t)>& progress) {
  Result<KeptCheck> kept = KeptCheck::begin(self_->ledger, self_->head.game, size, KeptCheck::Digests::ALL);
  if (!kept) return kept.error();
  std::optional<Error> error;
  Result<Engine> derived = replay(size, [&](const Played& played) {
    Status compared = kept->at(played.after.state());
    if (!compared) error = compared.error();
    if (progress) progress(played.record.index.value + 1);
    return compared.ok();
  });
  if (error) return *error;
  if (!derived) return derived.error();
  return ReplayCheck{*std::move(derived), kept->compared, std::move(kept->differences)};
}

}  // namespace nomic::replay
