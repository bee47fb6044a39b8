// Clerical corrections (game.md, section 9): what they replace, what they leave alone, and objections to them.

#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

using Rules = std::vector<std::uint32_t>;

// Founded by 33 records, the players in #30 to #32. Ann's turn is complete; her proposal, #33, is rule 301.
struct Written : Table {
  static constexpr std::uint64_t ANN = 30;
  static constexpr std::uint64_t PROPOSAL = 33;
  Written() : Table({"Ann", "Bob", "Cyd"}) { turn("Ann", enact("Cake is servd at noon.")); }
};

std::string shown(const Table& t, int seat) {
  const auto& player = t.state().players(seat);
  return player.has_shown() ? player.shown().name() : player.names().name();
}

TEST(Corrections, OfASlipInARulesText) {
  Written t;
  const auto since = t.rule(301)->since();
  const auto done = t.ok("Bob", correct_text(Written::PROPOSAL, 301, "servd", "served"));
  ASSERT_EQ(done.size(), 1U);
  EXPECT_EQ(done[0].kind_case(), v1::Consequence::kCorrected);
  EXPECT_EQ(done[0].corrected().player(), "Bob");
  EXPECT_EQ(done[0].corrected().about(), Written::PROPOSAL);
  EXPECT_EQ(done[0].corrected().text().rule(), "301");
  EXPECT_EQ(done[0].corrected().text().before(), "servd");
  EXPECT_EQ(done[0].corrected().text().after(), "served");
  EXPECT_EQ(done[0].rule().number(), 116);
  EXPECT_EQ(t.text(301), "Cake is served at noon.");
  // The version is the same: nothing was adopted.
  EXPECT_EQ(t.rule(301)->since(), since);
  // What it replaced stays to be seen.
  ASSERT_EQ(t.rule(301)->sources(0).corrections_size(), 1);
  EXPECT_EQ(t.rule(301)->sources(0).corrections(0).text().before(), "servd");
  expect_derived_alike(t);
}

TEST(Corrections, LeaveOutWhatStandsTwice) {
  Written t;
  t.ok("Bob", correct_text(Written::PROPOSAL, 301, " at noon", ""));
  EXPECT_EQ(t.text(301), "Cake is servd.");
}

TEST(Corrections, ReachAFoundingRuleThoughItIsImmutable) {
  Written t;
  // Rule 101 is in record #1.
  const auto text = t.text(101);
  const auto word = text.substr(0, 12);
  t.ok("Cyd", correct_text(1, 101, word, "(" + word + ")"));
  EXPECT_EQ(t.text(101), "(" + word + ")" + text.substr(12));
}

TEST(Corrections, GoWithTheVersionWhereverItIsBroughtBack) {
  Written t;
  t.ok("Bob", correct_text(Written::PROPOSAL, 301, "servd", "served"));
  t.turn("Bob", amend(301, "Tea is served at five."));
  t.turn("Cyd", propose(v1::RESTORE, 302));
  EXPECT_EQ(t.text(303), "Cake is served at noon.");
  t.turn("Ann", propose(v1::REPEAL, 303));
  t.turn("Bob", propose(v1::REENACT, 303));
  EXPECT_EQ(t.text(305), "Cake is served at noon.");
  expect_derived_alike(t);
}

// Bob corrects a rule and begins his own turn: the others can still object to it in that turn. Cyd's turn ends the time
// for it.
TEST(Corrections, AreOpenToObjectionUntilATurnOfAnotherPlayerBegins) {
  Written t;
  t.ok("Bob", correct_text(Written::PROPOSAL, 301, "servd", "served"));
  const auto correction = t.last();
  const auto done = t.ok("Cyd", object_to(correction));
  EXPECT_EQ(one(done, v1::Consequence::kCorrectionObjected).correction_objected().about(), correction);
  EXPECT_EQ(one(done, v1::Consequence::kCorrectionObjected).correction_objected().player(), "Cyd");
  EXPECT_EQ(t.text(301), "Cake is servd at noon.");
  EXPECT_TRUE(t.rule(301)->sources(0).corrections().empty());
  t.refused("Cyd", object_to(correction), ErrorCode::NOT_CORRECTED);
  t.ok("Bob", correct_text(Written::PROPOSAL, 301, "servd", "served"));
  const auto again = t.last();
  t.ok("Bob", enact("X."));
  t.ok("Cyd", object_to(again));
  EXPECT_EQ(t.text(301), "Cake is servd at noon.");
  t.ok("Bob", correct_text(Written::PROPOSAL, 301, "servd", "served"));
  const auto last = t.last();
  t.ok("Bob", call(302));
  for (const auto* name : {"Ann", "Bob", "Cyd"}) t.ok(name, vote(FOR, 302));
  t.ok("Bob", roll(1));
  t.ok("Cyd", enact("Y."));
  t.refused("Ann", object_to(last), ErrorCode::NOT_CORRECTED);
  EXPECT_EQ(t.text(301), "Cake is served at noon.");
  expect_derived_alike(t);
}

TEST(Corrections, WhatRestsOnOneThatIsObjectedToFallsWithIt) {
  Written t;
  t.ok("Bob", correct_text(Written::PROPOSAL, 301, "servd", "sserved"));
  const auto first = t.last();
  t.ok("Bob", correct_text(Written::PROPOSAL, 301, "sserved", "served"));
  const auto second = t.last();
  t.ok("Bob", correct_text(Written::PROPOSAL, 301, "noon", "midnight"));
  const auto emitted = of_kind(t.ok("Ann", object_to(first)), v1::Consequence::kCorrectionObjected);
  ASSERT_EQ(emitted.size(), 2U);
  EXPECT_EQ(about(emitted[0]), first);
  EXPECT_EQ(about(emitted[1]), second);
  EXPECT_EQ(t.text(301), "Cake is servd at midnight.");
  t.refused("Ann", object_to(second), ErrorCode::NOT_CORRECTED);
  expect_derived_alike(t);
}

TEST(Corrections, OfATextThatIsAmendedByNowAreTakenBackWhereItIsKept) {
  Written t;
  t.ok("Bob", amend(301, "Tea is served at five."));
  t.ok("Bob", correct_text(Written::PROPOSAL, 301, "servd", "served"));
  const auto correction = t.last();
  t.ok("Bob", call());
  t.everyone_votes(FOR);
  t.ok("Bob", roll(1));
  t.ok("Ann", object_to(correction));
  EXPECT_EQ(t.text(302), "Tea is served at five.");
  t.turn("Cyd", propose(v1::RESTORE, 302));
  EXPECT_EQ(t.text(303), "Cake is servd at noon.");
  expect_derived_alike(t);
}

TEST(Corrections, OfARuleThatIsRepealedByNowAreTakenBackWhereItIsKept) {
  Written t;
  t.ok("Bob", propose(v1::REPEAL, 301));
  t.ok("Bob", correct_text(Written::PROPOSAL, 301, "servd", "served"));
  const auto correction = t.last();
  t.ok("Bob", call());
  t.everyone_votes(FOR);
  t.ok("Ann", object_to(correction));
  t.ok("Bob", roll(1));
  t.turn("Cyd", propose(v1::REENACT, 301));
  EXPECT_EQ(t.text(303), "Cake is servd at noon.");
  expect_derived_alike(t);
}

TEST(Corrections, OfANameChangeHowAPlayerIsShown) {
  Written t;
  const auto done = t.ok("Bob", correct_name(Written::ANN, "Anne"));
  EXPECT_EQ(one(done, v1::Consequence::kCorrected).corrected().name().after(), "Anne");
  EXPECT_EQ(shown(t, 0), "Anne");
  const auto first = t.last();
  // On record she is Ann still, and nobody else is either.
  t.ok("Ann", correct_name(Written::ANN, "Anna"));
  const auto second = t.last();
  t.refused("anne", join("anne"), ErrorCode::NAME_TAKEN);  // till nobody can object any more
  t.refused("ANNA", join("ANNA"), ErrorCode::NAME_TAKEN);
  t.refused("ann", join("ann"), ErrorCode::NAME_TAKEN);
  t.refused("Bob", correct_name(Written::ANN + 1, "ANNA"), ErrorCode::NAME_TAKEN);
  // The first gone, the second still stands; then she is shown as on record.
  t.ok("Cyd", object_to(first));
  EXPECT_EQ(shown(t, 0), "Anna");
  t.ok("Cyd", object_to(second));
  EXPECT_EQ(shown(t, 0), "Ann");
  t.ok("Anna", join("Anna"));
  expect_derived_alike(t);
}

TEST(Corrections, OfANameBackToTheOneOnRecord) {
  Written t;
  t.ok("Bob", correct_name(Written::ANN, "Anne"));
  t.ok("Bob", correct_name(Written::ANN, "Ann"));
  EXPECT_FALSE(t.state().players(0).has_shown());
  t.ok("Cyd", object_to(t.last()));
  EXPECT_EQ(shown(t, 0), "Anne");
  expect_derived_alike(t);
}

TEST(Corrections, OfTheTimeAtWhichARecordHappened) {
  Written t;
  // Record #33 was made at second 33.
  const auto done = t.ok("Bob", correct_time(Written::PROPOSAL, 20'000'000));
  EXPECT_EQ(one(done, v1::Consequence::kCorrected).corrected().time().after(), 20'000'000);
  const auto first = t.last();
  const auto again = t.ok("Bob", correct_time(Written::PROPOSAL, 21'000'000));
  EXPECT_EQ(one(again, v1::Consequence::kCorrected).corrected().time().after(), 21'000'000);
  EXPECT_EQ(one(again, v1::Consequence::kCorrected).corrected().time().before(), 20'000'000);
  const auto second = t.last();
  t.ok("Bob", correct_time(1, 1'000'000));
  ASSERT_EQ(t.state().times_size(), 2);
  EXPECT_EQ(t.state().times(0).record(), 1U);
  EXPECT_EQ(t.state().times(1).record(), Written::PROPOSAL);
  EXPECT_EQ(t.state().times(1).by(), second);
  t.ok("Cyd", object_to(first));
  EXPECT_EQ(t.state().times(1).occurred_at(), 21'000'000);
  t.ok("Cyd", object_to(second));
  ASSERT_EQ(t.state().times_size(), 1);
  EXPECT_EQ(t.state().times(0).record(), 1U);
  expect_derived_alike(t);
}

TEST(Corrections, AreStruckAsOtherMovesAre) {
  Written t;
  t.ok("Bob", correct_text(Written::PROPOSAL, 301, "servd", "served"));
  const auto correction = t.last();
  t.ok("Bob", ask_judge());
  t.ok("Cyd", judge_strikes(t.last(), {correction}));
  const auto judgment = t.last();
  EXPECT_EQ(t.text(301), "Cake is servd at noon.");
  t.refused("Bob", object_to(correction), ErrorCode::NOT_CORRECTED);
  t.ok("Ann", vote_to_overrule(judgment));
  t.ok("Bob", vote_to_overrule(judgment));
  EXPECT_EQ(t.text(301), "Cake is served at noon.");
  expect_derived_alike(t);
}

TEST(Corrections, Refusals) {
  Written t;
  const auto slip = [&](const std::string& before, const std::string& after) {
    return correct_text(Written::PROPOSAL, 301, before, after);
  };
  t.refused("Eve", slip("servd", "served"), ErrorCode::NOT_A_PLAYER);
  auto no_cause = slip("servd", "served");
  no_cause.mutable_record_corrected()->clear_cause();
  t.refused("Bob", no_cause, ErrorCode::TEXT_EMPTY);
  auto long_cause = slip("servd", "served");
  long_cause.mutable_record_corrected()->set_cause(std::string(60'001, 'x'));
  t.refused("Bob", long_cause, ErrorCode::TEXT_TOO_LONG);
  t.refused("Bob", correct_text(t.last() + 1, 301, "servd", "served"), ErrorCode::NO_SUCH_RECORD);
  t.refused("Bob", correct_text(Written::PROPOSAL, 302, "servd", "served"), ErrorCode::NO_SUCH_RULE);
  t.refused("Bob", correct_text(1, 301, "servd", "served"), ErrorCode::NOT_IN_THAT_RECORD);
  t.refused("Bob", slip("srevd", "served"), ErrorCode::SLIP_NOT_FOUND);
  t.refused("Bob", correct_text(Written::PROPOSAL, 301, "servd", "served", "ja"), ErrorCode::SLIP_NOT_FOUND);
  t.refused("Bob", slip("n", "m"), ErrorCode::SLIP_NOT_UNIQUE);
  t.refused("Bob", slip("Cake is servd at noon.", ""), ErrorCode::TEXT_EMPTY);
  t.refused("Cyd", object_to(t.last()), ErrorCode::NOT_CORRECTED);
  auto long_reason = object_to(t.last());
  long_reason.mutable_objection_raised()->set_reason(std::string(60'001, 'x'));
  t.refused("Cyd", long_reason, ErrorCode::TEXT_TOO_LONG);
}

TEST(Corrections, OfWhatARuleDoesAreNoneAndNeedARuleChange) {
  Written t;
  const auto slip = [&](const std::string& before, const std::string& after) {
    return correct_text(Written::PROPOSAL, 301, before, after);
  };
  EXPECT_EQ(t.refused("Bob", slip("", "x"), ErrorCode::NOT_CLERICAL), (Rules{103}));
  EXPECT_EQ(t.refused("Bob", slip("noon", "noon"), ErrorCode::NOT_CLERICAL), (Rules{103}));
  auto whole_and_words = slip("noon", "five");
  whole_and_words.mutable_record_corrected()->mutable_text()->set_whole(true);
  EXPECT_EQ(t.refused("Bob", whole_and_words, ErrorCode::NOT_CLERICAL), (Rules{103}));
  EXPECT_EQ(t.refused("Bob", correct_whole(Written::PROPOSAL, 301, t.text(301)), ErrorCode::NOT_CLERICAL),
            (Rules{103}));
  EXPECT_EQ(t.refused("Bob", correct_title(Written::PROPOSAL, 301, "", ""), ErrorCode::NOT_CLERICAL), (Rules{103}));
  v1::Event nothing;
  nothing.mutable_record_corrected()->set_record(1);
  nothing.mutable_record_corrected()->set_cause("a slip");
  EXPECT_EQ(t.refused("Bob", nothing, ErrorCode::NOT_CLERICAL), (Rules{103}));
  EXPECT_EQ(t.refused("Bob", correct_name(Written::ANN, "Ann"), ErrorCode::NOT_CLERICAL), (Rules{103}));
  t.ok("Bob", correct_time(33, 20'000'000));
  EXPECT_EQ(t.refused("Bob", correct_time(33, 20'000'000), ErrorCode::NOT_CLERICAL), (Rules{103}));
}

TEST(Corrections, OfNamesAndTimesThatCannotBe) {
  Written t;
  t.refused("Bob", correct_name(1, "Anne"), ErrorCode::NOT_IN_THAT_RECORD);
  t.refused("Bob", correct_name(Written::ANN, ""), ErrorCode::NAME_EMPTY);
  t.refused("Bob", correct_name(Written::ANN, "An\nne"), ErrorCode::NAME_NOT_ALLOWED);
  t.refused("Bob", correct_name(Written::ANN, std::string(257, 'x')), ErrorCode::NAME_NOT_ALLOWED);
  t.refused("Bob", correct_name(Written::ANN, "bob"), ErrorCode::NAME_TAKEN);
  // Nothing happens after it is recorded, nor before time begins.
  t.refused("Bob", correct_time(33, 33'000'001), ErrorCode::NOT_IN_THAT_RECORD);
  t.refused("Bob", correct_time(33, -1), ErrorCode::NOT_IN_THAT_RECORD);
}

TEST(Corrections, HaveALimitInOneVersion) {
  Written t;
  for (int i = 0; i < 50; ++i) {
    t.ok("Bob", correct_text(33, 301, "servd", "served"));
    t.ok("Bob", correct_text(33, 301, "served", "servd"));
  }
  t.refused("Bob", correct_text(33, 301, "servd", "served"), ErrorCode::NOT_CLERICAL);
}

}  // namespace
}  // namespace nomic::replay::test
