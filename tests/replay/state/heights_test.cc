// Where scores first stood: looked up in the state, however long the game.

#include "nomic/replay/heights.h"

#include <gtest/gtest.h>

#include "nomic/replay/rule_past.h"

namespace nomic::replay::test {
namespace {

// Ann alone; her score after each record.
State played(const std::vector<std::int64_t>& scores) {
  State state;
  state.edit_players().add().mutable_names()->set_name("Ann");
  std::uint64_t record = 0;
  for (const auto score : scores) {
    state.edit_players().edit(0).set_points(score);
    note_heights(state, record++);
  }
  return state;
}

std::optional<std::uint64_t> first(const State& state, std::int64_t points) {
  return first_at(state, 0, points);
}

TEST(Heights, AreWhereAScoreFirstStoodHigherThanEverBefore) {
  const State state = played({0, 0, 5, 3, 5, 7, -2, 7, 9});
  EXPECT_EQ(first(state, 0), 0U);
  EXPECT_EQ(first(state, 1), 2U);
  EXPECT_EQ(first(state, 5), 2U);
  EXPECT_EQ(first(state, 6), 5U);
  EXPECT_EQ(first(state, 9), 8U);
  EXPECT_EQ(first(state, 10), std::nullopt);
  EXPECT_EQ(first(state, -5), 0U);
  EXPECT_EQ(state.heights(0).points_size(), 4);
}

TEST(Heights, OfALongGameAreInChunksAndFoundAllTheSame) {
  std::vector<std::int64_t> scores;
  for (std::int64_t at = 0; at < 1000; ++at) scores.push_back(3 * at);
  const State state = played(scores);
  EXPECT_LE(state.heights(0).points_size(), 64);
  EXPECT_TRUE(has_its_chunks(state));
  for (std::int64_t points = -1; points <= 3 * 999; ++points) {
    const auto expected = points <= 0 ? 0 : (points + 2) / 3;
    ASSERT_EQ(first(state, points), static_cast<std::uint64_t>(expected)) << points;
  }
  EXPECT_EQ(first(state, 2998), std::nullopt);
  const State again = State::from_wire(state.to_wire());
  EXPECT_EQ(first(again, 30), 10U);
}

}  // namespace
}  // namespace nomic::replay::test
