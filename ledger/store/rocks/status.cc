#include "nomic/ledger/store/rocks/status.h"

#include <fmt/format.h>

#include <atomic>
#include <new>
#include <system_error>

namespace nomic::ledger {
namespace {

std::atomic<bool> was_short = false;

constexpr const char* MORE_MEMORY = "give the program more memory, or more threads: see ulimit";

bool lacks_means(const std::exception& thrown) {
  if (dynamic_cast<const std::bad_alloc*>(&thrown) != nullptr) return true;
  const auto* error = dynamic_cast<const std::system_error*>(&thrown);
  return error != nullptr &&
         (error->code() == std::errc::resource_unavailable_try_again || error->code() == std::errc::not_enough_memory);
}

}  // namespace

bool RocksStatus::is_missing_file() const {
  return status_.IsPathNotFound() || text().find("No such file") != std::string::npos;
}

Error RocksStatus::error(std::string_view doing) const {
  const std::string what = fmt::format("cannot {} the store: {}", doing, text());
  if (status_.IsMemoryLimit() || text().find("Cannot allocate memory") != std::string::npos) {
    was_short = true;
    return fail(ErrorCode::IO_FAILED, what, MORE_MEMORY);
  }
  if (status_.IsCorruption() || status_.IsNotSupported() || status_.IsInvalidArgument()) return damaged(what);
  // What a reader is told whose files go while it opens them, or are not the ones that are named.
  if (status_.IsTryAgain()) return damaged(what);
  if (status_.IsNoSpace()) return fail(ErrorCode::FULL, what, "make room on the disk, then repeat");
  if (is_missing_file()) return damaged(what);
  if (text().find("Permission denied") != std::string::npos || text().find("Read-only") != std::string::npos) {
    return fail(ErrorCode::READ_ONLY, what, "make the folder writable for you, or work in a copy");
  }
  if (text().find("quota exceeded") != std::string::npos) {
    return fail(ErrorCode::FULL, what, "make room on the disk, then repeat");
  }
  return fail(ErrorCode::IO_FAILED, what);
}

Error error_of(const std::exception& thrown, std::string_view doing) {
  if (lacks_means(thrown)) {
    was_short = true;
    return fail(ErrorCode::IO_FAILED, fmt::format("cannot {} the store: there is not enough memory for it", doing),
                MORE_MEMORY);
  }
  return damaged(fmt::format("cannot {} the store: {}", doing, thrown.what()));
}

bool memory_was_short() {
  return was_short;
}

}  // namespace nomic::ledger
