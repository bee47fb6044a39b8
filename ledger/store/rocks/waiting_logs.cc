#include "waiting_logs.h"

#include <filesystem>
#include <system_error>

namespace nomic::ledger {

WaitingLogs count_waiting_logs(const std::string& store_folder) {
  WaitingLogs logs;
  std::error_code error;
  for (std::filesystem::directory_iterator at(store_folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() != ".log") continue;
    std::error_code gone;  // a writer may remove it meanwhile
    const std::uint64_t bytes = at->file_size(gone);
    if (gone) continue;
    ++logs.count;
    logs.bytes += bytes;
  }
  return logs;
}

}  // namespace nomic::ledger
