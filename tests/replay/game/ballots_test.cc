// Ballots stand apart from what is voted on: a vote neither copies nor digests the form of a proposal.
#include <algorithm>
#include <string>

#include "nomic/replay/digest.h"
#include "replay/game/table.h"

namespace nomic::replay::test {
namespace {

constexpr std::size_t LARGE = 60'000;

// A message that two states share has one digest, kept with it; so what is shared is not digested again.
bool share_proposal(const State& one, const State& other) {
  return &one.proposals(0) == &other.proposals(0);
}

TEST(Ballots, LeaveTheFormAsItIs) {
  Table t({"Ann", "Bob", "Cyd", "Dan"});
  t.ok("Ann", enact(std::string(LARGE, 'x')));
  t.ok("Ann", call());
  const State before = t.state();
  EXPECT_LT(before.proposals(0).ByteSizeLong(), 300U) << "its text stands in the record";
  t.ok("Bob", vote(FOR));
  EXPECT_TRUE(share_proposal(before, t.state()));
  t.ok("Cyd", vote(AGAINST));
  EXPECT_TRUE(share_proposal(before, t.state()));
  ASSERT_EQ(t.ballots(0).size(), 2);
  EXPECT_EQ(t.ballots(0).Get(1).player(), "Cyd");

  // What of the state is another, and has to be digested: the ballots, the players, and little else.
  v1::State without = t.state().to_wire();
  without.clear_proposals();
  without.clear_rules();
  EXPECT_LT(canonical_walk(without).size(), LARGE / 10);
  EXPECT_LT(canonical_walk(t.state().ballots(0)).size(), 300U);
  EXPECT_NE(digest_of(before), digest_of(t.state()));
}

TEST(Ballots, GoWithTheProposal) {
  Table t({"Ann", "Bob"});
  t.ok("Ann", enact("Cake is served at noon."));
  t.ok("Ann", call());
  EXPECT_EQ(t.state().ballots_size(), 0) << "nobody has voted";
  t.ok("Bob", vote(FOR));
  ASSERT_EQ(t.state().ballots_size(), 1);
  EXPECT_EQ(t.state().ballots(0).proposal(), 301U);
  EXPECT_TRUE(ballots_on(t.state(), 302).ballots().empty());
  t.ok("Ann", vote(FOR));
  EXPECT_EQ(t.state().ballots_size(), 0) << "the vote is complete";
}

TEST(Ballots, CountInTheDigest) {
  State one;
  edit_ballots_on(one, 301).add_ballots()->set_player("Ann");
  State other = one;
  edit_ballots_on(other, 301).mutable_ballots(0)->set_player("Bob");
  EXPECT_NE(digest_of(one), digest_of(other));
  drop_ballots_on(other, 301);
  EXPECT_EQ(digest_of(other), digest_of(State()));
}

}  // namespace
}  // namespace nomic::replay::test
