// What is offered, case by case: each found by a game in which it was offered wrongly, or could be.
#include "nomic/replay/offers.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "nomic/ledger/key.h"
#include "nomic/replay/reference.h"
#include "replay/game/dispute_moves.h"
#include "replay/game/free_moves.h"
#include "replay/game/keeper.h"

namespace nomic::replay::test {
namespace {

using OfKind = v1::Event::KindCase;
using SeveralChoices = std::vector<Choice>;

const std::string HALF_OF_CAST = "adoption { quota { numerator: 1 denominator: 2 base: CAST } }";
const std::vector<std::string> OFFERED_TO = {"Ann", "Bob", "Cyd"};
constexpr std::int64_t OFFERED_SECONDS = 1'000'000;
constexpr std::int64_t OFFERED_HOURS = 3'600 * OFFERED_SECONDS;

Offered offered_in(const Table& t, std::int64_t later = 0) {
  auto offered = offers_of(t.engine, t, t.state().recorded_at() + later);
  EXPECT_TRUE(offered);
  return offered ? *std::move(offered) : Offered();
}

std::vector<Offer> offers_to(const Offered& offered, const std::string& player, OfKind kind) {
  std::vector<Offer> own;
  std::copy_if(offered.offers.begin(), offered.offers.end(), std::back_inserter(own),
               [&](const auto& offer) { return offer.player == player && offer.kind == kind; });
  return own;
}

// The only one.
Offer offer_to(const Table& t, const std::string& player, OfKind kind) {
  const auto own = offers_to(offered_in(t), player, kind);
  EXPECT_EQ(own.size(), 1U);
  return own.empty() ? Offer() : own.front();
}

bool is_offered_to(const Table& t, const std::string& player, OfKind kind, std::int64_t later = 0) {
  return !offers_to(offered_in(t, later), player, kind).empty();
}

// 110 players and 100 votes.
TEST(Offers, AreATenThousandAtMostAndItIsSaidIfThereAreMore) {
  std::vector<std::string> names;
  for (int at = 0; at < 110; ++at) names.push_back("P" + std::to_string(at));
  Table t(names, rules_with({HALF_OF_CAST, "numbering { first: 20 }", "turn_order { order: NO_TURNS }"}), v1::MAIL);
  EXPECT_FALSE(offered_in(t).are_more);
  auto called = enact("Cake.");
  called.mutable_proposal_made()->set_call_vote(true);
  for (int at = 0; at < 100; ++at) t.ok("P0", called);
  const auto offered = offered_in(t);
  EXPECT_EQ(offered.offers.size(), OFFERS_LIMIT);
  EXPECT_TRUE(offered.are_more);
}

// ---- Votes ---------------------------------------------------------------------------------------------------------

TEST(Offers, OfAVoteListWhatCanBeVoted) {
  Table without(OFFERED_TO, rules_with({HALF_OF_CAST}), v1::MAIL);
  Table with(OFFERED_TO, rules_with({"franchise { abstention: true }"}), v1::MAIL);
  for (auto* t : {&without, &with}) {
    auto proposal = enact("Cake.");
    proposal.mutable_proposal_made()->set_call_vote(true);
    t->ok("Ann", proposal);
  }
  EXPECT_EQ(offer_to(without, "Bob", OfKind::kVoteCast).choices, (SeveralChoices{Choice::FOR, Choice::AGAINST}));
  EXPECT_EQ(offer_to(with, "Bob", OfKind::kVoteCast).choices,
            (SeveralChoices{Choice::FOR, Choice::AGAINST, Choice::ABSTAIN}));
  EXPECT_TRUE(offer_to(with, "Bob", OfKind::kVoteCast).must);
}

// By the rule that obliges voters; where none does, as where a quorum may be missed, by the one that says who votes.
TEST(Offers, OfAVoteNameTheRuleByWhichItIsOnes) {
  Table may(OFFERED_TO, rules_with({HALF_OF_CAST, "franchise { electorate: PLAYERS }"}), v1::MAIL);
  Table must(OFFERED_TO, rules_with({"franchise { electorate: PLAYERS }", "voting_duty { every_voter: true }"}),
             v1::MAIL);
  for (auto* t : {&may, &must}) {
    auto proposal = enact("Cake.");
    proposal.mutable_proposal_made()->set_call_vote(true);
    t->ok("Ann", proposal);
    EXPECT_EQ(offer_to(*t, "Bob", OfKind::kVoteCast).rule.number(), t->state().rules(1).number());
  }
}

TEST(Offers, OfABallotThatStandsAreWhatTheRuleLetsChange) {
  Table t(OFFERED_TO, rules_with({"vote_changes { change: true times: 1 withdraw: true within { hours: 1 } }"}),
          v1::MAIL);
  t.ok("Ann", enact("Cake."));
  t.ok("Ann", call());
  t.ok("Bob", vote(FOR));
  EXPECT_FALSE(offer_to(t, "Bob", OfKind::kVoteCast).must);
  EXPECT_TRUE(is_offered_to(t, "Bob", OfKind::kVoteWithdrawn));
  EXPECT_FALSE(is_offered_to(t, "Cyd", OfKind::kVoteWithdrawn));
  // The hour is over.
  EXPECT_FALSE(is_offered_to(t, "Bob", OfKind::kVoteCast, 2 * OFFERED_HOURS));
  EXPECT_FALSE(is_offered_to(t, "Bob", OfKind::kVoteWithdrawn, 2 * OFFERED_HOURS));
  t.ok("Bob", vote(AGAINST));
  EXPECT_FALSE(is_offered_to(t, "Bob", OfKind::kVoteCast)) << "changed once, which is as often as may be";
}

TEST(Offers, OfAVoteAreNoMoreWhenItsTimeIsOverThoughNobodyTicked) {
  Table t(OFFERED_TO, rules_with({"voting_period { vote { hours: 12 } at_end: COUNT_CAST }"}), v1::MAIL);
  t.ok("Ann", enact("Cake."));
  t.ok("Ann", call());
  EXPECT_FALSE(offered_in(t, OFFERED_HOURS).as_of);
  EXPECT_TRUE(is_offered_to(t, "Bob", OfKind::kVoteCast, OFFERED_HOURS));
  EXPECT_FALSE(is_offered_to(t, "", OfKind::kTimePassed, OFFERED_HOURS));
  EXPECT_EQ(offered_in(t, 13 * OFFERED_HOURS).as_of, t.state().recorded_at() + 13 * OFFERED_HOURS);
  EXPECT_FALSE(is_offered_to(t, "Bob", OfKind::kVoteCast, 13 * OFFERED_HOURS));
  EXPECT_TRUE(is_offered_to(t, "", OfKind::kTimePassed, 13 * OFFERED_HOURS));
}

TEST(Offers, OfTheCallWaitForTheEndOfTheLeastDebate) {
  Table t(OFFERED_TO, rules_with({"voting_period { debate_at_least { hours: 2 } }"}), v1::MAIL);
  t.ok("Ann", enact("Cake."));
  EXPECT_FALSE(is_offered_to(t, "Ann", OfKind::kVoteCalled));
  EXPECT_TRUE(is_offered_to(t, "Ann", OfKind::kVoteCalled, 2 * OFFERED_HOURS));
  const auto status = status_of(t);
  EXPECT_TRUE(status.waiting_for.empty()) << "the game waits for the time";
  ASSERT_EQ(status.due.size(), 1U);
  EXPECT_EQ(status.due[0].what.variant, "may_be_called");
  EXPECT_EQ(status.due[0].at, t.state().recorded_at() + 2 * OFFERED_HOURS);
}

TEST(Offers, OfAnyonesCallAreToEverybodyAndWaitForTheProponent) {
  Table t(OFFERED_TO, rules_with({"debate { caller: ANYONE }"}), v1::MAIL);
  t.ok("Ann", enact("Cake."));
  EXPECT_TRUE(offer_to(t, "Ann", OfKind::kVoteCalled).must);
  EXPECT_FALSE(offer_to(t, "Bob", OfKind::kVoteCalled).must);
}

TEST(Offers, AreToAttestAnOutcomeOfAVoteOpenOrClosed) {
  Table t(OFFERED_TO, "1990", v1::MAIL);
  EXPECT_FALSE(is_offered_to(t, "Bob", OfKind::kOutcomeAttested));
  t.ok("Ann", enact("Cake."));
  EXPECT_FALSE(is_offered_to(t, "Bob", OfKind::kOutcomeAttested)) << "its vote is not called";
  t.ok("Ann", call());
  EXPECT_EQ(offer_to(t, "Bob", OfKind::kOutcomeAttested).proposal, 301U);
  t.everyone_votes(FOR);
  EXPECT_EQ(offer_to(t, "Bob", OfKind::kOutcomeAttested).blanks.front(), Blank::PROPOSAL);
}

// ---- Proposals -----------------------------------------------------------------------------------------------------

TEST(Offers, ToProposeListTheKindsThatCanBe) {
  // Four mutable rules, which is the most; none repealed, none amended, none immutable.
  Table t(OFFERED_TO,
          rules_with({"ruleset_bounds { max_mutable: 4 }", "turn_order { order: SEATING }", HALF_OF_CAST,
                      "joining { open: true }"}),
          v1::MAIL);
  EXPECT_EQ(
      offer_to(t, "Ann", OfKind::kProposalMade).changes,
      (std::vector<v1::ChangeKind>{v1::AMEND, v1::REPEAL, v1::TRANSMUTE_TO_IMMUTABLE, v1::RETITLE, v1::NO_CHANGE}));
  EXPECT_FALSE(is_offered_to(t, "Bob", OfKind::kProposalMade));
  t.turn("Ann", propose(v1::REPEAL, 4));
  EXPECT_EQ(offer_to(t, "Bob", OfKind::kProposalMade).changes,
            (std::vector<v1::ChangeKind>{v1::ENACT, v1::AMEND, v1::REPEAL, v1::TRANSMUTE_TO_IMMUTABLE, v1::REENACT,
                                         v1::RETITLE, v1::NO_CHANGE}));
}

// What is adopted comes into force with the next turn, before its proposal is looked at.
TEST(Offers, ToProposeKnowWhatWaitsForTheTurn) {
  Table t(OFFERED_TO,
          rules_with({"effectiveness { when: NEXT_TURN }", "rule_change_kinds { kinds: [ENACT, AMEND] }",
                      "turn_order { order: SEATING }", HALF_OF_CAST}),
          v1::MAIL);
  t.turn("Ann", amend(2, "Only enactments.", {"rule_change_kinds { kinds: [ENACT] }"}));
  ASSERT_EQ(t.state().pending_size(), 1);
  EXPECT_EQ(offer_to(t, "Bob", OfKind::kProposalMade).changes, (std::vector<v1::ChangeKind>{v1::ENACT}));
}

TEST(Offers, ToProposeStopWhereTooManyAreOpen) {
  Table t(OFFERED_TO, rules_with({"proposing { who: ANYONE open: 1 }"}), v1::MAIL);
  EXPECT_TRUE(is_offered_to(t, "Cyd", OfKind::kProposalMade));
  t.ok("Ann", enact("Cake."));
  EXPECT_FALSE(is_offered_to(t, "Cyd", OfKind::kProposalMade));
}

TEST(Offers, ToBeginATurnBesideOthersAreMade) {
  Table t(OFFERED_TO, rules_with({"turn_order { order: ALL_AT_ONCE }"}), v1::MAIL);
  t.ok("Ann", enact("Cake."));
  EXPECT_FALSE(is_offered_to(t, "Ann", OfKind::kProposalMade)) << "one turn in a circuit";
  EXPECT_TRUE(is_offered_to(t, "Bob", OfKind::kProposalMade));
}

// Clockwise by now, while two turns go on that began at once: the next waits for both.
TEST(Offers, ToBeginATurnWaitForEveryTurnThatGoesOn) {
  Table t(
      OFFERED_TO,
      rules_with(
          {"turn_order { order: ALL_AT_ONCE }",
           "turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 1000 } } }",
           HALF_OF_CAST}),
      v1::TABLE);
  t.ok("Ann", amend(1, "Clockwise.", {"turn_order { order: SEATING }"}));
  t.ok("Bob", enact("Cake."));
  t.ok("Ann", call(4));
  for (const auto& name : OFFERED_TO) t.ok(name, vote(FOR, 4));
  t.ok("Bob", call(5));
  for (const auto& name : OFFERED_TO) t.ok(name, vote(FOR, 5));
  t.ok("Bob", roll(1));
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::TURN_COMPLETE);
  EXPECT_FALSE(is_offered_to(t, "Cyd", OfKind::kProposalMade));
  EXPECT_EQ(status_of(t).waiting_for, (std::vector<std::string>{"Ann"}));
  t.ok("Ann", roll(1));
  EXPECT_TRUE(is_offered_to(t, "Cyd", OfKind::kProposalMade));
}

TEST(Offers, OfAThrowSayWhatDiceShowWhereTheyAreThrownByHand) {
  Table t(OFFERED_TO,
          rules_with({"turn_parts { parts { proposal {} } parts { throw { dice: 2 faces: 8 source: HAND "
                      "points_per_pip_thousandths: 1000 } } }",
                      "turn_order { order: SEATING }"}),
          v1::TABLE);
  t.ok("Ann", enact("Cake."));
  t.ok("Ann", call());
  t.everyone_votes(FOR);
  const auto offer = offer_to(t, "Ann", OfKind::kDiceThrown);
  EXPECT_EQ(offer.blanks, (std::vector<Blank>{Blank::FACES}));
  EXPECT_EQ(offer.dice, 2U);
  EXPECT_EQ(offer.faces, 8U);
}

// ---- Players -------------------------------------------------------------------------------------------------------

TEST(Offers, ToApproveStandUntilItIsSettled) {
  Table t(OFFERED_TO, rules_with({"joining { approval { numerator: 1 denominator: 1 } }"}), v1::MAIL);
  t.ok("Dan", join("Dan"));
  EXPECT_EQ(offer_to(t, "Ann", OfKind::kApprovalGiven).about, "Dan");
  v1::Event yes;
  yes.mutable_approval_given()->set_player("Dan");
  yes.mutable_approval_given()->set_approve(true);
  t.ok("Ann", yes);
  EXPECT_TRUE(is_offered_to(t, "Ann", OfKind::kApprovalGiven)) << "who approved may think otherwise";
}

TEST(Offers, ToJoinAreToContestWhereTheRulesAreAgainstIt) {
  Table open(OFFERED_TO, rules_with({"joining { open: true }"}), v1::MAIL);
  Table shut(OFFERED_TO, rules_with({"joining { open: false }"}), v1::MAIL);
  EXPECT_TRUE(is_offered_to(open, "", OfKind::kPlayerJoined));
  EXPECT_FALSE(is_offered_to(open, "", OfKind::kMoveContested));
  EXPECT_FALSE(is_offered_to(shut, "", OfKind::kPlayerJoined));
  EXPECT_TRUE(is_offered_to(shut, "", OfKind::kMoveContested));
}

TEST(Offers, ToBeAwayAreMadeWhereARuleKnowsIt) {
  Table t(OFFERED_TO, rules_with({"inactivity { declared: true suspends: [VOTING, TURNS] ends_by: ANY_MOVE }"}),
          v1::MAIL);
  EXPECT_EQ(offer_to(t, "Bob", OfKind::kActivityChanged).choices, (SeveralChoices{Choice::INACTIVE}));
  v1::Event away;
  away.mutable_activity_changed()->set_active(false);
  t.ok("Bob", away);
  EXPECT_EQ(offer_to(t, "Bob", OfKind::kActivityChanged).choices, (SeveralChoices{Choice::ACTIVE}));
  t.ok("Ann", enact("Cake."));
  t.ok("Ann", call());
  EXPECT_TRUE(is_offered_to(t, "Bob", OfKind::kVoteCast)) << "back with any move, the vote is theirs too";
  Table none(OFFERED_TO, "1990", v1::MAIL);
  EXPECT_FALSE(is_offered_to(none, "Bob", OfKind::kActivityChanged));
}

TEST(Offers, ToForfeitAreToAskOnceWhereOneMustBeLetGo) {
  Table t(OFFERED_TO, rules_with({"forfeit { always: false approval { numerator: 1 denominator: 2 } }"}), v1::MAIL);
  EXPECT_TRUE(is_offered_to(t, "Ann", OfKind::kPlayerForfeited));
  t.ok("Ann", forfeit());
  EXPECT_FALSE(is_offered_to(t, "Ann", OfKind::kPlayerForfeited));
  Table never(OFFERED_TO, rules_with({"forfeit { always: false }"}), v1::MAIL);
  EXPECT_FALSE(is_offered_to(never, "Ann", OfKind::kPlayerForfeited));
}

// ---- Judgment ------------------------------------------------------------------------------------------------------

TEST(Offers, OfAJudgmentNameItsQuestionAndOfOverrulingItsJudgment) {
  Table t(OFFERED_TO);
  EXPECT_FALSE(is_offered_to(t, "Cyd", OfKind::kConsentGiven));
  t.ok("Bob", invoke());
  EXPECT_EQ(offer_to(t, "Cyd", OfKind::kJudgmentDelivered).record, t.last());
  EXPECT_FALSE(is_offered_to(t, "Ann", OfKind::kJudgmentDelivered));
  EXPECT_EQ(offer_to(t, "Cyd", OfKind::kConsentGiven).choices, (SeveralChoices{Choice::GIVE}));
  t.ok("Cyd", consent());
  EXPECT_EQ(offer_to(t, "Cyd", OfKind::kConsentGiven).choices, (SeveralChoices{Choice::WITHDRAW}));
  t.ok("Cyd", judge(t.last() - 1));
  EXPECT_EQ(offer_to(t, "Ann", OfKind::kOverruleVoted).record, t.last());
  EXPECT_FALSE(is_offered_to(t, "Cyd", OfKind::kOverruleVoted)) << "nobody overrules themselves";
  t.ok("Ann", overrule(t.last(), false));
  EXPECT_FALSE(is_offered_to(t, "Bob", OfKind::kOverruleVoted)) << "one vote against ends it";
}

// ---- Corrections ---------------------------------------------------------------------------------------------------

// 1 becomes 9, and then 2 becomes 1: no objection to the first is possible until the second falls with it.
TEST(Offers, ToObjectAreMadeOfEachCorrection) {
  Table t(OFFERED_TO, rules_with({"joining { open: true }", "turn_order { order: SEATING }"}), v1::MAIL);
  t.ok("Ann", correct_number(1, bears_number(1, 9)));
  t.ok("Ann", correct_number(2, bears_number(2, 1)));
  const auto own = offers_to(offered_in(t), "Bob", OfKind::kObjectionRaised);
  ASSERT_EQ(own.size(), 2U);
  EXPECT_EQ(own[0].record, t.last() - 1);
  EXPECT_EQ(own[1].record, t.last());
}

TEST(Offers, ToTakeANoteAwayAreMadeWhereThereIsOne) {
  Table t(OFFERED_TO);
  EXPECT_EQ(offers_to(offered_in(t), "Bob", OfKind::kRuleAnnotated).size(), 1U);
  t.ok("Ann", annotate(201, "Clockwise as seen from above."));
  EXPECT_EQ(offers_to(offered_in(t), "Bob", OfKind::kRuleAnnotated).size(), 2U);
}

// ---- Keys ----------------------------------------------------------------------------------------------------------

TEST(Offers, ToWhoHasNoKeyLeftAreNone) {
  Table t(OFFERED_TO);
  const auto key = ledger::PrivateKey::generate().public_key().raw();
  v1::Event event;
  event.mutable_key_registered()->set_player("Ann");
  event.mutable_key_registered()->set_public_key(key);
  t.signers = {key};
  t.ok("Ann", event);
  const auto forfeits = offer_to(t, "Ann", OfKind::kPlayerForfeited);
  EXPECT_EQ(forfeits.blanks, (std::vector<Blank>{Blank::KEY}));
  EXPECT_TRUE(offer_to(t, "Bob", OfKind::kPlayerForfeited).blanks.empty());
  v1::Event revoked;
  revoked.mutable_key_revoked()->set_public_key(key);
  t.ok("Ann", revoked);
  const auto all = offered_in(t).offers;
  EXPECT_TRUE(std::none_of(all.begin(), all.end(), [](const auto& offer) { return offer.player == "Ann"; }));
}

// ---- A game that is recorded afterwards
// ------------------------------------------------------------------------------

TEST(Offers, InAGameThatIsRecordedAfterwardsAskForTheTime) {
  Keeper k(OFFERED_TO, rules_with({"turn_order { order: SEATING }"}));
  auto offered = offers_of(k.engine, k, RECORDED_AT);
  ASSERT_TRUE(offered);
  EXPECT_EQ(offers_to(*offered, "Bob", OfKind::kPlayerForfeited).front().blanks, (std::vector<Blank>{Blank::TIME}));
  EXPECT_EQ(offers_to(*offered, "", OfKind::kGameWentLive).size(), 1U);
  k.ok_live("", goes_live());
  offered = offers_of(k.engine, k, RECORDED_AT);
  ASSERT_TRUE(offered);
  EXPECT_TRUE(offers_to(*offered, "Bob", OfKind::kPlayerForfeited).front().blanks.empty());
  EXPECT_TRUE(offers_to(*offered, "", OfKind::kGameWentLive).empty());
}

// ---- The end -------------------------------------------------------------------------------------------------------

TEST(Offers, InAWonGameAreThoseOfDisputeAlone) {
  Table t(OFFERED_TO,
          rules_with({"victory { points: '5' }",
                      "judgment { seat: PRECEDING consent { numerator: 1 denominator: "
                      "2 strict: true } }"}),
          v1::MAIL);
  t.ok("Ann", act(2).points("Ann", 5));
  ASSERT_EQ(t.state().turn().phase(), v1::Turn::WON);
  for (const auto& offer : offered_in(t).offers) {
    const bool of_dispute = offer.kind == OfKind::kJudgmentInvoked || offer.kind == OfKind::kMoveContested ||
                            offer.kind == OfKind::kConsentGiven || offer.kind == OfKind::kKeyRegistered;
    EXPECT_TRUE(of_dispute) << static_cast<int>(offer.kind);
  }
  for (const auto* name : {"Bob", "Cyd"}) t.ok(name, consent());
  ASSERT_TRUE(t.state().closed());
  EXPECT_TRUE(offered_in(t).offers.empty());
}

// Dan's ballot for it counts no longer while he is away: one vote in favour is a third. With his it is half of all.
TEST(Offers, OfAnOutcomeCountWhoeverComesBackToAttestIt) {
  Table t(
      {"Ann", "Bob", "Cyd", "Dan"},
      rules_with({"turn_order { order: NO_TURNS }", "adoption { quota { numerator: 1 denominator: 2 base: ELIGIBLE } }",
                  "inactivity { declared: true ends_by: ANY_MOVE suspends: VOTING }"}),
      v1::MAIL);
  t.ok("Ann", enact("Cake."));
  t.ok("Ann", call());
  t.ok("Ann", vote(FOR));
  t.ok("Dan", vote(FOR));
  v1::Event away;
  away.mutable_activity_changed()->set_active(false);
  t.ok("Dan", away);
  const auto choices_of = [&](const std::string& player) {
    std::vector<SeveralChoices> choices;
    for (const auto& offer : offers_to(offered_in(t), player, OfKind::kOutcomeAttested)) {
      if (offer.proposal != 0) choices.push_back(offer.choices);
    }
    return choices;
  };
  const SeveralChoices both = {Choice::ADOPTED, Choice::DEFEATED};
  EXPECT_EQ(choices_of("Bob"), std::vector<SeveralChoices>{both});
  EXPECT_EQ(choices_of("Dan"), std::vector<SeveralChoices>{SeveralChoices{Choice::ADOPTED}});
  const auto proposal = t.state().proposals(0).number();
  t.refused("Dan", attest(proposal, false), ErrorCode::OUTCOME_CONTRADICTED);
  t.ok("Bob", attest(proposal, false));
}

// L71: whoever is away is not waited for in what goes on without them, though any move brings them back.
struct Away : Table {
  explicit Away(const std::string& suspends)
      : Table({"Ann", "Bob", "Cyd", "Dan"},
              rules_with({"turn_order { order: SEATING }", "turn_parts { parts { proposal {} } }",
                          "adoption { quota { numerator: 1 denominator: 2 base: CAST } }",
                          "inactivity { declared: true ends_by: ANY_MOVE " + suspends + " }",
                          "judgment { seat: PRECEDING overrule { numerator: 1 denominator: 1 } consent { numerator: 1 "
                          "denominator: 2 } consent_among: OTHERS_THAN_NEXT }"}),
              v1::MAIL) {}
  void goes_away(const std::string& player) {
    v1::Event event;
    event.mutable_activity_changed()->set_active(false);
    ok(player, event);
  }
};

using Names = std::vector<std::string>;

TEST(WaitedFor, AreNotPlayersWhoseTurnIsPassedWhileTheyAreAway) {
  Away t("suspends: TURNS");
  t.turn("Ann", enact("1."));
  t.goes_away("Bob");
  EXPECT_EQ(next_player(t.engine), "Cyd");
  EXPECT_EQ(status_of(t).waiting_for, Names{"Cyd"});
  // He may come back and begin it all the same.
  EXPECT_TRUE(is_offered_to(t, "Bob", OfKind::kProposalMade));
}

TEST(WaitedFor, AreNotVotersWhoseBallotsAreNotMissing) {
  Away t("suspends: VOTING");
  t.goes_away("Bob");
  t.ok("Ann", enact("1."));
  t.ok("Ann", call());
  EXPECT_EQ(status_of(t).waiting_for, (Names{"Ann", "Cyd", "Dan"}));
  EXPECT_EQ(missing_voters(t.engine, t.state().proposals(0)), (Names{"Ann", "Cyd", "Dan"}));
}

TEST(WaitedFor, IsNotAJudgeInWhosePlaceAnotherSits) {
  Away t("suspends: JUDGING");
  t.turn("Ann", enact("1."));
  t.ok("Bob", enact("2."));
  t.goes_away("Ann");
  t.ok("Cyd", invoke());
  EXPECT_EQ(judges_of(t.engine, t.state().questions(0)), Names{"Dan"});
  EXPECT_EQ(status_of(t).waiting_for, (Names{"Bob", "Dan"}));
}

TEST(WaitedFor, AreNotPlayersWhoseConsentIsNotAsked) {
  Away t("suspends: CONSENT");
  t.turn("Ann", enact("1."));
  t.ok("Cyd", invoke());
  t.ok("Dan", judge(t.last()));
  t.goes_away("Cyd");
  EXPECT_EQ(status_of(t).consents_missing, (Names{"Ann", "Dan"}));
  EXPECT_EQ(status_of(t).waiting_for, (Names{"Ann", "Dan"}));
}

// Bob's turn abolishes turns, so nobody waits for the consent that the next would need.
TEST(WaitedFor, AreNotPlayersWhoseConsentBeginsNoTurn) {
  Away t("suspends: TURNS");
  t.turn("Ann", enact("1."));
  t.ok("Bob", amend(1, "No turns.", {"turn_order { order: NO_TURNS }"}));
  t.ok("Bob", call());
  t.ok("Dan", invoke());
  const auto asked = t.last();
  t.everyone_votes(FOR);
  t.ok("Ann", judge(asked));
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::TURN_COMPLETE);
  EXPECT_TRUE(status_of(t).consents_missing.empty());
  EXPECT_EQ(status_of(t).consents_needed, 0U);
  // Turns may come back: consent can be given all the same.
  EXPECT_FALSE(offer_to(t, "Cyd", OfKind::kConsentGiven).must);
}

TEST(WaitedFor, AreNotVotersOnOverrulingWhereNoRuleProvidesForIt) {
  Table t({"Ann", "Bob", "Cyd"}, rules_with({"turn_order { order: SEATING }", "judgment { seat: PRECEDING }"}),
          v1::MAIL);
  t.ok("Ann", enact("1."));
  t.ok("Bob", invoke());
  t.ok("Cyd", judge(t.last()));
  t.refused("Bob", overrule(t.last()), ErrorCode::NO_JUDGMENT);
  EXPECT_TRUE(overrulers_missing(t.engine, t.state().judgments(0)).empty());
}

}  // namespace
}  // namespace nomic::replay::test
