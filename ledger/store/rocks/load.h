// A load of a store on a disk: rows go into tables of RocksDB's own form in a folder beside the store, and all of these
// become part of it at once.
#pragma once

#include <rocksdb/env.h>

#include <memory>
#include <string>

#include "nomic/ledger/store.h"
#include "nomic/ledger/store/rocks/database.h"

namespace nomic::ledger {

// `folder` is made, and goes with the load; what an interrupted load left there goes first. On the store's own disk.
Result<std::unique_ptr<Load>> begin_load(Database& database, rocksdb::Env* env, const std::string& folder);

}  // namespace nomic::ledger
