// A log (write-ahead or MANIFEST) as far as its records have headers that we could have written.
//
// RocksDB's readers beside a writer never get past a record that bears the type of a recycled log: one flipped bit in a
// header, and they loop for ever. We recycle no logs. So the file ends, for RocksDB, where a header has any type but
// the four that we write; whether what is left reaches the mark is then looked at as always.
//
//     blocks of 32 kB; records in them: checksum (4) | length (2, little-endian) | type (1) | bytes
//     types 1 whole, 2 first, 3 middle, 4 last part; less than 7 bytes at a block's end are filler
#pragma once

#include <rocksdb/file_system.h>

#include <cstdint>
#include <memory>
#include <utility>

namespace nomic::ledger {

// Follows the headers through the bytes of a log, in whatever pieces they come.
class LogHeaders {
 public:
  // How many of the next bytes may be given on: all of them, or those before the first impossible header.
  std::size_t pass(const char* bytes, std::size_t count);
  [[nodiscard]] bool ended() const { return ended_; }

 private:
  std::uint64_t at_ = 0;      // offset of the next byte
  std::uint64_t header_ = 0;  // offset of the next header
  std::uint64_t length_ = 0;  // of the record, as far as its header has been seen
  bool ended_ = false;
};

class SoundLog final : public rocksdb::FSSequentialFileOwnerWrapper {
 public:
  explicit SoundLog(std::unique_ptr<rocksdb::FSSequentialFile> file) : FSSequentialFileOwnerWrapper(std::move(file)) {}

  rocksdb::IOStatus Read(std::size_t count, const rocksdb::IOOptions& options, rocksdb::Slice* result, char* scratch,
                         rocksdb::IODebugContext* context) override;
  rocksdb::IOStatus Skip(std::uint64_t count) override;

 private:
  LogHeaders headers_;
};

}  // namespace nomic::ledger
