// One record, and one game, may ask the program for so much work. A move that asks for more is refused, so that no game
// keeps a server, or the reader of a file, busy without end.

#include <algorithm>
#include <memory>

#include "nomic/replay/limits.h"
#include "replay/game/dispute_moves.h"

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

TEST(BeyondLimit, APlayerMayHaveAHundredQuestionsOpen) {
  Table t(THREE);
  t.ok("Ann", enact("Cake."));
  for (int at = 0; at < QUESTIONS_LIMIT; ++at) t.ok("Ann", invoke());
  const auto asked = t.last();
  t.refused("Ann", invoke(), ErrorCode::BEYOND_LIMIT);
  t.ok("Bob", invoke());
  t.ok("Cyd", judge(asked));
  t.ok("Ann", invoke());
}

// The turn has a thousand Judgments that strike one and the same vote.
TEST(BeyondLimit, ATurnMayHaveAThousandJudgmentsThatStrikeOrUphold) {
  Table t(THREE);
  t.ok("Ann", enact("Cake."));
  t.ok("Ann", call());
  t.ok("Bob", vote(AGAINST));
  const auto ballot = t.last();
  t.ok("Bob", contest(vote(FOR)));
  const auto contested = t.last();
  settled(t, "Bob", "Cyd", judge(0).strikes({ballot}));
  t.ok("Bob", invoke());
  const auto asked = t.last();
  State state = t.state();
  while (state.judgments_size() < ORDERS_LIMIT)
    state.edit_judgments().add() = v1::DeliveredJudgment(state.judgments(0));
  t.engine = Engine(std::move(state));
  t.refused("Cyd", judge(asked).strikes({ballot}), ErrorCode::BEYOND_LIMIT);
  t.refused("Cyd", judge(asked).upholds({contested}), ErrorCode::BEYOND_LIMIT);
  t.ok("Cyd", judge(asked));
}

std::ptrdiff_t still_playing(const State& state) {
  const auto& players = state.players();
  return std::count_if(players.begin(), players.end(), [](const v1::Player& one) { return one.left_at() == 0; });
}

// Each player P leaves, and a Judgment strikes that. All but the P before vote against the Judgment, so that each that
// falls lets a P leave, whose vote against the next one is then not needed (212).
std::unique_ptr<Table> chain_of(int count, std::vector<std::uint64_t>& judgments) {
  std::vector<std::string> names = {"Ann"};
  for (int at = 0; at < count; ++at) names.push_back("P" + std::to_string(at));
  const auto voters = names;
  names.emplace_back("Zed");
  auto table = std::make_unique<Table>(names);
  Table& t = *table;
  t.ok("Ann", enact("Cake."));
  for (int at = 0; at < count; ++at) {
    t.ok(voters[static_cast<std::size_t>(at) + 1], forfeit());
    settled(t, "Ann", "Zed", judge(0).strikes({t.last()}));
    judgments.push_back(t.last());
  }
  for (std::size_t at = 0; at < judgments.size(); ++at) {
    for (std::size_t voter = 0; voter < voters.size(); ++voter) {
      if (voter != at) t.ok(voters[voter], overrule(judgments[at]));
    }
  }
  return table;
}

TEST(BeyondLimit, JudgmentsFallOneAfterAnotherInTenSteps) {
  std::vector<std::uint64_t> judgments;
  const auto table = chain_of(FALLS_LIMIT, judgments);
  const auto emitted = table->ok("Ann", overrule(judgments.front()));
  EXPECT_EQ(records_of(emitted, v1::Consequence::kJudgmentOverruled), judgments);
  EXPECT_EQ(of_kind(emitted, v1::Consequence::kPlayerLeft).size(), static_cast<std::size_t>(FALLS_LIMIT));
  EXPECT_EQ(still_playing(table->state()), 2);

  judgments.clear();
  const auto more = chain_of(FALLS_LIMIT + 1, judgments);
  more->refused("Ann", overrule(judgments.front()), ErrorCode::BEYOND_LIMIT);
  EXPECT_EQ(still_playing(more->state()), FALLS_LIMIT + 3);
}

// Counts what is read of the records.
class Counted : public Table {
 public:
  using Table::Table;
  [[nodiscard]] Result<Move> at(std::uint64_t index) const override {
    ++reads;
    return Table::at(index);
  }
  mutable std::uint64_t reads = 0;
};

// Thirty Judgments lack the vote of Cyd alone. When Cyd leaves, all fall at once, and the turn is derived again once.
TEST(BeyondLimit, JudgmentsThatFallTogetherDeriveTheTurnOnce) {
  Counted t({"Ann", "Bob", "Cyd", "Dan"});
  t.ok("Ann", enact("Cake."));
  t.ok("Ann", call());
  t.ok("Bob", vote(AGAINST));
  const auto ballot = t.last();
  std::vector<std::uint64_t> judgments;
  for (int at = 0; at < 30; ++at) {
    settled(t, "Bob", "Dan", judge(0).strikes({ballot}));
    judgments.push_back(t.last());
    t.ok("Ann", overrule(t.last()));
    t.ok("Bob", overrule(judgments.back()));
  }
  t.reads = 0;
  const auto emitted = t.ok("Cyd", forfeit());
  EXPECT_LE(t.reads, 3 * t.state().size());
  EXPECT_EQ(records_of(emitted, v1::Consequence::kJudgmentOverruled), judgments);
  EXPECT_EQ(records_of(emitted, v1::Consequence::kMoveStands), std::vector<std::uint64_t>{ballot});
  // Cyd would have been the next Judge; Bob is.
  for (const auto& overruled : of_kind(emitted, v1::Consequence::kJudgmentOverruled)) {
    ASSERT_EQ(overruled.judgment_overruled().judges_size(), 1);
    EXPECT_EQ(overruled.judgment_overruled().judges(0), "Bob");
  }
}

}  // namespace
}  // namespace nomic::replay::test
