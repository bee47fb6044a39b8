#include "nomic/words/rehearsal_words.h"

#include <fmt/format.h>

#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

constexpr std::size_t BYTES_SHOWN = 4;  // of an identity

std::string short_identity(const std::string& raw) {
  std::string digits;
  for (const char byte : raw.substr(0, BYTES_SHOWN)) digits += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return digits;
}

}  // namespace

std::string rehearsal_words(const v1::GameFounded& founding) {
  const v1::Rehearsal& rehearsal = founding.rehearsal();
  return fmt::format("A rehearsal of the game {} ({}), as it was after #{}: what is done here is not done there.",
                     in_quotes(founding.name()), short_identity(rehearsal.game()), rehearsal.size() - 1);
}

}  // namespace nomic::tools
