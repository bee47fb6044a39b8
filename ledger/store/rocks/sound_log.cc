#include "sound_log.h"

#include <algorithm>

namespace nomic::ledger {
namespace {

constexpr std::uint64_t BLOCK = 32768;
constexpr std::uint64_t HEADER = 7;
constexpr std::uint64_t LENGTH_LOW = 4;
constexpr std::uint64_t LENGTH_HIGH = 5;
constexpr std::uint64_t TYPE = 6;

// Where the next header is, if the record before it ends at `end`.
std::uint64_t header_after(std::uint64_t end) {
  const std::uint64_t left = BLOCK - end % BLOCK;
  return left < HEADER ? end + left : end;
}

}  // namespace

std::size_t LogHeaders::pass(const char* bytes, std::size_t count) {
  if (ended_) return 0;
  const std::uint64_t begin = at_;
  const std::uint64_t end = begin + count;
  while (header_ + LENGTH_LOW < end) {
    const auto byte = [&](std::uint64_t offset) -> std::uint64_t {
      return static_cast<std::uint8_t>(bytes[header_ + offset - begin]);
    };
    const auto here = [&](std::uint64_t offset) { return header_ + offset >= begin && header_ + offset < end; };
    if (here(LENGTH_LOW)) length_ = byte(LENGTH_LOW);
    if (here(LENGTH_HIGH)) length_ |= byte(LENGTH_HIGH) << 8U;
    if (header_ + TYPE >= end) break;
    const std::uint64_t next = header_ + HEADER + length_;
    const bool known_type = !here(TYPE) || (byte(TYPE) >= 1 && byte(TYPE) <= 4);
    // A record never reaches into the next block.
    if (!known_type || next > (header_ / BLOCK + 1) * BLOCK) {
      ended_ = true;
      at_ = std::max(header_, begin);
      return static_cast<std::size_t>(at_ - begin);
    }
    header_ = header_after(next);
  }
  at_ = end;
  return count;
}

rocksdb::IOStatus SoundLog::Read(std::size_t count, const rocksdb::IOOptions& options, rocksdb::Slice* result,
                                 char* scratch, rocksdb::IODebugContext* context) {
  if (headers_.ended()) {
    *result = rocksdb::Slice(scratch, 0);
    return rocksdb::IOStatus::OK();
  }
  rocksdb::IOStatus status = FSSequentialFileOwnerWrapper::Read(count, options, result, scratch, context);
  if (status.ok()) *result = rocksdb::Slice(result->data(), headers_.pass(result->data(), result->size()));
  return status;
}

// Nobody skips in a log; if somebody did, the headers would be lost.
rocksdb::IOStatus SoundLog::Skip(std::uint64_t /*count*/) {
  return rocksdb::IOStatus::NotSupported("skipping in a log");
}

}  // namespace nomic::ledger
