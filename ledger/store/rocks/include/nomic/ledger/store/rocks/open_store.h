// Opening a ledger's store: no mode of RocksDB decides what it holds; the mark does.
#pragma once

#include <functional>
#include <memory>

#include "nomic/ledger/store/rocks/folder.h"
#include "nomic/ledger/store/rocks/rocks_store.h"

namespace nomic::ledger {

// For writing, with the lock held. The log is first taken only if it ends with a whole record. If it does not, what can
// be seen of it is compared with the mark, changing nothing: if that reaches the mark, the rest was never acknowledged
// and the log is repaired; else it is damage. Whole records above the mark go into a table before the mark moves over
// them.
Result<std::unique_ptr<Store>> open_writer(const Folder& folder, Lock lock, RocksStore::Ground ground);

// For reading, beside a writer or in a folder that cannot be written. What does not fit is looked at again for up to
// two seconds, since a writer may be at work; it is damage if it persists under the writer's lock (or where that lock
// cannot be had).
Result<std::unique_ptr<Store>> open_reader(const Folder& folder,
                                           const std::function<RocksStore::Ground()>& make_ground);

// Makes the store and the mark of an empty ledger; with the lock held.
Status create_store(const Folder& folder, RocksStore::Ground& ground);

}  // namespace nomic::ledger
