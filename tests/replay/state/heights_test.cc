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
  constexpr std::int64_t RECORDS = 5000;
  std::vector<std::int64_t> scores;
  for (std::int64_t at = 0; at < RECORDS; ++at) scores.push_back(3 * at);
  const State state = played(scores);
  EXPECT_LE(state.heights(0).points_size(), 64);
  EXPECT_TRUE(has_its_chunks(state));
  for (std::int64_t points = -1; points <= 3 * (RECORDS - 1); points += points < 300 ? 1 : 17) {
    const auto expected = points <= 0 ? 0 : (points + 2) / 3;
    ASSERT_EQ(first(state, points), static_cast<std::uint64_t>(expected)) << points;
  }
  EXPECT_EQ(first(state, 3 * RECORDS), std::nullopt);
  // 5,000 are 8 at hand and 78 times 64 before them: one chunk of 2,048 after another, and no others left behind.
  EXPECT_EQ(state.heights(0).points_size(), 5000 - 78 * 64);
  EXPECT_EQ(state.heights(0).older().count(), 3U);
  const std::string& newest = state.heights(0).older().newest();
  // Of each height one byte says how much it rose, and one how much later it was; the first has two of each at the
  // most.
  EXPECT_NEAR(static_cast<double>(state.chunks().get(newest).heights().size()), 2 * (78 * 64 - 2 * 2048), 4);
  EXPECT_EQ(state.in_chunks().chunks.size(), 3U);
  const State again = State::from_wire(state.to_wire());
  EXPECT_EQ(first(again, 30), 10U);
}

TEST(Heights, MayBeginBelowZeroAndRiseByAnyAmount) {
  std::vector<std::int64_t> scores;
  for (std::int64_t at = 0; at < 200; ++at) scores.push_back(at < 100 ? at * 1000 - 70'000 : at * at * at * 1'000'000);
  const State state = played(scores);
  for (std::size_t at = 0; at < scores.size(); ++at) ASSERT_EQ(first(state, scores[at]), at);
}

TEST(Heights, ThatCannotBeReadAreNone) {
  v1::RuleChunk chunk;
  EXPECT_FALSE(has_heights(chunk));
  chunk.set_heights(std::string(11, '\xff'));
  EXPECT_FALSE(has_heights(chunk));
  chunk.set_heights(std::string(3, '\x01'));
  EXPECT_FALSE(has_heights(chunk)) << "points without a record";
  chunk.set_heights(std::string(4, '\x01'));
  EXPECT_TRUE(has_heights(chunk));
}

// What is moved into a chunk of two players is another chunk for the one, and stays for the other.
TEST(Heights, OfPlayersWhoRoseTogetherShareChunks) {
  State state;
  state.edit_players().add().mutable_names()->set_name("Ann");
  state.edit_players().add().mutable_names()->set_name("Bob");
  for (std::uint64_t record = 0; record < 400; ++record) {
    const bool together = record < 150;
    state.edit_players().edit(0).set_points(static_cast<std::int64_t>(record));
    if (together) state.edit_players().edit(1).set_points(static_cast<std::int64_t>(record));
    note_heights(state, record);
    if (record == 149) {
      EXPECT_EQ(state.heights(0).older().newest(), state.heights(1).older().newest());
    }
    ASSERT_TRUE(has_its_chunks(state)) << record;
  }
  EXPECT_EQ(first_at(state, 0, 399), 399U);
  EXPECT_EQ(first_at(state, 0, 10), 10U);
  EXPECT_EQ(first_at(state, 1, 10), 10U);
  EXPECT_EQ(first_at(state, 1, 149), 149U);
  EXPECT_EQ(first_at(state, 1, 150), std::nullopt);
}

}  // namespace
}  // namespace nomic::replay::test
