// Which rules differ between two states, by what the states share.
#include "nomic/replay/state/rule_difference.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "nomic/replay/state.h"

namespace nomic::replay::test {
namespace {

constexpr int RULES = 150;  // two full buckets, and a third

State with_rules() {
  State state;
  for (int i = 0; i < RULES; ++i) {
    v1::Rule rule;
    rule.set_number(static_cast<std::uint32_t>(100 + 2 * i));
    state.edit_rules().add(rule);
  }
  return state;
}

std::vector<std::uint32_t> numbers(const std::vector<const v1::Rule*>& rules) {
  std::vector<std::uint32_t> all;
  for (const v1::Rule* rule : rules) all.push_back(rule->number());
  return all;
}

using Numbers = std::vector<std::uint32_t>;

TEST(RuleDifference, IsNoneBetweenStatesThatShareTheirRules) {
  const State before = with_rules();
  State after = before;
  after.set_size(1);
  const auto difference = difference_between(before.rules(), after.rules());
  EXPECT_TRUE(difference.gone.empty());
  EXPECT_TRUE(difference.come.empty());
  EXPECT_TRUE(before.rules().shares_all(after.rules()));
  EXPECT_EQ(before.rules().shared_beginning(after.rules()), RULES);
}

TEST(RuleDifference, OfAnEditedRuleHasItAsItWasAndAsItIs) {
  const State before = with_rules();
  State after = before;
  after.edit_rules().edit(70).set_title("New");
  const auto difference = difference_between(before.rules(), after.rules());
  EXPECT_EQ(numbers(difference.gone), Numbers{240});
  EXPECT_EQ(numbers(difference.come), Numbers{240});
  EXPECT_EQ(difference.gone[0]->title(), "");
  EXPECT_EQ(difference.come[0]->title(), "New");
  EXPECT_FALSE(before.rules().shares_all(after.rules()));
  EXPECT_EQ(before.rules().shared_beginning(after.rules()), 64);
}

// Those after it move to other places, and are the same rules still.
TEST(RuleDifference, OfARuleTakenOutOrPutInHasNoOther) {
  const State before = with_rules();
  State after = before;
  after.edit_rules().erase(3);
  v1::Rule added;
  added.set_number(351);
  after.edit_rules().insert(125, added);
  const auto difference = difference_between(before.rules(), after.rules());
  EXPECT_EQ(numbers(difference.gone), Numbers{106});
  EXPECT_EQ(numbers(difference.come), Numbers{351});
  EXPECT_TRUE(holds(difference.gone, &before.rules(3)));
  EXPECT_FALSE(holds(difference.gone, &before.rules(4)));
  EXPECT_FALSE(holds(difference.come, &before.rules(3)));
}

// A rule that says the same in another place in memory is another.
TEST(RuleDifference, BetweenStatesThatShareNothingIsAll) {
  const State one = with_rules();
  const State other = with_rules();
  const auto difference = difference_between(one.rules(), other.rules());
  EXPECT_EQ(difference.gone.size(), static_cast<std::size_t>(RULES));
  EXPECT_EQ(difference.come.size(), static_cast<std::size_t>(RULES));
}

}  // namespace
}  // namespace nomic::replay::test
