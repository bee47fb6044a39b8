// What is kept beside the records, put there by somebody who can write in the folder: states and digests that are bound
// as they must be, and rows of the index that fit them. Commands go on from them; verify finds them, reindex mends it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "history/index_rows.h"
#include "history/snapshots.h"
#include "nomic/replay/verification.h"
#include "replay/history/kept.h"
#include "replay/written.h"

namespace nomic::replay::test {
namespace {

class ForgedState : public testing::TestWithParam<Where> {};
INSTANTIATE_TEST_SUITE_P(Stores, ForgedState, testing::Values(Where::MEMORY, Where::FOLDER));

constexpr std::size_t BOB = 1;

State with_points(const State& right, std::int64_t points) {
  State forged = right;
  forged.edit_players().edit(BOB).set_points(points);
  return forged;
}

void keep(Kept& t, const State& forged) {
  const auto kept = t.ledger->keep(t.game->head().game, forged.size(), derived_from(forged, true));
  ASSERT_TRUE(kept.ok());
}

// What is found beside the records, which hold: "check #record".
std::vector<std::string> found_by_verify(Kept& t) {
  const auto verified = verify_game(*t.ledger, t.game->head().game, {});
  EXPECT_TRUE(verified.ok()) << why(verified);
  EXPECT_TRUE(verified->ledger.faults.empty());
  EXPECT_FALSE(verified->underivable.has_value());
  std::vector<std::string> found;
  for (const KeptFault& fault : verified->kept) found.push_back(fmt::format("{} #{}", fault.check, fault.index));
  return found;
}

void reindex(Kept& t) {
  const ledger::GameId id = t.game->head().game;
  ASSERT_TRUE(t.ledger->reindex(id, {}).ok());
  ASSERT_TRUE(Game::derive_anew(*t.ledger, id, {}).ok());
  t.reopen();
}

TEST_P(ForgedState, IsGoneOnFromAndFoundByVerify) {
  Kept t(GetParam(), {"Ann", "Bob"});
  t.turn("Ann", enact("Cake."), FOR);  // #32-#35
  EXPECT_EQ(found_by_verify(t), std::vector<std::string>{});
  const std::string right = t.bytes();
  keep(t, with_points(t.state(), 99));
  t.reopen();
  EXPECT_EQ(t.state().players()[BOB].points(), 99) << "what the scores show";
  EXPECT_EQ(found_by_verify(t), (std::vector<std::string>{"digest #35", "snapshot #35"}));
  EXPECT_TRUE(t.ledger->verify(t.game->head().game, {})->faults.empty()) << "no game is derived";
  reindex(t);
  EXPECT_EQ(t.bytes(), right);
  EXPECT_EQ(found_by_verify(t), std::vector<std::string>{});
  EXPECT_TRUE(t.game->check(t.game->head().size, {})->differences.empty());
}

TEST_P(ForgedState, StaysFoundWhenTheGameGoesOn) {
  Kept t(GetParam(), {"Ann", "Bob"});
  t.turn("Ann", enact("Cake."), FOR);
  const std::int64_t points = t.state().players()[BOB].points();
  keep(t, with_points(t.state(), points + 20));
  t.reopen();
  t.turn("Bob", enact("Tea."), AGAINST);  // #36-#39
  t.reopen();
  const std::vector<std::string> found = found_by_verify(t);
  // What #38 (ten points less) and #39 (the throw) emitted names Bob's points, so their rows of the index differ too.
  EXPECT_EQ(found, (std::vector<std::string>{"digest #35", "snapshot #35", "digest #39", "index #38", "index #39"}));
  // The moves are what their authors made. What they amount to follows from all records.
  const std::int64_t shown = t.state().players()[BOB].points();
  reindex(t);
  EXPECT_EQ(t.game->head().size, 40U);
  EXPECT_EQ(t.state().players()[BOB].points(), shown - 20);
  EXPECT_EQ(found_by_verify(t), std::vector<std::string>{});
}

// Wherever it is put.
TEST(ForgedStateAnywhere, IsFound) {
  Kept game(Where::MEMORY, {"Ann", "Bob"});
  game.turn("Ann", enact("Cake."), FOR);
  game.turn("Bob", enact("Tea."), FOR);
  for (std::uint64_t size = 32; size <= game.game->head().size; ++size) {
    SCOPED_TRACE(size);
    Kept t(Where::MEMORY, {"Ann", "Bob"});
    t.turn("Ann", enact("Cake."), FOR);
    t.turn("Bob", enact("Tea."), FOR);
    const Result<Engine> then = t.game->replay(size, {});
    ASSERT_TRUE(then.ok());
    keep(t, with_points(then->state(), 1 + then->state().players()[BOB].points()));
    EXPECT_EQ(found_by_verify(t),
              (std::vector<std::string>{fmt::format("digest #{}", size - 1), fmt::format("snapshot #{}", size - 1)}));
  }
}

// A state, and an index that says what follows from it: neither vouches for the other.
TEST(ForgedIndex, IsFoundWhereAForgedStateFitsIt) {
  Kept t(Where::MEMORY, {"Ann", "Bob"});
  t.ok("Ann", enact("Cake."));
  while (t.game->head().size < 1'030) t.ok("Bob", say("Why cake?", 301));
  t.ok("Ann", call(301));
  t.ok("Ann", vote(FOR, 301));
  t.ok("Bob", vote(FOR, 301));
  t.ok("Ann", roll(1));  // #1033
  const Result<Engine> then = t.game->replay(1'024, {});
  ASSERT_TRUE(then.ok());
  Engine forged(with_points(then->state(), 50));
  IndexRows before;
  std::vector<ledger::IndexRow> rows;
  const auto whole = t.game->replay(1'024, [&](const Played& played) {
    for (auto& row : before.of(played.move, played.consequences, played.after.state())) rows.push_back(std::move(row));
    return true;
  });
  ASSERT_TRUE(whole.ok());
  keep(t, forged.state());
  IndexRows after(forged.state());
  const auto read = t.game->replay_range(1'024, t.game->head().size, [&](const Played& played) {
    EXPECT_EQ(played.after.state().players()[BOB].points(), 50);
    for (auto& row : after.of(played.move, played.consequences, played.after.state())) rows.push_back(std::move(row));
    return true;
  });
  ASSERT_TRUE(read.ok()) << why(read);
  // No consequence says Bob's points; so one row is left out besides.
  rows.pop_back();
  ASSERT_TRUE(t.ledger->keep_index(t.game->head().game, 0, 1'034, maker(), rows).ok());
  const std::vector<std::string> found = found_by_verify(t);
  EXPECT_EQ(found, (std::vector<std::string>{"digest #1023", "snapshot #1023", "index #1033"}));
}

}  // namespace
}  // namespace nomic::replay::test
