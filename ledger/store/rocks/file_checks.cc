#include "file_checks.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>
#include <utility>

namespace nomic::ledger {

Result<std::vector<Fault>> faults_of_files(const std::function<RocksStatus()>& look, const Mark& mark, Beside beside) {
  std::vector<Fault> faults;
  NOMIC_ASSIGN(auto what, fault_found_by(look));
  if (what) faults.push_back({"file", std::nullopt, *std::move(what)});
  auto read = mark.read();
  for (int attempt = 0; attempt < FRESH_VIEWS && beside == Beside::A_WRITER && read && !read->whole; ++attempt) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    read = mark.read();
  }
  if (!read) {
    faults.push_back({"mark", std::nullopt, read.error().what});
  } else if (!read->whole) {
    faults.push_back({"mark", std::nullopt, fmt::format("one of the two slots of {} cannot be read", mark.path())});
  }
  return faults;
}

}  // namespace nomic::ledger
