// What must hold of every record of a game, whatever its rules are: scores are the sums of their entries, numbers are
// given in ascending order, a consequence cites what was in force, and the lists of the state are in their order.
#pragma once

#include <map>
#include <string>

#include "replay/game/table.h"

namespace nomic::replay::test {

class Held {
 public:
  // Looks at one record: what it emitted, and the states before and after it.
  void after(const Move& move, const Consequences& emitted, const State& before, const State& now);

 private:
  void start_anew(const State& before, const State& now);
  void number_given(const v1::Consequence& made, const Consequences& emitted, const State& before);

  std::map<std::string, std::int64_t> scores_;
  std::uint32_t last_number_ = 0;
};

}  // namespace nomic::replay::test
