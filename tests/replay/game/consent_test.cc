// Once Judgment has been invoked, the next turn begins with the consent of most of the other players (212, L22), and a
// won game is closed by it (L29, L41).

#include "replay/game/dispute_moves.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;

const std::vector<std::string> FOUR = {"Ann", "Bob", "Cyd", "Dan"};

// Ann's turn is complete and Judgment was invoked in it; Bob is next.
struct Asked : Table {
  explicit Asked(const std::vector<std::string>& players = FOUR) : Table(players) {
    turn("Ann", enact("1."));
    ok("Bob", invoke());
    asked = last();
  }
  std::uint64_t asked = 0;
};

TEST(Consent, IsNotNeededWhereNobodyInvokedJudgment) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  EXPECT_EQ(t.refused("Cyd", consent(), ErrorCode::CONSENT_NOT_COUNTED), (std::vector<std::uint32_t>{212}));
  t.ok("Bob", enact("2."));
}

TEST(Consent, OfMoreThanHalfOfTheOthersBeginsTheNextTurnDeliveredOrNot) {
  Asked t;
  EXPECT_EQ(t.refused("Bob", enact("2."), ErrorCode::CONSENT_MISSING), (std::vector<std::uint32_t>{212}));
  auto emitted = t.ok("Ann", consent());  // the last mover counts
  EXPECT_EQ(one(emitted, Kind::kConsented).consented().consents(), 1U);
  EXPECT_EQ(one(emitted, Kind::kConsented).consented().needed(), 1U);
  EXPECT_EQ(one(emitted, Kind::kConsented).rule().number(), 212);
  t.refused("Bob", enact("2."), ErrorCode::CONSENT_MISSING);  // 1 of 3
  emitted = t.ok("Dan", consent());                           // and the Judge
  EXPECT_EQ(one(emitted, Kind::kConsented).consented().needed(), 0U);
  t.ok("Bob", enact("2."));
}

TEST(Consent, HalfIsNotEnough) {
  Asked t({"Ann", "Bob", "Cyd"});
  t.ok("Ann", consent());
  t.refused("Bob", enact("2."), ErrorCode::CONSENT_MISSING);  // 1 of 2
  t.ok("Cyd", consent());
  t.ok("Bob", enact("2."));
}

TEST(Consent, WithTwoPlayersIsTheOthersAlone) {
  Asked t({"Ann", "Bob"});
  t.refused("Bob", consent(), ErrorCode::CONSENT_NOT_COUNTED);
  t.refused("Bob", enact("2."), ErrorCode::CONSENT_MISSING);
  t.ok("Ann", consent());
  t.ok("Bob", enact("2."));
}

TEST(Consent, OfTheNextPlayerDoesNotCountUnlessTheRuleCountsAll) {
  Asked t;
  EXPECT_EQ(t.refused("Bob", consent(), ErrorCode::CONSENT_NOT_COUNTED), (std::vector<std::uint32_t>{212}));
  Table all(FOUR);
  all.turn("Ann",
           amend(212, "All.",
                 {"judgment { seat: PRECEDING consent { numerator: 1 denominator: 2 strict: true } consent_among: "
                  "ALL_PLAYERS }"}));
  all.ok("Bob", invoke());
  all.ok("Bob", consent());
  all.ok("Cyd", consent());
  all.refused("Bob", enact("2."), ErrorCode::CONSENT_MISSING);  // 2 of 4
  all.ok("Ann", consent());
  all.ok("Bob", enact("2."));
}

TEST(Consent, AnotherShareCanBeAsked) {
  Table t(FOUR);
  t.turn("Ann", amend(212, "One is enough.",
                      {"judgment { seat: PRECEDING consent { numerator: 1 denominator: 3 } "
                       "consent_among: OTHERS_THAN_NEXT }"}));
  t.ok("Bob", invoke());
  t.refused("Bob", enact("2."), ErrorCode::CONSENT_MISSING);
  t.ok("Dan", consent());
  t.ok("Bob", enact("2."));
}

TEST(Consent, IsTakenBackUntilTheTurnBeginsAndRefusedTwice) {
  Asked t;
  EXPECT_EQ(t.refused("Ann", take_consent_back(), ErrorCode::VOTED_ALREADY), (std::vector<std::uint32_t>{212}));
  t.ok("Ann", consent());
  t.refused("Ann", consent(), ErrorCode::VOTED_ALREADY);
  t.ok("Cyd", consent());
  const auto emitted = t.ok("Ann", take_consent_back());
  EXPECT_FALSE(one(emitted, Kind::kConsented).consented().given());
  t.refused("Bob", enact("2."), ErrorCode::CONSENT_MISSING);
  t.ok("Ann", consent());
  t.ok("Bob", enact("2."));
}

TEST(Consent, IsAskedAnewByANewInvocation) {
  Asked t;
  for (const auto* who : {"Ann", "Cyd"}) t.ok(who, consent());
  t.ok("Dan", invoke("And this?"));
  t.refused("Bob", enact("2."), ErrorCode::CONSENT_MISSING);
  for (const auto* who : {"Ann", "Cyd"}) t.ok(who, consent());
  t.ok("Bob", enact("2."));
}

TEST(Consent, RefusedLeavesTheTurnWhereItIs) {
  Asked t;
  t.ok("Dan", judge(t.asked));
  t.ok("Ann", consent());
  t.refused("Bob", enact("2."), ErrorCode::CONSENT_MISSING);
  t.refused("Cyd", enact("2."), ErrorCode::OUT_OF_TURN);
  EXPECT_EQ(t.state().turn().mover(), "Ann");
  t.ok("Eve", join("Eve"));  // 1 of 4 now
  t.ok("Eve", consent());
  t.refused("Bob", enact("2."), ErrorCode::CONSENT_MISSING);  // half
  t.ok("Eve", forfeit());
  t.ok("Cyd", forfeit());
  t.refused("Bob", enact("2."), ErrorCode::CONSENT_MISSING);  // Ann of Ann and Dan
  t.ok("Dan", forfeit());
  t.ok("Bob", enact("2."));
}

TEST(Consent, DoesNotHoldUpTheCurrentTurn) {
  Table t(FOUR);
  t.ok("Ann", invoke());
  for (const auto* who : {"Cyd", "Dan"}) t.ok(who, consent());
  t.ok("Ann", enact("1."));
  t.ok("Bob", invoke());
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  t.ok("Ann", roll(1));
  t.refused("Bob", enact("2."), ErrorCode::CONSENT_MISSING);
}

TEST(Consent, IsForOneTurnOnly) {
  Asked t;
  for (const auto* who : {"Ann", "Cyd"}) t.ok(who, consent());
  t.turn("Bob", enact("2."));
  t.ok("Cyd", enact("3."));
}

TEST(Consent, OfWhoIsNoPlayerOrHasForfeitedIsNone) {
  Asked t;
  t.refused("Eve", consent(), ErrorCode::NOT_A_PLAYER);
  t.ok("Cyd", forfeit());
  t.refused("Cyd", consent(), ErrorCode::HAS_FORFEITED);
}

// ---- A won game ----------------------------------------------------------------------------------------------------

// Ann wins with her first throw.
struct Won : Table {
  Won() : Table(FOUR) {
    turn("Ann", amend(208, "One point wins.", {"victory { points_thousandths: 1000 }"}), FOR, 1);
    EXPECT_EQ(state().winners_size(), 1);
  }
};

TEST(Closing, IsByMostOfThoseWhoDidNotWinInvokedOrNot) {
  Won t;
  EXPECT_EQ(t.refused("Ann", consent(), ErrorCode::CONSENT_NOT_COUNTED), (std::vector<std::uint32_t>{212}));
  EXPECT_FALSE(has(t.ok("Bob", consent()), Kind::kGameClosed));
  const auto emitted = t.ok("Dan", consent());
  EXPECT_EQ(one(emitted, Kind::kGameClosed).rule().number(), 212);
  EXPECT_TRUE(t.state().closed());
  t.refused("Cyd", consent(), ErrorCode::GAME_WON);
  t.refused("Cyd", invoke(), ErrorCode::GAME_WON);
}

TEST(Closing, DoesNotCountWhatWasConsentedBeforeTheVictory) {
  Table t(FOUR);
  t.ok("Ann", amend(208, "One point wins.", {"victory { points_thousandths: 1000 }"}));
  t.ok("Bob", invoke());
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  for (const auto* who : {"Cyd", "Dan"}) t.ok(who, consent());
  t.ok("Ann", roll(1));
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::WON);
  EXPECT_FALSE(has(t.ok("Bob", consent()), Kind::kGameClosed));
  EXPECT_TRUE(has(t.ok("Cyd", consent()), Kind::kGameClosed));
}

TEST(Closing, IsNoConsentToTheNextTurnOnceTheVictoryIsUndone) {
  Won t;
  const auto thrown = t.last();
  t.ok("Bob", invoke());
  const auto asked = t.last();
  t.ok("Cyd", consent());
  t.ok("Dan", judge(asked).strikes({thrown}));
  EXPECT_TRUE(t.state().dispute().closing_consents().empty());
  t.ok("Cyd", consent());  // nothing was given yet
}

TEST(Closing, IsNotAskedWhereNoRuleAsksIt) {
  Table t(FOUR);
  t.turn("Ann", propose(v1::REPEAL, 212));
  t.turn("Bob", amend(208, "One point wins.", {"victory { points_thousandths: 1000 }"}), FOR, 1);
  t.refused("Cyd", consent(), ErrorCode::CONSENT_NOT_COUNTED);
  t.refused("Cyd", invoke(), ErrorCode::NO_JUDGMENT);
}

}  // namespace
}  // namespace nomic::replay::test
