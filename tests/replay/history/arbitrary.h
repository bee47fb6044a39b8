// Arbitrary moves made of arbitrary bytes, for tests that submit whatever comes: plausible ones, so that a game goes
// on, and events of any kind with anything in any field. The same bytes make the same moves.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "nomic/replay/game.h"

namespace nomic::replay::test {

// Choices, one after the other; 0 and nothing once the bytes are used up.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : rest_(bytes) {}
  std::uint64_t below(std::uint64_t bound);
  std::string take(std::size_t count);
  [[nodiscard]] bool over() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

// A text: a good one, one that may not be recorded, raw bytes, or one at a limit.
std::string arbitrary_text(Bytes& bytes);

// What somebody says, and who.
struct Spoken {
  std::string author;
  v1::Event event;
};
Spoken arbitrary_move(Bytes& bytes, const State& state);

}  // namespace nomic::replay::test
