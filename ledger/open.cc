// Ledgers on disk: making and opening them.
#include "rocks/open.h"

#include <utility>

#include "folder.h"
#include "lock.h"
#include "self.h"

namespace nomic::ledger {

Result<std::unique_ptr<Ledger>> Ledger::create(const std::string& folder, const OpenOptions& options) {
  const Folder place(folder);
  if (auto done = place.begin(); !done) return std::move(done).error();
  auto lock = Lock::take(place.lock(), options.lock_wait_ms, options.command);
  if (!lock) return std::move(lock).error();
  if (auto done = place.clear(); !done) return std::move(done).error();
  RocksStore::Ground ground = RocksStore::Ground::real();
  if (auto done = create_store(place, ground); !done) return std::move(done).error();
  if (auto done = place.finish(); !done) return std::move(done).error();
  auto store = open_writer(place, *std::move(lock), std::move(ground));
  if (!store) return std::move(store).error();
  return over(*std::move(store), options);
}

Result<std::unique_ptr<Ledger>> Ledger::open(const std::string& folder, Access access, const OpenOptions& options) {
  const Folder place(folder);
  if (auto done = place.check_format(); !done) return std::move(done).error();
  if (access == Access::WRITE) {
    auto lock = Lock::take(place.lock(), options.lock_wait_ms, options.command);
    if (!lock) return std::move(lock).error();
    auto store = open_writer(place, *std::move(lock), RocksStore::Ground::real());
    if (!store) return std::move(store).error();
    auto ledger = over(*std::move(store), options);
    if (!ledger) return ledger;
    if (auto done = (*ledger)->self_->sweep(); !done) return std::move(done).error();
    return ledger;
  }
  auto store = open_reader(place, &RocksStore::Ground::real);
  if (!store) return std::move(store).error();
  auto ledger = over(*std::move(store), options);
  if (ledger) {
    (*ledger)->self_->look_again = [folder, options]() -> Result<std::unique_ptr<Ledger>> {
      auto fresh = open(folder, Access::READ, options);
      if (fresh) (*fresh)->self_->look_again = nullptr;
      return fresh;
    };
  }
  return ledger;
}

}  // namespace nomic::ledger
