// What real games enact, played on nothing but the engine: each refusal with the rule that it cites, and the order of
// what a record brings about. The figures are worked out by hand.

#include <gmock/gmock.h>

#include "nomic/replay/edition.h"
#include "nomic/replay/game_status.h"
#include "nomic/replay/reference.h"
#include "nomic/words/remarks.h"
#include "replay/game/table.h"

namespace nomic::replay::test {
namespace {

using Rules = std::vector<std::uint32_t>;
using Texts = std::vector<std::string>;

constexpr std::int64_t HOUR = 3600;

// The Initial Set of 1990 without the provisions of `freed`, and with a rule 290 that has those given.
v1::Ruleset with(const Texts& provisions, const Rules& freed = {104, 105, 107, 112}) {
  auto ruleset = *edition("1990");
  for (auto& rule : *ruleset.mutable_rules()) {
    for (const auto number : freed) {
      if (number_in(rule.number()) == number) rule.clear_provisions();
    }
  }
  auto& house = *ruleset.add_rules();
  house.set_number("290");
  house.set_status(v1::MUTABLE);
  house.add_texts()->set_text("The rule of the house.");
  for (const auto& provision : provisions) {
    auto parsed = parse_provision(provision);
    EXPECT_TRUE(parsed) << provision << ": " << (parsed ? "" : label_of(parsed.error()));
    *house.add_provisions() = *parsed;
  }
  return ruleset;
}

struct House : Table {
  explicit House(const Texts& provisions, const Rules& freed = {104, 105, 107, 112}, v1::Mode mode = v1::MAIL)
      : Table({"Ann", "Bob", "Cyd"}, with(provisions, freed), mode) {}
};

v1::Event withdraw(std::uint32_t proposal) {
  v1::Event event;
  event.mutable_proposal_withdrawn()->set_proposal(reference(proposal));
  return event;
}

v1::Event take_back(std::uint32_t proposal) {
  v1::Event event;
  event.mutable_vote_withdrawn()->set_proposal(reference(proposal));
  return event;
}

v1::Event activity(bool active) {
  v1::Event event;
  event.mutable_activity_changed()->set_active(active);
  return event;
}

v1::Event approve(const std::string& player, bool yes = true) {
  v1::Event event;
  event.mutable_approval_given()->set_player(player);
  event.mutable_approval_given()->set_approve(yes);
  return event;
}

v1::Event tick() {
  v1::Event event;
  event.mutable_time_passed();
  return event;
}

v1::Event called(v1::Event proposal) {
  proposal.mutable_proposal_made()->set_call_vote(true);
  return proposal;
}

v1::Event from_past(v1::Event proposal, std::uint64_t record) {
  proposal.mutable_proposal_made()->set_effect_from(record);
  return proposal;
}

constexpr auto ABSTAIN = v1::VoteCast::ABSTAIN;

TEST(SelfAmendment, NothingIsDueWhereNoRuleKnowsOfTime) {
  Table t({"Ann", "Bob"});
  EXPECT_EQ(t.refused("", tick(), ErrorCode::NOTHING_DUE), Rules());
  EXPECT_EQ(t.refused("Ann", activity(false), ErrorCode::ACTIVITY_NOT_PROVIDED), Rules());
  EXPECT_EQ(t.refused("Ann", activity(true), ErrorCode::ACTIVE_ALREADY), Rules());
  EXPECT_EQ(t.refused("Ann", approve("Zed"), ErrorCode::NO_APPLICATION), Rules());
}

TEST(SelfAmendment, TheInitialSetKnowsNoWithdrawalAndNoTimeOfEffect) {
  Table t({"Ann", "Bob"});
  EXPECT_EQ(t.refused("Ann", from_past(enact("X."), 30), ErrorCode::EFFECT_NOT_ALLOWED), (Rules{107}));
  auto later = enact("X.");
  later.mutable_proposal_made()->set_effect_at(4'000'000'000'000'000);
  EXPECT_EQ(t.refused("Ann", later, ErrorCode::EFFECT_NOT_ALLOWED), (Rules{205}));
  t.ok("Ann", enact("X."));
  EXPECT_EQ(t.refused("Ann", withdraw(301), ErrorCode::MAY_NOT_WITHDRAW), (Rules{104}));
  t.ok("Ann", call());
  EXPECT_EQ(t.refused("Bob", take_back(301), ErrorCode::NO_BALLOT), Rules());
  t.ok("Bob", vote(FOR));
  EXPECT_EQ(t.refused("Bob", take_back(301), ErrorCode::VOTE_STAYS), (Rules{207}));
  EXPECT_EQ(t.refused("Ann", vote(ABSTAIN), ErrorCode::CHOICE_NOT_ALLOWED), (Rules{105}));
}

TEST(SelfAmendment, VotesChangeAsOftenAsARuleSays) {
  House t({"vote_changes { change: true withdraw: true times: 2 within { hours: 1 } }"});
  t.ok("Ann", called(enact("X.")));
  t.ok("Ann", vote(AGAINST));
  EXPECT_TRUE(has(t.ok("Ann", vote(FOR)), v1::Consequence::kVoteChanged));
  EXPECT_TRUE(has(t.ok("Ann", take_back(301)), v1::Consequence::kVoteWithdrawn));
  t.ok("Ann", vote(FOR));  // cast anew: no change
  EXPECT_EQ(t.refused("Ann", vote(AGAINST), ErrorCode::VOTE_STAYS), (Rules{290}));
  t.ok("Bob", vote(AGAINST));
  t.later += 2 * HOUR;
  EXPECT_EQ(t.refused("Bob", vote(FOR), ErrorCode::VOTE_STAYS), (Rules{290}));
  EXPECT_FALSE(*[&] {
    auto last = t.ok("Cyd", vote(FOR));
    return std::optional<bool>(has(last, v1::Consequence::kProposalAdopted));
  }());
}

TEST(SelfAmendment, WhoHasNoVoteIsToldSo) {
  House t({"franchise { electorate: OTHERS_THAN_PROPONENT }"});
  t.ok("Ann", called(enact("X.")));
  EXPECT_EQ(t.refused("Ann", vote(FOR), ErrorCode::NOT_ELIGIBLE), (Rules{290}));
  t.ok("Bob", vote(FOR));
  const auto last = t.ok("Cyd", vote(FOR));
  EXPECT_EQ(one(last, v1::Consequence::kProposalAdopted).proposal_adopted().eligible(), 2U);
}

TEST(SelfAmendment, TheProponentsVoteIsImplied) {
  House t({"franchise { proponents_vote: COUNTS_FOR abstention: true }",
           "scope { players: \"Bob\" } franchise { votes_per_player: 3 }"});
  t.ok("Ann", called(enact("X.")));
  t.ok("Cyd", vote(ABSTAIN));
  const auto emitted = one(t.ok("Bob", vote(AGAINST)), v1::Consequence::kProposalDefeated).proposal_defeated();
  EXPECT_EQ(emitted.votes_for(), 1U);
  // Bob's 3 of rule 290 are an exception to the 1 of rule 207 for everybody.
  EXPECT_EQ(emitted.votes_against(), 3U);
  EXPECT_EQ(emitted.abstentions(), 1U);
  EXPECT_EQ(emitted.eligible(), 5U);
}

TEST(SelfAmendment, AVoteEndsByTimeAtTheFirstRecordAfterIt) {
  House t(
      {"precedence_claim { relation: PREVAILS type: ANY_RULE }",
       "adoption { fraction: \"1/2\" of: CAST more_than: true quorum_votes: 2 }",
       "voting_period { vote { hours: 24 } debate { hours: 48 } debate_at_least { hours: 1 } at_end: COUNT_CAST }"});
  EXPECT_EQ(t.refused("Ann", called(enact("X.")), ErrorCode::DEBATE_TOO_SHORT), (Rules{290}));
  t.ok("Ann", enact("X."));
  EXPECT_EQ(t.refused("Ann", call(), ErrorCode::DEBATE_TOO_SHORT), (Rules{290}));
  EXPECT_EQ(t.refused("", tick(), ErrorCode::NOTHING_DUE), (Rules{290}));
  t.later += 48 * HOUR;
  // The debate has ended: what Bob says of it comes too late, his vote does not.
  EXPECT_EQ(t.refused("Bob", say("Wait.", 301), ErrorCode::VOTE_CALLED_ALREADY), (Rules{111}));
  const auto voted = t.ok("Bob", vote(FOR, 301));
  EXPECT_TRUE(has(voted, v1::Consequence::kTimeUp));
  EXPECT_TRUE(has(voted, v1::Consequence::kVoteCalled));
  t.ok("Cyd", vote(FOR, 301));
  t.later += 24 * HOUR;
  // Ann is late: nothing is recorded, and the vote has not ended by her trying.
  t.refused("Ann", vote(AGAINST, 301), ErrorCode::PROPOSAL_CLOSED);
  EXPECT_EQ(t.state().proposals_size(), 1);
  const auto ended = t.ok("", tick());
  EXPECT_EQ(one(ended, v1::Consequence::kProposalAdopted).proposal_adopted().votes_for(), 2U);
  EXPECT_NE(t.rule(301), nullptr);
}

TEST(SelfAmendment, InactivePlayersNeitherVoteNorMove) {
  House t({"inactivity { after { hours: 36 } declared: false suspends: [VOTING, TURNS, CONSENT] }"});
  EXPECT_EQ(t.refused("Ann", activity(false), ErrorCode::ACTIVITY_NOT_PROVIDED), (Rules{290}));
  t.later += 35 * HOUR;
  t.ok("Ann", called(enact("X.")));
  t.ok("Ann", vote(FOR));
  t.ok("Cyd", vote(FOR));
  t.later += HOUR + HOUR / 2;
  // Bob has not moved for more than 36 hours: the vote completes without him.
  const auto ticked = t.ok("", tick());
  EXPECT_EQ(one(ticked, v1::Consequence::kBecameInactive).became_inactive().player(), "Bob");
  EXPECT_EQ(one(ticked, v1::Consequence::kProposalAdopted).proposal_adopted().eligible(), 2U);
  EXPECT_EQ(t.refused("Bob", enact("Y."), ErrorCode::INACTIVE), (Rules{290}));
  EXPECT_EQ(next_player(t.engine), "Cyd");
  t.ok("Bob", activity(true));
  EXPECT_EQ(next_player(t.engine), "Bob");
}

TEST(SelfAmendment, JoiningNeedsApprovalAndRoom) {
  House t(
      {"joining { approval { numerator: 1 denominator: 2 strict: true } points_thousandths: 5000 most_players: 4 when: "
       "ANY_TIME "
       "}"});
  t.ok("Ann", enact("X."));
  t.ok("Dan", join("Dan"));
  t.refused("Dan", join("Dan"), ErrorCode::NAME_TAKEN);
  EXPECT_EQ(t.state().players_size(), 3);
  t.ok("Ann", approve("Dan"));
  t.ok("Bob", approve("Dan", false));
  EXPECT_TRUE(has(t.ok("Bob", approve("Dan")), v1::Consequence::kPlayerJoined));
  EXPECT_EQ(t.points("Dan"), 5);
  EXPECT_EQ(t.refused("Eve", join("Eve"), ErrorCode::JOINING_CLOSED), (Rules{290}));
}

TEST(SelfAmendment, AnApplicationThatCanNoLongerSucceedIsRefused) {
  House t({"joining { approval { numerator: 2 denominator: 3 } }"});
  t.ok("Dan", join("Dan"));
  t.ok("Ann", approve("Dan", false));
  EXPECT_TRUE(has(t.ok("Bob", approve("Dan", false)), v1::Consequence::kApprovalDenied));
  EXPECT_EQ(t.state().applications_size(), 0);
}

TEST(SelfAmendment, LeavingCanNeedApproval) {
  House t({"forfeit { always: false approval { numerator: 1 denominator: 1 } }"}, {113});
  t.ok("Ann", forfeit());
  EXPECT_EQ(t.refused("Ann", forfeit(), ErrorCode::FORFEIT_NOT_ALLOWED), (Rules{290}));
  EXPECT_EQ(t.refused("Ann", approve("Ann"), ErrorCode::NO_APPLICATION), Rules());
  t.ok("Bob", approve("Ann"));
  EXPECT_TRUE(has(t.ok("Cyd", approve("Ann")), v1::Consequence::kPlayerLeft));
}

TEST(SelfAmendment, AProposalOutOfTurnBelongsToNoTurn) {
  House t({"proposing { who: ANYONE open: 2 open_each: 1 withdrawal: BEFORE_VOTE resubmit_after: 2 }"});
  t.ok("Cyd", enact("Out of turn."));
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::PROPOSING);
  EXPECT_EQ(t.refused("Cyd", enact("Again."), ErrorCode::TOO_MANY_PROPOSALS), (Rules{290}));
  t.ok("Ann", enact("In turn."));
  EXPECT_EQ(t.refused("Bob", enact("One too many."), ErrorCode::TOO_MANY_PROPOSALS), (Rules{290}));
  EXPECT_EQ(t.refused("Ann", withdraw(301), ErrorCode::NOT_PROPONENT), (Rules{290}));
  t.ok("Cyd", call(301));
  EXPECT_EQ(t.refused("Cyd", withdraw(301), ErrorCode::MAY_NOT_WITHDRAW), (Rules{290}));
  t.ok("Ann", vote(AGAINST, 301));
  t.ok("Bob", vote(FOR, 301));
  const auto last = t.ok("Cyd", vote(FOR, 301));
  EXPECT_FALSE(has(last, v1::Consequence::kTurnEnded));
  // 206 takes 10 from the proponent; 202 gives nothing, since no turn was played.
  EXPECT_EQ(t.points("Cyd"), -10);
  EXPECT_EQ(t.refused("Cyd", enact("Out of turn."), ErrorCode::DEFEATED_BEFORE), (Rules{290}));
  // Ann takes hers back: her turn waits for another.
  EXPECT_FALSE(has(t.ok("Ann", withdraw(302)), v1::Consequence::kTurnEnded));
  t.ok("Ann", enact("Third."));
  t.ok("Cyd", enact("Out of turn."));  // 304: two further ones were made
}

TEST(SelfAmendment, TurnsBesideOneAnotherMakeACircuit) {
  House t({"precedence_claim { relation: PREVAILS type: ANY_RULE }", "turn_order { order: ALL_AT_ONCE }"});
  t.ok("Bob", called(enact("B.")));
  t.ok("Ann", called(enact("A.")));
  EXPECT_EQ(t.refused("Bob", enact("B again."), ErrorCode::OUT_OF_TURN), (Rules{290}));
  for (const auto* name : {"Ann", "Bob", "Cyd"}) t.ok(name, vote(FOR, 301));
  EXPECT_EQ(t.points("Bob"), 10);  // (301 - 291) x 3/3
  t.ok("Cyd", called(enact("C.")));
  for (const auto* name : {"Ann", "Bob", "Cyd"}) t.ok(name, vote(FOR, 303));
  EXPECT_EQ(t.state().turn().circuits_complete(), 0U);
  t.ok("Ann", vote(FOR, 302));
  t.ok("Bob", vote(FOR, 302));
  const auto last = t.ok("Cyd", vote(FOR, 302));
  EXPECT_EQ(one(last, v1::Consequence::kCircuitEnded).circuit_ended().circuit(), 1U);
  t.ok("Bob", enact("B again."));
}

TEST(SelfAmendment, WhoDoesNotBeginInTimeIsPassedOver) {
  House t({"turn_order { time_to_propose { days: 1 } }",
           "award { occasion: PASSED_OVER recipient: THE_PLAYER amount { points: \"-2.5\" } }"});
  t.later += 25 * HOUR;
  const auto passed = t.ok("Bob", enact("Ann slept."));
  EXPECT_EQ(one(passed, v1::Consequence::kTurnPassed).turn_passed().player(), "Ann");
  EXPECT_EQ(t.points("Ann"), -2.5);
  EXPECT_EQ(t.state().turn().mover(), "Bob");
  EXPECT_EQ(t.state().turn().number(), 2U);
}

TEST(SelfAmendment, EffectWaitsForItsMoment) {
  House t({"precedence_claim { relation: PREVAILS type: ANY_RULE }", "effectiveness { when: NEXT_TURN }"});
  const auto last = t.turn("Ann", amend(206, "Five.",
                                        {"award { occasion: DEFEATED recipient: THE_PROPONENT "
                                         "amount { points: \"-5\" } reckoned: BEFORE_EFFECT }"}));
  EXPECT_TRUE(has(last, v1::Consequence::kEffectAwaited));
  EXPECT_NE(t.rule(206), nullptr);
  // In force when the proposal that begins the turn is looked at: 206 has the number 301 by then, and is the rule
  // meant.
  const auto made = t.ok("Bob", propose(v1::REPEAL, 206));
  EXPECT_EQ(one(made, v1::Consequence::kProposalMade).proposal_made().from_number(), "301");
  EXPECT_EQ(t.state().proposals(0).target_lineage(0), 206U);
  EXPECT_EQ(t.rule(206), nullptr);
}

TEST(SelfAmendment, SeveralChangesStandOrFallTogether) {
  const Texts house = {"precedence_claim { relation: PREVAILS type: ANY_RULE }",
                       "rule_change_kinds { per_proposal: 3 }",
                       "scope { changes: REPEAL } adoption { fraction: \"1/3\" of: ELIGIBLE }"};
  auto two = enact("New.");
  *two.mutable_proposal_made()->add_changes() = propose(v1::REPEAL, 209).proposal_made().changes(0);
  for (const bool together : {true, false}) {
    House t(house);
    two.mutable_proposal_made()->set_together(together);
    t.ok("Ann", called(two));
    t.ok("Ann", vote(FOR));
    t.ok("Bob", vote(AGAINST));
    const auto last = t.ok("Cyd", vote(AGAINST));
    // One of three is enough to repeal, not to enact (203).
    EXPECT_EQ(has(last, v1::Consequence::kProposalAdopted), !together);
    EXPECT_EQ(has(last, v1::Consequence::kChangeNotAdopted), !together);
    EXPECT_EQ(t.rule(209) == nullptr, !together);
    EXPECT_EQ(t.rule(301), nullptr);
  }
}

TEST(SelfAmendment, AProposalThatContradictsItselfIsRefused) {
  House t({"precedence_claim { relation: PREVAILS type: ANY_RULE }", "rule_change_kinds { per_proposal: 3 }"});
  auto twice = propose(v1::REPEAL, 209);
  *twice.mutable_proposal_made()->add_changes() = amend(209, "X.").proposal_made().changes(0);
  t.refused("Ann", twice, ErrorCode::BAD_CHANGE);
  t.refused("Ann", enact("X.", {"scope { players: \"Zed\" } franchise { votes_per_player: 2 }"}),
            ErrorCode::BAD_PROVISION);
  t.refused("Ann", enact("X.", {"precedence_claim { relation: PREVAILS rules: '250' }"}), ErrorCode::BAD_PROVISION);
}

TEST(SelfAmendment, RoundsEndAndScoresGoBack) {
  House t({"precedence_claim { relation: PREVAILS rules: ['208'] }",
           "victory { points_thousandths: 10000 ends: ROUND }", "victory { rounds: 2 }"});
  t.turn("Ann", enact("A."));  // (301 - 291) x 3/3 = 10: a round
  EXPECT_EQ(t.points("Ann"), 0);
  EXPECT_EQ(t.state().rounds(), 1U);
  t.turn("Bob", enact("B."));  // 11
  t.turn("Cyd", enact("C."));  // 12
  EXPECT_TRUE(t.state().turn().phase() != v1::Turn::WON);
  const auto last = t.turn("Ann", enact("D."));  // 13: Ann's second round, and so the game
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::WON);
  EXPECT_EQ(of_kind(last, v1::Consequence::kVictory).size(), 2U);
  t.refused("Bob", enact("E."), ErrorCode::GAME_WON);
}

TEST(SelfAmendment, ARuleThatRepealsItselfGoes) {
  House t({"award { occasion: PROPOSED recipient: THE_PROPONENT amount { points: \"1\" } }",
           "self_repeal { after_turn: 2 }"});
  t.turn("Ann", enact("A."));
  EXPECT_EQ(t.points("Ann"), 11);  // 1 for proposing, (301 - 291) x 3/3
  EXPECT_TRUE(has(t.turn("Bob", enact("B.")), v1::Consequence::kRuleRepealed));
  EXPECT_EQ(t.rule(290), nullptr);
  t.turn("Cyd", enact("C."));
  EXPECT_EQ(t.points("Cyd"), 12);
}

// A rule-change that acts on the past: the award of 204 was paid to Cyd at record `first`; without 204 from before that
// it was never due.
TEST(SelfAmendment, TheGameIsReckonedAnewFromTheRecordNamed) {
  House t({"precedence_claim { relation: PREVAILS type: ANY_RULE }",
           "adoption { fraction: \"1/2\" of: ELIGIBLE more_than: true }"});
  t.ok("Ann", called(enact("A.")));
  const auto before = t.last();
  t.ok("Ann", vote(FOR));
  t.ok("Bob", vote(FOR));
  t.ok("Cyd", vote(AGAINST));
  EXPECT_EQ(t.points("Cyd"), 10);  // 204
  EXPECT_EQ(t.points("Ann"), 7);   // (301 - 291) x 2/3 = 6.67
  const auto last = t.turn("Bob", from_past(propose(v1::REPEAL, 204), before));
  EXPECT_EQ(one(last, v1::Consequence::kAppliesFrom).applies_from().from(), before);
  EXPECT_EQ(t.points("Cyd"), 0);
  EXPECT_EQ(t.points("Ann"), 7);
  EXPECT_EQ(t.points("Bob"), 11);  // (302 - 291) x 3/3
  // Every score is still the sum of its entries.
  std::int64_t entries = 0;
  for (const auto& emitted : of_kind(last, v1::Consequence::kScore)) {
    if (emitted.score().player() == "Cyd") entries += emitted.score().points();
  }
  EXPECT_EQ(entries, -10'000);
  EXPECT_EQ(t.rule(204), nullptr);
  EXPECT_EQ(t.state().next_number(), 303U);
  EXPECT_EQ(written(t.derived_again().back()), written(t.state()));
  // A second one, on top of the first.
  t.turn("Cyd", from_past(propose(v1::REPEAL, 202), before));
  EXPECT_EQ(t.points("Ann"), 0);
  EXPECT_EQ(t.points("Bob"), 0);
  EXPECT_EQ(written(t.derived_again().back()), written(t.state()));
  EXPECT_EQ(t.refused("Ann", from_past(enact("X."), t.last() + 1), ErrorCode::NO_SUCH_RECORD), Rules());
}

TEST(SelfAmendment, WhatIsHardlyPlayableIsAllowedAndSaid) {
  Table t({"Ann", "Bob"});
  const auto said = [&](const v1::Event& event) {
    v1::Proposal proposal;
    proposal.set_number(301);
    *proposal.mutable_changes() = event.proposal_made().changes();
    std::string all;
    const auto found = warnings(t.engine, proposal, t);
    EXPECT_TRUE(found);
    for (const auto& warning : *found) all += tools::words_of(warning) + "\n";
    return all;
  };
  EXPECT_THAT(said(propose(v1::REPEAL, 203)), testing::HasSubstr("no rule would say what adopts a proposal"));
  EXPECT_THAT(said(propose(v1::REPEAL, 208)), testing::HasSubstr("nobody could win any more"));
  EXPECT_THAT(said(amend(203, "Ten votes.",
                         {"adoption { quota { numerator: 1 denominator: 1 base: ELIGIBLE } "
                          "least_in_favour: 10 }"})),
              testing::HasSubstr("it would take 10 votes, and there are 2"));
  t.ok("Ann", propose(v1::REPEAL, 208));
}

}  // namespace
}  // namespace nomic::replay::test
