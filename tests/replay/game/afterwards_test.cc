// A game that is recorded afterwards: its clock is when each move is said to have happened; a day is an interval, and
// what a deadline within it would decide is left open. Worked out by hand.

#include "nomic/replay/afterwards.h"

#include "nomic/replay/edition.h"
#include "replay/game/dispute_moves.h"
#include "replay/game/keeper.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;

// Rule 5: votes of seven days, and what is missing then does not count. Rule 6: 3 points for a ballot within a day of
// the proposal. Rule 7: a day and a half without a move.
v1::Ruleset rules_with_periods(const std::string& adoption = "numerator: 1 denominator: 2 base: CAST strict: true") {
  return rules_with({"adoption { quota { " + adoption + " } }", "numbering { first: 20 changed_rule: KEEPS_ITS_OWN }",
                     "turn_order { order: NO_TURNS }", "effectiveness { when: VOTE_COMPLETE }",
                     "voting_period { vote { days: 7 } at_end: COUNT_CAST }",
                     "award { occasion: VOTED_ON recipient: VOTERS amount { points: '3' } within { days: 1 } reckoned: "
                     "BEFORE_EFFECT }",
                     "franchise { electorate: PLAYERS votes_per_player: 1 }"});
}

v1::Event cake() {
  auto event = enact("Cake.");
  event.mutable_proposal_made()->set_call_vote(true);
  return event;
}

// A game in which Ann has proposed cake, and called the vote.
struct WithCake : Keeper {
  explicit WithCake(const Said& said) : Keeper({"Ann", "Bob", "Cyd"}, rules_with_periods()) { ok("Ann", cake(), said); }
};

TEST(Afterwards, TheClockIsWhenMovesAreSaidToHaveHappened) {
  WithCake k(at("2012-05-01T10:00Z"));
  k.ok("Bob", vote(FOR), at("2012-05-02T09:00Z"));
  k.ok("Cyd", vote(AGAINST), at("2012-05-03T09:00Z"));
  k.ok("Ann", vote(FOR), at("2012-05-08T09:59Z"));
  // All have voted: it is over a minute before its time.
  EXPECT_EQ(k.state().proposals_size(), 0);
  EXPECT_EQ(k.state().recorded_at(), at("2012-05-08T09:59Z").from);
  // Bob voted 23 hours after the proposal, the others later.
  EXPECT_EQ(k.points("Ann"), 0);
  EXPECT_EQ(k.points("Bob"), 3);
  EXPECT_EQ(k.points("Cyd"), 0);
}

TEST(Afterwards, AVoteEndsWhenItsTimeWasOverThen) {
  WithCake k(at("2012-05-01T10:00Z"));
  k.ok("Bob", vote(FOR), at("2012-05-03T09:00Z"));
  k.refused("Ann", vote(AGAINST), at("2012-05-08T10:00Z"), ErrorCode::PROPOSAL_CLOSED);
  const auto emitted = k.ok("Cyd", cake(), at("2012-05-09T00:00Z"));
  const auto adopted = one(emitted, Kind::kProposalAdopted);
  EXPECT_EQ(adopted.happened_at(), at("2012-05-08T10:00Z").from);
  EXPECT_FALSE(adopted.proposal_adopted().has_late_or_not());
}

TEST(Afterwards, AGameFoundedWithoutATimeBeginsWithItsFirstMove) {
  Keeper k({"Ann", "Bob", "Cyd"}, rules_with_periods());
  EXPECT_EQ(k.state().recorded_at(), 0);
  k.ok("Ann", cake(), at("2012-05-01T10:00Z"));
  EXPECT_EQ(k.state().rules(0).since_time(), 0);
  EXPECT_EQ(k.state().players(1).moved_at(), at("2012-05-01T10:00Z").from);
}

TEST(Afterwards, AGameMayBeFoundedAtATime) {
  Keeper k({"Ann", "Bob", "Cyd"}, rules_with_periods(), v1::MAIL, at("2012-04-30T10:00Z"));
  EXPECT_EQ(k.state().recorded_at(), at("2012-04-30T10:00Z").from);
  EXPECT_EQ(k.state().rules(0).since_time(), at("2012-04-30T10:00Z").from);
  k.refused("Ann", cake(), at("2012-04-30T09:59Z"), ErrorCode::TIME_GOES_BACK);
}

// ---- What is refused ------------------------------------------------------------------------------------------------

TEST(Afterwards, EveryMoveSaysWhenItHappened) {
  WithCake k(at("2012-05-01T10:00Z"));
  k.refused("Bob", vote(FOR), RECORDED_AT, ErrorCode::TIME_NOT_SAID);
  k.refused("Bob", vote(FOR), Said(), ErrorCode::TIME_NOT_SAID);
  k.refused("Bob", vote(FOR), at("2012-05-01T09:59:59.999999Z"), ErrorCode::TIME_GOES_BACK);
  k.refused("Bob", vote(FOR), day("2012-04-30"), ErrorCode::TIME_GOES_BACK);
  k.ok("Bob", vote(FOR), at("2012-05-01T10:00Z"));
}

TEST(Afterwards, ALiveGameTakesNobodysWordForItsTimes) {
  Table t({"Ann", "Bob", "Cyd"});
  auto said = enact("Cake.");
  said.set_afterwards(true);
  said.set_occurred_at(1);
  t.refused("Ann", said, ErrorCode::LIVE_ALREADY);
  t.refused("", goes_live(), ErrorCode::LIVE_ALREADY);
}

TEST(Afterwards, ARecordThatGoesBackAllTheSameHasNoEffectAndTheClockStays) {
  WithCake k(at("2012-05-01T10:00Z"));
  const auto move = k.move_of("Bob", vote(FOR), at("2012-04-01T10:00Z"));
  auto done = k.engine.replay(move, k);
  ASSERT_TRUE(done);
  EXPECT_TRUE(has(*done, Kind::kNotLawful));
  EXPECT_EQ(k.state().recorded_at(), at("2012-05-01T10:00Z").from);
}

// ---- Going live -----------------------------------------------------------------------------------------------------

TEST(Afterwards, GoesLiveOnceAndListsWhatFellDue) {
  WithCake k(at("2012-05-01T10:00Z"));
  k.ok("Bob", vote(FOR), at("2012-05-03T09:00Z"));
  EXPECT_TRUE(is_recorded_afterwards(k.state()));
  k.refused("", goes_live(), at("2012-05-04T00:00Z"), ErrorCode::LIVE_ALREADY);
  k.refused("", goes_live(), at("2012-05-03T08:59Z").from, ErrorCode::TIME_AHEAD);
  const auto live = k.state().size();
  const auto emitted = k.ok_live("", goes_live());
  EXPECT_EQ(one(emitted, Kind::kProposalAdopted).happened_at(), at("2012-05-08T10:00Z").from);
  EXPECT_EQ(one(emitted, Kind::kWentLive).went_live().at(), RECORDED_AT);
  EXPECT_FALSE(is_recorded_afterwards(k.state()));
  EXPECT_EQ(k.state().live_at(), live);
  EXPECT_EQ(k.state().recorded_at(), RECORDED_AT);
  k.refused("", goes_live(), RECORDED_AT, ErrorCode::LIVE_ALREADY);
  k.refused("Bob", cake(), at("2032-05-04T00:00Z"), ErrorCode::LIVE_ALREADY);
  k.ok_live("Bob", cake(), RECORDED_AT + 1);
}

// ---- Days -----------------------------------------------------------------------------------------------------------

TEST(Afterwards, MovesOfOneDayAreInTheOrderOfTheRecords) {
  WithCake k(at("2012-05-01T10:00Z"));
  k.ok("Bob", vote(FOR), day("2012-05-02"));
  // The day began before the record before, so the record may be of 10 o'clock at the earliest.
  k.ok("Cyd", vote(AGAINST), at("2012-05-02T15:00Z"));
  k.refused("Ann", vote(FOR), at("2012-05-02T14:00Z"), ErrorCode::TIME_GOES_BACK);
  k.ok("Ann", vote(FOR), day("2012-05-02"));
  EXPECT_EQ(k.state().recorded_at(), at("2012-05-02T15:00Z").from);
}

TEST(Afterwards, OfADayWhollyWithinThePeriodAllIsTold) {
  WithCake k(day("2012-05-01"));
  k.ok("Bob", vote(FOR), day("2012-05-01"));
  k.ok("Cyd", vote(AGAINST), day("2012-05-07"));
  // The vote ended between the beginning and the end of 8 May.
  const auto emitted = k.ok("Cyd", cake(), day("2012-05-09"));
  const auto defeated = one(emitted, Kind::kProposalDefeated);
  EXPECT_EQ(defeated.happened_at(), day("2012-05-08").to);
  EXPECT_FALSE(has(emitted, Kind::kCannotTell));
  // Bob's vote came the same day, so within 24 hours; Cyd's did not.
  EXPECT_EQ(k.points("Bob"), 3);
  EXPECT_EQ(k.points("Cyd"), 0);
  EXPECT_EQ(k.state().players(1).points_unknown(), 0U);
}

TEST(Afterwards, ABallotOfTheDayOnWhichTheVoteEndedCannotBeTold) {
  WithCake k(at("2012-05-01T10:00Z"));
  k.ok("Bob", vote(FOR), at("2012-05-03T09:00Z"));
  const auto cast = k.ok("Cyd", vote(AGAINST), day("2012-05-08"));
  const auto untold = one(cast, Kind::kCannotTell);
  EXPECT_EQ(untold.cannot_tell().what(), Kind::CannotTell::VOTE);
  EXPECT_EQ(untold.cannot_tell().proposal(), "20");
  EXPECT_EQ(untold.cannot_tell().earliest(), at("2012-05-08T10:00Z").from);
  EXPECT_EQ(untold.cannot_tell().latest(), at("2012-05-08T10:00Z").from);
  EXPECT_EQ(untold.rule().number(), 5);
  // With Cyd's ballot 1-1 of those cast, which is no more than half; without it 1-0.
  const auto emitted = k.ok("", ticks(), at("2012-05-09T00:00Z"));
  const auto open = one(emitted, Kind::kOutcomeUndetermined);
  EXPECT_TRUE(open.outcome_undetermined().late_or_not());
  EXPECT_EQ(open.rule().number(), 5);
  EXPECT_FALSE(has(emitted, Kind::kProposalAdopted) || has(emitted, Kind::kProposalDefeated));
  EXPECT_EQ(k.state().proposals(0).phase(), v1::Proposal::UNDETERMINED);
  // Somebody who knows says how it ended.
  v1::Event word;
  word.mutable_outcome_attested()->set_proposal("20");
  word.mutable_outcome_attested()->set_adopted(true);
  EXPECT_TRUE(has(k.ok("Ann", word, day("2012-05-10")), Kind::kRuleEnacted));
}

TEST(Afterwards, WhatTheBallotDoesNotDecideIsDecided) {
  WithCake k(at("2012-05-01T10:00Z"));
  k.ok("Bob", vote(FOR), at("2012-05-03T09:00Z"));
  k.ok("Cyd", vote(FOR), day("2012-05-08"));
  const auto emitted = k.ok("", ticks(), at("2012-05-09T00:00Z"));
  const auto adopted = one(emitted, Kind::kProposalAdopted);
  EXPECT_TRUE(adopted.proposal_adopted().late_or_not());
  EXPECT_TRUE(has(emitted, Kind::kRuleEnacted));
  // Who voted in time is not known, and nobody's points are.
  EXPECT_TRUE(has(emitted, Kind::kNotKnown));
}

TEST(Afterwards, OfACallOnADayTheWholeDayOfItsEndIsOpen) {
  WithCake k(day("2012-05-01"));
  k.ok("Bob", vote(FOR), at("2012-05-03T09:00Z"));
  const auto cast = k.ok("Cyd", vote(AGAINST), at("2012-05-08T15:00Z"));
  const auto untold = one(cast, Kind::kCannotTell);
  EXPECT_EQ(untold.cannot_tell().earliest(), day("2012-05-08").from);
  EXPECT_EQ(untold.cannot_tell().latest(), day("2012-05-08").to);
  EXPECT_TRUE(has(k.ok("", ticks(), at("2012-05-09T00:00Z")), Kind::kOutcomeUndetermined));
}

TEST(Afterwards, ATickWithATimeSaysWhatCameBefore) {
  WithCake k(at("2012-05-01T10:00Z"));
  k.ok("Bob", vote(FOR), at("2012-05-03T09:00Z"));
  // The vote was over before Cyd spoke, on the same day.
  EXPECT_TRUE(has(k.ok("", ticks(), at("2012-05-08T10:00Z")), Kind::kProposalAdopted));
  k.refused("Cyd", vote(AGAINST), day("2012-05-08"), ErrorCode::NO_SUCH_PROPOSAL);
  EXPECT_FALSE(has(k.ok("Cyd", cake(), day("2012-05-08")), Kind::kCannotTell));
}

TEST(Afterwards, AnAwardWithinHoursThatADayCannotTellIsNotKnown) {
  WithCake k(at("2012-05-01T10:00Z"));
  k.ok("Bob", vote(FOR), day("2012-05-02"));
  k.ok("Cyd", vote(FOR), at("2012-05-02T09:59Z"));
  const auto emitted = k.ok("Ann", vote(FOR), day("2012-05-03"));
  // At 10 o'clock the time was over (L66). Cyd's ballot came before, Ann's late whenever it came; Bob's before or
  // after.
  const auto unknown = one(emitted, Kind::kNotKnown);
  ASSERT_EQ(unknown.not_known().players_size(), 1);
  EXPECT_EQ(unknown.not_known().players(0), "Bob");
  EXPECT_EQ(k.points("Cyd"), 3);
  EXPECT_EQ(k.points("Bob"), 0);
  EXPECT_NE(k.state().players(1).points_unknown(), 0U);
  EXPECT_EQ(k.state().players(0).points_unknown(), 0U);
}

v1::Ruleset with_silence() {
  return rules_with({"adoption { quota { numerator: 1 denominator: 2 base: CAST strict: true } }",
                     "numbering { first: 20 changed_rule: KEEPS_ITS_OWN }", "turn_order { order: NO_TURNS }",
                     "inactivity { after { hours: 36 } ends_by: ANY_MOVE suspends: VOTING }"});
}

TEST(Afterwards, InactivityGoesByWhenMovesHappened) {
  Keeper k({"Ann", "Bob", "Cyd"}, with_silence());
  k.ok("Ann", enact("Cake."), at("2012-05-01T10:00Z"));
  k.ok("Ann", enact("Tea."), at("2012-05-02T20:00Z"));
  const auto emitted = k.ok("Ann", enact("Pie."), at("2012-05-02T22:00Z"));
  const auto inactive = of_kind(emitted, Kind::kBecameInactive);
  ASSERT_EQ(inactive.size(), 2U);
  EXPECT_EQ(inactive[0].happened_at(), at("2012-05-02T22:00Z").from);
}

TEST(Afterwards, InactivityThatADayCannotTellIsReportedAndNotDecided) {
  Keeper k({"Ann", "Bob", "Cyd"}, with_silence());
  k.ok("Bob", enact("Cake."), day("2012-05-01"));
  // From 2 May 12:00 on Bob may have been inactive, and from 3 May 12:00 on he would be.
  const auto emitted = k.ok("Bob", enact("Tea."), at("2012-05-03T11:00Z"));
  const auto untold = of_kind(emitted, Kind::kCannotTell);
  ASSERT_EQ(untold.size(), 1U);
  EXPECT_EQ(untold[0].cannot_tell().what(), Kind::CannotTell::INACTIVITY);
  EXPECT_EQ(untold[0].cannot_tell().player(), "Bob");
  EXPECT_FALSE(has(emitted, Kind::kBecameInactive));
  EXPECT_FALSE(has(k.ok("Bob", enact("Pie."), at("2012-05-03T11:30Z")), Kind::kCannotTell));
}

// ---- What rests on a day beside a record's own time ----------------------------------------------------------------

// A game without periods of its own, in which whatever stands in `rule` does.
Keeper with_rule(const std::string& rule) {
  return {{"Ann", "Bob", "Cyd"},
          rules_with({"adoption { quota { numerator: 1 denominator: 2 base: CAST strict: true } }",
                      "numbering { first: 20 changed_rule: KEEPS_ITS_OWN }", "turn_order { order: NO_TURNS }",
                      "franchise { electorate: PLAYERS votes_per_player: 1 }", rule})};
}

TEST(Afterwards, ARuleInForceOnADayMayHaveBeenSoEarlierInIt) {
  auto k = with_rule("effectiveness { when: VOTE_COMPLETE }");
  k.ok("Ann", cake(), at("2012-05-01T10:00Z"));
  auto period = enact("Seven days.", {"voting_period { vote { days: 7 } at_end: COUNT_CAST }"});
  period.mutable_proposal_made()->set_call_vote(true);
  k.ok("Ann", period, at("2012-05-02T10:00Z"));
  for (const auto* who : {"Ann", "Bob"}) k.ok(who, vote(FOR, 21), at("2012-05-02T11:00Z"));
  k.ok("Cyd", vote(FOR, 21), day("2012-05-03"));
  // The vote on 20 was called before, so that its time is counted from when the rule came into force.
  const auto cast = k.ok("Bob", vote(FOR, 20), at("2012-05-10T09:00Z"));
  const auto untold = one(cast, Kind::kCannotTell);
  EXPECT_EQ(untold.cannot_tell().what(), Kind::CannotTell::VOTE);
  EXPECT_EQ(untold.cannot_tell().earliest(), day("2012-05-10").from);
  EXPECT_EQ(untold.cannot_tell().latest(), day("2012-05-10").to);
  EXPECT_EQ(untold.rule().number(), 21);
  const auto emitted = k.ok("", ticks(), at("2012-05-11T00:00Z"));
  EXPECT_TRUE(one(emitted, Kind::kOutcomeUndetermined).outcome_undetermined().late_or_not());
}

TEST(Afterwards, AnEffectThatIsCountedFromADayIsUncertainByIt) {
  auto k = with_rule("effectiveness { when: AFTER_DELAY delay { days: 2 } }");
  k.ok("Ann", cake(), at("2012-05-02T10:00Z"));
  for (const auto* who : {"Ann", "Bob"}) k.ok(who, vote(FOR), at("2012-05-02T11:00Z"));
  k.ok("Cyd", vote(FOR), day("2012-05-03"));
  const auto emitted = k.ok("Ann", enact("Tea."), at("2012-05-05T12:00Z"));
  const auto untold = one(emitted, Kind::kCannotTell);
  EXPECT_EQ(untold.cannot_tell().what(), Kind::CannotTell::EFFECT);
  EXPECT_EQ(untold.cannot_tell().proposal(), "20");
  EXPECT_EQ(untold.cannot_tell().earliest(), day("2012-05-05").from);
  EXPECT_EQ(untold.cannot_tell().latest(), day("2012-05-05").to);
  EXPECT_TRUE(has(k.ok("Ann", enact("Pie."), day("2012-05-06")), Kind::kRuleEnacted));
}

TEST(Afterwards, WhatFollowsFromAnUncertainDeadlineIsUncertainByAsMuch) {
  WithCake k(day("2012-05-01"));
  k.ok("Bob", vote(FOR), at("2012-05-03T09:00Z"));
  EXPECT_TRUE(has(k.ok("", ticks(), at("2012-05-09T00:00Z")), Kind::kRuleEnacted));
  const auto& enacted = k.state().rules(k.state().rules_size() - 1);
  EXPECT_EQ(enacted.number(), 20U);
  EXPECT_EQ(enacted.since_time(), day("2012-05-08").to);
  EXPECT_EQ(enacted.since_time() - enacted.since_within(), day("2012-05-08").from);
  // What the tick itself does not bring about is as certain as the tick.
  k.ok("Ann", cake(), at("2012-05-09T00:00Z"));
  EXPECT_EQ(k.state().proposals(0).made_within(), 0);
}

// Ann is inactive some time from noon of the 2nd to noon of the 3rd, and Bob at eight of that day.
TEST(Afterwards, WhichOfTwoDeadlinesCameFirstCannotBeTold) {
  Keeper k({"Ann", "Bob"}, with_silence());
  k.ok("Ann", enact("Cake."), day("2012-05-01"));
  k.ok("Bob", enact("Tea."), at("2012-05-01T20:00Z"));
  const auto emitted = k.ok("", ticks(), at("2012-05-05T00:00Z"));
  ASSERT_EQ(of_kind(emitted, Kind::kBecameInactive).size(), 2U);
  const auto untold = of_kind(emitted, Kind::kCannotTell);
  ASSERT_EQ(untold.size(), 1U);
  EXPECT_EQ(untold[0].cannot_tell().player(), "Ann");
  EXPECT_EQ(untold[0].happened_at(), at("2012-05-03T08:00Z").from);
}

TEST(Afterwards, AVoteThatIsCalledWhenTheDebateMayHaveBeenTooShortIsCalled) {
  auto k = with_rule("voting_period { vote { days: 7 } debate_at_least { days: 1 } at_end: COUNT_CAST }");
  k.ok("Ann", enact("Cake."), day("2012-05-01"));
  k.refused("Ann", call(), at("2012-05-01T23:00Z"), ErrorCode::DEBATE_TOO_SHORT);
  const auto emitted = k.ok("Ann", call(), at("2012-05-02T12:00Z"));
  const auto untold = one(emitted, Kind::kCannotTell);
  EXPECT_EQ(untold.cannot_tell().what(), Kind::CannotTell::DEBATE);
  EXPECT_EQ(untold.cannot_tell().earliest(), day("2012-05-02").from);
  EXPECT_EQ(untold.cannot_tell().latest(), day("2012-05-02").to);
  EXPECT_TRUE(has(emitted, Kind::kVoteCalled));
}

TEST(Afterwards, ABallotThatMayBeChangedTooLateIsChanged) {
  auto k = with_rule("vote_changes { change: true within { days: 1 } }");
  k.ok("Ann", cake(), at("2012-05-01T10:00Z"));
  k.ok("Bob", vote(FOR), at("2012-05-01T12:00Z"));
  EXPECT_FALSE(has(k.ok("Bob", vote(AGAINST), day("2012-05-01")), Kind::kCannotTell));
  const auto emitted = k.ok("Bob", vote(FOR), day("2012-05-02"));
  const auto untold = one(emitted, Kind::kCannotTell);
  EXPECT_EQ(untold.cannot_tell().what(), Kind::CannotTell::VOTE_CHANGE);
  // The first instant in which it could not be changed (L66).
  EXPECT_EQ(untold.cannot_tell().latest(), at("2012-05-02T10:00Z").from);
  EXPECT_TRUE(has(emitted, Kind::kVoteChanged));
  k.refused("Bob", vote(AGAINST), day("2012-05-03"), ErrorCode::VOTE_STAYS);
}

// ---- A second opinion, and again ------------------------------------------------------------------------------------

TEST(Afterwards, TheAuditorFindsNothingAndReplayGivesTheSame) {
  WithCake k(day("2012-05-01"));
  k.ok("Bob", vote(FOR), day("2012-05-02"));
  k.ok("Cyd", vote(AGAINST), at("2012-05-08T15:00Z"));
  k.ok("", ticks(), at("2012-05-09T00:00Z"));
  k.ok("Ann", cake(), day("2012-05-09"));
  k.ok("Bob", vote(FOR, 21), at("2012-05-10T08:00Z"));
  k.ok_live("", goes_live());
  is_sound(k);
}

// Where a Judgment has the turn derived again the auditor takes the state up, and days are days after it too.
TEST(Afterwards, TheAuditorKnowsDaysAfterAJudgment) {
  Keeper k({"Ann", "Bob", "Cyd"},
           rules_with({"adoption { quota { numerator: 1 denominator: 2 base: CAST strict: true } }",
                       "numbering { first: 20 changed_rule: KEEPS_ITS_OWN }", "turn_order { order: SEATING }",
                       "turn_parts { parts { proposal {} } }", "voting_period { vote { days: 7 } at_end: COUNT_CAST }",
                       "award { occasion: VOTED_ON recipient: VOTERS amount { points: '3' } within { days: 1 } "
                       "reckoned: BEFORE_EFFECT }",
                       "judgment { seat: PRECEDING overrule { numerator: 1 denominator: 1 } }"}));
  k.ok("Ann", cake(), at("2012-05-01T10:00Z"));
  k.ok("Bob", vote(FOR), day("2012-05-02"));
  const auto struck = k.state().size();
  k.ok("Cyd", vote(AGAINST), day("2012-05-02"));
  const auto asked = k.state().size();
  k.ok("Bob", invoke(), day("2012-05-02"));
  k.ok("Cyd", judge(asked).strikes({struck}), day("2012-05-02"));
  k.ok("Cyd", vote(FOR), at("2012-05-03T09:00Z"));
  k.ok("Ann", vote(FOR), at("2012-05-03T09:00Z"));
  // Bob's ballot came on the second day, within 24 hours or not.
  EXPECT_NE(k.state().players(1).points_unknown(), 0U);
  is_sound(k);
}

}  // namespace
}  // namespace nomic::replay::test
