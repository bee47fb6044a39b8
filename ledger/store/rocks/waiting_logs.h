// The write-ahead logs that wait in a store's folder to become tables.
#pragma once

#include <cstdint>
#include <string>

namespace nomic::ledger {

struct WaitingLogs {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;

  // Each opening reads the logs again: 47 instructions a byte, where a look takes 20 million in all. To turn logs into
  // tables costs more than an append. So single commands, which log a kilobyte each, do it once in 16.
  static constexpr std::uint64_t FLUSHED_BYTES = std::uint64_t{32} << 10U;
  [[nodiscard]] bool should_flush() const { return count >= 16 || bytes >= FLUSHED_BYTES; }

  // More writes than these logs can hold: each has a header there, its own row, and at least one other with a game in
  // its key.
  [[nodiscard]] std::uint64_t most_writes() const { return bytes / 96 + 1; }
};

WaitingLogs count_waiting_logs(const std::string& store_folder);

}  // namespace nomic::ledger
