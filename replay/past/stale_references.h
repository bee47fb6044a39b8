// References that go stale: a text that names a rule by a number which no rule bears any longer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "held.h"

namespace nomic::replay::past {

class References {
 public:
  // After each version: adds a slip for each number that went stale with it, and says of those that are so no longer
  // which version mended them. The rule that had the number may be gone, or bear another.
  void note(std::size_t at, const std::vector<Held>& held, std::vector<PastSlip>& slips);

 private:
  std::set<std::uint32_t> borne_;
  // A rule and the number in its text, and the slip.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> open_;
};

}  // namespace nomic::replay::past
