// The sources of a rule's versions: the newest at hand, the older ones folded away, none lost.
#include "game/change/sources.h"

#include <fmt/core.h>

#include <algorithm>

#include "replay/game/table.h"

namespace nomic::replay::test {
namespace {

std::vector<std::uint64_t> records(const Sources& sources) {
  std::vector<std::uint64_t> all;
  all.reserve(static_cast<std::size_t>(sources.size()));
  for (const auto& source : sources) all.push_back(source.record());
  return all;
}

std::vector<std::uint64_t> up_to(std::uint64_t last) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t record = 1; record <= last; ++record) all.push_back(record);
  return all;
}

TEST(Sources, AreFoldedAwayAndComeBack) {
  constexpr std::uint64_t MANY = 1000;
  v1::Rule rule;
  for (std::uint64_t record = 1; record <= MANY; ++record) {
    add_source(rule).set_record(record);
    ASSERT_EQ(rule.sources().rbegin()->record(), record);
    ASSERT_LE(rule.sources_size(), 2 * SOURCES_AT_HAND);
  }
  EXPECT_EQ(records(all_sources(rule)), up_to(MANY));
  for (std::uint64_t left = MANY - 1; left >= 1; --left) {
    drop_last_source(rule);
    ASSERT_EQ(rule.sources().rbegin()->record(), left);
    // The present version and the one before it are at hand: whether there is one to restore is seen at once.
    ASSERT_GE(static_cast<std::uint64_t>(rule.sources_size()), std::min<std::uint64_t>(left, 2));
    ASSERT_LE(rule.sources_size(), 2 * SOURCES_AT_HAND);
  }
  EXPECT_TRUE(rule.older_sources().empty());
}

TEST(Sources, AreAllAtHandWhenUnfolded) {
  v1::Rule rule;
  for (std::uint64_t record = 1; record <= 100; ++record) add_source(rule).set_record(record);
  unfold_sources(rule);
  EXPECT_EQ(records(rule.sources()), up_to(100));
  EXPECT_TRUE(rule.older_sources().empty());
  fold_sources(rule);
  EXPECT_EQ(rule.sources_size(), SOURCES_AT_HAND);
  EXPECT_EQ(records(all_sources(rule)), up_to(100));
}

// A rule amended fifty times, repealed, enacted again, and restored to what it was founded with.
TEST(Sources, BringBackEveryVersionOfAMuchAmendedRule) {
  constexpr std::uint32_t TIMES = 50;
  Table t({"Ann", "Bob"});
  const std::string founded = t.text(210);
  std::uint32_t number = 210;
  std::uint32_t next = 301;
  int turn = 0;
  const auto play = [&](const v1::Event& proposal) {
    t.turn(turn++ % 2 == 0 ? "Ann" : "Bob", proposal);
    return next++;
  };
  for (std::uint32_t time = 1; time <= TIMES; ++time) number = play(amend(number, fmt::format("Version {}.", time)));
  play(propose(v1::REPEAL, number));
  number = play(propose(v1::REENACT, number));
  EXPECT_EQ(t.text(number), fmt::format("Version {}.", TIMES));
  for (std::uint32_t time = TIMES - 1; time >= 1; --time) {
    number = play(propose(v1::RESTORE, number));
    ASSERT_EQ(t.text(number), fmt::format("Version {}.", time));
  }
  number = play(propose(v1::RESTORE, number));
  EXPECT_EQ(t.text(number), founded);
  t.refused(turn % 2 == 0 ? "Ann" : "Bob", propose(v1::RESTORE, number), ErrorCode::NEVER_AMENDED);
}

}  // namespace
}  // namespace nomic::replay::test
