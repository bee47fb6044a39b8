// The law's finer points, one play by hand for each: what two engines that agree on all plain play may still read
// differently. L50 to L56 of the readings in docs/design/engine.md.

#include "nomic/replay/game_status.h"
#include "replay/game/dispute_moves.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;
using Records = std::vector<std::uint64_t>;
using Names = std::vector<std::string>;

const Names FOUR = {"Ann", "Bob", "Cyd", "Dan"};

// ---- The first turn begins with the founding (L50) -----------------------------------------------------------------

TEST(FirstTurn, ItsProposalNeedsNoConsentAndEndsNoQuestion) {
  Table t(FOUR);
  EXPECT_EQ(judge_named(t.ok("Bob", invoke())), "Dan");
  const auto asked = t.last();
  t.ok("Ann", enact("1."));
  ASSERT_EQ(t.state().questions_size(), 1);
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  t.ok("Ann", roll(1));
  t.ok("Dan", judge(asked));
  // The second turn needs it.
  t.refused("Bob", enact("2."), ErrorCode::CONSENT_MISSING);
  for (const auto* who : {"Ann", "Cyd"}) t.ok(who, consent());
  t.ok("Bob", enact("2."));
}

TEST(FirstTurn, ConsentBeforeItsProposalIsToTheSecond) {
  Table t(FOUR);
  t.ok("Bob", invoke());
  EXPECT_EQ(t.refused("Bob", consent(), ErrorCode::CONSENT_NOT_COUNTED), (std::vector<std::uint32_t>{212}));
  for (const auto* who : {"Ann", "Cyd"}) t.ok(who, consent());
  t.turn("Ann", enact("1."));
  t.ok("Bob", enact("2."));
}

TEST(FirstTurn, WhatWasDoneBeforeItsProposalIsStruckAfterIt) {
  Table t(FOUR);
  t.ok("Bob", invoke());
  const auto asked = t.last();
  t.ok("Eve", join("Eve"));
  const auto joined = t.last();
  t.ok("Ann", enact("1."));
  const auto emitted = t.ok("Dan", judge(asked).strikes({joined}));
  EXPECT_EQ(one(emitted, Kind::kPlayerLeft).player_left().player(), "Eve");
  ASSERT_EQ(t.state().proposals_size(), 1);
  EXPECT_EQ(t.state().turn().mover(), "Ann");
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::DEBATING);
}

TEST(FirstTurn, WhatWasContestedBeforeItsProposalIsUpheldAfterItAndStandsBesideIt) {
  Table t(FOUR);
  t.ok("Cyd", contest(enact("Cyd's.")));
  const auto contested = t.last();
  t.ok("Ann", enact("Ann's."));
  const auto emitted = settled(t, "Cyd", "Dan", judge(0).upholds({contested}));
  EXPECT_EQ(records_of(emitted, Kind::kMoveUpheld), (Records{contested}));
  ASSERT_EQ(t.state().proposals_size(), 2);
  // Cyd's came first, and was given its number when it was upheld.
  EXPECT_EQ(t.state().proposals(0).number(), 302U);
  EXPECT_EQ(t.state().proposals(0).proponent(), "Cyd");
  EXPECT_EQ(t.state().proposals(1).number(), 301U);
  EXPECT_EQ(t.state().turn().mover(), "Ann");
  EXPECT_EQ(t.state().turn().proposal(), 301U);
}

TEST(FirstTurn, AVoteIsForTheProposalThatHasTheNumberThoughAnEarlierOneIsUpheld) {
  Table t(FOUR);
  t.ok("Cyd", contest(enact("Cyd's.")));
  const auto contested = t.last();
  t.ok("Ann", enact("Ann's."));
  t.ok("Ann", call());
  t.ok("Bob", vote(AGAINST, 301));
  settled(t, "Cyd", "Dan", judge(0).upholds({contested}));
  ASSERT_EQ(t.state().proposals_size(), 2);
  EXPECT_EQ(t.ballots(0).size(), 0);
  ASSERT_EQ(t.ballots(1).size(), 1);
  EXPECT_EQ(t.ballots(1).Get(0).choice(), AGAINST);
}

// ---- What is upheld is waived to the end (L51) ---------------------------------------------------------------------

TEST(Waived, AnImmutableRuleIsAmendedByWhatWasUpheldRevisedAndAdopted) {
  Table t(FOUR);
  t.refused("Ann", amend(105, "Players may take part."), ErrorCode::RULE_IMMUTABLE);
  t.ok("Ann", contest(amend(105, "Players may take part.")));
  settled(t, "Ann", "Dan", judge(0).upholds({t.last()}));
  t.ok("Ann", revise(301, amend(105, "Players should take part.")));
  t.ok("Ann", call());
  const auto emitted = t.everyone_votes(FOR);
  EXPECT_FALSE(has(emitted, Kind::kWithoutEffect));
  EXPECT_EQ(one(emitted, Kind::kRuleAmended).rule_amended().from_number(), "105");
  EXPECT_EQ(t.text(301), "Players should take part.");
  EXPECT_EQ(t.rule(301)->status(), v1::IMMUTABLE);
}

TEST(Waived, OnlyWhatItWasUpheldAgainst) {
  Table t(FOUR);
  t.ok("Ann", contest(amend(105, "Players may take part.")));
  settled(t, "Ann", "Dan", judge(0).upholds({t.last()}));
  v1::Event two = revise(301, amend(105, "Players should take part."));
  *two.mutable_proposal_revised()->add_changes() = propose(v1::REPEAL, 210).proposal_made().changes(0);
  EXPECT_EQ(t.refused("Ann", two, ErrorCode::SEVERAL_CHANGES), (std::vector<std::uint32_t>{202}));
}

TEST(Waived, ABoundIsNoneForWhatWasUpheldAgainstIt) {
  Table t(FOUR);
  // 201 to 213, of which this becomes 301: thirteen mutable rules, and no more than that.
  t.turn("Ann", amend(209, "No more than thirteen.", {"ruleset_bounds { max_mutable: 13 }"}));
  EXPECT_EQ(t.refused("Bob", enact("One more."), ErrorCode::BOUND_BROKEN), (std::vector<std::uint32_t>{301}));
  t.ok("Bob", contest(enact("One more.")));
  // His turn needs consent, too, since Judgment is invoked (212, L63).
  settled(t, "Bob", "Dan", judge(0).upholds({t.last()}).cites({301, 212}));
  EXPECT_EQ(t.state().turn().mover(), "Bob");
  t.ok("Bob", call());
  const auto emitted = t.everyone_votes(FOR);
  EXPECT_FALSE(has(emitted, Kind::kWithoutEffect));
  EXPECT_EQ(t.text(302), "One more.");
}

TEST(Waived, TheCallOfAVoteUpheldAgainstABoundIsFollowedByTheEffect) {
  Table t(FOUR);
  t.turn("Ann", enact("Anyone proposes, at any time.", {"proposing { who: ANYONE }"}));
  t.ok("Bob", amend(209, "No more than fourteen.", {"ruleset_bounds { max_mutable: 14 }"}));  // 302
  t.ok("Cyd", enact("One more."));                                                            // 303
  t.ok("Bob", call(302));
  for (const auto& who : FOUR) t.ok(who, vote(FOR, 302));
  t.refused("Cyd", call(303), ErrorCode::BOUND_BROKEN);
  t.ok("Cyd", contest(call(303)));
  settled(t, "Cyd", "Ann", judge(0).upholds({t.last()}));
  for (const auto& who : FOUR) t.ok(who, vote(FOR, 303));
  EXPECT_EQ(t.text(303), "One more.");
}

TEST(Waived, AnActThatIsUpheldChangesAnImmutableRule) {
  Table t(FOUR);
  t.turn("Ann", enact("The keeper of rule 105 may reword it."));
  const v1::Event reword = act(301, "Reworded.").change(amend(105, "Players take part."));
  t.refused("Bob", reword, ErrorCode::RULE_IMMUTABLE);
  t.ok("Bob", contest(reword));
  settled(t, "Bob", "Dan", judge(0).upholds({t.last()}));
  EXPECT_EQ(t.text(105), "Players take part.");
}

TEST(Waived, HidesNoImpossibilityBehindIt) {
  Table t(FOUR);
  t.ok("Ann", contest(propose(v1::RESTORE, 105)));  // immutable, and never amended
  const auto contested = t.last();
  const auto emitted = settled(t, "Ann", "Dan", judge(0).upholds({contested}));
  EXPECT_EQ(records_of(emitted, Kind::kMoveFallen), (Records{contested}));
  EXPECT_EQ(one(emitted, Kind::kMoveFallen).move_fallen().refusals(0).code(), "NEVER_AMENDED");
}

// ---- A turn whose first proposal is struck goes on (L52) -----------------------------------------------------------

// The second turn, Bob's; its proposal, 302, is struck by Ann, its Judge.
struct Struck : Table {
  Struck() : Table(FOUR) {
    turn("Ann", enact("1."));
    of_ann = last();
    ok("Bob", enact("2."));
    proposed = last();
    emitted = settled(*this, "Cyd", "Ann", judge(0).strikes({proposed}));
    judgment = last();
  }
  std::uint64_t of_ann = 0;
  std::uint64_t proposed = 0;
  std::uint64_t judgment = 0;
  Consequences emitted;
};

TEST(TurnWithoutProposal, StaysThatPlayersAndNeedsNoNewConsent) {
  Struck t;
  EXPECT_EQ(t.state().turn().mover(), "Bob");
  EXPECT_EQ(t.state().turn().number(), 2U);
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::BEGUN);
  EXPECT_EQ(status_of(t).turn_of, "Bob");
  EXPECT_EQ(status_of(t).waiting_for, (Names{"Bob"}));
  EXPECT_EQ(t.refused("Cyd", enact("3."), ErrorCode::TURN_NOT_COMPLETE), (std::vector<std::uint32_t>{202, 201}));
  t.refused("Eve", join("Eve"), ErrorCode::JOIN_BETWEEN_TURNS);
  const auto again = t.ok("Bob", enact("Two."));
  EXPECT_EQ(one(again, Kind::kProposalMade).proposal_made().proposal(), "303");
  EXPECT_FALSE(has(again, Kind::kTurnBegan));
  t.ok("Bob", call());
  t.everyone_votes(FOR);
  EXPECT_EQ(one(t.ok("Bob", roll(3)), Kind::kTurnEnded).turn_ended().turn(), 2U);
  EXPECT_EQ(t.text(303), "Two.");
  // Judgment was invoked in it.
  t.refused("Cyd", enact("3."), ErrorCode::CONSENT_MISSING);
}

TEST(TurnWithoutProposal, ItsMovesAndNoOthersAreStruckAndItsJudgeStays) {
  Struck t;
  t.ok("Bob", enact("Two."));
  const auto again = t.last();
  EXPECT_EQ(judge_named(t.ok("Dan", invoke())), "Ann");
  const auto asked = t.last();
  t.refused("Ann", judge(asked).strikes({t.of_ann}), ErrorCode::NOT_OF_THIS_TURN);
  t.ok("Ann", judge(asked).strikes({again}));
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::BEGUN);
  EXPECT_EQ(one(t.ok("Bob", enact("Three.")), Kind::kProposalMade).proposal_made().proposal(), "304");
}

TEST(TurnWithoutProposal, TheFirstProposalStandsAgainWhenTheJudgmentIsOverruled) {
  Struck t;
  t.ok("Bob", enact("Two."));
  const auto again = t.last();
  t.ok("Bob", call(303));
  t.ok("Cyd", vote(AGAINST, 303));
  for (const auto* who : {"Bob", "Cyd"}) t.ok(who, overrule(t.judgment));
  const auto emitted = t.ok("Dan", overrule(t.judgment));
  EXPECT_EQ(records_of(emitted, Kind::kMoveStands), (Records{t.proposed}));
  // What was done about the other falls with it: none of it was for the first.
  EXPECT_EQ(records_of(emitted, Kind::kMoveFallen), (Records{again, again + 1, again + 2}));
  ASSERT_EQ(t.state().proposals_size(), 1);
  EXPECT_EQ(t.text_proposed(0), "2.");
  EXPECT_EQ(t.state().proposals(0).phase(), v1::Proposal::DEBATE);
}

TEST(TurnWithoutProposal, EndsWhenItsPlayerLeaves) {
  Struck t;
  t.ok("Bob", forfeit());
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::TURN_COMPLETE);
  EXPECT_EQ(next_player(t.engine), "Cyd");
}

TEST(TurnWithoutProposal, IsOverWhenTheTimeToProposeIs) {
  Table t(FOUR);
  t.turn("Ann",
         amend(201, "Clockwise; a day to propose.", {"turn_order { order: SEATING time_to_propose { days: 1 } }"}));
  t.ok("Bob", enact("2."));
  settled(t, "Cyd", "Ann", judge(0).strikes({t.last()}));
  ASSERT_EQ(t.state().turn().phase(), v1::Turn::BEGUN);
  t.later += 86'400 + 43'200;
  v1::Event tick;
  tick.mutable_time_passed();
  const auto emitted = t.ok("", tick);
  EXPECT_EQ(one(emitted, Kind::kTurnEnded).turn_ended().player(), "Bob");
  EXPECT_FALSE(has(emitted, Kind::kTurnPassed));
  EXPECT_EQ(t.state().turn().number(), 2U);
  EXPECT_EQ(next_player(t.engine), "Cyd");
}

TEST(TurnWithoutProposal, IsTheFirstPlayersStillInTheFirst) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  const auto proposed = t.last();
  settled(t, "Cyd", "Dan", judge(0).strikes({proposed}));
  EXPECT_EQ(t.state().turn().mover(), "Ann");
  EXPECT_EQ(t.state().turn().number(), 1U);
  t.refused("Bob", enact("2."), ErrorCode::OUT_OF_TURN);
  EXPECT_EQ(one(t.ok("Ann", enact("One.")), Kind::kProposalMade).proposal_made().proposal(), "302");
  EXPECT_EQ(t.state().judgments_size(), 1);
}

// ---- Twice, and not at all (L53) -----------------------------------------------------------------------------------

// Ann's proposal with everybody's vote but Dan's; Bob has voted against.
struct VotedOn : Table {
  VotedOn() : Table(FOUR) {
    ok("Ann", enact("1."));
    ok("Ann", call());
    ok("Bob", vote(AGAINST));
    ballot = last();
  }
  void overruled(std::uint64_t judgment) {
    for (const auto* who : {"Ann", "Bob", "Cyd"}) ok(who, overrule(judgment));
  }
  std::uint64_t ballot = 0;
};

TEST(Twice, WhatIsStruckAgainStaysSoWhenTheFirstOrderFalls) {
  VotedOn t;
  settled(t, "Ann", "Dan", judge(0).strikes({t.ballot}));
  const auto first = t.last();
  settled(t, "Ann", "Dan", judge(0).strikes({t.ballot}));
  t.overruled(first);
  EXPECT_EQ(t.ballots(0).size(), 0);
  t.ok("Bob", vote(FOR));
}

TEST(Twice, WhatHasFallenIsStruckToo) {
  VotedOn t;
  settled(t, "Ann", "Dan", judge(0).strikes({t.ballot - 1}));  // the call: the ballot falls
  const auto first = t.last();
  settled(t, "Ann", "Dan", judge(0).strikes({t.ballot}));
  t.overruled(first);
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::VOTING);
  EXPECT_EQ(t.ballots(0).size(), 0);
}

TEST(Twice, WhatIsUpheldAgainStaysSoWhenTheFirstOrderFalls) {
  VotedOn t;
  t.ok("Bob", contest(vote(FOR, 301)));
  const auto contested = t.last();
  settled(t, "Ann", "Dan", judge(0).upholds({contested}));
  const auto first = t.last();
  settled(t, "Ann", "Dan", judge(0).upholds({contested}));
  t.overruled(first);
  EXPECT_EQ(t.ballots(0).Get(0).choice(), FOR);
  EXPECT_TRUE(t.state().contested(0).upheld());
}

TEST(VoidFinding, IsRefusedWhereAnOrderOfItsOwnJudgmentTakesWhatItIsAbout) {
  Table t(FOUR);
  t.ok("Bob", invoke());
  const auto asked = t.last();
  t.ok("Eve", join("Eve"));
  const auto joined = t.last();
  t.refused("Dan", judge(asked).strikes({joined}).under(116).finds_points("Eve", 5), ErrorCode::BAD_FINDING);
  t.ok("Dan", judge(asked).strikes({joined}));
}

TEST(VoidFinding, IsRefusedWhereAnotherFindingTakesWhatItIsAbout) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Bob", invoke());
  const auto asked = t.last();
  t.refused("Dan", judge(asked).under(113).finds_player("Cyd", false).under(208).finds_winner("Cyd"),
            ErrorCode::BAD_FINDING);
  t.ok("Dan", judge(asked).under(208).finds_winner("Cyd"));
}

TEST(VoidFinding, CountsNoMoreWhereALaterJudgmentTakesWhatItIsAbout) {
  Table t(FOUR);
  t.ok("Bob", invoke());
  t.ok("Bob", invoke());
  const auto asked = t.last();
  t.ok("Eve", join("Eve"));
  const auto joined = t.last();
  t.ok("Dan", judge(asked - 1).under(116).finds_points("Eve", 5));
  EXPECT_EQ(t.points("Eve"), 5);
  t.ok("Dan", judge(asked).strikes({joined}));
  const auto second = t.last();
  for (const auto* who : {"Ann", "Bob", "Cyd"}) t.ok(who, overrule(second));
  EXPECT_EQ(t.points("Eve"), 5);
}

// ---- Consents, acts, several Judgments (L54) -----------------------------------------------------------------------

// Whoever has 5 points wins; Bob may, by the throw of his turn. Judgment is invoked in it, and the Judge is Ann.
struct AboutToWin : Table {
  AboutToWin() : Table(FOUR) {
    turn("Ann", amend(208, "Five points win.", {"victory { points_thousandths: 5000 }"}));
    ok("Bob", enact("2."));
    ok("Dan", invoke());
    asked = last();
    ok("Bob", call());
    everyone_votes(FOR);
  }
  std::uint64_t asked = 0;
};

TEST(Consents, StandWhenAVictoryThatCameAfterThemIsUndone) {
  AboutToWin t;
  for (const auto* who : {"Ann", "Dan"}) t.ok(who, consent());
  EXPECT_TRUE(has(t.ok("Bob", roll(6)), Kind::kVictory));
  const auto thrown = t.last();
  t.ok("Ann", judge(t.asked).strikes({thrown}));
  t.ok("Bob", roll(1));
  t.ok("Cyd", enact("3."));
}

TEST(Consents, ToTheNextTurnAreNoneToAVictory) {
  AboutToWin t;
  for (const auto* who : {"Ann", "Dan"}) t.ok(who, consent());
  t.ok("Bob", roll(6));
  EXPECT_FALSE(has(t.ok("Ann", consent()), Kind::kGameClosed));
  EXPECT_TRUE(has(t.ok("Cyd", consent()), Kind::kGameClosed));  // two of the three who have not won
}

TEST(Consents, ToAVictoryAreNoneToTheNextTurn) {
  AboutToWin t;
  t.ok("Bob", roll(6));
  const auto thrown = t.last();
  t.ok("Dan", consent());
  t.ok("Ann", judge(t.asked).strikes({thrown}));
  t.ok("Bob", roll(1));
  t.ok("Ann", consent());
  t.refused("Cyd", enact("3."), ErrorCode::CONSENT_MISSING);
  t.ok("Dan", consent());
  t.ok("Cyd", enact("3."));
}

TEST(FoundVoid, NoActIsUnderIt) {
  Table t(FOUR);
  t.turn("Ann", enact("The herald grants titles."));
  t.ok("Ann", act(301, "Sir Bob.").attribute("Bob", "title", "Sir"));
  settled(t, "Bob", "Dan", judge(0).under(116).finds_void(301));
  t.refused("Ann", act(301, "Dame Cyd.").attribute("Cyd", "title", "Dame"), ErrorCode::RULE_IS_VOID);
}

// ---- The Judge leaves (L55) ----------------------------------------------------------------------------------------

TEST(JudgeGone, ANewcomersSeatDoesNotCatchTheQuestion) {
  Table t({"Ann", "Bob"});
  t.turn("Ann", enact("1."));
  t.ok("Ann", invoke());
  EXPECT_EQ(status_of(t).judge, "Bob");
  t.ok("Eve", join("Eve"));
  t.ok("Bob", forfeit());
  // Ann was moving, and nobody else was a player when she asked.
  EXPECT_TRUE(judges_of(t.engine, t.state().questions(0)).empty());
  // What is asked now, Eve judges.
  EXPECT_EQ(judge_named(t.ok("Ann", invoke())), "Eve");
}

TEST(JudgeGone, TheQuestionPassesBackAmongThoseWhoWerePlayers) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  t.ok("Bob", invoke());
  t.ok("Eve", join("Eve"));  // between Dan and Ann
  t.ok("Dan", forfeit());
  EXPECT_EQ(judges_of(t.engine, t.state().questions(0)), (Names{"Cyd"}));
}

TEST(JudgeGone, ANewcomerJudgesNothingAskedBeforeWhereNobodySitsForTheTurn) {
  auto ruleset = endless();
  for (auto& rule : *ruleset.mutable_rules()) {
    for (auto& provision : *rule.mutable_provisions()) {
      if (provision.has_judgment()) provision.mutable_judgment()->clear_one_judge_a_turn();
    }
  }
  Table t(FOUR, ruleset, v1::TABLE);
  t.turn("Ann", enact("1."));
  t.ok("Bob", invoke());
  t.ok("Eve", join("Eve"));
  EXPECT_EQ(judges_of(t.engine, t.state().questions(0)), (Names{"Dan"}));
}

// ---- A second proposal, and who is next (L56) ----------------------------------------------------------------------

TEST(SecondProposal, OfThePlayerMovingStandsBesideTheirFirstWhenUpheld) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Ann", contest(enact("And another.")));
  settled(t, "Ann", "Dan", judge(0).upholds({t.last()}));
  ASSERT_EQ(t.state().proposals_size(), 2);
  EXPECT_EQ(t.state().turn().proposal(), 301U);
  EXPECT_EQ(t.state().proposals(1).turn(), 0U);
}

TEST(SecondProposal, StandsBesideTheTurnThoughItsPartsAreDone) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  t.ok("Ann", contest(enact("And another.")));
  const auto contested = t.last();
  const auto emitted = settled(t, "Ann", "Dan", judge(0).upholds({contested}));
  EXPECT_EQ(records_of(emitted, Kind::kMoveUpheld), (Records{contested}));
  EXPECT_FALSE(has(emitted, Kind::kTurnBegan));
  EXPECT_EQ(t.state().turn().number(), 1U);
  EXPECT_EQ(next_player(t.engine), "Bob");
  ASSERT_EQ(t.state().proposals_size(), 1);
  EXPECT_EQ(t.state().proposals(0).number(), 302U);
  EXPECT_EQ(t.state().proposals(0).turn(), 0U);
  for (const auto* who : {"Ann", "Cyd"}) t.ok(who, consent());
  EXPECT_EQ(one(t.ok("Bob", enact("2.")), Kind::kProposalMade).proposal_made().proposal(), "303");
}

TEST(Next, IsTheFirstPlayerBeforeTheFirstProposal) {
  const Table t(FOUR);
  EXPECT_EQ(next_player(t.engine), "Ann");
  EXPECT_EQ(status_of(t).next, "Ann");
}

}  // namespace
}  // namespace nomic::replay::test
