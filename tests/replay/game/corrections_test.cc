// Clerical corrections of what a rule says: long words, whole texts and titles (change/corrections.h).

#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

// Founded by 33 records. Ann's turn is complete; her proposal, #33, is rule 301, without a title.
struct Posted : Table {
  static constexpr std::uint64_t PROPOSAL = 33;
  Posted() : Table({"Ann", "Bob", "Cyd"}) { turn("Ann", enact("Cake is servd at noon.")); }
  [[nodiscard]] std::string title(std::uint32_t number) const { return rule(number)->title(); }
};

v1::Event titled(v1::Event proposal, const std::string& title) {
  proposal.mutable_proposal_made()->mutable_changes(0)->set_title(title);
  return proposal;
}

TEST(WholeTexts, AreCorrectedAndStandInTheirRecords) {
  Posted t;
  const std::string whole = "Cake is served at noon.\n\n" + std::string(50'000, 'x');
  const auto done = t.ok("Bob", correct_whole(Posted::PROPOSAL, 301, whole));
  ASSERT_EQ(done.size(), 1U);
  EXPECT_EQ(done[0].corrected().text().before(), "Cake is servd at noon.");
  EXPECT_EQ(done[0].corrected().text().after(), whole);
  EXPECT_TRUE(done[0].corrected().text().whole());
  EXPECT_EQ(t.text(301), whole);
  // The state has no word of it: it names the record.
  const auto& applied = t.rule(301)->sources(0).corrections(0);
  EXPECT_EQ(applied.record(), t.last());
  EXPECT_EQ(applied.text().after(), "");
  EXPECT_EQ(applied.form().size(), 32U);
  EXPECT_LT(t.state().to_wire().ByteSizeLong(), 50'000U);
  expect_derived_alike(t);
}

TEST(WholeTexts, TakeTheNextSlipAsAnyTextDoes) {
  Posted t;
  t.ok("Bob", correct_whole(Posted::PROPOSAL, 301, "Cake is servd at nine."));
  const auto whole = t.last();
  t.ok("Bob", correct_text(Posted::PROPOSAL, 301, "servd", "served"));
  t.ok("Bob", correct_text(Posted::PROPOSAL, 301, "nine", "ten"));
  const auto of_nine = t.last();
  EXPECT_EQ(t.text(301), "Cake is served at ten.");
  // "servd" stood in the text before it too, "nine" did not.
  const auto emitted = of_kind(t.ok("Cyd", object_to(whole)), v1::Consequence::kCorrectionObjected);
  ASSERT_EQ(emitted.size(), 2U);
  EXPECT_EQ(about(emitted[0]), whole);
  EXPECT_EQ(about(emitted[1]), of_nine);
  EXPECT_EQ(emitted[1].correction_objected().rests_on(), whole);
  EXPECT_EQ(t.text(301), "Cake is served at noon.");
  expect_derived_alike(t);
}

TEST(WholeTexts, RestOnNothing) {
  Posted t;
  t.ok("Bob", correct_text(Posted::PROPOSAL, 301, "servd", "served"));
  const auto slip = t.last();
  t.ok("Bob", correct_whole(Posted::PROPOSAL, 301, "Tea."));
  t.ok("Cyd", object_to(slip));
  EXPECT_EQ(t.text(301), "Tea.");
  expect_derived_alike(t);
}

TEST(WholeTexts, GoWithTheVersionWhereverItIsBroughtBack) {
  Posted t;
  t.ok("Bob", correct_whole(Posted::PROPOSAL, 301, "Cake is served."));
  t.turn("Bob", amend(301, "Tea is served at five."));
  t.turn("Cyd", propose(v1::RESTORE, 302));
  EXPECT_EQ(t.text(303), "Cake is served.");
  expect_derived_alike(t);
}

TEST(LongWords, AreCorrectedToo) {
  Posted t;
  const std::string many(201, 'x');
  t.ok("Bob", correct_text(Posted::PROPOSAL, 301, "noon", many));
  EXPECT_EQ(t.text(301), "Cake is servd at " + many + ".");
  EXPECT_EQ(t.rule(301)->sources(0).corrections(0).text().after(), "");
  // Of two hundred bytes the state keeps the words.
  t.ok("Bob", correct_text(Posted::PROPOSAL, 301, "Cake", std::string(200, 'y')));
  EXPECT_EQ(t.rule(301)->sources(0).corrections(1).text().after(), std::string(200, 'y'));
  EXPECT_EQ(t.text(301), std::string(200, 'y') + " is servd at " + many + ".");
  t.refused("Bob", correct_text(Posted::PROPOSAL, 301, "is", std::string(60'000, 'z')), ErrorCode::TEXT_TOO_LONG);
  t.refused("Bob", correct_whole(Posted::PROPOSAL, 301, ""), ErrorCode::TEXT_EMPTY);
  t.refused("Bob", correct_whole(Posted::PROPOSAL, 301, "X.", "ja"), ErrorCode::SLIP_NOT_FOUND);
  expect_derived_alike(t);
}

TEST(Titles, AreCorrectedAndStayWithTheText) {
  Posted t;
  const auto done = t.ok("Bob", correct_title(Posted::PROPOSAL, 301, "", "Cake"));
  ASSERT_EQ(done.size(), 1U);
  EXPECT_EQ(done[0].corrected().title().rule(), "301");
  EXPECT_EQ(done[0].corrected().title().before(), "");
  EXPECT_EQ(done[0].corrected().title().after(), "Cake");
  EXPECT_EQ(t.title(301), "Cake");
  EXPECT_EQ(t.text(301), "Cake is servd at noon.");
  // An amendment without a title keeps it, and one with a title does not; restored, the version has its own.
  t.turn("Bob", amend(301, "Tea is served at five."));
  EXPECT_EQ(t.title(302), "Cake");
  t.turn("Cyd", titled(amend(302, "Tea is served."), "Tea"));
  EXPECT_EQ(t.title(303), "Tea");
  t.turn("Ann", propose(v1::RESTORE, 303));
  EXPECT_EQ(t.title(304), "Cake");
  expect_derived_alike(t);
}

TEST(Titles, AreOpenToObjection) {
  Posted t;
  t.ok("Bob", correct_title(Posted::PROPOSAL, 301, "", "Cake"));
  const auto first = t.last();
  t.ok("Cyd", correct_title(Posted::PROPOSAL, 301, "Cake", "Cakes"));
  const auto second = t.last();
  t.ok("Ann", object_to(first));
  EXPECT_EQ(t.title(301), "Cakes");
  t.ok("Ann", object_to(second));
  EXPECT_EQ(t.title(301), "");
  EXPECT_TRUE(t.rule(301)->sources(0).corrections().empty());
  t.refused("Ann", object_to(first), ErrorCode::NOT_CORRECTED);
  expect_derived_alike(t);
}

TEST(Titles, OfARuleThatIsAmendedByNowAreTakenBackInEveryVersion) {
  Posted t;
  t.ok("Bob", amend(301, "Tea is served at five."));
  t.ok("Bob", correct_title(Posted::PROPOSAL, 301, "", "Cake"));
  const auto correction = t.last();
  t.ok("Bob", call());
  t.everyone_votes(FOR);
  EXPECT_EQ(t.title(302), "Cake");
  t.ok("Ann", object_to(correction));
  EXPECT_EQ(t.title(302), "");
  expect_derived_alike(t);
}

TEST(Titles, Refusals) {
  Posted t;
  t.refused("Eve", correct_title(Posted::PROPOSAL, 301, "", "Cake"), ErrorCode::NOT_A_PLAYER);
  t.refused("Bob", correct_title(Posted::PROPOSAL, 309, "", "Cake"), ErrorCode::NO_SUCH_RULE);
  t.refused("Bob", correct_title(1, 301, "", "Cake"), ErrorCode::NOT_IN_THAT_RECORD);
  t.refused("Bob", correct_title(Posted::PROPOSAL, 301, "Tea", "Cake"), ErrorCode::SLIP_NOT_FOUND);
  t.ok("Bob", correct_title(Posted::PROPOSAL, 301, "", "Cake"));
  t.refused("Bob", correct_title(Posted::PROPOSAL, 301, "", "Cakes"), ErrorCode::SLIP_NOT_FOUND);
  t.refused("Bob", correct_title(Posted::PROPOSAL, 301, "Cake", "Cake"), ErrorCode::NOT_CLERICAL);
}

}  // namespace
}  // namespace nomic::replay::test
