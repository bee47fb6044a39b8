#include <fmt/format.h>

#include "nomic/words/afterwards_words.h"

namespace nomic::tools {

std::string afterwards_words(std::uint64_t live_at) {
  if (live_at == 0) return "Recorded afterwards: until the game is live, the times of its moves are the keeper's word.";
  return fmt::format("Recorded afterwards until #{}: before it, the times of the moves are the keeper's word.",
                     live_at);
}

}  // namespace nomic::tools
