// Acts under a rule that speaks of them (116, L30, L38): what they give, what they may not, and that they stand or fall
// as other moves do.

#include "nomic/replay/content.h"
#include "nomic/replay/game_status.h"
#include "nomic/replay/reference.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

using Rules = std::vector<std::uint32_t>;
using Lines = std::vector<std::string>;

// Ann's turn is complete: she threw a 1. Rule 301 is in force and has no provision.
struct Fishing : Table {
  Fishing() : Table({"Ann", "Bob", "Cyd"}) { turn("Ann", enact("Who fishes gains what he catches.")); }
};

TEST(Acts, GivePointsUnderTheVersionOfTheRuleCited) {
  Fishing t;
  const auto since = t.rule(301)->since();
  const auto done = t.ok("Bob", act(301, "Bob has caught a fish.").points("Bob", 3).points("Ann", -2));
  ASSERT_EQ(done.size(), 3U);
  EXPECT_EQ(done[0].kind_case(), v1::Consequence::kActed);
  EXPECT_EQ(done[0].acted().player(), "Bob");
  EXPECT_EQ(done[0].acted().text(), "Bob has caught a fish.");
  EXPECT_EQ(done[0].acted().proposal(), "");
  for (const auto& emitted : done) {
    EXPECT_EQ(emitted.rule().number(), 301);
    EXPECT_EQ(emitted.rule().since(), since);
    EXPECT_EQ(emitted.record(), t.last());
  }
  EXPECT_EQ(done[1].score().total(), 3000);
  EXPECT_EQ(t.points("Bob"), 3);
  EXPECT_EQ(t.points("Ann"), -1);  // 1 thrown
  expect_derived_alike(t);
}

TEST(Acts, AreAnybodysAtAnyTime) {
  Fishing t;
  t.ok("Cyd", act(301).points("Cyd", 1));
  t.ok("Bob", enact("X."));
  t.ok("Cyd", act(301).points("Cyd", 1));
  t.ok("Bob", call());
  t.ok("Ann", act(301).points("Cyd", 1));
  t.everyone_votes(FOR);
  t.ok("Ann", act(301).points("Cyd", 1));
  EXPECT_EQ(t.points("Cyd"), 4);
}

TEST(Acts, OfEnoughPointsWin) {
  Fishing t;
  const auto done = t.ok("Bob", act(301).points("Bob", 100));
  const auto won = one(done, v1::Consequence::kVictory);
  EXPECT_EQ(won.victory().player(), "Bob");
  EXPECT_EQ(won.rule().number(), 208);
  t.refused("Ann", act(301), ErrorCode::GAME_WON);
}

TEST(Acts, SetValuesOfPlayersAndOfTheGame) {
  Fishing t;
  const auto set = t.ok("Ann", act(301).attribute("Bob", "title", "Fisher").attribute("", "season", "spring"));
  const auto emitted = of_kind(set, v1::Consequence::kAttributeSet);
  ASSERT_EQ(emitted.size(), 2U);
  EXPECT_EQ(player_of(emitted[0]), "Bob");
  EXPECT_EQ(emitted[0].attribute_set().value(), "Fisher");
  EXPECT_EQ(player_of(emitted[1]), "");
  EXPECT_EQ(emitted[1].attribute_set().value(), "spring");
  t.ok("Ann", act(301).attribute("", "season", "summer"));
  ASSERT_EQ(t.state().attributes_size(), 2);
  // Those of the game come first.
  EXPECT_EQ(t.state().attributes(0).value(), "summer");
  const auto removed = t.ok("Ann", act(301).attribute("Bob", "title", ""));
  EXPECT_EQ(one(removed, v1::Consequence::kAttributeSet).attribute_set().value(), "");
  EXPECT_EQ(t.state().attributes_size(), 1);
  t.refused("Ann", act(301).attribute("Bob", "title", ""), ErrorCode::BAD_ACT);
  expect_derived_alike(t);
}

TEST(Acts, PassThingsFromHandToHand) {
  Fishing t;
  t.ok("Bob", act(301).holding("Bob", "fish", 5).holding("the pond", "gold", 2));
  EXPECT_EQ(held(t), (Lines{"Bob fish 5", "the pond gold 2"}));
  const auto sold = t.ok("Bob", act(301).holding("Bob", "fish", -2).holding("Ann", "fish", 2));
  const auto emitted = of_kind(sold, v1::Consequence::kHoldingChanged);
  ASSERT_EQ(emitted.size(), 2U);
  EXPECT_EQ(player_of(emitted[0]), "Bob");
  EXPECT_EQ(emitted[0].holding_changed().amount(), -2000);
  EXPECT_EQ(emitted[0].holding_changed().total(), 3000);
  EXPECT_EQ(emitted[0].holding_changed().thing(), "fish");
  EXPECT_EQ(emitted[1].holding_changed().total(), 2000);
  EXPECT_EQ(held(t), (Lines{"Ann fish 2", "Bob fish 3", "the pond gold 2"}));
  // What is zero is held no more; one entry follows another.
  const auto eaten = t.ok("Bob", act(301).holding("Bob", "fish", 1).holding("Bob", "fish", -4));
  EXPECT_EQ(of_kind(eaten, v1::Consequence::kHoldingChanged)[1].holding_changed().total(), 0);
  EXPECT_EQ(held(t), (Lines{"Ann fish 2", "the pond gold 2"}));
  EXPECT_EQ(t.refused("Ann", act(301).holding("Ann", "fish", -3), ErrorCode::HOLDING_BELOW_ZERO), Rules());
  t.refused("Bob", act(301).holding("Bob", "fish", -1), ErrorCode::HOLDING_BELOW_ZERO);
  // Below zero on the way is below zero.
  t.refused("Ann", act(301).holding("Ann", "fish", -3).holding("Ann", "fish", 3), ErrorCode::HOLDING_BELOW_ZERO);
  expect_derived_alike(t);
}

TEST(Acts, MakeTheRuleChangesThatARuleMakesByItself) {
  Fishing t;
  const auto done = t.ok("Bob", act(301).change(enact("The pond is closed in winter.")));
  const auto enacted = one(done, v1::Consequence::kRuleEnacted);
  EXPECT_EQ(enacted.rule().number(), 301);
  EXPECT_EQ(enacted.rule_enacted().to_number(), "302");
  // No proposal made it: 302 is the rule's, since a rule must bear a number (108).
  EXPECT_EQ(one(done, v1::Consequence::kActed).acted().proposal(), "");
  EXPECT_EQ(enacted.rule_enacted().proposal(), "");
  EXPECT_EQ(t.text(302), "The pond is closed in winter.");
  EXPECT_EQ(t.rule(302)->status(), v1::MUTABLE);
  EXPECT_EQ(t.rule(302)->proposal(), 0U);
  // An amended rule takes the number of its proposal, and there is none: it keeps its own.
  t.ok("Ann", act(301).change(amend(302, "The pond is closed in summer.")));
  EXPECT_EQ(t.text(302), "The pond is closed in summer.");
  // What an act enacted is read from its record when the amendment is repealed.
  t.turn("Bob", propose(v1::RESTORE, 302));
  EXPECT_EQ(t.text(303), "The pond is closed in winter.");
  EXPECT_EQ(t.rule(303)->lineage(), 302U);
  EXPECT_EQ(t.rule(303)->proposal(), 303U);
  t.ok("Ann", act(301).change(propose(v1::REPEAL, 303)).change(propose(v1::REPEAL, 210)));
  EXPECT_EQ(t.rule(303), nullptr);
  EXPECT_EQ(t.rule(210), nullptr);
  EXPECT_EQ(t.state().next_number(), 304U);
  expect_derived_alike(t);
}

TEST(Acts, MayRepealTheVeryRuleCited) {
  Fishing t;
  const auto done = t.ok("Bob", act(301).points("Bob", 1).change(propose(v1::REPEAL, 301)));
  EXPECT_EQ(one(done, v1::Consequence::kRuleRepealed).rule().number(), 301);
  t.refused("Bob", act(301), ErrorCode::NO_SUCH_RULE);
}

TEST(Acts, ThatChangeWhoVotesCompleteAVoteForWhichNothingIsMissingAnyMore) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", propose(v1::TRANSMUTE_TO_MUTABLE, 105));
  t.turn("Bob", enact("The warden says who votes."));
  t.ok("Cyd", enact("X."));
  t.ok("Cyd", call());
  t.ok("Ann", vote(FOR));
  t.ok("Bob", vote(FOR));
  const auto done = t.ok("Ann", act(302).change(amend(301, "All but the proponent vote.",
                                                      {"franchise { electorate: OTHERS_THAN_PROPONENT }"})));
  EXPECT_EQ(one(done, v1::Consequence::kProposalAdopted).proposal_adopted().eligible(), 2U);
  EXPECT_EQ(t.text(303), "X.");
  EXPECT_EQ(t.text(301), "All but the proponent vote.");
  EXPECT_EQ(t.state().next_number(), 304U);
}

// ---- Numbers -------------------------------------------------------------------------------------------------------

TEST(ActsNumbers, NoneIsTakenWhereChangedRulesKeepTheirOwn) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", propose(v1::TRANSMUTE_TO_MUTABLE, 108));  // 301
  t.turn("Bob", amend(301, "Rules keep their numbers.", {"numbering { first: 301 changed_rule: KEEPS_ITS_OWN }"}));
  t.turn("Cyd", enact("The herald rewords rule 206."));  // 303
  const auto done = t.ok("Ann", act(303).change(amend(206, "Reworded.")));
  EXPECT_EQ(one(done, v1::Consequence::kActed).acted().proposal(), "");
  EXPECT_EQ(t.text(206), "Reworded.");
  EXPECT_EQ(t.rule(206)->proposal(), 0U);
  EXPECT_EQ(one(t.ok("Ann", enact("Next.")), v1::Consequence::kProposalMade).proposal_made().proposal(), "304");
}

TEST(ActsNumbers, AreTakenWhereARuleSaysSo) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", propose(v1::TRANSMUTE_TO_MUTABLE, 108));  // 301
  t.turn("Bob", amend(301, "Acts are numbered too.",
                      {"numbering { first: 301 changed_rule: TAKES_PROPOSALS acts: true }"}));  // 302
  t.turn("Cyd", enact("The herald rewords rule 206."));                                         // 303
  const auto done = t.ok("Ann", act(303).change(amend(206, "Reworded.")));
  EXPECT_EQ(one(done, v1::Consequence::kActed).acted().proposal(), "304");
  EXPECT_EQ(t.text(304), "Reworded.");
  EXPECT_EQ(t.rule(304)->proposal(), 0U);  // and yet no proposal made it
  EXPECT_EQ(one(t.ok("Ann", enact("Next.")), v1::Consequence::kProposalMade).proposal_made().proposal(), "305");
}

TEST(ActsNumbers, OfSeveralEnactedRulesAreTheNextIntegers) {
  Fishing t;
  t.ok("Bob", act(301).change(enact("One.")).change(amend(206, "Between.")).change(enact("Two.")));
  EXPECT_EQ(t.text(302), "One.");
  EXPECT_EQ(t.text(206), "Between.");
  EXPECT_EQ(t.text(303), "Two.");
  EXPECT_EQ(t.state().next_number(), 304U);
  expect_derived_alike(t);
}

TEST(ActsNumbers, AreNoneOfARuleThatChangesByItself) {
  Table t({"Ann", "Bob"});
  t.turn("Ann", enact("For this turn only.", {"self_repeal { after_turn: 2 }"}));
  t.turn("Bob", enact("2."));
  EXPECT_EQ(t.rule(301), nullptr);
  t.turn("Ann", enact("3."));
  t.turn("Bob", enact("4."));  // the second circuit ends, and 203 changes
  EXPECT_EQ(t.rule(203)->proposal(), 0U);
  EXPECT_EQ(t.state().next_number(), 305U);
}

// ---- What is refused -----------------------------------------------------------------------------------------------

TEST(Acts, OfNoProperFormAreRefused) {
  Fishing t;
  t.refused("Eve", act(999, ""), ErrorCode::NOT_A_PLAYER);
  t.refused("Ann", act(999, ""), ErrorCode::TEXT_EMPTY);
  t.refused("Ann", act(999, std::string(60'001, 'x')), ErrorCode::TEXT_TOO_LONG);
  const std::string long_name(201, 'n');
  const std::vector<v1::Event> bad = {
      act(301).points("Ann", 0),
      act(301).points("Ann", 9'000'000'000'001),
      act(301).points("Ann", -9'000'000'000'001),
      act(301).holding("", "fish", 1),
      act(301).holding("Ann", "", 1),
      act(301).holding("Ann", "fish", 0),
      act(301).holding("Ann\n", "fish", 1),
      act(301).holding(long_name, "fish", 1),
      act(301).holding("Ann", long_name, 1),
      act(301).holding("Ann", "fish", 9'000'000'000'000).holding("Ann", "fish", 1),
      act(301).attribute("Ann", "", "x"),
      act(301).attribute("Ann", long_name, "x"),
      act(301).attribute("Ann", "title", std::string(1001, 'x')),
      act(301).attribute("Ann", "title", "two\nlines"),
      act(301).attribute("Ann", "title", "a").attribute("Ann", "title", "b"),
      act(301).attribute("Ann", "title", ""),
  };
  for (const auto& event : bad) t.refused("Ann", event, ErrorCode::BAD_ACT);
  auto many = act(301);
  for (int i = 0; i < 1001; ++i) many = std::move(many).points("Ann", 1);
  t.refused("Ann", many, ErrorCode::BAD_ACT);
}

TEST(Acts, CiteARuleInForceThatIsNotVoid) {
  Fishing t;
  t.refused("Ann", act(999), ErrorCode::NO_SUCH_RULE);
  t.turn("Bob", enact("Who leads after circuit 9 wins.", {"victory { leader_after_circuit: 9 }"}));
  // 112 is immutable: only points win.
  EXPECT_EQ(t.refused("Ann", act(302), ErrorCode::RULE_IS_VOID), (Rules{112}));
  t.turn("Cyd", propose(v1::REPEAL, 301));
  t.refused("Ann", act(301), ErrorCode::NO_SUCH_RULE);
}

TEST(Acts, TheRuleThatPermitsWhatIsUnregulatedGivesNothing) {
  Fishing t;
  const std::vector<v1::Event> refused = {act(116).points("Ann", 1), act(116).holding("Ann", "fish", 1),
                                          act(116).change(enact("X."))};
  for (const auto& event : refused) {
    EXPECT_EQ(t.refused("Ann", event, ErrorCode::ACT_GIVES_NOTHING), (Rules{116}));
  }
  // It permits acts all the same.
  EXPECT_EQ(one(t.ok("Ann", act(116, "Ann calls herself the Queen.").attribute("Ann", "title", "Queen")),
                v1::Consequence::kAttributeSet)
                .rule()
                .number(),
            116U);
}

TEST(Acts, PointsThatAProvisionGivesAreReckonedByIt) {
  Fishing t;
  for (const auto rule : {201U, 202U, 204U, 206U}) {
    EXPECT_EQ(t.refused("Ann", act(rule).points("Ann", 1), ErrorCode::ACT_HAS_PROVISION), (Rules{rule}));
    t.ok("Ann", act(rule));  // what else it does is for people
  }
  t.turn("Bob", enact("Who joins begins with 5 points.", {"joining { points_thousandths: 5000 }"}));
  EXPECT_EQ(t.refused("Ann", act(302).points("Ann", 1), ErrorCode::ACT_HAS_PROVISION), (Rules{302}));
}

TEST(Acts, AreAboutPlayers) {
  Fishing t;
  t.refused("Ann", act(301).points("Eve", 1), ErrorCode::NOT_A_PLAYER);
  t.refused("Ann", act(301).attribute("Eve", "title", "Queen"), ErrorCode::NOT_A_PLAYER);
  t.ok("Cyd", forfeit());
  t.refused("Ann", act(301).points("Cyd", 1), ErrorCode::HAS_FORFEITED);
  t.refused("Cyd", act(301), ErrorCode::HAS_FORFEITED);
  t.ok("Ann", act(301).attribute("Cyd", "title", "Late"));
}

TEST(Acts, ChangeNoImmutableRuleAndNoneByAKindThatIsNotAllowed) {
  Fishing t;
  const auto change = [&](const v1::Event& like, ErrorCode code) {
    return t.refused("Ann", act(301).change(like), code);
  };
  EXPECT_EQ(change(amend(105, "X."), ErrorCode::RULE_IMMUTABLE), (Rules{103, 109}));
  EXPECT_EQ(change(propose(v1::REPEAL, 105), ErrorCode::RULE_IMMUTABLE), (Rules{103, 109}));
  EXPECT_EQ(change(propose(v1::TRANSMUTE_TO_MUTABLE, 105), ErrorCode::RULE_IMMUTABLE), (Rules{109, 103}));
  EXPECT_EQ(change(propose(v1::REPEAL, 999), ErrorCode::NO_SUCH_RULE), Rules());
  EXPECT_EQ(change(propose(v1::RESTORE, 203), ErrorCode::NEVER_AMENDED), (Rules{103}));
  change(propose(v1::AMEND, 203), ErrorCode::BAD_CHANGE);  // no text
  t.refused("Ann", act(301).change(amend(203, "X.")).change(amend(203, "Y.")), ErrorCode::BAD_CHANGE);
  t.turn("Bob", propose(v1::TRANSMUTE_TO_MUTABLE, 103));
  t.turn("Cyd", amend(302, "Only enactments.", {"rule_change_kinds { kinds: ENACT }"}));
  EXPECT_EQ(change(propose(v1::REPEAL, 301), ErrorCode::KIND_NOT_ALLOWED), (Rules{303}));
}

TEST(Acts, BreakNoBound) {
  Fishing t;
  auto eleven = act(301);
  for (int i = 0; i < 11; ++i) eleven = std::move(eleven).change(enact("X."));
  t.ok("Ann", eleven);  // 13 mutable rules, 301, and these: 25
  EXPECT_EQ(t.refused("Ann", act(301).change(enact("X.")), ErrorCode::BOUND_BROKEN), (Rules{209}));
  // All at once: one goes and one comes.
  t.ok("Ann", act(301).change(enact("Y.")).change(propose(v1::REPEAL, 210)));
}

// ---- What no program can judge -------------------------------------------------------------------------------------

using Effect = v1::Consequence::Acted;
using Effects = std::vector<int>;

Effects effects_of(const Consequences& done) {
  const auto acted = one(done, v1::Consequence::kActed);
  return {acted.acted().effects().begin(), acted.acted().effects().end()};
}

TEST(ActsOnOthers, AreMarkedAndTheAuthorsOwnAreNot) {
  Fishing t;
  EXPECT_EQ(effects_of(t.ok("Bob", act(301)
                                       .points("Bob", 1)
                                       .holding("Bob", "fish", 1)
                                       .holding("the pond", "gold", 1)
                                       .attribute("Bob", "title", "Fisher")
                                       .attribute("", "season", "spring"))),
            Effects());
  EXPECT_EQ(effects_of(t.ok("Bob", act(301).points("Ann", -1))), (Effects{Effect::CHANGES_ANOTHERS_SCORE}));
  EXPECT_EQ(effects_of(t.ok("Bob", act(301).holding("Ann", "fish", 1))), (Effects{Effect::CHANGES_ANOTHERS_SCORE}));
  EXPECT_EQ(effects_of(t.ok("Bob", act(301).attribute("Ann", "title", "Queen"))),
            (Effects{Effect::CHANGES_ANOTHERS_SCORE}));
  EXPECT_EQ(effects_of(t.ok("Bob", act(301).change(amend(206, "No.")))), (Effects{Effect::CHANGES_RULES}));
  EXPECT_EQ(effects_of(t.ok("Bob", act(301).points("Cyd", 1).points("Ann", 1).change(enact("X.")))),
            (Effects{Effect::CHANGES_RULES, Effect::CHANGES_ANOTHERS_SCORE}));
  // 208: whoever reaches 100 points wins.
  EXPECT_EQ(effects_of(t.ok("Bob", act(301).points("Bob", 99))), (Effects{Effect::DECLARES_WINNER}));
  expect_derived_alike(t);
}

// The author's own points, by which a rule goes.
TEST(ActsOnOthers, AreMarkedByWhatFollowsToo) {
  Fishing t;
  t.turn("Bob", enact("Until somebody has 5 points.", {"self_repeal { points_thousandths: 5000 }"}));
  EXPECT_EQ(effects_of(t.ok("Cyd", act(301).points("Cyd", 4))), Effects());
  EXPECT_EQ(effects_of(t.ok("Cyd", act(301).points("Cyd", 1))), (Effects{Effect::CHANGES_RULES}));
  EXPECT_EQ(t.rule(302), nullptr);
}

TEST(ActsOnOthers, AreKeptWithTheVersionCitedUntilTheNextTurnBegins) {
  Fishing t;
  const auto since = t.rule(301)->since();
  t.ok("Bob", act(301).points("Bob", 1));
  t.ok("Bob", act(301).points("Ann", 1).change(propose(v1::REPEAL, 301)));
  ASSERT_EQ(t.state().acts_size(), 1);
  const auto& kept = t.state().acts(0);
  EXPECT_EQ(kept.record(), t.last());
  EXPECT_EQ(kept.player(), "Bob");
  EXPECT_EQ(kept.cited().number(), 301U);
  EXPECT_EQ(kept.cited().since(), since);
  const auto texts = texts_of(t, kept.cited());
  ASSERT_TRUE(texts);
  EXPECT_EQ(texts->front().text(), "Who fishes gains what he catches.");
  t.ok("Bob", enact("X."));
  EXPECT_EQ(t.state().acts_size(), 0);
  expect_derived_alike(t);
}

// 212: Ann moves, so Cyd judges.
TEST(ActsOnOthers, AreUpheldByAJudgeAndNothingElseOfAPlayerIs) {
  Fishing t;
  t.ok("Bob", act(301).points("Bob", 1));
  const auto own = t.last();
  t.ok("Bob", act(301).points("Ann", 2));
  const auto others = t.last();
  t.ok("Ann", ask_judge());
  const auto question = t.last();
  t.refused("Cyd", judge_upholds(question, {own}), ErrorCode::NOT_CONTESTED);
  t.ok("Cyd", judge_upholds(question, {others}));
  const auto judgment = t.last();
  EXPECT_EQ(t.points("Ann"), 3);  // 1 thrown
  EXPECT_EQ(upheld_by(t.state(), others), judgment);
  t.ok("Ann", vote_to_overrule(judgment));
  t.ok("Bob", vote_to_overrule(judgment));
  EXPECT_EQ(upheld_by(t.state(), others), 0U);
  EXPECT_EQ(t.points("Ann"), 3);
  expect_derived_alike(t);
}

TEST(ActsOnOthers, ThatAreStruckAreKeptNoMore) {
  Fishing t;
  t.ok("Bob", act(301).points("Ann", 2));
  const auto struck = t.last();
  t.ok("Ann", ask_judge());
  t.ok("Cyd", judge_strikes(t.last(), {struck}));
  const auto judgment = t.last();
  EXPECT_EQ(t.state().acts_size(), 0);
  t.ok("Ann", vote_to_overrule(judgment));
  t.ok("Bob", vote_to_overrule(judgment));
  ASSERT_EQ(t.state().acts_size(), 1);
  EXPECT_EQ(t.state().acts(0).record(), struck);
  expect_derived_alike(t);
}

TEST(RulesWithoutActs, RefuseThem) {
  Fishing t;
  t.turn("Bob", enact("The moon is full.", {"acts { none: true }"}));
  EXPECT_EQ(t.refused("Ann", act(302), ErrorCode::ACTS_NOT_PROVIDED), (Rules{302}));
  EXPECT_EQ(t.refused("Ann", act(302).points("Ann", 1), ErrorCode::ACTS_NOT_PROVIDED), (Rules{302}));
  t.ok("Ann", act(301).points("Ann", 1));
  // It is a prohibition, which a Judge waives.
  t.ok("Ann", insist_on(act(302).points("Cyd", 1)));
  const auto contested = t.last();
  t.ok("Cyd", ask_judge());
  t.ok("Ann", judge_upholds(t.last(), {contested}));
  EXPECT_EQ(t.points("Cyd"), 1);
  expect_derived_alike(t);
}

TEST(RulesWithoutActs, MayBeSoForSomePlayersAndSomeRuleChangesOnly) {
  Fishing t;
  t.turn("Bob", enact("Ann keeps away.", {"scope { players: \"Ann\" } acts { none: true }"}));
  t.refused("Ann", act(302), ErrorCode::ACTS_NOT_PROVIDED);
  t.ok("Cyd", act(302));
  t.turn("Cyd", enact("Nothing new.", {"scope { changes: ENACT } acts { none: true }"}));
  t.ok("Ann", act(303).points("Bob", 1));
  t.ok("Ann", act(303).change(amend(206, "Reworded.")));
  t.refused("Ann", act(303).change(amend(206, "Again.")).change(enact("X.")), ErrorCode::ACTS_NOT_PROVIDED);
}

// ---- In a dispute --------------------------------------------------------------------------------------------------

TEST(Acts, ThatAreStruckNeverHappened) {
  Fishing t;
  t.ok("Bob", act(301).points("Bob", 3).holding("Bob", "fish", 1).attribute("Bob", "title", "Fisher"));
  const auto first = t.last();
  t.ok("Bob", act(301).holding("Bob", "fish", -1).change(enact("X.")));
  const auto second = t.last();
  t.ok("Ann", ask_judge());
  const auto question = t.last();
  // Ann moves, so Cyd judges. Without the first act there is no fish for the second.
  const auto struck = t.ok("Cyd", judge_strikes(question, {first}));
  const auto judgment = t.last();
  EXPECT_EQ(one(struck, v1::Consequence::kMoveStruck).move_struck().about(), first);
  EXPECT_EQ(one(struck, v1::Consequence::kMoveFallen).move_fallen().about(), second);
  EXPECT_EQ(t.points("Bob"), 0);
  EXPECT_EQ(held(t), Lines());
  EXPECT_EQ(t.state().attributes_size(), 0);
  EXPECT_EQ(t.rule(302), nullptr);
  // 302 was given (108), and is not given again (L65).
  EXPECT_EQ(t.state().next_number(), 303U);
  expect_derived_alike(t);

  t.ok("Ann", vote_to_overrule(judgment));
  const auto overruled = t.ok("Bob", vote_to_overrule(judgment));
  EXPECT_EQ(of_kind(overruled, v1::Consequence::kMoveStands).size(), 2U);
  EXPECT_EQ(t.points("Bob"), 3);
  EXPECT_EQ(t.state().attributes_size(), 1);
  EXPECT_EQ(t.text(302), "X.");
  expect_derived_alike(t);
}

TEST(Acts, WhatIsDifferentAfterAStrikeIsTold) {
  Fishing t;
  t.ok("Bob", act(301).holding("Bob", "fish", 4).attribute("", "season", "spring"));
  const auto before = t.last();
  t.turn("Bob", enact("X."));
  t.ok("Ann", act(301).holding("Bob", "fish", -1).holding("Ann", "gold", 2).attribute("", "season", "summer"));
  const auto sold = t.last();
  t.ok("Cyd", ask_judge());
  // Bob moves: Ann judges.
  const auto struck = t.ok("Ann", judge_strikes(t.last(), {sold}));
  const auto emitted = of_kind(struck, v1::Consequence::kHoldingChanged);
  ASSERT_EQ(emitted.size(), 2U);
  EXPECT_EQ(player_of(emitted[0]), "Ann");
  EXPECT_EQ(emitted[0].holding_changed().amount(), -2000);
  EXPECT_EQ(emitted[0].holding_changed().total(), 0);
  EXPECT_EQ(player_of(emitted[1]), "Bob");
  EXPECT_EQ(emitted[1].holding_changed().amount(), 1000);
  EXPECT_EQ(emitted[1].holding_changed().total(), 4000);
  EXPECT_EQ(one(struck, v1::Consequence::kAttributeSet).attribute_set().value(), "spring");
  EXPECT_EQ(held(t), (Lines{"Bob fish 4"}));
  EXPECT_LT(before, sold);
  expect_derived_alike(t);
}

TEST(Acts, ThatTheRulesRefuseStandIfAJudgeUpholdsThem) {
  Fishing t;
  const v1::Event due = act(206, "The penalty was forgotten.").points("Bob", 10);
  t.refused("Bob", due, ErrorCode::ACT_HAS_PROVISION);
  const auto insisted = t.ok("Bob", insist_on(due));
  EXPECT_EQ(one(insisted, v1::Consequence::kMoveContested).rule().number(), 206);
  const auto contested = t.last();
  EXPECT_EQ(t.points("Bob"), 0);
  t.ok("Bob", ask_judge());
  t.ok("Cyd", judge_upholds(t.last(), {contested}));
  EXPECT_EQ(t.points("Bob"), 10);
  expect_derived_alike(t);
  // What is impossible is upheld by nobody.
  t.ok("Bob", insist_on(act(301).holding("Bob", "fish", -1)));
  const auto impossible = t.last();
  t.ok("Bob", ask_judge());
  t.ok("Cyd", judge_upholds(t.last(), {impossible}));
  EXPECT_EQ(held(t), Lines());
  expect_derived_alike(t);
}

TEST(Acts, KeepTheirNumberInAGameDerivedAnew) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", propose(v1::TRANSMUTE_TO_MUTABLE, 107));
  t.turn("Bob", propose(v1::REPEAL, 301));
  const auto from = t.last();
  t.turn("Cyd", enact("Who fishes gains what he catches."));  // 303
  t.ok("Ann", act(303).points("Bob", 3).change(enact("The pond is deep.")));
  EXPECT_EQ(t.text(304), "The pond is deep.");
  auto proposal = enact("Cake is served at noon.");
  proposal.mutable_proposal_made()->set_effect_from(from);
  t.turn("Ann", proposal);
  EXPECT_EQ(t.text(305), "Cake is served at noon.");
  EXPECT_EQ(t.rule(305)->since(), from);
  EXPECT_EQ(t.text(304), "The pond is deep.");
  EXPECT_EQ(t.points("Bob"), 4);  // 1 thrown
  EXPECT_EQ(t.state().next_number(), 306U);
  expect_derived_alike(t);
}

}  // namespace
}  // namespace nomic::replay::test
