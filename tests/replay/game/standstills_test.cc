// Why play cannot go on is read from the records of the turn: a read that fails is an error, and not a game that goes
// on.
#include "nomic/replay/game_status.h"
#include "replay/game/dispute_moves.h"
#include "replay/game/failing_history.h"

namespace nomic::replay::test {
namespace {

TEST(Standstills, AreThoseThatTheRecordsSay) {
  Table t({"Ann", "Bob", "Cyd"});
  t.ok("Ann", enact("This rule is not in force."));
  const auto none = standstills_of(t.engine, t);
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->empty());
  settled(t, "Bob", "Cyd", judge(0).declares_a_paradox());
  const auto stuck = standstills_of(t.engine, t);
  ASSERT_TRUE(stuck);
  ASSERT_EQ(stuck->size(), 1U);
  EXPECT_EQ(stuck->front().what.variant, "paradox");
  EXPECT_EQ(stuck->front().rule.number(), 213);
}

TEST(Standstills, FailAsTheHistoryDoes) {
  Table t({"Ann", "Bob", "Cyd"});
  t.ok("Ann", enact("This rule is not in force."));
  settled(t, "Bob", "Cyd", judge(0).declares_a_paradox());
  const Failing history(t, 0);
  const auto stuck = standstills_of(t.engine, history);
  ASSERT_FALSE(stuck);
  EXPECT_EQ(stuck.error().code, ErrorCode::LEDGER);
}

}  // namespace
}  // namespace nomic::replay::test
