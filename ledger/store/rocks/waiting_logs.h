// The write-ahead logs that wait in a store's folder to become tables.
#pragma once

#include <cstdint>
#include <string>

namespace nomic::ledger {

struct WaitingLogs {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;

  // Turning logs into tables costs more than an append, reading them again at each opening does so too, later.
  static constexpr std::uint64_t FLUSHED_BYTES = std::uint64_t{1} << 20U;
  [[nodiscard]] bool should_flush() const { return count >= 16 || bytes >= FLUSHED_BYTES; }

  // More appends than these logs can hold: each has a record and its own row there, with keys of 80 bytes; the head may
  // be that of a whole group.
  [[nodiscard]] std::uint64_t most_appends() const { return bytes / 200 + 1; }
};

WaitingLogs count_waiting_logs(const std::string& store_folder);

}  // namespace nomic::ledger
