// Planner: plans one version, move by move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "planning.h"

namespace nomic::replay::past {

class Planner {
 public:
  Planner(std::size_t at, const PostedVersion& version, const std::vector<Held>& held, const Naming& naming,
          Numbers& numbers);
  std::vector<PastMove> plan(const std::vector<Change>& changes);

 private:
  // A rule on its way from one number and status to others.
  struct Bearing {
    std::uint32_t now;
    std::uint32_t then;
    std::uint32_t lineage;
    v1::RuleStatus status;
    bool numbered;  // a proposal gives it the number
    bool due;       // which is still to come
    std::int64_t since;
  };

  PastMove& add(PastMoveKind kind, bool proposed);
  // The number of a proposal that shows none: what the version names, once.
  std::uint32_t spare_number() { return spare_ ? numbers_.spare(*std::exchange(spare_, std::nullopt)) : 0; }
  // Which number a rule can be given where it is to bear this one.
  std::uint32_t given(std::uint32_t number, std::uint32_t lineage) {
    return numbers_.was_borne(number, lineage) ? numbers_.aside(number) : number;
  }

  void repeal(const Change& change);
  void enact(const Change& change);
  // Each as soon as its number is free. Where rules have only changed places, two of them swap their numbers.
  void make_all(std::vector<const Change*> changes);
  [[nodiscard]] bool is_free(const Change& change) const;
  void swap_places(const Change& change);
  PastMove& renumber(std::uint32_t from, std::uint32_t to, v1::RuleStatus status);

  // One rule that stays a rule.
  void make(const Change& change);
  PastMove& step(Bearing& bearing, PastMoveKind kind, bool proposed);
  void transmute(Bearing& bearing, v1::RuleStatus to);

  std::size_t at_;
  const PostedVersion& version_;
  const std::vector<Held>& held_;
  const Naming& naming_;
  Numbers& numbers_;
  std::optional<std::uint32_t> spare_;
  std::set<std::uint32_t> in_use_;
  std::vector<std::uint32_t> bears_;  // each of those held, by now
  std::vector<PastMove> moves_;
};

}  // namespace nomic::replay::past
