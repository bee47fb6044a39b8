#include "numbers.h"

#include "nomic/replay/reference.h"

namespace nomic::replay::past {
namespace {

constexpr std::uint32_t ASIDE = 1'000'000;

}  // namespace

void Numbers::posted(std::uint32_t number, std::uint32_t lineage, bool first) {
  rules_[number].insert(lineage);
  if (first) proposals_.insert(number);
}

bool Numbers::was_borne(std::uint32_t number, std::uint32_t lineage) const {
  const auto found = rules_.find(number);
  return found != rules_.end() && (lineage == 0 || found->second.size() > 1 || found->second.count(lineage) == 0);
}

std::uint32_t Numbers::of_proposal(std::uint32_t number) {
  return proposals_.insert(number).second ? number : 0;
}

std::uint32_t Numbers::spare(std::uint32_t number) {
  return rules_.count(number) == 0 ? of_proposal(number) : 0;
}

std::uint32_t Numbers::aside(std::uint32_t number) {
  const std::uint32_t plain = plain_of(number);
  std::uint32_t& last = asides_.try_emplace(plain, plain).first->second;
  do last += ASIDE;
  while (rules_.count(last) != 0);
  rules_[last].insert(0);
  return last;
}

}  // namespace nomic::replay::past
