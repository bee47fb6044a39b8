#include "request_log.h"

#include <algorithm>

namespace nomic::ledger {
namespace {

constexpr std::uint64_t HASHES_A_PASS = std::uint64_t{1} << 20U;
constexpr std::size_t HASHES_A_READ = 4096;

}  // namespace

Status RequestLog::add(const RequestName& name) {
  return hashes_.add(sha256(name.author + AFTER_AUTHOR + name.id));
}

// In each pass those are compared that a part of their bits puts together: equal ones are always together.
Result<bool> RequestLog::has_twice() const {
  const std::uint64_t passes = hashes_.size() / HASHES_A_PASS + 1;
  std::vector<Hash> block(std::min<std::uint64_t>(HASHES_A_READ, hashes_.size()));
  std::vector<Hash> together;
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    together.clear();
    for (std::uint64_t from = 0; from < hashes_.size();) {
      NOMIC_ASSIGN(auto count, hashes_.read(from, block));
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t part = block[i].bytes[0] | std::uint64_t{block[i].bytes[1]} << 8U;
        if (part % passes == pass) together.push_back(block[i]);
      }
      from += count;
    }
    std::sort(together.begin(), together.end());
    if (std::adjacent_find(together.begin(), together.end()) != together.end()) return true;
  }
  return false;
}

}  // namespace nomic::ledger
