// An open file as RocksDB wants to see it, whatever it is called and wherever it lies: read in order, read anywhere, or
// written from its beginning. Nothing is synced. The file stays open as long as one of its views lives.
#pragma once

#include <rocksdb/file_system.h>

#include <cstdint>
#include <memory>
#include <string>

#include "nomic/ledger/files/files.h"

namespace nomic::ledger {

using OpenFile = std::shared_ptr<const FileHandle>;

std::unique_ptr<rocksdb::FSSequentialFile> read_in_order(OpenFile file);
std::unique_ptr<rocksdb::FSRandomAccessFile> read_anywhere(OpenFile file);
std::unique_ptr<rocksdb::FSWritableFile> write_at_the_end(OpenFile file);

rocksdb::IOStatus size_of(const OpenFile& file, std::uint64_t* bytes);

// What that errno is to RocksDB. `doing`: "write a temporary file".
rocksdb::IOStatus failed_at(const std::string& doing, int error);

}  // namespace nomic::ledger
