// The inside of a BundleSource: bytes ahead, and a digest of those behind.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "nomic/ledger/bundle.h"

namespace nomic::ledger {

struct BundleSource::Bytes {
 public:
  explicit Bytes(ReadBytes read) : read_(std::move(read)) {}

  // The next `count` bytes, or as many as there are; they stay ahead. The view lives until the next call. IO_FAILED.
  Result<std::string_view> peek(std::size_t count);
  // They are done with; they were peeked at.
  void skip(std::size_t count) { at_ += count; }

  // From here on what is skipped is digested.
  void begin_digest();
  // Of the bytes skipped since.
  Hash digest();

  // How many bundles the next one must say to follow it, if one was before it.
  std::optional<std::uint64_t> announced;

 private:
  void digest_behind();

  ReadBytes read_;
  std::string buffer_;
  std::size_t at_ = 0;        // of the next byte, in the buffer
  std::size_t digested_ = 0;  // up to here
  bool ended_ = false;
  Sha256 sha_;
};

}  // namespace nomic::ledger
