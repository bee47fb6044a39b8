#include "nomic/words/proposal_words.h"

#include <fmt/format.h>

#include "nomic/replay/unnumbered.h"

namespace nomic::tools {

std::string the_proposal(std::uint32_t number) {
  if (!replay::is_unnumbered(number)) return fmt::format("proposal {}", number);
  return fmt::format("the proposal of record #{}", replay::record_of_unnumbered(number));
}

std::string capital_proposal(std::uint32_t number) {
  std::string name = the_proposal(number);
  name.front() = name.front() == 'p' ? 'P' : 'T';
  return name;
}

}  // namespace nomic::tools
