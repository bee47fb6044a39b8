#include "play/fair_throw.h"

#include <cassert>

#include "nomic/ledger/hash.h"

namespace nomic::tools {

std::uint32_t throw_die(std::uint32_t faces) {
  return throw_die(faces, ledger::random_bytes);
}

std::uint32_t throw_die(std::uint32_t faces, const std::function<std::string(std::size_t)>& random) {
  assert(faces > 0);
  constexpr std::uint64_t DRAWS = std::uint64_t{1} << 32;
  // What lies beyond the last whole multiple would favour the low faces: it is drawn again.
  const std::uint64_t fair = DRAWS - DRAWS % faces;
  for (;;) {
    std::uint64_t draw = 0;
    for (const char byte : random(4)) draw = draw << 8 | static_cast<unsigned char>(byte);
    if (draw < fair) return static_cast<std::uint32_t>(draw % faces) + 1;
  }
}

}  // namespace nomic::tools
