// How RocksDB is set up for a ledger, which thousands of short processes open, append to once and close.
//
// Append-only keys never overlap, so leveled compaction moves each tiny table down and never merges any: files grow
// without bound. Universal compaction merges them. Logs are not turned into tables at every opening, but once 16 of
// them or 1 MB wait. No info log, no statistics, no OPTIONS file: each costs more than an append.
#pragma once

#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/file_system.h>
#include <rocksdb/options.h>

#include <memory>
#include <string>
#include <vector>

namespace nomic::ledger {

// An environment over `base` as file_system.h changes it; it owns what it needs.
std::unique_ptr<rocksdb::Env> make_environment(const std::shared_ptr<rocksdb::FileSystem>& base);

rocksdb::DBOptions database_options(rocksdb::Env* env);

// The column families, one for each Table, in that order.
std::vector<rocksdb::ColumnFamilyDescriptor> families();

}  // namespace nomic::ledger
