// Making and opening ledgers: the one place that chooses a store.
#include <fmt/format.h>

#include <utility>

#include "nomic/ledger/address.h"
#include "nomic/ledger/files/lock.h"
#include "nomic/ledger/log/ledger_self.h"
#include "nomic/ledger/store/memory/memory_store.h"
#include "nomic/ledger/store/postgres/open_postgres.h"
#include "nomic/ledger/store/rocks/folder.h"
#include "nomic/ledger/store/rocks/open_store.h"

namespace nomic::ledger {
namespace {

// A store that no writer can open may still be whole for readers: then its games go on in a copy.
Error with_way_out(const Folder& place, Error error) {
  if (error.code == ErrorCode::DAMAGED && open_reader(place, &RocksStore::Ground::real)) {
    error.hint = fmt::format(
        "it can be read: nomic store copy {} FOLDER checks every record, and you go on in the copy", place.path());
  }
  return error;
}

}  // namespace

std::unique_ptr<Ledger> Ledger::in_memory() {
  return std::unique_ptr<Ledger>(new Ledger(std::make_unique<Self>(std::make_unique<MemoryStore>(), OpenOptions{})));
}

Result<std::unique_ptr<Ledger>> Ledger::create(const std::string& folder, const OpenOptions& options) {
  if (is_database_address(folder)) {
    NOMIC_TRY(create_postgres_store(folder));
    return open(folder, Access::WRITE, options);
  }
  const Folder place(folder);
  NOMIC_TRY(place.begin(options.trust));
  NOMIC_ASSIGN(auto lock, Lock::take(place.lock(), options.lock_wait_ms, options.command));
  NOMIC_TRY(place.clear());
  RocksStore::Ground ground = RocksStore::Ground::real();
  NOMIC_TRY(create_store(place, ground));
  NOMIC_TRY(place.finish());
  NOMIC_ASSIGN(auto store, open_writer(place, std::move(lock), std::move(ground)));
  return over(std::move(store), options);
}

Result<std::unique_ptr<Ledger>> Ledger::open(const std::string& folder, Access access, const OpenOptions& options) {
  if (is_database_address(folder)) {
    NOMIC_ASSIGN(auto store, open_postgres_store(folder, access));
    auto ledger = over(std::move(store), options);
    // Another writer may have come between the game's entry and what is remembered of it.
    if (ledger) look_again_by_opening(**ledger, folder, options);
    return ledger;
  }
  const Folder place(folder);
  NOMIC_TRY(place.check_trust(options.trust));
  NOMIC_TRY(place.check_format());
  if (access == Access::WRITE) {
    NOMIC_ASSIGN(auto lock, Lock::take(place.lock(), options.lock_wait_ms, options.command));
    place.tidy();
    auto store = open_writer(place, std::move(lock), RocksStore::Ground::real());
    if (!store) return with_way_out(place, std::move(store).error());
    NOMIC_ASSIGN(auto ledger, over(*std::move(store), options));
    NOMIC_TRY(ledger->self_->sweep());
    return ledger;
  }
  NOMIC_ASSIGN(auto store, open_reader(place, &RocksStore::Ground::real));
  auto ledger = over(std::move(store), options);
  if (ledger) look_again_by_opening(**ledger, folder, options);
  return ledger;
}

void Ledger::look_again_by_opening(Ledger& ledger, const std::string& folder, const OpenOptions& options) {
  ledger.self_->look_again = [folder, options](const GameId& game,
                                               std::uint64_t size) -> Result<std::unique_ptr<Ledger>> {
    if (options.catch_up) NOMIC_TRY(options.catch_up(game, size));
    auto fresh = open(folder, Access::READ, options);
    if (fresh) (*fresh)->self_->look_again = nullptr;
    return fresh;
  };
}

}  // namespace nomic::ledger
