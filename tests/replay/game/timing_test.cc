// Rules 107 and 205, and the order of steps within the record that completes a vote.

#include "nomic/replay/content.h"
#include "replay/game/table.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;

std::vector<Kind::KindCase> kinds(const Consequences& all) {
  std::vector<Kind::KindCase> found;
  for (const auto& consequence : all) found.push_back(consequence.kind_case());
  return found;
}

constexpr auto TWO_DICE =
    "turn_parts { parts { proposal {} } parts { throw { dice: 2 faces: 6 points_per_pip_thousandths: 1000 } } }";

TEST(Timing, ARuleIsInForceFromTheRecordThatCompletesTheVoteAndNotBefore) {
  Table t({"Ann", "Bob"});
  t.ok("Ann", amend(206, "New."));
  t.ok("Ann", call());
  t.ok("Ann", vote(FOR));
  EXPECT_EQ(t.rule(301), nullptr);
  t.ok("Bob", vote(FOR));
  EXPECT_EQ(t.text(301), "New.");
  EXPECT_EQ(t.rule(301)->since(), t.last());
  const auto states = t.derived_again();
  for (std::size_t size = 0; size + 1 < states.size(); ++size) {
    for (const auto& rule : states[size].rules()) {
      EXPECT_NE(texts_of(t, rule)->at(0).text(), "New.") << "after record " << size;
    }
  }
}

TEST(Timing, TheProponentWhoGivesHimselfTwoDiceThrowsTwo) {
  Table t({"Ann", "Bob"});
  t.ok("Ann", amend(202, "Two dice.", {TWO_DICE, "rule_change_kinds { per_proposal: 1 }"}));
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  EXPECT_EQ(t.refused("Ann", roll(4), ErrorCode::WRONG_NUMBER_OF_DICE), (std::vector<std::uint32_t>{301}));
  const auto emitted = t.ok("Ann", roll(4, 5));
  EXPECT_EQ(t.points("Ann"), 9);
  EXPECT_EQ(one(emitted, Kind::kScore).rule().number(), 301);
}

TEST(Timing, ThePenaltyOfADefeatIsThatOfTheRulesJustBefore) {
  // The proposal would lift the penalty, but it is defeated: the penalty stands.
  Table t({"Ann", "Bob"});
  t.ok("Ann", amend(206, "Nobody loses anything."));
  t.ok("Ann", call());
  t.ok("Ann", vote(FOR));
  const auto emitted = t.ok("Bob", vote(AGAINST));
  EXPECT_EQ(kinds(emitted), (std::vector<Kind::KindCase>{Kind::kVoteCast, Kind::kProposalDefeated, Kind::kScore}));
  EXPECT_EQ(t.points("Ann"), -10);
}

TEST(Timing, InAMailGameTheAwardFollowsTheEffectAndEndsTheTurn) {
  Table t({"Ann Baker", "Bob Carter"}, "1990", v1::MAIL);
  t.ok("Ann Baker", amend(206, "New."));
  t.ok("Ann Baker", call());
  t.ok("Ann Baker", vote(FOR));
  const auto emitted = t.ok("Bob Carter", vote(FOR));
  EXPECT_EQ(kinds(emitted), (std::vector<Kind::KindCase>{Kind::kVoteCast, Kind::kProposalAdopted, Kind::kRuleAmended,
                                                         Kind::kScore, Kind::kTurnEnded}));
  EXPECT_EQ(t.points("Ann Baker"), 10);  // (301 - 291) x 2/2
  for (std::uint32_t i = 0; i < emitted.size(); ++i) {
    EXPECT_EQ(emitted[i].order(), i);
    EXPECT_EQ(emitted[i].record(), t.last());
  }
}

TEST(Timing, AMailAwardIsReckonedByTheRuleAsTheProposalMadeIt) {
  // The award is part two of the turn, by the rules then in force (L5): 301 - 1 = 300, not 10.
  Table t({"Ann Baker", "Bob Carter"}, "1990", v1::MAIL);
  t.turn("Ann Baker", amend(202, "More.",
                            {"turn_parts { parts { proposal {} } parts { award { amount { popularity { minus: 251 } } "
                             "reckoned: AFTER_EFFECT } } }"}));
  EXPECT_EQ(t.points("Ann Baker"), 50);
}

TEST(Timing, AnAwardThatIsReckonedBeforeTheEffectIsThatOfTheRulesBefore) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", amend(203, "Two thirds.", {"adoption { quota { numerator: 2 denominator: 3 base: ELIGIBLE } }"}));
  // 204 is amended by a proposal that Cyd votes against: she is paid what 204 paid before.
  t.ok("Bob", amend(204, "Less.",
                    {"award { occasion: ADOPTED recipient: VOTERS_AGAINST amount { fixed_thousandths: 1000 } reckoned: "
                     "BEFORE_EFFECT }"}));
  t.ok("Bob", call());
  t.ok("Ann", vote(FOR));
  t.ok("Bob", vote(FOR));
  const auto emitted = t.ok("Cyd", vote(AGAINST));
  EXPECT_EQ(t.points("Cyd"), 10);
  EXPECT_EQ(one(emitted, Kind::kScore).rule().number(), 204);
  t.ok("Bob", roll(1));
  t.ok("Cyd", enact("Anything."));
  t.ok("Cyd", call());
  t.ok("Ann", vote(AGAINST));
  t.ok("Bob", vote(FOR));
  t.ok("Cyd", vote(FOR));
  EXPECT_EQ(t.points("Ann"), 1 + 1);  // her die of turn 1, and the new award
}

TEST(Timing, AThrowEndsTheTurn) {
  Table t({"Ann", "Bob"});
  t.ok("Ann", enact("X."));
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::THROWING);
  EXPECT_EQ(kinds(t.ok("Ann", roll(6))),
            (std::vector<Kind::KindCase>{Kind::kDiceThrown, Kind::kScore, Kind::kTurnEnded}));
  EXPECT_EQ(t.points("Ann"), 6);
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::TURN_COMPLETE);
}

TEST(Timing, ATurnWhoseThrowIsTakenAwayByALaterEffectEndsWithoutIt) {
  Table t({"Ann", "Bob"});
  t.turn("Ann", amend(205, "An hour passes.", {"effectiveness { when: AFTER_DELAY delay { hours: 1 } }"}));
  t.ok("Bob", amend(202, "Nobody throws.", {"turn_parts { parts { proposal {} } }"}));
  t.ok("Bob", call());
  t.everyone_votes(FOR);
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::THROWING);
  t.later += 3600;
  t.refused("Bob", roll(4), ErrorCode::NO_THROW_DUE);
  EXPECT_TRUE(has(t.ok("Ann", enact("The next turn.")), v1::Consequence::kTurnEnded));
  EXPECT_EQ(t.state().turn().mover(), "Ann");
}

TEST(Timing, AVoteForWhichOnlyTheProponentIsMissingEndsWhenALaterEffectTakesHisVote) {
  Table t({"Ann", "Bob"});
  t.turn("Ann", propose(v1::TRANSMUTE_TO_MUTABLE, 105));
  t.turn("Bob", amend(301, "Proponents do not vote.", {"franchise { electorate: PLAYERS }"}));
  t.turn("Ann", amend(205, "An hour passes.", {"effectiveness { when: AFTER_DELAY delay { hours: 1 } }"}));
  t.turn("Bob", amend(302, "Proponents do not vote.", {"franchise { electorate: OTHERS_THAN_PROPONENT }"}));
  t.ok("Ann", enact("Cake."));
  t.ok("Ann", call());
  t.ok("Bob", vote(FOR));
  t.later += 3600;
  v1::Event tick;
  tick.mutable_time_passed();
  EXPECT_EQ(one(t.ok("Bob", tick), v1::Consequence::kProposalAdopted).proposal_adopted().eligible(), 1U);
}

TEST(Timing, DerivingAgainGivesTheSameStateAfterEveryRecord) {
  Table t({"Ann", "Bob", "Cyd"});
  std::vector<std::string> kept;
  const auto play = [&](const std::string& author, const v1::Event& proposal, v1::VoteCast::Choice choice) {
    t.turn(author, proposal, choice, 3);
    kept.push_back(written(t.state()));
  };
  play("Ann", amend(206, "A."), FOR);
  play("Bob", propose(v1::RESTORE, 301), FOR);
  play("Cyd", enact("Never."), AGAINST);
  const auto states = t.derived_again();
  EXPECT_EQ(written(states.back()), written(t.state()));
  for (const auto& bytes : kept) {
    State state = read_again(bytes);
    EXPECT_EQ(written(states[state.size() - 1]), bytes);
  }
}

}  // namespace
}  // namespace nomic::replay::test
