// Rule 212: who judges, on what, and what of it the rules in force at the time say.

#include "nomic/replay/edition.h"
#include "nomic/replay/text.h"
#include "replay/game/dispute_moves.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;

const std::vector<std::string> FOUR = {"Ann", "Bob", "Cyd", "Dan"};

// A game of the Initial Set with teams.
void assign(Table& t, const std::string& player, const std::string& team) {
  // Teams are set at founding: the state is what a founding with teams gives.
  State state = t.state();
  for (int seat = 0; seat < state.players_size(); ++seat) {
    auto& one = state.edit_players().edit(seat);
    if (one.names().name() == player) one.mutable_names()->set_team(team);
  }
  t.engine = Engine(state);
}

// 212 with another provision, adopted in Ann's turn as rule 301.
struct With212 : Table {
  explicit With212(const std::string& provision, const std::vector<std::string>& players = FOUR) : Table(players) {
    turn("Ann", amend(212, "Judgment otherwise.", {provision}));
    EXPECT_NE(rule(301), nullptr);
  }
};

// ---- Who judges ----------------------------------------------------------------------------------------------------

TEST(Judge, IsThePlayerBeforeTheOneMoving) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  t.ok("Bob", enact("2."));
  const auto emitted = t.ok("Cyd", invoke());
  EXPECT_EQ(judge_named(emitted), "Ann");
  EXPECT_EQ(one(emitted, Kind::kJudgmentInvoked).judgment_invoked().player(), "Cyd");
  EXPECT_EQ(one(emitted, Kind::kJudgmentInvoked).rule().number(), 212);
  t.refused("Dan", judge(t.last()), ErrorCode::NOT_THE_JUDGE);
  EXPECT_TRUE(has(t.ok("Ann", judge(t.last())), Kind::kJudgmentDelivered));
}

TEST(Judge, BeforeAndInTheFirstTurnIsTheLastInOrder) {
  Table t(FOUR);
  EXPECT_EQ(judge_named(t.ok("Bob", invoke())), "Dan");
  // The first turn began with the founding: its first proposal needs no consent (L50).
  t.ok("Ann", enact("1."));
  EXPECT_EQ(judge_named(t.ok("Ann", invoke())), "Dan");
}

TEST(Judge, ByMailIsTheOneBeforeBySurname) {
  // In order: Abel, Miller, Young.
  Table t({"Zoe Abel", "Ann Young", "Bob Miller"}, "1990", v1::MAIL);
  t.ok("Zoe Abel", enact("1."));
  EXPECT_EQ(judge_named(t.ok("Bob Miller", invoke())), "Ann Young");
}

TEST(Judge, IsStillThatOfTheLastMoverUntilTheNextProposal) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  EXPECT_EQ(judge_named(t.ok("Bob", invoke())), "Dan");
}

TEST(Judge, IsNeverATeamMateOfTheOneMoving) {
  Table t(FOUR);
  assign(t, "Ann", "Red");
  assign(t, "Dan", "Red");
  t.ok("Ann", enact("1."));
  EXPECT_EQ(judge_named(t.ok("Bob", invoke())), "Cyd");
}

TEST(Judge, OfARuleThatPassesNobodyOverMayBeATeamMate) {
  With212 t(
      "judgment { seat: PRECEDING overrule { numerator: 1 denominator: 1 } consent { numerator: 1 denominator: 2 "
      "strict: "
      "true } consent_among: OTHERS_THAN_NEXT one_judge_a_turn: true }");
  assign(t, "Ann", "Red");
  assign(t, "Bob", "Red");
  t.ok("Bob", enact("1."));
  EXPECT_EQ(judge_named(t.ok("Dan", invoke())), "Ann");
}

TEST(Judge, WithEverybodyElseOnTheMoversTeamIsNobody) {
  Table t({"Ann", "Bob", "Cyd"});
  for (const auto* who : {"Ann", "Bob", "Cyd"}) assign(t, who, "Red");
  t.ok("Ann", enact("1."));
  EXPECT_EQ(judge_named(t.ok("Bob", invoke())), "");
  EXPECT_EQ(t.refused("Bob", judge(t.last()), ErrorCode::NOT_THE_JUDGE), (std::vector<std::uint32_t>{212}));
}

TEST(Judge, OfTwoPlayersIsTheOther) {
  Table t({"Ann", "Bob"});
  t.ok("Ann", enact("1."));
  EXPECT_EQ(judge_named(t.ok("Ann", invoke())), "Bob");
  t.refused("Ann", judge(t.last()), ErrorCode::NOT_THE_JUDGE);
  t.ok("Bob", judge(t.last()));
}

TEST(Judge, MayBeAskedByHimselfAndByTheMoverButByNobodyElseThanPlayers) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Dan", invoke("Is my vote counted?"));
  t.ok("Ann", invoke("Is mine?"));
  t.refused("Eve", invoke(), ErrorCode::NOT_A_PLAYER);
  t.ok("Cyd", forfeit());
  t.refused("Cyd", invoke(), ErrorCode::HAS_FORFEITED);
}

TEST(Judge, OneSettlesAllQuestionsOfTheTurn) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  EXPECT_EQ(judge_named(t.ok("Bob", invoke("One?"))), "Dan");
  const auto first = t.last();
  t.ok("Eve", join("Eve"));  // her place is between Dan's and Ann's
  EXPECT_EQ(judge_named(t.ok("Cyd", invoke("Two?"))), "Dan");
  t.refused("Eve", judge(t.last()), ErrorCode::NOT_THE_JUDGE);
  t.ok("Dan", judge(t.last()));
  t.ok("Dan", judge(first));
}

TEST(Judge, WhoJoinsBeforeJudgmentIsInvokedMayBeTheOne) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  t.ok("Eve", join("Eve"));
  EXPECT_EQ(judge_named(t.ok("Cyd", invoke())), "Eve");
}

TEST(Judge, WhoForfeitsPassesTheSeatBackAndHisJudgmentsStand) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  t.ok("Bob", vote(AGAINST));
  const auto ballot = t.last();
  settled(t, "Cyd", "Dan", judge(0).strikes({ballot}));
  t.ok("Bob", invoke("And this?"));
  const auto open = t.last();
  t.ok("Dan", forfeit());
  t.refused("Dan", judge(open), ErrorCode::HAS_FORFEITED);
  EXPECT_EQ(judge_named(t.ok("Bob", invoke("And that?"))), "Cyd");
  t.ok("Cyd", judge(open));
  t.ok("Bob", vote(FOR));  // the vote that was struck is struck still
}

// One Judge sits for a turn (212, L58): who joins changes nothing, and who leaves is followed by one.
struct JudgeLeft : Table {
  JudgeLeft() : Table(FOUR) {
    turn("Ann", enact("1."));
    ok("Bob", enact("2."));
    ok("Cyd", invoke("One?"));
    asked = last();
    ok("Ann", forfeit());
  }
  std::uint64_t asked = 0;
};

TEST(Judge, WhoLeavesIsFollowedByOneForEveryQuestionOfTheTurn) {
  JudgeLeft t;
  t.ok("Dan", judge(t.asked));
  t.ok("Bob", call());
  t.everyone_votes(FOR);
  t.ok("Bob", roll(1));
  t.ok("Eve", join("Eve"));  // her place is between Dan's and Ann's
  EXPECT_EQ(judge_named(t.ok("Cyd", invoke("Two?"))), "Dan");
  t.refused("Eve", judge(t.last()), ErrorCode::NOT_THE_JUDGE);
  t.ok("Dan", judge(t.last()));
}

TEST(Judge, WhoFollowsIsOneOfThoseWhoPlayedWhenTheFirstOpenQuestionWasAsked) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  t.turn("Bob", enact("2."));
  t.ok("Cyd", invoke("One?"));
  const auto first = t.last();
  t.ok("Eve", join("Eve"));  // her place is between Dan's and Ann's
  t.ok("Cyd", invoke("Two?"));
  const auto second = t.last();
  t.ok("Ann", forfeit());
  // Both go to Dan, though Eve was a player when the second was asked.
  EXPECT_EQ(judges_of(t.engine, t.state().questions(0)), (std::vector<std::string>{"Dan"}));
  EXPECT_EQ(judges_of(t.engine, t.state().questions(1)), (std::vector<std::string>{"Dan"}));
  t.refused("Eve", judge(second), ErrorCode::NOT_THE_JUDGE);
  t.ok("Dan", judge(second));
  t.ok("Dan", judge(first));
}

TEST(Judge, WhoLeavesWithNoQuestionOpenIsFollowedAmongThoseWhoPlayAtTheNext) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  t.turn("Bob", enact("2."));
  t.ok("Cyd", invoke("One?"));
  t.ok("Ann", judge(t.last()));
  t.ok("Eve", join("Eve"));
  t.ok("Ann", forfeit());
  EXPECT_EQ(judge_named(t.ok("Cyd", invoke("Two?"))), "Eve");
}

TEST(Judge, WhoseLeavingIsStruckSitsAgain) {
  JudgeLeft t;
  const auto left = t.last();
  t.ok("Dan", judge(t.asked).strikes({left}));
  EXPECT_EQ(judge_named(t.ok("Cyd", invoke("Two?"))), "Ann");
}

TEST(Judge, OverruledOnAQuestionSitsForTheOthersStill) {
  JudgeLeft t;
  t.ok("Dan", judge(t.asked));
  const auto judgment = t.last();
  for (const auto* who : {"Bob", "Cyd"}) t.ok(who, overrule(judgment));
  EXPECT_EQ(judges_of(t.engine, t.state().questions(0)), (std::vector<std::string>{"Cyd"}));
  EXPECT_EQ(judge_named(t.ok("Cyd", invoke("Two?"))), "Dan");
}

// Where there are no turns nobody is moving: whoever is named judges, and whoever is first in order too.
Table without_turns(const std::string& judgment) {
  return Table({"Ann", "Bob", "Cyd"},
               rules_with({"adoption { quota { numerator: 1 denominator: 2 base: CAST } }",
                           "turn_order { order: NO_TURNS }", "proposing { who: ANYONE }", judgment}),
               v1::TABLE);
}

TEST(JudgeWithoutTurns, IsTheOneNamedThoughFirstInOrder) {
  Table t = without_turns("judgment { seat: NAMED judge: \"Ann\" }");
  EXPECT_EQ(status_of(t).turn_of, "");
  EXPECT_EQ(judge_named(t.ok("Bob", invoke())), "Ann");
  t.ok("Ann", judge(t.last()));
}

TEST(JudgeWithoutTurns, IsAnybodyInTheEnd) {
  Table t = without_turns("judgment { seat: PRECEDING overrule { numerator: 1 denominator: 3 } }");
  EXPECT_EQ(judge_named(t.ok("Bob", invoke())), "Cyd");
  const auto asked = t.last();
  t.ok("Cyd", judge(asked));
  EXPECT_EQ(one(t.ok("Ann", overrule(t.last())), v1::Consequence::kJudgmentOverruled).judgment_overruled().judges(0),
            "Bob");
  t.ok("Bob", judge(asked));
  EXPECT_EQ(one(t.ok("Cyd", overrule(t.last())), v1::Consequence::kJudgmentOverruled).judgment_overruled().judges(0),
            "Ann");
}

// Nobody is moving when the game is won either.
TEST(JudgeWithoutTurns, IsTheOneNamedInAWonGame) {
  Table t({"Ann", "Bob", "Cyd"},
          rules_with({"adoption { quota { numerator: 1 denominator: 2 base: CAST } }", "turn_order { order: NO_TURNS }",
                      "judgment { seat: NAMED judge: \"Ann\" }", "victory { points_thousandths: 5000 }"}),
          v1::TABLE);
  t.ok("Bob", act(2).points("Bob", 5));
  ASSERT_EQ(t.state().turn().phase(), v1::Turn::WON);
  EXPECT_EQ(status_of(t).turn_of, "");
  EXPECT_EQ(judge_named(t.ok("Cyd", invoke())), "Ann");
  t.ok("Ann", judge(t.last()));
}

TEST(JudgeWithoutTurns, IsNotPassedOverForATeamMateWhoWouldMove) {
  Table t = without_turns("judgment { seat: NAMED judge: \"Bob\" pass_over_team_mates: true }");
  for (const auto* who : {"Ann", "Bob"}) t.ok(who, team("Red"));
  EXPECT_EQ(judge_named(t.ok("Cyd", invoke())), "Bob");
}

TEST(Judge, AnswersEachQuestionOnceAndOnlyInItsTurn) {
  Table t(FOUR);
  t.turn("Ann", enact("1."));
  t.ok("Cyd", invoke());
  const auto asked = t.last();
  EXPECT_EQ(t.refused("Dan", judge(asked - 1), ErrorCode::NO_SUCH_QUESTION), (std::vector<std::uint32_t>{212}));
  t.ok("Dan", judge(asked));
  t.refused("Dan", judge(asked), ErrorCode::NO_SUCH_QUESTION);
  t.ok("Cyd", invoke("Another?"));
  const auto open = t.last();
  t.ok("Ann", consent());
  t.ok("Cyd", consent());
  t.ok("Bob", enact("2."));
  t.refused("Dan", judge(open), ErrorCode::NO_SUCH_QUESTION);  // it has lapsed
  t.refused("Ann", judge(open), ErrorCode::NO_SUCH_QUESTION);
}

// ---- What a Judgment says ------------------------------------------------------------------------------------------

TEST(JudgmentText, IsThereAndNotTooLong) {
  Table t({"Ann", "Bob"});
  t.refused("Ann", invoke(""), ErrorCode::TEXT_EMPTY);
  t.refused("Ann", invoke(std::string(60'001, 'q')), ErrorCode::TEXT_TOO_LONG);
  t.ok("Ann", invoke(std::string(60'000, 'q')));
  const auto asked = t.last();
  v1::Event answer = judge(asked);
  answer.mutable_judgment_delivered()->clear_answer();
  t.refused("Bob", answer, ErrorCode::TEXT_EMPTY);
  answer.mutable_judgment_delivered()->set_answer(std::string(60'001, 'a'));
  t.refused("Bob", answer, ErrorCode::TEXT_TOO_LONG);
  answer.mutable_judgment_delivered()->set_answer("No.");
  answer.mutable_judgment_delivered()->set_reasons(std::string(60'001, 'r'));
  t.refused("Bob", answer, ErrorCode::TEXT_TOO_LONG);
}

TEST(JudgmentText, IsAboutRecordsThatThereAre) {
  Table t({"Ann", "Bob"});
  const auto next = t.state().size();
  t.refused("Ann", invoke("?", {next}), ErrorCode::NO_SUCH_RECORD);
  t.ok("Ann", invoke("?", {0, next - 1}));
}

TEST(JudgmentText, CitesRulesInForce) {
  Table t({"Ann", "Bob"});
  t.turn("Ann", amend(207, "One vote."));  // it is 301 now
  t.ok("Ann", invoke());
  t.refused("Bob", judge(t.last()).cites({116, 207}), ErrorCode::CITED_NOT_IN_FORCE);
  t.refused("Bob", judge(t.last()).cites({302}), ErrorCode::CITED_NOT_IN_FORCE);
  t.ok("Bob", judge(t.last()).cites({116, 301}));
}

// ---- Games that amend 212 ------------------------------------------------------------------------------------------

TEST(Amended212, ThePlayerAfterTheMoverJudges) {
  With212 t("judgment { seat: FOLLOWING overrule { numerator: 1 denominator: 1 } }");
  t.ok("Bob", enact("1."));
  EXPECT_EQ(judge_named(t.ok("Bob", invoke())), "Cyd");
  const auto asked = t.last();
  t.ok("Cyd", judge(asked));
  const auto judgment = t.last();
  for (const auto* who : {"Ann", "Bob"}) t.ok(who, overrule(judgment));
  EXPECT_EQ(judge_named(t.ok("Dan", overrule(judgment))), "Dan");  // and so on in the order of play
}

TEST(Amended212, TheRightHandNeighbourJudgesAlsoWherePlayGoesBySurname) {
  // Seated: Zoe, Ann, Bob. In order of play: Zoe Abel, Bob Miller, Ann Young.
  Table t({"Zoe Abel", "Ann Young", "Bob Miller"}, "1990", v1::MAIL);
  t.turn("Zoe Abel", amend(212, "The neighbour.", {"judgment { seat: RIGHT_NEIGHBOUR }"}));
  t.ok("Bob Miller", enact("1."));
  EXPECT_EQ(judge_named(t.ok("Zoe Abel", invoke())), "Ann Young");  // to the right of Bob; Zoe is before him in play
}

TEST(Amended212, ANamedPlayerJudgesAndInHisOwnTurnTheOneBeforeHim) {
  With212 t("judgment { seat: NAMED judge: \"Bob\" }");
  EXPECT_EQ(judge_named(t.ok("Cyd", invoke())), "Bob");
  t.ok("Bob", enact("1."));
  EXPECT_EQ(judge_named(t.ok("Cyd", invoke())), "Ann");
}

TEST(Amended212, MostOfABenchOfThreeDecide) {
  With212 t("judgment { seat: PRECEDING overrule { numerator: 1 denominator: 1 } judges: 3 }",
            {"Ann", "Bob", "Cyd", "Dan", "Eve"});
  t.ok("Bob", enact("1."));
  t.ok("Bob", call());
  t.ok("Cyd", vote(AGAINST));
  const auto ballot = t.last();
  EXPECT_EQ(judge_named(t.ok("Bob", invoke())), "Ann and Eve and Dan");  // from the mover backwards
  const auto asked = t.last();
  t.refused("Cyd", judge(asked), ErrorCode::NOT_THE_JUDGE);
  EXPECT_FALSE(has(t.ok("Ann", judge(asked).strikes({ballot})), Kind::kMoveStruck));
  EXPECT_FALSE(has(t.ok("Eve", judge(asked)), Kind::kMoveStruck));
  t.ok("Ann", judge(asked));  // changes his mind
  const auto decisive = t.last();
  EXPECT_EQ(t.state().judgments_size(), 1);
  EXPECT_EQ(t.state().judgments(0).record(), decisive);
  t.refused("Dan", judge(asked).strikes({ballot}), ErrorCode::NO_SUCH_QUESTION);
  // Those who agreed are who is overruled: Bob, Cyd and Dan, who did not, have a vote on it.
  for (const auto* who : {"Ann", "Eve"}) t.refused(who, overrule(decisive), ErrorCode::MAY_NOT_OVERRULE);
  for (const auto* who : {"Bob", "Cyd"}) t.ok(who, overrule(decisive));
  EXPECT_EQ(judge_named(t.ok("Dan", overrule(decisive))), "Dan and Cyd");  // nobody else is left
  t.ok("Dan", judge(asked).strikes({ballot}));
  const auto emitted = t.ok("Cyd", judge(asked).strikes({ballot}));
  EXPECT_EQ(records_of(emitted, Kind::kMoveStruck), (std::vector<std::uint64_t>{ballot}));
}

TEST(Amended212, OfABenchThatIsNotFullBothMustAgree) {
  With212 t("judgment { seat: PRECEDING judges: 3 }", {"Ann", "Bob", "Cyd"});
  t.ok("Bob", enact("1."));
  EXPECT_EQ(judge_named(t.ok("Bob", invoke())), "Ann and Cyd");
  const auto asked = t.last();
  t.ok("Ann", judge(asked).under(116).finds_points("Cyd", 1));
  t.ok("Cyd", judge(asked).under(116).finds_points("Cyd", 2));
  EXPECT_EQ(t.points("Cyd"), 0);
  EXPECT_EQ(t.state().questions(0).answered_by(), 0U);
  t.ok("Cyd", judge(asked).under(116).finds_points("Cyd", 1));
  EXPECT_EQ(t.points("Cyd"), 1);
}

TEST(Amended212, TwoThirdsOverrule) {
  With212 t("judgment { seat: PRECEDING overrule { numerator: 2 denominator: 3 } }");
  t.ok("Bob", enact("1."));
  t.ok("Cyd", invoke());
  t.ok("Ann", judge(t.last()));
  const auto judgment = t.last();
  t.ok("Cyd", overrule(judgment, false));
  t.ok("Bob", overrule(judgment));
  EXPECT_EQ(judge_named(t.ok("Dan", overrule(judgment))), "Dan");  // 2 of 3
}

TEST(Amended212, NoConsentIsAskedWhereTheRuleAsksNone) {
  With212 t("judgment { seat: PRECEDING }");
  t.ok("Bob", invoke());
  EXPECT_EQ(t.refused("Cyd", consent(), ErrorCode::CONSENT_NOT_COUNTED), (std::vector<std::uint32_t>{}));
  t.ok("Bob", enact("1."));
}

TEST(Amended212, WithoutItThereIsNoJudgment) {
  Table t(FOUR);
  t.turn("Ann", propose(v1::REPEAL, 212));
  t.refused("Bob", invoke(), ErrorCode::NO_JUDGMENT);
}

TEST(Amended212, InItsOwnTurnGovernsTheQuestionsThatComeAfterIt) {
  Table t(FOUR);
  t.ok("Ann", amend(212, "The one after.", {"judgment { seat: FOLLOWING }"}));
  EXPECT_EQ(judge_named(t.ok("Bob", invoke("One?"))), "Dan");
  t.ok("Dan", judge(t.last()));
  const auto judgment = t.last();
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  EXPECT_EQ(judge_named(t.ok("Bob", invoke("Two?"))), "Bob");
  t.refused("Bob", overrule(judgment), ErrorCode::NO_JUDGMENT);  // no rule says how any more
}

// ---- The end of debate (111 in 1990) -------------------------------------------------------------------------------

TEST(EndOfDebate, OnceTheJudgeIsAskedOnlyHeCallsTheVote) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.refused("Dan", call(), ErrorCode::NOT_PROPONENT);
  const auto emitted = t.ok("Bob", ask_time(301));
  EXPECT_EQ(one(emitted, Kind::kDebateEndAsked).debate_end_asked().judges(0), "Dan");
  EXPECT_EQ(one(emitted, Kind::kDebateEndAsked).rule().number(), 111);
  EXPECT_EQ(t.refused("Ann", call(), ErrorCode::NOT_THE_JUDGE), (std::vector<std::uint32_t>{111}));
  t.refused("Cyd", ask_time(301), ErrorCode::VOTED_ALREADY);
  t.ok("Dan", call());
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::VOTING);
  t.refused("Cyd", ask_time(301), ErrorCode::VOTE_CALLED_ALREADY);
  // To ask is no invocation of Judgment: no consent is needed for the next turn.
  t.everyone_votes(FOR);
  t.ok("Ann", roll(1));
  t.ok("Bob", enact("2."));
}

TEST(EndOfDebate, ByTheJudgesWordComesWithTheFirstRecordAfterItsTime) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  const auto asked_at = static_cast<std::int64_t>(t.last());
  t.ok("Bob", ask_time(301));
  settled(t, "Bob", "Dan", judge(0).under(111).finds_end_of_debate(asked_at + 10));
  t.ok("Cyd", say("Not yet."));
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::DEBATING);
  t.later = 10;
  const auto emitted = t.ok("Ann", vote(FOR));
  EXPECT_TRUE(has(emitted, Kind::kTimeUp));
  EXPECT_TRUE(has(emitted, Kind::kVoteCalled));
}

TEST(EndOfDebate, In1982IsTheProponentsAlone) {
  Table t(FOUR, "1982");
  t.ok("Ann", enact("1."));
  EXPECT_EQ(t.refused("Bob", ask_time(301), ErrorCode::NO_JUDGMENT), (std::vector<std::uint32_t>{111}));
  t.ok("Ann", call());
}

TEST(EndOfDebate, IsAskedOnAProposalThatThereIs) {
  Table t(FOUR);
  t.refused("Bob", ask_time(301), ErrorCode::NO_SUCH_PROPOSAL);
  t.turn("Ann", enact("1."));
  t.refused("Bob", ask_time(301), ErrorCode::PROPOSAL_CLOSED);
}

TEST(EndOfDebate, AskedAndThenStruckIsTheProponentsAgain) {
  Table t(FOUR);
  t.ok("Ann", enact("1."));
  t.ok("Bob", ask_time(301));
  settled(t, "Ann", "Dan", judge(0).strikes({t.last()}));
  t.refused("Dan", call(), ErrorCode::NOT_PROPONENT);
  t.ok("Ann", call());
}

}  // namespace
}  // namespace nomic::replay::test
