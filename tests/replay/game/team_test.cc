// Teams, joining and leaving (113, 116, 210, 212): when, and what becomes of the order, the voters, an open vote, the
// Judge's seat and the circuit while something is in dispute.

#include "nomic/replay/game_status.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

using Rules = std::vector<std::uint32_t>;

// Whom the consequence names as the Judge.
std::string judge(const Consequences& invoked) {
  const auto judges = one(invoked, v1::Consequence::kJudgmentInvoked).judgment_invoked().judges();
  return judges.empty() ? "" : judges.Get(0);
}

TEST(Teams, AreChangedBetweenTurns) {
  Table t({"Ann", "Bob", "Cyd"});
  const auto set = t.ok("Ann", team("Blue"));
  EXPECT_EQ(one(set, v1::Consequence::kTeamSet).team_set().player(), "Ann");
  EXPECT_EQ(one(set, v1::Consequence::kTeamSet).team_set().team(), "Blue");
  EXPECT_EQ(one(set, v1::Consequence::kTeamSet).rule().number(), 116);
  EXPECT_EQ(t.state().players(0).names().team(), "Blue");
  t.refused("Ann", team("Blue"), ErrorCode::SAME_TEAM);
  t.refused("Bob", team(""), ErrorCode::SAME_TEAM);
  t.refused("Eve", team("Blue"), ErrorCode::NOT_A_PLAYER);
  t.refused("Bob", team(std::string(257, 'x')), ErrorCode::NAME_NOT_ALLOWED);
  t.refused("Bob", team("two\nlines"), ErrorCode::NAME_NOT_ALLOWED);
  t.ok("Ann", enact("X."));
  EXPECT_EQ(t.refused("Bob", team("Blue"), ErrorCode::TEAMS_BETWEEN_TURNS), (Rules{202}));
  t.ok("Ann", call());
  t.refused("Bob", team("Blue"), ErrorCode::TEAMS_BETWEEN_TURNS);
  t.everyone_votes(FOR);
  t.refused("Bob", team("Blue"), ErrorCode::TEAMS_BETWEEN_TURNS);  // the throw is due
  t.ok("Ann", roll(2));
  t.ok("Ann", team(""));
  EXPECT_EQ(t.state().players(0).names().team(), "");
  expect_derived_alike(t);
}

TEST(Teams, TheJudgeIsNoTeamMateOfThePlayerMoving) {
  Table t({"Ann", "Bob", "Cyd", "Dan"});
  t.ok("Ann", team("Blue"));
  t.ok("Dan", team("Blue"));
  t.turn("Ann", enact("X."));
  // Dan sits before Ann, but is of her team.
  EXPECT_EQ(judge(t.ok("Bob", ask_judge())), "Cyd");
}

TEST(Teams, AChangeMidDisputeCanCostTheJudgeHisSeat) {
  Table t({"Ann", "Bob", "Cyd", "Dan"});
  t.ok("Ann", team("Blue"));
  t.turn("Ann", enact("X."));
  EXPECT_EQ(judge(t.ok("Bob", ask_judge())), "Dan");
  const auto question = t.last();
  t.ok("Dan", team("Blue"));
  t.refused("Dan", judge_strikes(question, {}), ErrorCode::NOT_THE_JUDGE);
  t.ok("Cyd", judge_strikes(question, {}));
  expect_derived_alike(t);
}

TEST(Teams, AContestedChangeHasEffectIfItIsUpheld) {
  Table t({"Ann", "Bob", "Cyd"});
  t.ok("Ann", enact("X."));
  t.ok("Bob", insist_on(team("Blue")));
  const auto contested = t.last();
  EXPECT_EQ(t.state().players(1).names().team(), "");
  t.ok("Bob", ask_judge());
  t.ok("Cyd", judge_upholds(t.last(), {contested}));
  EXPECT_EQ(t.state().players(1).names().team(), "Blue");
  expect_derived_alike(t);
}

// ---- Leaving -------------------------------------------------------------------------------------------------------

TEST(Leaving, TheJudgesSeatPassesBackAndWhatHeJudgedStands) {
  Table t({"Ann", "Bob", "Cyd", "Dan"});
  t.turn("Ann", enact("X."));
  t.ok("Bob", act(301).attribute("Bob", "title", "King"));
  const auto crowned = t.last();
  t.ok("Bob", ask_judge());
  t.ok("Dan", judge_strikes(t.last(), {crowned}));
  EXPECT_EQ(judge(t.ok("Bob", ask_judge())), "Dan");
  const auto open = t.last();
  t.ok("Dan", forfeit());
  EXPECT_EQ(t.state().attributes_size(), 0);
  t.refused("Dan", judge_strikes(open, {}), ErrorCode::HAS_FORFEITED);
  t.refused("Bob", judge_strikes(open, {}), ErrorCode::NOT_THE_JUDGE);
  t.ok("Cyd", judge_strikes(open, {}));
  EXPECT_EQ(judge(t.ok("Ann", ask_judge())), "Cyd");
  expect_derived_alike(t);
}

TEST(Leaving, AJudgmentFallsIfAllWhoRemainHaveVotedAgainstIt) {
  Table t({"Ann", "Bob", "Cyd", "Dan"});
  t.turn("Ann", enact("X."));
  t.ok("Bob", act(301).attribute("Bob", "title", "King"));
  const auto crowned = t.last();
  t.ok("Ann", ask_judge());
  t.ok("Dan", judge_strikes(t.last(), {crowned}));
  const auto judgment = t.last();
  t.ok("Ann", vote_to_overrule(judgment));
  t.ok("Bob", vote_to_overrule(judgment));
  EXPECT_EQ(t.state().attributes_size(), 0);
  const auto left = t.ok("Cyd", forfeit());
  EXPECT_EQ(one(left, v1::Consequence::kJudgmentOverruled).judgment_overruled().player(), "Dan");
  EXPECT_EQ(one(left, v1::Consequence::kMoveStands).move_stands().about(), crowned);
  EXPECT_EQ(t.state().attributes_size(), 1);
  expect_derived_alike(t);
}

TEST(Leaving, TheConsentOfThoseWhoRemainIsEnough) {
  Table t({"Ann", "Bob", "Cyd", "Dan", "Eva"});
  t.turn("Ann", enact("X."));
  t.ok("Cyd", ask_judge());
  t.ok("Ann", give_consent());
  t.ok("Cyd", give_consent());
  // More than half of Ann, Cyd, Dan and Eva: three.
  EXPECT_EQ(t.refused("Bob", enact("Y."), ErrorCode::CONSENT_MISSING), (Rules{212}));
  t.ok("Eva", forfeit());
  // Two of Ann, Cyd and Dan are.
  t.ok("Bob", enact("Y."));
  expect_derived_alike(t);
}

TEST(Leaving, TheConsentOfWhoHasLeftIsCountedNoMore) {
  Table t({"Ann", "Bob", "Cyd", "Dan"});
  t.turn("Ann", enact("X."));
  t.ok("Cyd", ask_judge());
  t.ok("Ann", give_consent());
  t.ok("Cyd", give_consent());
  t.ok("Cyd", forfeit());
  // One of Ann and Dan is no majority.
  t.refused("Bob", enact("Y."), ErrorCode::CONSENT_MISSING);
  t.ok("Dan", give_consent());
  t.ok("Bob", enact("Y."));
}

TEST(Leaving, AnOpenVoteCompletesThoughJudgmentIsInvoked) {
  Table t({"Ann", "Bob", "Cyd"});
  t.ok("Ann", enact("X."));
  t.ok("Ann", call());
  t.ok("Bob", ask_judge());
  t.ok("Ann", vote(FOR));
  t.ok("Bob", vote(FOR));
  const auto left = t.ok("Cyd", forfeit());
  EXPECT_EQ(one(left, v1::Consequence::kProposalAdopted).proposal_adopted().eligible(), 2U);
  EXPECT_EQ(t.text(301), "X.");
  expect_derived_alike(t);
}

TEST(Leaving, StruckTheVoterIsBackAndTheVoteOpen) {
  Table t({"Ann", "Bob", "Cyd"});
  t.ok("Ann", enact("X."));
  t.ok("Ann", call());
  t.ok("Ann", vote(FOR));
  t.ok("Cyd", vote(FOR));
  t.ok("Bob", forfeit());
  const auto left = t.last();
  EXPECT_EQ(t.text(301), "X.");
  t.ok("Ann", ask_judge());
  t.ok("Cyd", judge_strikes(t.last(), {left}));
  EXPECT_EQ(t.rule(301), nullptr);
  EXPECT_EQ(t.state().players(1).left_at(), 0U);
  const auto last = t.ok("Bob", vote(AGAINST, 301));
  EXPECT_TRUE(has(last, v1::Consequence::kProposalDefeated));
  expect_derived_alike(t);
}

TEST(Leaving, TheMoverLeavesAndHisTurnIsJudgedAllTheSame) {
  Table t({"Ann", "Bob", "Cyd", "Dan"});
  t.ok("Ann", enact("X."));
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  EXPECT_EQ(judge(t.ok("Bob", ask_judge())), "Dan");
  const auto left = t.ok("Ann", forfeit());  // with the throw due
  EXPECT_TRUE(has(left, v1::Consequence::kTurnEnded));
  // Until Bob proposes the turn is Ann's, and Dan sits before her place.
  EXPECT_EQ(judge(t.ok("Cyd", ask_judge())), "Dan");
  EXPECT_EQ(next_player(t.engine), "Bob");
  t.refused("Bob", enact("Y."), ErrorCode::CONSENT_MISSING);
  t.ok("Cyd", give_consent());
  t.ok("Dan", give_consent());
  t.ok("Bob", enact("Y."));
  expect_derived_alike(t);
}

TEST(Leaving, TheCircuitEndsWithTheLastWhoWasToMove) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("X."));
  t.turn("Bob", enact("Y."));
  t.ok("Ann", ask_judge());
  const auto left = t.ok("Cyd", forfeit());
  EXPECT_EQ(one(left, v1::Consequence::kCircuitEnded).circuit_ended().circuit(), 1U);
  EXPECT_EQ(next_player(t.engine), "Ann");
  expect_derived_alike(t);
}

// ---- Joining -------------------------------------------------------------------------------------------------------

TEST(Joining, MidDisputeDoesNotTakeTheJudgesSeat) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("X."));
  EXPECT_EQ(judge(t.ok("Bob", ask_judge())), "Cyd");
  const auto question = t.last();
  // Dan sits between Cyd and Ann from now on.
  t.ok("Dan", join("Dan"));
  t.refused("Dan", judge_strikes(question, {}), ErrorCode::NOT_THE_JUDGE);
  t.ok("Cyd", judge_strikes(question, {}));
  const auto judgment = t.last();
  EXPECT_EQ(judge(t.ok("Dan", ask_judge())), "Cyd");
  // But he is one of the others, who overrule or do not.
  t.ok("Ann", vote_to_overrule(judgment));
  EXPECT_FALSE(has(t.ok("Bob", vote_to_overrule(judgment)), v1::Consequence::kJudgmentOverruled));
  const auto overruled = one(t.ok("Dan", vote_to_overrule(judgment)), v1::Consequence::kJudgmentOverruled);
  EXPECT_EQ(overruled.judgment_overruled().judges(0), "Bob");  // the player before Cyd
  expect_derived_alike(t);
}

TEST(Joining, HeJudgesTheNextTurnsAndConsentsToThem) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("X."));
  t.ok("Ann", ask_judge());
  t.ok("Dan", join("Dan"));
  t.ok("Ann", give_consent());
  // More than half of Ann, Cyd and Dan.
  t.refused("Bob", enact("Y."), ErrorCode::CONSENT_MISSING);
  t.ok("Dan", give_consent());
  t.turn("Bob", enact("Y."));
  t.turn("Cyd", enact("Z."));
  t.turn("Dan", enact("W."));
  t.turn("Ann", enact("V."));
  EXPECT_EQ(judge(t.ok("Bob", ask_judge())), "Dan");
  expect_derived_alike(t);
}

TEST(Joining, StruckNobodyJoined) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("X."));
  t.ok("Dan", join("Dan"));
  const auto joined = t.last();
  t.ok("Dan", act(301).points("Dan", 2));
  t.ok("Ann", ask_judge());
  // Dan sits before Ann by now, and judges whether he is there.
  t.ok("Dan", judge_strikes(t.last(), {joined}));
  EXPECT_EQ(t.state().players_size(), 3);
  expect_derived_alike(t);
}

// ---- Inactive players ----------------------------------------------------------------------------------------------

TEST(Inactive, APlayerSuspendedFromItNeitherJudgesNorIsAsked) {
  Table t({"Ann", "Bob", "Cyd", "Dan"});
  t.turn("Ann", enact("Players rest.", {"inactivity { declared: true suspends: [JUDGING, CONSENT] }"}));
  t.turn("Bob", enact("X."));
  v1::Event rest;
  rest.mutable_activity_changed()->set_active(false);
  t.ok("Ann", rest);
  // Ann sits before Bob; Dan before her.
  EXPECT_EQ(judge(t.ok("Cyd", ask_judge())), "Dan");
  t.ok("Dan", judge_strikes(t.last(), {}));
  const auto judgment = t.last();
  t.refused("Ann", vote_to_overrule(judgment), ErrorCode::MAY_NOT_OVERRULE);
  t.ok("Bob", vote_to_overrule(judgment));
  // All the others but Ann: Bob and Cyd.
  EXPECT_TRUE(has(t.ok("Cyd", vote_to_overrule(judgment)), v1::Consequence::kJudgmentOverruled));
  expect_derived_alike(t);
}

TEST(Inactive, WhoRestsMidDisputeLeavesItToTheOthers) {
  Table t({"Ann", "Bob", "Cyd", "Dan"});
  t.turn("Ann", enact("Players rest.", {"inactivity { declared: true suspends: [JUDGING, CONSENT] }"}));
  t.ok("Bob", ask_judge());
  t.ok("Dan", judge_strikes(t.last(), {}));
  const auto judgment = t.last();
  t.ok("Ann", vote_to_overrule(judgment));
  t.ok("Bob", vote_to_overrule(judgment));
  v1::Event rest;
  rest.mutable_activity_changed()->set_active(false);
  EXPECT_TRUE(has(t.ok("Cyd", rest), v1::Consequence::kJudgmentOverruled));
  expect_derived_alike(t);
}

}  // namespace
}  // namespace nomic::replay::test
