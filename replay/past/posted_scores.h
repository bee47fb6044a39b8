// Posted points that do not add up: those that a later version, which changes no rule, puts right.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "past_slips.h"

namespace nomic::replay::past {

class Scores {
 public:
  // After each version. The slip is that of the version which last changed rules and left the player's points as they
  // were; where it changed them too, of the version before this one.
  void note(const Happening& happening, std::vector<PastSlip>& slips);

 private:
  std::map<std::string, std::int64_t> posted_;     // as far as they were ever posted
  std::map<std::string, std::size_t> changed_in_;  // the version that changed them last
  std::size_t rules_changed_in_ = 0;               // the version that changed rules last
};

}  // namespace nomic::replay::past
