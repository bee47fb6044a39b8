// The writer's lock: flock on a file of its own, which says who holds it.
//
// The lock belongs to the open file, so it goes when the process does, however that ends. The text in the file is for
// people who wait; nothing is decided by it.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "nomic/ledger/files/files.h"

namespace nomic::ledger {

// The lock of an open file. 0, or an errno: EWOULDBLOCK if another process holds it for longer than `patience`.
int lock_within(int fd, std::chrono::milliseconds patience);

class Lock {
 public:
  // Waits up to `wait_ms` for the lock, then IN_USE, naming who holds it. READ_ONLY if the file cannot be written.
  static Result<Lock> take(const std::string& path, std::int64_t wait_ms, const std::string& command);

  // For a reader in doubt: the lock on a file that it perhaps cannot write, without a name in it. IN_USE at the end of
  // the wait.
  static Result<Lock> borrow(const std::string& path, std::int64_t wait_ms);

 private:
  explicit Lock(FileHandle file) : file_(std::move(file)) {}
  FileHandle file_;
};

}  // namespace nomic::ledger
