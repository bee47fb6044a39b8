#include "nomic/ledger/store/rocks/status.h"

#include <fmt/format.h>

namespace nomic::ledger {

bool RocksStatus::is_missing_file() const {
  return status_.IsPathNotFound() || text().find("No such file") != std::string::npos;
}

Error RocksStatus::error(std::string_view doing) const {
  const std::string what = fmt::format("cannot {} the store: {}", doing, text());
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

}  // namespace nomic::ledger
