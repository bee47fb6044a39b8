// What falls due happens when it is due: each thing at its time, in the order of their times, whoever makes the next
// record (semantics 2); at that record in games of semantics 1.

#include <ctime>

#include "nomic/replay/edition.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/reference.h"
#include "replay/game/dispute_moves.h"
#include "replay/game/table.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;

constexpr std::int64_t ONE_SECOND = 1'000'000;
constexpr std::int64_t AN_HOUR = 3'600;
constexpr std::int64_t A_DAY = 24 * AN_HOUR;

v1::Event a_tick() {
  v1::Event event;
  event.mutable_time_passed();
  return event;
}

// Six rules, so the founding is records 0 to 9.
v1::Ruleset with_deadlines() {
  return rules_with({"adoption { quota { numerator: 1 denominator: 2 base: CAST } }",
                     "numbering { first: 20 changed_rule: KEEPS_ITS_OWN }",
                     "voting_period { debate { hours: 1 } vote { days: 2 } at_end: COUNT_CAST }",
                     "turn_order { order: SEATING }", "turn_parts { parts { proposal {} } }",
                     "effectiveness { when: AFTER_DELAY delay { hours: 5 } }"});
}

// Ann proposes at 10 s; Bob votes for it at 3,611 s, just after the debate is over; and nothing more for ten days.
Consequences a_vote_that_nobody_watched(Table& t) {
  t.ok("Ann", enact("Cake."));
  t.later = AN_HOUR;
  t.ok("Bob", vote(FOR, 20));
  t.later += 10 * A_DAY;
  return t.ok("Cyd", a_tick());
}

TEST(Due, WhatWasDueBeforeARecordHappenedInItsTime) {
  Table t({"Ann", "Bob", "Cyd"}, with_deadlines(), v1::MAIL);
  const auto emitted = a_vote_that_nobody_watched(t);
  // The debate ended at 10 s + 1 h, the vote two days later, and the effect five hours after that.
  const auto adopted = one(emitted, Kind::kProposalAdopted);
  EXPECT_EQ(adopted.happened_at(), (10 + AN_HOUR + 2 * A_DAY) * ONE_SECOND);
  EXPECT_EQ(adopted.proposal_adopted().votes_for(), 1U);
  EXPECT_EQ(one(emitted, Kind::kEffectAwaited).effect_awaited().at(), (10 + 6 * AN_HOUR + 2 * A_DAY) * ONE_SECOND);
  EXPECT_EQ(one(emitted, Kind::kRuleEnacted).happened_at(), (10 + 6 * AN_HOUR + 2 * A_DAY) * ONE_SECOND);
  EXPECT_EQ(t.rule(20)->since_time(), (10 + 6 * AN_HOUR + 2 * A_DAY) * ONE_SECOND);
  EXPECT_EQ(t.rule(20)->since(), t.last());
  EXPECT_EQ(t.state().recorded_at(), (12 + AN_HOUR + 10 * A_DAY) * ONE_SECOND);
  std::uint32_t order = 0;
  for (const auto& consequence : emitted) {
    EXPECT_EQ(consequence.order(), order++);
    EXPECT_EQ(consequence.record(), t.last());
  }
}

TEST(Due, UnderSemantics1ItHappensAtTheRecord) {
  Table t({"Ann", "Bob", "Cyd"}, with_deadlines(), v1::MAIL, 1);
  const auto emitted = a_vote_that_nobody_watched(t);
  EXPECT_EQ(one(emitted, Kind::kProposalAdopted).happened_at(), 0);
  // Five hours after the record, though the vote was over a week before.
  EXPECT_EQ(one(emitted, Kind::kEffectAwaited).effect_awaited().at(), (12 + 6 * AN_HOUR + 10 * A_DAY) * ONE_SECOND);
  EXPECT_EQ(t.rule(20), nullptr);
}

TEST(Due, AMoveMeetsTheGameAsItStoodByThen) {
  Table t({"Ann", "Bob", "Cyd"}, with_deadlines(), v1::MAIL);
  t.ok("Ann", enact("Cake."));
  t.later = 3 * A_DAY;
  // The vote ended with no ballot cast, which is no half of those cast: Ann's turn is over, and Bob is next.
  const auto emitted = t.ok("Bob", enact("Bread."));
  const auto defeated = one(emitted, Kind::kProposalDefeated);
  EXPECT_EQ(defeated.happened_at(), (10 + AN_HOUR + 2 * A_DAY) * ONE_SECOND);
  const auto began = one(emitted, Kind::kTurnBegan);
  EXPECT_EQ(began.happened_at(), 0);
  EXPECT_EQ(began.turn_began().player(), "Bob");
  EXPECT_LT(defeated.order(), began.order());
  EXPECT_EQ(t.state().proposals(0).made_time(), (11 + 3 * A_DAY) * ONE_SECOND);
}

// Four rules, so the founding is records 0 to 7.
v1::Ruleset with_time_to_propose() {
  return rules_with({"adoption { quota { numerator: 1 denominator: 2 base: CAST } }", "numbering { first: 20 }",
                     "turn_order { order: SEATING time_to_propose { days: 1 } }",
                     "turn_parts { parts { proposal {} } }"});
}

TEST(Due, SilencePassesOverOneAfterTheOther) {
  Table t({"Ann", "Bob", "Cyd"}, with_time_to_propose(), v1::MAIL);
  t.later = 3 * A_DAY + 12 * AN_HOUR;
  const auto passed = of_kind(t.ok("Ann", a_tick()), Kind::kTurnPassed);
  ASSERT_EQ(passed.size(), 3U);
  // The rules are in force since 7 s.
  EXPECT_EQ(passed[0].happened_at(), (7 + A_DAY) * ONE_SECOND);
  EXPECT_EQ(passed[1].happened_at(), (7 + 2 * A_DAY) * ONE_SECOND);
  EXPECT_EQ(passed[2].happened_at(), (7 + 3 * A_DAY) * ONE_SECOND);
  EXPECT_EQ(passed[2].turn_passed().player(), "Cyd");
  EXPECT_EQ(t.state().turn().phase_since(), (7 + 3 * A_DAY) * ONE_SECOND);
}

TEST(Due, UnderSemantics1SilencePassesOverOne) {
  Table t({"Ann", "Bob", "Cyd"}, with_time_to_propose(), v1::MAIL, 1);
  t.later = 3 * A_DAY + 12 * AN_HOUR;
  EXPECT_EQ(of_kind(t.ok("Ann", a_tick()), Kind::kTurnPassed).size(), 1U);
}

// Turns ran at once, and run clockwise by now: while Ann's goes on beside Bob's, which is over, nobody may begin the
// next.
TEST(Due, TheTimeToProposeRunsWhenNoTurnGoesOn) {
  Table t({"Ann", "Bob", "Cyd"},
          rules_with({"adoption { quota { numerator: 1 denominator: 2 base: CAST } }", "numbering { first: 20 }",
                      "turn_order { order: ALL_AT_ONCE }",
                      "turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: "
                      "1000 } } }"}),
          v1::TABLE);
  t.ok("Ann", amend(3, "Clockwise, a day each.", {"turn_order { order: SEATING time_to_propose { days: 1 } }"}));
  t.ok("Bob", enact("Cake."));
  for (const std::uint32_t proposal : {20U, 21U}) {
    t.ok(proposal == 20 ? "Ann" : "Bob", call(proposal));
    for (const auto* name : {"Ann", "Bob", "Cyd"}) t.ok(name, vote(FOR, proposal));
  }
  t.ok("Bob", roll(3));
  ASSERT_EQ(t.state().turn().phase(), v1::Turn::TURN_COMPLETE);
  ASSERT_EQ(t.state().other_turns_size(), 1);
  ASSERT_EQ(next_player(t.engine), "Cyd");
  t.refused("Cyd", enact("More cake."), ErrorCode::TURN_NOT_COMPLETE);
  t.later = 3 * A_DAY;
  t.refused("", a_tick(), ErrorCode::NOTHING_DUE);
  t.ok("Ann", roll(4));
  const auto over = t.state().recorded_at();
  t.later += 2 * A_DAY;
  const auto passed = of_kind(t.ok("", a_tick()), Kind::kTurnPassed);
  ASSERT_FALSE(passed.empty());
  EXPECT_EQ(passed[0].turn_passed().player(), "Cyd");
  EXPECT_EQ(passed[0].happened_at(), over + A_DAY * ONE_SECOND);
  EXPECT_EQ(written(t.derived_again().back()), written(t.state()));
}

TEST(Due, ARecordBringsAboutSoManyInstantsAndNoMore) {
  auto rules = with_time_to_propose();
  auto& order = *rules.mutable_rules(2)->mutable_provisions(0)->mutable_turn_order();
  order.mutable_time_to_propose()->Clear();
  order.mutable_time_to_propose()->set_seconds(1);
  Table t({"Ann", "Bob", "Cyd"}, rules, v1::MAIL);
  t.later = A_DAY;
  const auto passed = of_kind(t.ok("Ann", a_tick()), Kind::kTurnPassed);
  ASSERT_EQ(passed.size(), static_cast<std::size_t>(DUE_LIMIT) + 1);
  EXPECT_EQ(passed[DUE_LIMIT - 1].happened_at(), (7 + DUE_LIMIT) * ONE_SECOND);
  // The rest of the silence is over with the record.
  EXPECT_EQ(passed[DUE_LIMIT].happened_at(), 0);
  EXPECT_EQ(t.state().turn().phase_since(), (8 + A_DAY) * ONE_SECOND);
  EXPECT_EQ(written(t.derived_again().back()), written(t.state()));
}

// 10,000 looks at players and open votes are 333 instants with 30 players.
TEST(Due, WithManyPlayersThereAreFewerInstants) {
  auto rules = with_time_to_propose();
  auto& order = *rules.mutable_rules(2)->mutable_provisions(0)->mutable_turn_order();
  order.mutable_time_to_propose()->Clear();
  order.mutable_time_to_propose()->set_seconds(1);
  std::vector<std::string> names;
  for (int at = 0; at < 30; ++at) names.push_back("P" + std::to_string(at));
  Table t(names, rules, v1::MAIL);
  t.later = A_DAY;
  const auto passed = of_kind(t.ok("P0", a_tick()), Kind::kTurnPassed);
  ASSERT_EQ(passed.size(), 334U);
  EXPECT_NE(passed[332].happened_at(), 0);
  EXPECT_EQ(passed[333].happened_at(), 0);
}

TEST(Due, ATickIsNoSignOfLife) {
  const auto rules =
      rules_with({"adoption { quota { numerator: 1 denominator: 2 base: CAST } }", "numbering { first: 20 }",
                  "turn_order { order: SEATING }", "turn_parts { parts { proposal {} } }",
                  "inactivity { after { days: 3 } suspends: TURNS ends_by: ANY_MOVE }"});
  for (const std::uint32_t semantics : {1U, 2U}) {
    Table t({"Ann", "Bob", "Cyd"}, rules, v1::MAIL, semantics);
    t.later = 4 * A_DAY;
    t.ok("Bob", a_tick());
    EXPECT_EQ(t.state().players(1).inactive_since() == 0, semantics == 1);
    EXPECT_NE(t.state().players(0).inactive_since(), 0U);
  }
}

// Votes of two days, and 5 points for whose proposal is adopted.
v1::Ruleset with_an_award(const std::string& besides) {
  return rules_with({"adoption { quota { numerator: 1 denominator: 2 base: CAST } }",
                     "numbering { first: 20 changed_rule: KEEPS_ITS_OWN }",
                     "voting_period { vote { days: 2 } at_end: COUNT_CAST }", "turn_order { order: SEATING }",
                     "turn_parts { parts { proposal {} } }",
                     "award { occasion: ADOPTED recipient: THE_PROPONENT amount { fixed_thousandths: 5000 } "
                     "reckoned: BEFORE_EFFECT }",
                     besides});
}

TEST(Due, WhoWinsByWhatWasDueHasWonBeforeTheMove) {
  const auto rules = with_an_award("victory { points_thousandths: 5000 }");
  Table t({"Ann", "Bob", "Cyd"}, rules, v1::MAIL);
  t.ok("Ann", enact("Cake."));
  t.ok("Ann", call(20));
  t.ok("Ann", vote(FOR, 20));
  t.later = 2 * A_DAY;
  EXPECT_FALSE(t.engine.move(t.move_of("Bob", enact("Bread.")), t));
  const auto won = one(t.ok("Bob", a_tick()), Kind::kVictory);
  // Called at 12 s: the founding is records 0 to 10.
  EXPECT_EQ(won.happened_at(), (12 + 2 * A_DAY) * ONE_SECOND);
  EXPECT_EQ(won.victory().player(), "Ann");
}

// That somebody is the last is of the time when the others became inactive, not of the record after it.
TEST(Due, WhoIsTheLastByTimeWinsOneRound) {
  const auto rules =
      rules_with({"adoption { quota { numerator: 1 denominator: 2 base: CAST } }", "numbering { first: 20 }",
                  "turn_order { order: SEATING }", "turn_parts { parts { proposal {} } }",
                  "inactivity { after { days: 3 } suspends: TURNS ends_by: ANY_MOVE }",
                  "victory { last_player: true who: EVERY ends: ROUND }"});
  Table t({"Ann", "Bob", "Cyd"}, rules, v1::MAIL);
  t.later = 2 * A_DAY;
  t.ok("Ann", enact("Cake."));
  t.later = 4 * A_DAY;
  const auto emitted = t.ok("Ann", call(20));
  const auto won = of_kind(emitted, Kind::kVictory);
  ASSERT_EQ(won.size(), 1U);
  EXPECT_EQ(won.front().victory().player(), "Ann");
  EXPECT_NE(won.front().happened_at(), 0);
  EXPECT_EQ(t.state().rounds(), 1U);
  EXPECT_EQ(t.state().players(0).rounds_won(), 1U);
}

// Of a Judgment's record: what fell due before it is emitted once, and what the Judgment makes otherwise is compared
// with it.
TEST(Due, WhatFellDueBeforeAJudgmentIsNoPartOfIt) {
  const auto rules = with_an_award("judgment { seat: PRECEDING overrule { numerator: 1 denominator: 1 } }");
  Table t({"Ann", "Bob", "Cyd"}, rules, v1::MAIL);
  t.ok("Ann", enact("Cake."));
  t.ok("Ann", call(20));
  t.ok("Ann", vote(FOR, 20));
  t.ok("Bob", vote(FOR, 20));
  const auto struck = t.last();
  t.ok("Bob", invoke());
  const auto asked = t.last();
  t.later = 3 * A_DAY;
  const auto emitted = t.ok("Cyd", judge(asked).strikes({struck}));
  EXPECT_EQ(of_kind(emitted, Kind::kTimeUp).size(), 1U);
  EXPECT_EQ(of_kind(emitted, Kind::kRuleEnacted).size(), 1U);
  EXPECT_EQ(of_kind(emitted, Kind::kTurnEnded).size(), 1U);
  // The points are the same with one vote fewer: given once, and not taken back in between.
  ASSERT_EQ(of_kind(emitted, Kind::kScore).size(), 1U);
  EXPECT_EQ(one(emitted, Kind::kScore).score().total(), 5000);
  EXPECT_EQ(t.points("Ann"), 5);
  const auto outcomes = of_kind(emitted, Kind::kProposalAdopted);
  ASSERT_EQ(outcomes.size(), 2U);
  EXPECT_EQ(outcomes.front().proposal_adopted().votes_for(), 2U);
  EXPECT_NE(outcomes.front().happened_at(), 0);
  EXPECT_EQ(outcomes.back().proposal_adopted().votes_for(), 1U);
  EXPECT_EQ(outcomes.back().happened_at(), 0);
  EXPECT_EQ(digest_of(t.derived_again().back()).hex(), digest_of(t.state()).hex());
}

// 190 of 3,000 rules repeal themselves at one moment. Processor time: over a second when all rules were counted for
// each that may go, after each that went.
TEST(Due, ManyRulesRepealThemselvesAtOnce) {
  auto ruleset = with_deadlines();
  const auto at = *parse_provision("self_repeal { at: \"1970-01-02T00:00:00Z\" }");
  while (ruleset.rules_size() < 3'000) {
    auto& rule = *ruleset.add_rules();
    rule.set_number(reference(static_cast<std::uint32_t>(ruleset.rules_size())));
    rule.set_status(v1::MUTABLE);
    rule.add_texts()->set_text("A rule.");
    if (ruleset.rules_size() <= 196) *rule.add_provisions() = at;
  }
  Table t({"Ann", "Bob"}, ruleset, v1::MAIL);
  t.later = 2 * A_DAY;
  const auto begun = std::clock();
  const auto emitted = t.ok("", a_tick());
  EXPECT_LT(std::clock() - begun, CLOCKS_PER_SEC / 2);
  EXPECT_EQ(of_kind(emitted, Kind::kRuleRepealed).size(), 190U);
  EXPECT_EQ(t.state().rules_size(), 2'810);
}

// ---- At its own instant a time is over (L66) -----------------------------------------------------------------------

// The next record is made at that second.
void make_next_at(Table& t, std::int64_t second) {
  t.later = second - static_cast<std::int64_t>(t.state().size());
}

// Proposed at 10 s, put to the vote at 3,610 s, which ends two days later.
TEST(AtTheVeryInstant, ABallotIsTooLate) {
  constexpr std::int64_t END = 3'610 + 2 * A_DAY;
  Table late({"Ann", "Bob", "Cyd"}, with_deadlines(), v1::TABLE);
  late.ok("Ann", enact("Cake."));
  make_next_at(late, END);
  late.refused("Bob", vote(FOR, 20), ErrorCode::PROPOSAL_CLOSED);
  Table in_time({"Ann", "Bob", "Cyd"}, with_deadlines(), v1::TABLE);
  in_time.ok("Ann", enact("Cake."));
  make_next_at(in_time, END - 1);
  in_time.ok("Bob", vote(FOR, 20));
}

TEST(AtTheVeryInstant, AChangeOfABallotIsTooLate) {
  for (const bool late : {false, true}) {
    Table t({"Ann", "Bob", "Cyd"},
            rules_with({"adoption { quota { numerator: 1 denominator: 1 base: ELIGIBLE } }",
                        "vote_changes { change: true withdraw: true within { hours: 1 } }"}),
            v1::TABLE);
    t.ok("Ann", enact("Cake."));
    t.ok("Ann", call());
    const auto called = static_cast<std::int64_t>(t.last());
    t.ok("Bob", vote(FOR));
    make_next_at(t, called + AN_HOUR - (late ? 0 : 1));
    if (late) {
      t.refused("Bob", vote(AGAINST), ErrorCode::VOTE_STAYS);
    } else {
      t.ok("Bob", vote(AGAINST));
    }
  }
}

TEST(AtTheVeryInstant, AThrowIsTooLate) {
  Table t({"Ann", "Bob"},
          rules_with({"adoption { quota { numerator: 1 denominator: 2 base: CAST } }",
                      "turn_order { order: SEATING time_to_throw { hours: 1 } }",
                      "turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: "
                      "1000 } } }"}),
          v1::TABLE);
  t.ok("Ann", enact("Cake."));
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  make_next_at(t, static_cast<std::int64_t>(t.last()) + AN_HOUR);
  t.refused("Ann", roll(6), ErrorCode::NO_THROW_DUE);
}

TEST(AtTheVeryInstant, ABallotIsNotWithinTheTimeOfAnAward) {
  for (const bool late : {false, true}) {
    Table t({"Ann", "Bob", "Cyd"},
            rules_with({"adoption { quota { numerator: 1 denominator: 1 base: ELIGIBLE } }",
                        "award { occasion: BALLOT_CAST recipient: VOTERS amount { fixed_thousandths: 1000 } within { "
                        "hours: 1 } }"}),
            v1::TABLE);
    t.ok("Ann", enact("Cake."));
    const auto made = static_cast<std::int64_t>(t.last());
    t.ok("Ann", call());
    make_next_at(t, made + AN_HOUR - (late ? 0 : 1));
    t.ok("Bob", vote(FOR));
    EXPECT_EQ(t.points("Bob"), late ? 0 : 1);
  }
}

}  // namespace
}  // namespace nomic::replay::test
