// Rules 201 to 203: the order of turns, circuits, the automatic change of 203; joining and forfeiting.

#include "nomic/replay/game_status.h"
#include "replay/game/dispute_moves.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;

TEST(Turns, GoRoundAsSeated) {
  Table t({"Cyd", "Ann", "Bob"});
  EXPECT_EQ(next_player(t.engine), "Cyd");
  t.turn("Cyd", enact("1."));
  EXPECT_EQ(next_player(t.engine), "Ann");
  EXPECT_EQ(t.refused("Bob", enact("2."), ErrorCode::OUT_OF_TURN), (std::vector<std::uint32_t>{201}));
  t.turn("Ann", enact("2."));
  const auto emitted = t.turn("Bob", enact("3."));
  EXPECT_EQ(one(emitted, Kind::kCircuitEnded).circuit_ended().circuit(), 1U);
  EXPECT_EQ(next_player(t.engine), "Cyd");
}

TEST(Turns, ByMailGoBySurname) {
  Table t({"Zoe Abel", "Ann Young", "Bob Miller"}, "1990", v1::MAIL);
  EXPECT_EQ(playing_order(t.engine), (std::vector<std::string>{"Zoe Abel", "Bob Miller", "Ann Young"}));
}

TEST(Turns, ATurnIsWholeBeforeTheNextBegins) {
  Table t({"Ann", "Bob"});
  t.ok("Ann", enact("1."));
  t.refused("Bob", enact("2."), ErrorCode::TURN_NOT_COMPLETE);
  t.ok("Ann", call());
  t.refused("Bob", enact("2."), ErrorCode::TURN_NOT_COMPLETE);
  t.everyone_votes(FOR);
  EXPECT_EQ(t.refused("Bob", enact("2."), ErrorCode::TURN_NOT_COMPLETE), (std::vector<std::uint32_t>{202, 201}));
  t.refused("Bob", roll(3), ErrorCode::OUT_OF_TURN);
  t.ok("Ann", roll(3));
  t.refused("Ann", roll(3), ErrorCode::NO_THROW_DUE);
  t.ok("Bob", enact("2."));
  EXPECT_EQ(t.state().turn().number(), 2U);
}

TEST(Turns, TheRuleOfUnanimityChangesItselfWhenTheSecondCircuitEnds) {
  Table t({"Ann", "Bob"});
  t.turn("Ann", enact("1."));
  t.turn("Bob", enact("2."));
  t.turn("Ann", enact("3."));
  t.ok("Bob", enact("4."));
  t.ok("Bob", call());
  const auto voted = t.everyone_votes(FOR);
  EXPECT_FALSE(has(voted, Kind::kRuleChangedItself));
  const auto emitted = t.ok("Bob", roll(2));  // in a table game the circuit ends with the throw
  EXPECT_EQ(one(emitted, Kind::kCircuitEnded).circuit_ended().circuit(), 2U);
  EXPECT_EQ(one(emitted, Kind::kRuleChangedItself).rule_changed_itself().number(), "203");
  EXPECT_EQ(t.rule(203)->since(), t.last());
  EXPECT_EQ(t.rule(203)->number(), 203U);
  EXPECT_FALSE(t.rule(203)->provisions(0).adoption().has_later());
}

TEST(Turns, AMajorityIsMoreThanHalfOfTheEligibleAndDissentersArePaid) {
  Table t({"Ann", "Bob"});
  for (const auto* who : {"Ann", "Bob", "Ann", "Bob"}) t.turn(who, enact("Filler."), FOR, 1);
  t.ok("Ann", enact("A tie is a defeat."));
  t.ok("Ann", call());
  t.ok("Ann", vote(FOR));
  EXPECT_TRUE(has(t.ok("Bob", vote(AGAINST)), Kind::kProposalDefeated));
  EXPECT_EQ(t.points("Ann"), 2 - 10);
  t.ok("Ann", roll(1));
  t.ok("Cyd", join("Cyd"));
  EXPECT_EQ(next_player(t.engine), "Bob");
  t.ok("Bob", enact("Two of three."));
  t.ok("Bob", call());
  t.ok("Ann", vote(FOR));
  t.ok("Bob", vote(FOR));
  const auto emitted = t.ok("Cyd", vote(AGAINST));
  EXPECT_TRUE(has(emitted, Kind::kProposalAdopted));
  EXPECT_EQ(one(emitted, Kind::kProposalAdopted).rule().number(), 203);
  EXPECT_EQ(one(emitted, Kind::kScore).rule().number(), 204);
  EXPECT_EQ(t.points("Cyd"), 10);
}

TEST(Turns, AnAmended203NeverChangesItself) {
  Table t({"Ann", "Bob"});
  t.turn("Ann",
         amend(203, "All of us, always.", {"adoption { quota { numerator: 1 denominator: 1 base: ELIGIBLE } }"}));
  for (const auto* who : {"Bob", "Ann"}) t.turn(who, enact("Filler."));
  EXPECT_FALSE(has(t.turn("Bob", enact("Filler.")), Kind::kRuleChangedItself));
}

TEST(Turns, AnAmendmentThatIsRepealedInTimeDoesNotStopIt) {
  Table t({"Ann", "Bob"});
  t.turn("Ann", amend(203, "Hm.", {"adoption { quota { numerator: 1 denominator: 1 base: ELIGIBLE } }"}));
  t.turn("Bob", propose(v1::RESTORE, 301));
  t.turn("Ann", propose(v1::TRANSMUTE_TO_IMMUTABLE, 302));  // its status does not matter either
  const auto emitted = t.turn("Bob", enact("Filler."));
  EXPECT_EQ(one(emitted, Kind::kRuleChangedItself).rule_changed_itself().number(), "303");
}

TEST(Turns, WhatChangedItselfComesBackChanged) {
  Table t({"Ann", "Bob"});
  for (const auto* who : {"Ann", "Bob", "Ann", "Bob"}) t.turn(who, enact("Filler."), FOR, 1);
  t.turn("Ann", amend(203, "All.", {"adoption { quota { numerator: 1 denominator: 1 base: ELIGIBLE } }"}));  // 305
  t.turn("Bob", propose(v1::RESTORE, 305));                                                                  // 306
  ASSERT_NE(t.rule(306), nullptr);
  EXPECT_TRUE(t.rule(306)->provisions(0).adoption().quota().strict());
}

TEST(Turns, The1982EditionStaysUnanimousUntilAmended) {
  Table t({"Ann", "Bob"}, "1982");
  for (const auto* who : {"Ann", "Bob", "Ann"}) t.turn(who, enact("Filler."));
  EXPECT_FALSE(has(t.turn("Bob", enact("Filler.")), Kind::kRuleChangedItself));
}

// ---- Joining -------------------------------------------------------------------------------------------------------

TEST(Joining, IsBetweenTurnsOrBeforeTheFirst) {
  Table t({"Ann", "Bob"});
  t.ok("Cyd", join("Cyd"));
  t.ok("Ann", enact("1."));
  EXPECT_EQ(t.refused("Dan", join("Dan"), ErrorCode::JOIN_BETWEEN_TURNS), (std::vector<std::uint32_t>{202}));
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  t.refused("Dan", join("Dan"), ErrorCode::JOIN_BETWEEN_TURNS);
  t.ok("Ann", roll(1));
  t.ok("Dan", join("Dan"));
  EXPECT_EQ(t.points("Dan"), 0);
  EXPECT_EQ(playing_order(t.engine), (std::vector<std::string>{"Ann", "Bob", "Cyd", "Dan"}));
}

TEST(Joining, ANameMustDifferInMoreThanCase) {
  Table t({"Ann", "Bob"});
  t.refused("ANN", join("ANN"), ErrorCode::NAME_TAKEN);
  t.ok("Bob", forfeit());
  t.refused("Bob", join("Bob"), ErrorCode::NAME_TAKEN);
}

TEST(Joining, APlaceAheadMovesInThisCircuitAndOnePassedInTheNext) {
  Table t({"Ann Baker", "Bob Miller", "Cyd Young"}, "1990", v1::MAIL);
  t.turn("Ann Baker", enact("1."));
  t.turn("Bob Miller", enact("2."));
  t.ok("Dan Carter", join("Dan Carter"));  // between Baker and Miller: passed
  t.ok("Eve Tanner", join("Eve Tanner"));  // between Miller and Young: ahead
  EXPECT_EQ(next_player(t.engine), "Eve Tanner");
  EXPECT_FALSE(has(t.turn("Eve Tanner", enact("3.")), Kind::kCircuitEnded));
  EXPECT_TRUE(has(t.turn("Cyd Young", enact("4.")), Kind::kCircuitEnded));
  t.turn("Ann Baker", enact("5."));
  EXPECT_EQ(next_player(t.engine), "Dan Carter");
}

TEST(Joining, ALaterJoinDoesNotReopenACircuit) {
  Table t({"Ann", "Bob"});
  t.turn("Ann", enact("1."));
  EXPECT_TRUE(has(t.turn("Bob", enact("2.")), Kind::kCircuitEnded));
  t.ok("Cyd", join("Cyd"));
  EXPECT_EQ(next_player(t.engine), "Cyd");  // her place comes after Bob's
  t.ok("Cyd", enact("3."));
  EXPECT_EQ(t.state().turn().circuit(), 2U);
}

// ---- Forfeiting ----------------------------------------------------------------------------------------------------

TEST(Forfeiting, CompletesAnOpenVoteOfWhichTheLeaverWasTheLastMissing) {
  Table t({"Ann", "Bob", "Cyd"});
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  t.ok("Ann", vote(FOR));
  t.ok("Bob", vote(FOR));
  const auto emitted = t.ok("Cyd", forfeit());
  EXPECT_EQ(one(emitted, Kind::kProposalAdopted).proposal_adopted().eligible(), 2U);
  EXPECT_EQ(one(emitted, Kind::kPlayerLeft).rule().number(), 113);
  t.refused("Cyd", vote(FOR), ErrorCode::HAS_FORFEITED);
}

TEST(Forfeiting, ABallotAlreadyCastIsNotCounted) {
  Table t({"Ann", "Bob", "Cyd"});
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  t.ok("Cyd", vote(AGAINST));
  EXPECT_EQ(one(t.ok("Cyd", forfeit()), Kind::kBallotDropped).ballot_dropped().player(), "Cyd");
  t.ok("Ann", vote(FOR));
  EXPECT_EQ(one(t.ok("Bob", vote(FOR)), Kind::kProposalAdopted).proposal_adopted().votes_against(), 0U);
}

TEST(Forfeiting, TheMoverBeforeAnyProposalEndsTheTurn) {
  Table t({"Ann", "Bob", "Cyd"});
  EXPECT_TRUE(has(t.ok("Ann", forfeit()), Kind::kTurnEnded));
  t.ok("Bob", enact("1."));
  EXPECT_EQ(t.state().turn().number(), 2U);
}

TEST(Forfeiting, TheMoverInDebatePutsTheProposalToTheVoteAndGainsAndLosesNothing) {
  Table t({"Ann", "Bob", "Cyd"});
  t.ok("Ann", enact("1."));
  EXPECT_TRUE(has(t.ok("Ann", forfeit()), Kind::kVoteCalled));
  t.ok("Bob", vote(AGAINST));
  const auto emitted = t.ok("Cyd", vote(AGAINST));
  EXPECT_TRUE(has(emitted, Kind::kProposalDefeated));
  EXPECT_FALSE(has(emitted, Kind::kScore));
  EXPECT_TRUE(has(emitted, Kind::kTurnEnded));
  EXPECT_EQ(next_player(t.engine), "Bob");
}

TEST(Forfeiting, TheMoverBeforeHisThrowEndsTheTurn) {
  Table t({"Ann", "Bob"});
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  EXPECT_TRUE(has(t.ok("Ann", forfeit()), Kind::kTurnEnded));
  EXPECT_EQ(next_player(t.engine), "Bob");
}

TEST(Forfeiting, BetweenTurnsCanCompleteTheCircuit) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("1."));
  t.turn("Bob", enact("2."));
  EXPECT_TRUE(has(t.ok("Cyd", forfeit()), Kind::kCircuitEnded));
  EXPECT_EQ(next_player(t.engine), "Ann");
}

// L67 of a player who is found to be none, too: it is at the record of the finding.
TEST(Forfeiting, FoundToHaveLeftBetweenTurnsCompletesTheCircuitAtThatRecord) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("1."));
  t.turn("Bob", enact("2."));
  const auto emitted = settled(t, "Bob", "Ann", judge(0).finds_player("Cyd", false));
  EXPECT_TRUE(has(emitted, Kind::kPlayerLeft));
  EXPECT_TRUE(has(emitted, Kind::kCircuitEnded));
  EXPECT_EQ(next_player(t.engine), "Ann");
}

TEST(Forfeiting, BetweenTurnsOfSomebodyElseThanTheNextCompletesNothing) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("1."));
  EXPECT_FALSE(has(t.ok("Cyd", forfeit()), Kind::kCircuitEnded));
  EXPECT_EQ(next_player(t.engine), "Bob");
}

TEST(Forfeiting, EverybodyMay) {
  Table t({"Ann", "Bob"});
  t.ok("Ann", forfeit());
  t.ok("Bob", forfeit());
  EXPECT_EQ(next_player(t.engine), "");
  t.refused("Ann", forfeit(), ErrorCode::HAS_FORFEITED);
  EXPECT_FALSE(status_of(t).notes.empty());
}

}  // namespace
}  // namespace nomic::replay::test
