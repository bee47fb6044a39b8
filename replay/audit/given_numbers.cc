#include "given_numbers.h"

#include <algorithm>
#include <iterator>

namespace nomic::replay::audit {

void GivenNumbers::note(const ChangePlace& place, std::uint32_t number) {
  auto& all = numbers_[place];
  if (std::find(all.begin(), all.end(), number) == all.end()) all.push_back(number);
}

std::vector<std::uint32_t> GivenNumbers::of(const std::optional<ChangePlace>& place) const {
  const auto found = place ? numbers_.find(*place) : numbers_.end();
  return found == numbers_.end() ? std::vector<std::uint32_t>() : found->second;
}

std::vector<std::uint32_t> GivenNumbers::from(std::uint32_t first) const {
  std::vector<std::uint32_t> all;
  for (const auto& [place, numbers] : numbers_) {
    std::copy_if(numbers.begin(), numbers.end(), std::back_inserter(all),
                 [first](std::uint32_t number) { return number >= first; });
  }
  return all;
}

bool GivenNumbers::has_of_another(std::uint32_t number, const std::optional<ChangePlace>& place) const {
  return std::any_of(numbers_.begin(), numbers_.end(), [&](const auto& one) {
    return one.first != place && std::find(one.second.begin(), one.second.end(), number) != one.second.end();
  });
}

}  // namespace nomic::replay::audit
