// One record, and one game, may ask the program for so much work. A move that asks for more is refused, so that no game
// keeps a server, or the reader of a file, busy without end.

#include <algorithm>
#include <ctime>
#include <memory>

#include "change/rule_changes.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/reference.h"
#include "replay/audit/watch.h"
#include "replay/game/dispute_moves.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

const std::vector<std::string> THREE = {"Ann", "Bob", "Cyd"};
constexpr const char* DEFEAT = "DEFEATED reckoned: AFTER_EFFECT";

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

TEST(BeyondLimit, TenThousandRulesMayBeInForce) {
  auto rules = without_turns();
  for (int number = 1'000; rules.rules_size() < RULES_LIMIT - 1; ++number) {
    auto& rule = *rules.add_rules();
    rule = rules.rules(0);
    rule.set_number(reference(static_cast<std::uint32_t>(number)));
    rule.clear_provisions();
  }
  Table t(THREE, rules, v1::TABLE);
  t.refused("Ann", act(1).change(enact("Tea.")).change(enact("Cake.")), ErrorCode::BEYOND_LIMIT);
  t.ok("Ann", act(1).change(enact("Tea.")));
  EXPECT_EQ(t.state().rules_size(), RULES_LIMIT);
  t.refused("Ann", act(1).change(enact("Cake.")), ErrorCode::BEYOND_LIMIT);
  // One goes, and another comes.
  t.ok("Ann", act(1).change(propose(v1::REPEAL, 1'000)).change(enact("Cake.")));
  EXPECT_EQ(t.state().rules_size(), RULES_LIMIT);
}

void expect_sound(const Table& t) {
  Watch watch;
  watch.see_all(t);
  EXPECT_EQ(watch.found(), "");
}

std::vector<std::string> awards(std::size_t count, const std::string& occasion) {
  return std::vector<std::string>(
      count, "award { occasion: " + occasion + " recipient: EVERYONE amount { fixed_thousandths: 1000 } }");
}

v1::Event called(const std::string& text) {
  auto event = enact(text);
  event.mutable_proposal_made()->set_call_vote(true);
  return event;
}

v1::Event tick() {
  v1::Event event;
  event.mutable_time_passed();
  return event;
}

// 40 awards to each of the 23 who stay are, with the defeat, 921 consequences. After six defeats they are 5,526.
TEST(BeyondLimit, VotesThatAreCompleteAtOnceAreSettledAFewAtEachRecord) {
  std::vector<std::string> names;
  for (int at = 0; at < 24; ++at) names.push_back("P" + std::to_string(at));
  Table t(names, without_turns(awards(AWARDS_LIMIT, DEFEAT)), v1::TABLE);
  for (int at = 0; at < 20; ++at) t.ok("P0", called("Cake."));
  for (int at = 0; at < 20; ++at) {
    const auto number = t.state().proposals(at).number();
    for (int player = 0; player < 23; ++player) t.ok(names[static_cast<std::size_t>(player)], vote(AGAINST, number));
  }
  ASSERT_EQ(t.state().proposals_size(), 20);
  EXPECT_EQ(of_kind(t.ok("P23", forfeit()), v1::Consequence::kProposalDefeated).size(), 6U);
  EXPECT_TRUE(t.state().votes_left());
  EXPECT_EQ(t.points("P5"), 240);
  t.refused("P5", vote(FOR, t.state().proposals(13).number()), ErrorCode::PROPOSAL_CLOSED);
  EXPECT_EQ(of_kind(t.ok("", tick()), v1::Consequence::kProposalDefeated).size(), 6U);
  // Any move goes on with them.
  EXPECT_EQ(of_kind(t.ok("P1", enact("Tea.")), v1::Consequence::kProposalDefeated).size(), 6U);
  EXPECT_EQ(of_kind(t.ok("", tick()), v1::Consequence::kProposalDefeated).size(), 2U);
  EXPECT_FALSE(t.state().votes_left());
  EXPECT_EQ(t.state().proposals_size(), 1);
  EXPECT_EQ(t.points("P5"), 800);
  EXPECT_EQ(written(t.derived_again().back()), written(t.state()));
  expect_sound(t);
}

// Each of 600 players who become inactive may leave one of 400 votes complete. 2,000 players and 1,000 votes took four
// minutes.
TEST(BeyondLimit, ManyWhoBecomeInactiveAtOnceCostAsMuchAsTheVotesAndThePlayers) {
  std::vector<std::string> names;
  for (int at = 0; at < 600; ++at) names.push_back("P" + std::to_string(at));
  Table t(names, without_turns({"inactivity { after { days: 3 } suspends: VOTING ends_by: ANY_MOVE }"}), v1::MAIL);
  for (int at = 0; at < 400; ++at) t.ok("P0", called("Cake."));
  t.later = 4 * 24 * 3'600;
  const auto begun = std::clock();
  EXPECT_EQ(of_kind(t.ok("", tick()), v1::Consequence::kBecameInactive).size(), 600U);
  EXPECT_LT(std::clock() - begun, 4 * CLOCKS_PER_SEC);
  EXPECT_EQ(t.state().proposals_size(), 400) << "of no vote is anybody left to vote";
}

// Twelve of 24 electors attest 20 defeats, and 13 are needed. When one leaves, they are enough. Each defeat has 921
// consequences, as above.
TEST(BeyondLimit, OutcomesThatAreAttestedAreSettledAFewAtEachRecord) {
  std::vector<std::string> names;
  for (int at = 0; at < 24; ++at) names.push_back("P" + std::to_string(at));
  Table t(names, without_turns(awards(AWARDS_LIMIT, DEFEAT)), v1::TABLE);
  for (int at = 0; at < 20; ++at) {
    t.ok("P0", called("Cake."));
    const auto number = t.state().proposals(at).number();
    for (std::size_t player = 0; player < 12; ++player) t.ok(names[player], attest(number, false, 0, 12));
  }
  ASSERT_EQ(t.state().proposals_size(), 20);
  EXPECT_EQ(of_kind(t.ok("P23", forfeit()), v1::Consequence::kProposalDefeated).size(), 6U);
  EXPECT_TRUE(t.state().votes_left());
  EXPECT_EQ(of_kind(t.ok("", tick()), v1::Consequence::kProposalDefeated).size(), 6U);
  EXPECT_EQ(of_kind(t.ok("P1", enact("Tea.")), v1::Consequence::kProposalDefeated).size(), 6U);
  EXPECT_EQ(of_kind(t.ok("", tick()), v1::Consequence::kProposalDefeated).size(), 2U);
  EXPECT_FALSE(t.state().votes_left());
  EXPECT_EQ(t.points("P5"), 800);
  EXPECT_EQ(written(t.derived_again().back()), written(t.state()));
  expect_sound(t);
}

// A rule that votes last 30 days goes at one moment, and 60 votes that waited for it are complete. Each has 122
// consequences: its defeat, and 40 awards to three players.
TEST(BeyondLimit, VotesThatARuleHeldOpenAreSettledAFewAtEachRecord) {
  auto more = awards(AWARDS_LIMIT, DEFEAT);
  more.emplace_back("voting_period { vote_at_least { days: 30 } }");
  auto rules = without_turns(more);
  auto& waits = *rules.mutable_rules(rules.rules_size() - 1);
  waits.add_provisions()->mutable_self_repeal()->set_at("1970-01-10T00:00:00Z");
  Table t(THREE, rules, v1::MAIL);
  for (int at = 0; at < 60; ++at) {
    t.ok("Ann", called("Cake."));
    const auto number = t.state().proposals(at).number();
    for (const auto& name : THREE) t.ok(name, vote(AGAINST, number));
  }
  ASSERT_EQ(t.state().proposals_size(), 60);
  t.later += 20 * 86'400;
  std::size_t defeated = 0;
  for (int at = 0; at < 2; ++at) {
    EXPECT_EQ(t.state().proposals_size(), 60 - static_cast<int>(defeated));
    const auto now = of_kind(t.ok("", tick()), v1::Consequence::kProposalDefeated).size();
    EXPECT_GT(now, 0U);
    defeated += now;
  }
  EXPECT_EQ(defeated, 60U);
  EXPECT_EQ(t.points("Cyd"), 2'400);
  t.ok("Bob", enact("Milk."));
  EXPECT_EQ(written(t.derived_again().back()), written(t.state()));
  expect_sound(t);
}

// Each of the hundred votes that end by time has 122 consequences: that its time is up, its outcome, and 40 awards to
// three players. After 41 of them they are 5,002.
TEST(BeyondLimit, WhatFallsDueInPlentyWaitsForTheNextRecord) {
  auto more = awards(AWARDS_LIMIT, DEFEAT);
  more.emplace_back("voting_period { vote { days: 7 } at_end: DEFEAT }");
  Table t(THREE, without_turns(more), v1::MAIL);
  for (int at = 0; at < 100; ++at) t.ok("Ann", called("Cake."));
  t.later += 10 * 86'400;
  const auto first = t.ok("Bob", enact("Tea."));
  EXPECT_EQ(of_kind(first, v1::Consequence::kProposalDefeated).size(), 41U);
  EXPECT_EQ(t.state().proposals_size(), 60);
  for (const auto expected : {41U, 18U}) {
    EXPECT_EQ(of_kind(t.ok("Bob", enact("Milk.")), v1::Consequence::kProposalDefeated).size(), expected);
  }
  EXPECT_EQ(t.points("Cyd"), 4'000);
  EXPECT_EQ(written(t.derived_again().back()), written(t.state()));
  expect_sound(t);
}

// A turn passes each second, and pays 120 awards. After a day of silence, one record brings 5,000 consequences, or one
// turn more. The rest of the silence ends with the next record.
TEST(BeyondLimit, ADayOfSilenceEndsNoGame) {
  auto rules = without_turns(awards(AWARDS_LIMIT, "PASSED_OVER"));
  auto& order = *rules.mutable_rules(2)->mutable_provisions(0)->mutable_turn_order();
  order.set_order(v1::TurnOrder::SEATING);
  order.mutable_time_to_propose()->set_seconds(1);
  Table t(THREE, rules, v1::MAIL);
  t.later += 86'400;
  const auto size = t.ok("", tick()).size();
  EXPECT_GE(size, DUE_CONSEQUENCES_LIMIT);
  EXPECT_LT(size, DUE_CONSEQUENCES_LIMIT + 125);
  EXPECT_LT(t.ok("", tick()).size(), 500U);
  expect_sound(t);
}

TEST(BeyondLimit, FortyAwardsAreGivenAndStatusSaysWhichAreLeft) {
  // Rules 1 to 5 have none. Each of the others has one.
  Table t(THREE, without_turns(awards(AWARDS_LIMIT + 2, DEFEAT)), v1::TABLE);
  t.ok("Ann", called("Cake."));
  t.everyone_votes(AGAINST);
  EXPECT_EQ(t.points("Bob"), 40);
  const auto notes = status_of(t).notes;
  const Remark left = remark_of(Topic::NOTE, "awards_left", {{"limit", 40}, {"count", 2}, {"rule", 46}});
  EXPECT_EQ(std::count(notes.begin(), notes.end(), left), 1);
  expect_sound(t);
}

// Rules 1 to 5 have one provision each, of other kinds.
TEST(BeyondLimit, RulesMayHaveSoManyProvisionsOfOneKind) {
  const std::string award = awards(1, DEFEAT).front();
  Table t(THREE, without_turns(awards(195, DEFEAT)), v1::TABLE);
  t.ok("Ann", enact("Five more.", std::vector<std::string>(5, award)));
  t.refused("Ann", enact("Six more.", std::vector<std::string>(6, award)), ErrorCode::BEYOND_LIMIT);
  t.ok("Ann", enact("None."));
  // One that replaces its own is no more.
  t.ok("Ann", amend(6, "Another award.", {award}));
}

// Each of ten rules contradicts each of 150 others.
TEST(BeyondLimit, StatusNamesAThousandConflictsAndSaysHowManyMoreThereAre) {
  std::vector<std::string> clauses(10, "scope { changes: ENACT changes: REPEAL } victory_bound { points_only: true }");
  for (int at = 1; at <= 150; ++at) {
    clauses.push_back("scope { changes: ENACT changes: AMEND } victory { rounds: " + std::to_string(at) + " }");
  }
  Table t(THREE, without_turns(clauses), v1::TABLE);
  const auto notes = status_of(t).notes;
  EXPECT_EQ(std::count_if(notes.begin(), notes.end(), [](const Remark& one) { return one.topic == Topic::CONFLICT; }),
            1'000);
  const Remark left = remark_of(Topic::NOTE, "conflicts_left", {{"count", 500}});
  EXPECT_EQ(std::count(notes.begin(), notes.end(), left), 1);
}

// Of two proposals there is room for each alone. The one that is adopted later has no effect, and the auditor agrees.
TEST(BeyondLimit, ARuleChangeForWhichThereIsNoRoomByNowHasNoEffect) {
  const auto clause = [](int votes) {
    return "franchise { electorate: PLAYERS votes_per_player: " + std::to_string(votes) + " }";
  };
  std::vector<std::string> many;
  for (int at = 0; at < 40; ++at) many.push_back(clause(1));
  Table t(THREE, without_turns(), v1::TABLE);
  t.ok("Ann", called("Cake."));
  auto first = enact("Many.", many);
  first.mutable_proposal_made()->set_call_vote(true);
  t.ok("Ann", first);
  t.ok("Bob", first);
  const auto one = t.state().proposals(1).number();
  const auto other = t.state().proposals(2).number();
  for (const auto& name : THREE) t.ok(name, vote(FOR, one));
  EXPECT_EQ(t.rule(one)->provisions_size(), 40);
  for (const auto* name : {"Ann", "Bob"}) t.ok(name, vote(FOR, other));
  const auto emitted = t.ok("Cyd", vote(FOR, other));
  EXPECT_TRUE(has(emitted, v1::Consequence::kProposalAdopted));
  ASSERT_TRUE(has(emitted, v1::Consequence::kWithoutEffect));
  EXPECT_EQ(t.rule(other), nullptr);
  expect_sound(t);
}

// There is room for each of the rules alone, and not for both. The proposal has no effect, and says so once.
TEST(BeyondLimit, RuleChangesThatHangTogetherHaveNoEffectWithoutRoomForAll) {
  const auto clauses = [](int count) {
    return std::vector<std::string>(static_cast<std::size_t>(count),
                                    "franchise { electorate: PLAYERS votes_per_player: 1 }");
  };
  Table t(THREE, without_turns(), v1::TABLE);
  auto two = enact("Twenty.", clauses(20));
  *two.mutable_proposal_made()->add_changes() = enact("Twenty more.", clauses(20)).proposal_made().changes(0);
  two.mutable_proposal_made()->set_together(true);
  two.mutable_proposal_made()->set_call_vote(true);
  auto beyond = two;
  *beyond.mutable_proposal_made()->mutable_changes(1) = enact("Too many.", clauses(31)).proposal_made().changes(0);
  t.refused("Ann", beyond, ErrorCode::BEYOND_LIMIT);
  auto first = enact("Fifteen.", clauses(15));
  first.mutable_proposal_made()->set_call_vote(true);
  t.ok("Ann", two);
  t.ok("Bob", first);
  const auto number = t.state().proposals(0).number();
  const auto other = t.state().proposals(1).number();
  for (const auto& name : THREE) t.ok(name, vote(FOR, other));
  const auto rules = t.state().rules_size();
  for (const auto* name : {"Ann", "Bob"}) t.ok(name, vote(FOR, number));
  const auto emitted = t.ok("Cyd", vote(FOR, number));
  EXPECT_TRUE(has(emitted, v1::Consequence::kProposalAdopted));
  EXPECT_EQ(std::count_if(emitted.begin(), emitted.end(), [](const auto& one) { return one.has_without_effect(); }), 1);
  EXPECT_EQ(t.state().rules_size(), rules);
  expect_sound(t);
}

// Seventeen proposals of 58,000 bytes each are below a million, eighteen are not.
TEST(BeyondLimit, APlayerMayHaveAMillionBytesOfProposalsOpen) {
  Table t(THREE, without_turns(), v1::TABLE);
  const std::string text(58'000, 'x');
  for (int at = 0; at < 17; ++at) t.ok("Ann", enact(text));
  t.refused("Ann", enact(text), ErrorCode::BEYOND_LIMIT);
  t.ok("Bob", enact(text));
  t.ok("Ann", enact("Cake."));
  const auto number = t.state().proposals(0).number();
  t.ok("Ann", revise(number, enact("Tea.")));
  t.ok("Ann", enact(text));
  t.refused("Ann", revise(number, enact(text)), ErrorCode::BEYOND_LIMIT);
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

// The turn has as many Judgments as it may that strike one and the same vote.
TEST(BeyondLimit, ATurnMayHaveThreeHundredJudgmentsThatStrikeOrUphold) {
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
