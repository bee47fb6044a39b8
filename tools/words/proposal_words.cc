#include "nomic/words/proposal_words.h"

#include <fmt/format.h>

#include "nomic/replay/reference.h"

namespace nomic::tools {

std::string the_proposal(std::string_view reference) {
  return fmt::format("{} {}", reference.starts_with('#') ? "the proposal of record" : "proposal", reference);
}

std::string the_proposal(std::uint32_t number) {
  return the_proposal(replay::reference(number));
}

std::string capital_proposal(std::string_view reference) {
  std::string name = the_proposal(reference);
  name.front() = name.front() == 'p' ? 'P' : 'T';
  return name;
}

std::string capital_proposal(std::uint32_t number) {
  return capital_proposal(replay::reference(number));
}

}  // namespace nomic::tools
