// Rules that are found to bear another number, by a clerical correction or by a Judgment (change/numbers_found.h).

#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

using Numbers = std::vector<std::uint32_t>;

// Founded by 33 records, #30 to #32 the players. Ann's proposal, #33, is rule 301, Bob's is 302; Cyd is next.
struct Numbered : Table {
  static constexpr std::uint64_t CAKE = 33;
  std::uint64_t tea = 0;
  Numbered() : Table({"Ann", "Bob", "Cyd"}) {
    turn("Ann", enact("Cake is served at noon."));
    tea = state().size();
    turn("Bob", enact("Tea is served at five."));
  }
  [[nodiscard]] Numbers former(std::uint32_t number) const {
    return {rule(number)->former_numbers().begin(), rule(number)->former_numbers().end()};
  }
};

TEST(NumberFound, IsBorneFromThereOn) {
  Numbered t;
  const auto since = t.rule(301)->since();
  const auto done = t.ok("Bob", correct_number(Numbered::CAKE, bears_number(301, 340)));
  ASSERT_EQ(done.size(), 1U);
  EXPECT_EQ(from_number_of(done[0]), 301U);
  EXPECT_EQ(to_number_of(done[0]), 340U);
  EXPECT_FALSE(done[0].corrected().renumbering().all_along());
  EXPECT_EQ(t.rule(301), nullptr);
  // The same rule in the same version, after 302 in their order.
  ASSERT_NE(t.rule(340), nullptr);
  EXPECT_EQ(t.rule(340)->lineage(), 301U);
  EXPECT_EQ(t.rule(340)->since(), since);
  EXPECT_EQ(t.text(340), "Cake is served at noon.");
  EXPECT_EQ(t.former(340), (Numbers{301}));
  ASSERT_EQ(t.rule(340)->numbers_found_size(), 1);
  EXPECT_EQ(t.rule(340)->numbers_found(0).record(), t.last());
  EXPECT_EQ(t.rule(340)->numbers_found(0).before(), 301U);
  EXPECT_EQ(t.numbers().back(), 340U);
  expect_derived_alike(t);
}

// 340 lies far ahead: proposals go on from 303, and pass over it when they come to it.
TEST(NumberFound, GivesProposalsNoOtherNumbers) {
  Numbered t;
  t.ok("Bob", correct_number(Numbered::CAKE, bears_number(301, 304)));
  t.turn("Cyd", amend(304, "Cake is served at one."));
  EXPECT_EQ(t.text(303), "Cake is served at one.");
  EXPECT_EQ(t.former(303), (Numbers{301, 304}));
  t.turn("Ann", enact("A."));
  // 304 was borne: the next free one is 305.
  EXPECT_EQ(t.rule(304), nullptr);
  EXPECT_EQ(t.text(305), "A.");
  expect_derived_alike(t);
}

TEST(NumberFound, LeavesAnOpenProposalItsTarget) {
  Numbered t;
  t.ok("Cyd", amend(301, "Cake is served at one."));
  t.ok("Bob", correct_number(Numbered::CAKE, bears_number(301, 302, Bears::ONWARD, true)));
  t.ok("Cyd", call());
  t.everyone_votes(FOR);
  // It is the cake that is amended, though 301 is the tea by now.
  EXPECT_EQ(t.text(303), "Cake is served at one.");
  EXPECT_EQ(t.text(301), "Tea is served at five.");
  expect_derived_alike(t);
}

// Rule 6 bears the number of rule 5, which is repealed before it is amended.
TEST(NumberFound, GivesAnOpenProposalNoOtherTarget) {
  Table t({"Ann", "Bob"},
          rules_of({{"adoption { quota { numerator: 1 denominator: 2 base: CAST } }"},
                    {"numbering { first: 20 changed_rule: KEEPS_ITS_OWN }"},
                    {"turn_order { order: NO_TURNS }"},
                    {"proposing { who: ANYONE several: EACH }"},
                    {},
                    {}}),
          v1::MAIL);
  t.ok("Ann", amend(5, "Cake is served at one."));  // 20
  t.ok("Bob", propose(v1::REPEAL, 5));              // 21
  t.ok("Bob", correct_number(5, bears_number(5, 6, Bears::ONWARD, true)));
  const auto six = t.text(5);
  for (const std::uint32_t proposal : {21, 20}) {
    t.ok(proposal == 20 ? "Ann" : "Bob", call(proposal));
    t.ok("Ann", vote(FOR, proposal));
    const auto emitted = t.ok("Bob", vote(FOR, proposal));
    EXPECT_EQ(has(emitted, v1::Consequence::kWithoutEffect), proposal == 20);
  }
  EXPECT_EQ(t.numbers(), (Numbers{1, 2, 3, 4, 5}));
  EXPECT_EQ(t.text(5), six);
  expect_derived_alike(t);
}

TEST(NumberFound, IsSwapped) {
  Numbered t;
  const auto done = t.ok("Bob", correct_number(Numbered::CAKE, bears_number(301, 302, Bears::ALL_ALONG, true)));
  ASSERT_EQ(done.size(), 2U);
  EXPECT_EQ(from_number_of(done[0]), 301U);
  EXPECT_EQ(to_number_of(done[0]), 302U);
  EXPECT_EQ(from_number_of(done[1]), 302U);
  EXPECT_EQ(to_number_of(done[1]), 301U);
  EXPECT_TRUE(done[1].corrected().renumbering().all_along());
  EXPECT_EQ(t.text(301), "Tea is served at five.");
  EXPECT_EQ(t.text(302), "Cake is served at noon.");
  EXPECT_EQ(t.rule(301)->lineage(), 302U);
  EXPECT_TRUE(t.rule(301)->numbers_found(0).all_along());
  // And back, by an objection.
  const auto correction = t.last();
  const auto back = of_kind(t.ok("Ann", object_to(correction)), v1::Consequence::kCorrectionObjected);
  ASSERT_EQ(back.size(), 2U);
  EXPECT_EQ(back[0].correction_objected().from_number(), "301");
  EXPECT_EQ(back[0].correction_objected().to_number(), "302");
  EXPECT_EQ(back[1].correction_objected().from_number(), "302");
  EXPECT_EQ(back[1].correction_objected().to_number(), "301");
  EXPECT_EQ(t.text(301), "Cake is served at noon.");
  EXPECT_TRUE(t.rule(301)->former_numbers().empty());
  EXPECT_TRUE(t.rule(301)->numbers_found().empty());
  expect_derived_alike(t);
}

TEST(NumberFound, IsTakenBackByAnObjection) {
  Numbered t;
  t.ok("Bob", correct_number(Numbered::CAKE, bears_number(301, 340)));
  const auto first = t.last();
  t.ok("Bob", correct_number(Numbered::CAKE, bears_number(340, 350)));
  const auto second = t.last();
  // The second stands without the first.
  t.ok("Ann", object_to(first));
  EXPECT_EQ(t.former(350), (Numbers{301}));
  EXPECT_EQ(t.rule(350)->numbers_found(0).before(), 301U);
  t.ok("Ann", object_to(second));
  EXPECT_EQ(t.text(301), "Cake is served at noon.");
  EXPECT_TRUE(t.rule(301)->former_numbers().empty());
  t.refused("Ann", object_to(second), ErrorCode::NOT_CORRECTED);
  expect_derived_alike(t);
}

// 301 became 340 and made room for 302.
TEST(NumberFound, FallsWithTheOneThatMadeRoomForIt) {
  Numbered t;
  t.ok("Bob", correct_number(Numbered::CAKE, bears_number(301, 340)));
  const auto first = t.last();
  t.ok("Bob", correct_number(t.tea, bears_number(302, 301)));
  const auto second = t.last();
  EXPECT_EQ(t.text(301), "Tea is served at five.");
  const auto back = of_kind(t.ok("Ann", object_to(first)), v1::Consequence::kCorrectionObjected);
  ASSERT_EQ(back.size(), 2U);
  EXPECT_EQ(about(back[0]), first);
  EXPECT_EQ(back[0].correction_objected().to_number(), "301");
  EXPECT_EQ(about(back[1]), second);
  EXPECT_EQ(back[1].correction_objected().rests_on(), first);
  EXPECT_EQ(back[1].correction_objected().to_number(), "302");
  EXPECT_EQ(t.text(301), "Cake is served at noon.");
  EXPECT_EQ(t.text(302), "Tea is served at five.");
  expect_derived_alike(t);
}

TEST(NumberFound, StaysOfARuleThatARuleChangeRenumberedSince) {
  Numbered t;
  t.ok("Cyd", amend(301, "Cake is served at one."));
  t.ok("Bob", correct_number(Numbered::CAKE, bears_number(301, 340)));
  const auto correction = t.last();
  t.ok("Cyd", call());
  t.everyone_votes(FOR);
  EXPECT_EQ(t.former(303), (Numbers{301, 340}));
  const auto back = of_kind(t.ok("Ann", object_to(correction)), v1::Consequence::kCorrectionObjected);
  ASSERT_EQ(back.size(), 1U);
  EXPECT_EQ(back[0].correction_objected().to_number(), "");
  EXPECT_EQ(t.former(303), (Numbers{301}));
  EXPECT_TRUE(t.rule(303)->numbers_found().empty());
  expect_derived_alike(t);
}

TEST(NumberFound, StaysWithARuleThatIsRepealedAndEnactedAgain) {
  Numbered t;
  t.ok("Bob", correct_number(Numbered::CAKE, bears_number(301, 340, Bears::ALL_ALONG)));
  t.turn("Cyd", propose(v1::REPEAL, 340));
  EXPECT_EQ(t.state().repealed(0).number(), 340U);
  EXPECT_TRUE(t.state().repealed(0).numbers_found(0).all_along());
  t.turn("Ann", propose(v1::REENACT, 301));
  EXPECT_EQ(t.former(304), (Numbers{301, 340}));
  EXPECT_EQ(t.rule(304)->numbers_found(0).number(), 340U);
  expect_derived_alike(t);
}

TEST(NumberFound, IsStruckAsOtherMovesAre) {
  Numbered t;
  t.ok("Bob", correct_number(Numbered::CAKE, bears_number(301, 340)));
  const auto correction = t.last();
  t.ok("Bob", ask_judge());
  t.ok("Ann", judge_strikes(t.last(), {correction}));
  const auto judgment = t.last();
  EXPECT_EQ(t.text(301), "Cake is served at noon.");
  EXPECT_EQ(t.rule(340), nullptr);
  t.ok("Cyd", vote_to_overrule(judgment));
  t.ok("Bob", vote_to_overrule(judgment));
  EXPECT_EQ(t.text(340), "Cake is served at noon.");
  expect_derived_alike(t);
}

TEST(NumberFound, ByAJudgment) {
  Numbered t;
  t.ok("Bob", ask_judge());
  const auto question = t.last();
  t.refused("Ann", judge_finds_number(question, 309, bears_number(301, 340)), ErrorCode::CITED_NOT_IN_FORCE);
  t.refused("Ann", judge_finds_number(question, 108, bears_number(301, 302)), ErrorCode::NUMBER_NOT_FREE);
  t.ok("Ann", judge_finds_number(question, 108, bears_number(301, 340, Bears::ALL_ALONG)));
  const auto judgment = t.last();
  EXPECT_EQ(t.text(340), "Cake is served at noon.");
  EXPECT_EQ(t.rule(340)->numbers_found(0).record(), judgment);
  // No objection ends it, but its overruling does.
  t.refused("Cyd", object_to(judgment), ErrorCode::NOT_CORRECTED);
  t.ok("Cyd", vote_to_overrule(judgment));
  t.ok("Bob", vote_to_overrule(judgment));
  EXPECT_EQ(t.rule(340), nullptr);
  EXPECT_EQ(t.text(301), "Cake is served at noon.");
  expect_derived_alike(t);
}

TEST(NumberFound, Refusals) {
  Numbered t;
  const auto number = [&](std::uint32_t to, bool swap = false) {
    return correct_number(Numbered::CAKE, bears_number(301, to, Bears::ONWARD, swap));
  };
  t.refused("Eve", number(340), ErrorCode::NOT_A_PLAYER);
  t.refused("Bob", correct_number(Numbered::CAKE, bears_number(309, 340)), ErrorCode::NO_SUCH_RULE);
  t.refused("Bob", correct_number(1, bears_number(301, 340)), ErrorCode::NOT_IN_THAT_RECORD);
  t.refused("Bob", number(0), ErrorCode::NUMBER_NOT_FREE);
  t.refused("Bob", number(1'000'000'000), ErrorCode::NUMBER_NOT_FREE);
  t.refused("Bob", number(301), ErrorCode::NUMBER_NOT_FREE);
  t.refused("Bob", number(302), ErrorCode::NUMBER_NOT_FREE);
  t.refused("Bob", number(340, true), ErrorCode::NUMBER_NOT_FREE);
  t.ok("Cyd", enact("A."));
  t.refused("Bob", number(303), ErrorCode::NUMBER_NOT_FREE);
  t.ok("Bob", number(304));
}

// Rule 301 says that there are no turns, and yields to 201 by its number (211). Under 150 it would prevail, and so it
// would if it swapped its number with 201: one player decides no such thing, a Judge does.
TEST(NumberFound, DecidesNoConflictOfRulesUnlessAJudgeFindsIt) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("Anyone begins.", {"turn_order { order: NO_TURNS }"}));
  const auto made = t.state().size() - 6;
  ASSERT_EQ(t.rule(301)->sources(0).record(), made);
  for (const auto since : {Bears::ONWARD, Bears::ALL_ALONG}) {
    t.refused("Bob", correct_number(made, bears_number(301, 150, since)), ErrorCode::NOT_CLERICAL);
    t.refused("Bob", correct_number(made, bears_number(301, 201, since, true)), ErrorCode::NOT_CLERICAL);
  }
  // Whichever of its numbers is the greater, 201 prevails.
  t.ok("Bob", correct_number(made, bears_number(301, 340)));
  t.ok("Bob", ask_judge());
  t.ok("Cyd", judge_finds_number(t.last(), 108, bears_number(340, 150)));
  EXPECT_EQ(status_of(t).next, "");
}

TEST(NumberFound, HasALimit) {
  Numbered t;
  for (std::uint32_t i = 0; i < 50; ++i) {
    t.ok("Bob", correct_number(Numbered::CAKE, bears_number(301, 340)));
    t.ok("Bob", correct_number(Numbered::CAKE, bears_number(340, 301)));
  }
  t.refused("Bob", correct_number(Numbered::CAKE, bears_number(301, 340)), ErrorCode::NUMBER_NOT_FREE);
}

}  // namespace
}  // namespace nomic::replay::test
