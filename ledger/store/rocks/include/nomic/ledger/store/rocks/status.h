// RocksDB's Status, which can be dropped unseen, made one that cannot.
#pragma once

#include <rocksdb/status.h>

#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/result.h"

namespace nomic::ledger {

class [[nodiscard]] RocksStatus {
 public:
  RocksStatus(rocksdb::Status status) : status_(std::move(status)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return status_.ok(); }
  explicit operator bool() const { return ok(); }
  [[nodiscard]] bool not_found() const { return status_.IsNotFound(); }
  // A column family was asked for that is not there, among others.
  [[nodiscard]] bool is_invalid() const { return status_.IsInvalidArgument(); }
  // A file that is named but not there; RocksDB has no one word for it.
  [[nodiscard]] bool is_missing_file() const;
  [[nodiscard]] std::string text() const { return status_.ToString(); }

  // The error, where nothing was being written; `doing` as in "cannot <doing> the store".
  [[nodiscard]] Error error(std::string_view doing) const;

 private:
  rocksdb::Status status_;
};

// The error of an exception that RocksDB let through while nothing was being written. Memory and threads that cannot be
// had say nothing about the store; everything else it throws of what it reads.
[[nodiscard]] Error error_of(const std::exception& thrown, std::string_view doing);

// What `look`, which checks the files, finds to be wrong with them; nothing: they are sound. OUT_OF_MEMORY where they
// could not be looked at: that is no fault of theirs.
[[nodiscard]] Result<std::optional<std::string>> fault_found_by(const std::function<RocksStatus()>& look);

// Whether RocksDB has been short of memory in this process. What it then left half made it cannot close.
[[nodiscard]] bool memory_was_short();

}  // namespace nomic::ledger
