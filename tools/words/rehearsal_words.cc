#include "nomic/words/rehearsal_words.h"

#include <fmt/format.h>

#include "nomic/ledger/hash.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

constexpr std::size_t DIGITS_OF_IDENTITY = 8;

}  // namespace

std::string rehearsal_words(const v1::GameFounded& founding) {
  const v1::Rehearsal& rehearsal = founding.rehearsal();
  const auto game = ledger::Hash::from_raw(rehearsal.game()).value_or(ledger::Hash{});
  return fmt::format("A rehearsal of the game {} ({}), as it was after #{}: what is done here is not done there.",
                     in_quotes(founding.name()), game.hex().substr(0, DIGITS_OF_IDENTITY), rehearsal.size() - 1);
}

}  // namespace nomic::tools
