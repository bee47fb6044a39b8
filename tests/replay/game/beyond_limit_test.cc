// One record, and one game, may ask the program for so much work. A move that asks for more is refused, so that no game
// keeps a server, or the reader of a file, busy without end.

#include "nomic/replay/limits.h"
#include "replay/game/table.h"

namespace nomic::replay::test {
namespace {

const std::vector<std::string> THREE = {"Ann", "Bob", "Cyd"};

v1::Ruleset without_turns(const std::vector<std::string>& more = {}) {
  std::vector<std::string> provisions = {
      "adoption { quota { numerator: 1 denominator: 2 base: CAST strict: true } }",
      "numbering { first: 20 changed_rule: KEEPS_ITS_OWN }",
      "turn_order { order: NO_TURNS }",
      "effectiveness { when: VOTE_COMPLETE }",
      "franchise { electorate: PLAYERS votes_per_player: 1 }",
  };
  provisions.insert(provisions.end(), more.begin(), more.end());
  return rules_with(provisions);
}

v1::Event from_the_start(const Table& t) {
  auto event = enact("Cake.");
  event.mutable_proposal_made()->set_call_vote(true);
  event.mutable_proposal_made()->set_effect_from(t.state().founding().founding_records() - 1);
  return event;
}

TEST(BeyondLimit, AFewOpenProposalsMayActOnThePast) {
  Table t(THREE, without_turns(), v1::TABLE);
  for (int at = 0; at < OPEN_ON_PAST_LIMIT; ++at) t.ok("Ann", from_the_start(t));
  t.refused("Ann", from_the_start(t), ErrorCode::BEYOND_LIMIT);
  // One that acts from now on is allowed.
  t.ok("Ann", enact("Cake."));
  const auto number = t.state().proposals(0).number();
  t.ok("Bob", vote(AGAINST, number));
  t.ok("Cyd", vote(AGAINST, number));
  t.ok("Ann", vote(AGAINST, number));
  t.ok("Ann", from_the_start(t));
}

TEST(BeyondLimit, AnotherFormOfOneThatIsCountedIsAllowed) {
  Table t(THREE, without_turns(), v1::TABLE);
  for (int at = 0; at < OPEN_ON_PAST_LIMIT; ++at) {
    auto event = from_the_start(t);
    event.mutable_proposal_made()->set_call_vote(false);
    t.ok("Ann", event);
  }
  auto revised = revise(t.state().proposals(3).number(), enact("More cake."));
  revised.mutable_proposal_revised()->set_effect_from(t.state().founding().founding_records() - 1);
  t.ok("Ann", revised);
  EXPECT_TRUE(t.state().proposals(3).has_effect_from());
}

TEST(BeyondLimit, AGameMayHaveAHundredRuleChangesThatActOnThePast) {
  Table t(THREE, without_turns(), v1::TABLE);
  for (int at = 0; at < ON_PAST_LIMIT; ++at) {
    t.ok("Ann", from_the_start(t));
    t.everyone_votes(FOR);
  }
  EXPECT_EQ(t.state().retroactions_size(), ON_PAST_LIMIT);
  t.refused("Ann", from_the_start(t), ErrorCode::BEYOND_LIMIT);
}

// 600 awards to each of the two who stay are 1,200 consequences of a defeat: of 90 defeats at once, 108,000.
TEST(BeyondLimit, AMoveMayHaveAHundredThousandConsequences) {
  const std::string award =
      "award { occasion: DEFEATED recipient: EVERYONE reckoned: AFTER_EFFECT amount { fixed_thousandths: 1000 } }";
  Table t(THREE, without_turns(std::vector<std::string>(600, award)), v1::TABLE);
  for (int at = 0; at < 90; ++at) {
    auto event = enact("Cake.");
    event.mutable_proposal_made()->set_call_vote(true);
    t.ok("Ann", event);
  }
  for (int at = 0; at < 90; ++at) {
    const auto number = t.state().proposals(at).number();
    t.ok("Ann", vote(AGAINST, number));
    t.ok("Bob", vote(AGAINST, number));
  }
  ASSERT_EQ(t.state().proposals_size(), 90);
  t.refused("Cyd", forfeit(), ErrorCode::BEYOND_LIMIT);
  EXPECT_EQ(t.state().proposals_size(), 90);
  // One by one they are settled.
  const auto emitted = t.ok("Cyd", vote(AGAINST, t.state().proposals(0).number()));
  EXPECT_EQ(of_kind(emitted, v1::Consequence::kScore).size(), 1800U);
  EXPECT_EQ(t.points("Bob"), 600);
}

// Sixty votes end by time: 1,800 consequences each are 108,000 before the next move.
TEST(BeyondLimit, WhatFallsDueCountsToo) {
  const std::string award =
      "award { occasion: DEFEATED recipient: EVERYONE reckoned: AFTER_EFFECT amount { fixed_thousandths: 1000 } }";
  std::vector<std::string> more(600, award);
  more.emplace_back("voting_period { vote { days: 7 } at_end: DEFEAT }");
  Table t(THREE, without_turns(more), v1::TABLE);
  for (int at = 0; at < 60; ++at) {
    auto event = enact("Cake.");
    event.mutable_proposal_made()->set_call_vote(true);
    t.ok("Ann", event);
  }
  t.later += 10 * 86'400;
  t.refused("Bob", enact("Tea."), ErrorCode::BEYOND_LIMIT);
  EXPECT_EQ(t.state().proposals_size(), 60);
}

}  // namespace
}  // namespace nomic::replay::test
