// The numbers that rule-changes gave to rules. None is given to another, though the rule that had it has fallen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace nomic::replay::audit {

// The record of a proposal or of an act, and which of its rule-changes.
using ChangePlace = std::pair<std::uint64_t, std::size_t>;

class GivenNumbers {
 public:
  void note(const ChangePlace& place, std::uint32_t number);

  // Those that the rule-change gave, in the order in which it did. A rule-change may have given several: where the game
  // is derived again, it can take one of another kind.
  [[nodiscard]] std::vector<std::uint32_t> of(const std::optional<ChangePlace>& place) const;

  // All that are at least `first`, in no order.
  [[nodiscard]] std::vector<std::uint32_t> from(std::uint32_t first) const;
  // Whether another rule-change than that one gave it.
  [[nodiscard]] bool has_of_another(std::uint32_t number, const std::optional<ChangePlace>& place) const;

 private:
  std::map<ChangePlace, std::vector<std::uint32_t>> numbers_;
};

}  // namespace nomic::replay::audit
