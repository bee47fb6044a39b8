// Numbers as the players had them: in a game that is recorded afterwards its keeper says them, of proposals in any
// order, and of rules; what no trace is left of is never invented. Worked out by hand.

#include "nomic/replay/players_numbers.h"

#include <algorithm>

#include "nomic/replay/content.h"
#include "nomic/replay/digest.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/fold.h"
#include "nomic/replay/reference.h"
#include "replay/game/free_moves.h"
#include "replay/game/keeper.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;
using Numbers = std::vector<std::uint32_t>;

// Rules 1 to 5; 3 and 4 are for people. Proposals from 20 on, without turns; a changed rule bears its proposal's
// number. Rule 5: the proponent of what is adopted gains the proposal's number, less 10, times the share of votes in
// favour.
v1::Ruleset plain_rules(const std::string& changed = "TAKES_PROPOSALS") {
  const std::vector<std::vector<std::string>> written = {
      {"effectiveness { when: VOTE_COMPLETE }", "turn_order { order: NO_TURNS }",
       "adoption { quota { numerator: 1 denominator: 2 base: CAST strict: true } }",
       "franchise { electorate: PLAYERS votes_per_player: 1 }"},
      {"numbering { first: 20 changed_rule: " + changed + " }"},
      {},
      {},
      {"award { occasion: ADOPTED recipient: THE_PROPONENT amount { popularity { minus: 10 } } reckoned: BEFORE_EFFECT "
       "}"}};
  return rules_of(written);
}

v1::Event numbered(v1::Event event, std::uint32_t number) {
  event.mutable_proposal_made()->set_number(reference(number));
  return event;
}

v1::Event of_unknown_number(v1::Event event) {
  event.mutable_proposal_made()->set_number_unknown(true);
  return event;
}

v1::Event as_rule(v1::Event event, std::uint32_t number) {
  event.mutable_proposal_made()->mutable_changes(0)->set_number(reference(number));
  return event;
}

v1::Event nothing() {
  return propose(v1::NO_CHANGE, 0);
}

v1::Event without_text(v1::Event event) {
  auto& change = *event.mutable_proposal_made()->mutable_changes(0);
  change.clear_texts();
  change.set_text_unknown(true);
  return event;
}

// Every move a minute after the one before.
struct Numbered : Keeper {
  explicit Numbered(const v1::Ruleset& rules = plain_rules()) : Keeper({"Ann", "Bob"}, rules) {}

  [[nodiscard]] Said now() {
    minute_ += 60'000'000;
    return {minute_, minute_};
  }
  Consequences made(const v1::Event& event) { return ok("Ann", event, now()); }
  // Made, and voted for by both.
  Consequences adopted(v1::Event event) {
    event.mutable_proposal_made()->set_call_vote(true);
    const auto number = number_in(one(made(event), Kind::kProposalMade).proposal_made().proposal());
    ok("Ann", vote(FOR, number), now());
    return ok("Bob", vote(FOR, number), now());
  }
  using Keeper::refused;
  void refused(const v1::Event& event, ErrorCode code) { Keeper::refused("Ann", event, Said{minute_, minute_}, code); }
  [[nodiscard]] Numbers rules() const {
    Numbers all;
    for (const auto& rule : state().rules()) all.push_back(rule.number());
    return all;
  }
  [[nodiscard]] const v1::Rule& rule(std::uint32_t number) const {
    const auto& all = state().rules();
    return *std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.number() == number; });
  }
  [[nodiscard]] Numbers open() const {
    Numbers all;
    for (const auto& proposal : state().proposals()) all.push_back(proposal.number());
    return all;
  }
  // "1-19 21-24"
  [[nodiscard]] std::string left() const {
    std::string out;
    for (const auto& run : state().players_numbers().free()) {
      out += (out.empty() ? "" : " ") + std::to_string(run.first()) + "-" + std::to_string(run.last());
    }
    return out;
  }
  // The state derived from record 0 is this one.
  void expect_derived_alike() const {
    auto derived = fold(Engine(), moves.size(), *this);
    ASSERT_TRUE(derived);
    EXPECT_EQ(digest_of(derived->state()), digest_of(state()));
    EXPECT_EQ(digest_of(State::from_wire(state().to_wire())), digest_of(state()));
  }

 private:
  std::int64_t minute_ = 1'335'866'400'000'000;  // 2012-05-01T10:00:00Z
};

std::uint32_t given(const Consequences& emitted) {
  return number_in(one(emitted, Kind::kProposalMade).proposal_made().proposal());
}

// ---- Proposals ------------------------------------------------------------------------------------------------------

TEST(PlayersNumbers, ComeInAnyOrderAndTheNextGoesOnFromTheGreatest) {
  Numbered g;
  EXPECT_EQ(given(g.made(numbered(enact("A."), 25))), 25U);
  EXPECT_EQ(g.left(), "1-24");
  EXPECT_EQ(given(g.made(numbered(enact("B."), 22))), 22U);
  EXPECT_EQ(g.left(), "1-21 23-24");
  EXPECT_EQ(given(g.made(enact("C."))), 26U);
  EXPECT_EQ(given(g.made(numbered(enact("D."), 7))), 7U);
  EXPECT_EQ(given(g.made(numbered(enact("E."), 20))), 20U);
  EXPECT_EQ(g.left(), "1-6 8-19 21-21 23-24");
  EXPECT_EQ(g.state().next_number(), 27U);
  EXPECT_EQ(g.open(), (Numbers{25, 22, 26, 7, 20}));
  g.expect_derived_alike();
}

TEST(PlayersNumbers, AreSaidToBeTheirsInWhatComesOfThem) {
  Numbered g;
  EXPECT_TRUE(one(g.made(numbered(enact("A."), 25)), Kind::kProposalMade).proposal_made().players_number());
  EXPECT_FALSE(one(g.made(enact("B.")), Kind::kProposalMade).proposal_made().has_players_number());
}

TEST(PlayersNumbers, AreGivenOnce) {
  Numbered g;
  g.made(enact("By the rules: 20."));
  g.refused(numbered(enact("Again."), 20), ErrorCode::NUMBER_TAKEN);
  g.made(numbered(enact("A."), 25));
  g.refused(numbered(enact("Again."), 25), ErrorCode::NUMBER_TAKEN);
  g.refused(numbered(enact("Again."), 20), ErrorCode::NUMBER_TAKEN);
  // Closed proposals have theirs, too.
  g.ok("Ann", call(25), g.now());
  g.ok("Ann", vote(AGAINST, 25), g.now());
  g.ok("Bob", vote(AGAINST, 25), g.now());
  EXPECT_EQ(g.open(), Numbers{20});
  g.refused(numbered(enact("Again."), 25), ErrorCode::NUMBER_TAKEN);
}

// Rule 3 says another first number, of transmutations alone.
TEST(PlayersNumbers, AreNoneThatTheRulesGaveBefore) {
  auto rules = plain_rules();
  *rules.mutable_rules(2)->add_provisions() =
      *parse_provision("scope { changes: TRANSMUTE_TO_IMMUTABLE } numbering { first: 30 }");
  Numbered g(rules);
  EXPECT_EQ(given(g.made(enact("By the rules."))), 20U);
  g.made(numbered(enact("A."), 25));
  EXPECT_EQ(g.left(), "1-19 21-24");
  g.refused(numbered(enact("Again."), 20), ErrorCode::NUMBER_TAKEN);
  g.expect_derived_alike();
}

TEST(PlayersNumbers, OfAStruckProposalAreNotGivenAgain) {
  auto rules = plain_rules();
  *rules.mutable_rules(2)->add_provisions() = *parse_provision("judgment { seat: NAMED judge: \"Bob\" }");
  Numbered g(rules);
  g.made(numbered(enact("A."), 25));
  const auto struck = g.state().size() - 1;
  g.made(numbered(enact("B."), 22));
  g.ok("Ann", ask_judge(), g.now());
  g.ok("Bob", judge_strikes(g.state().size() - 1, {struck}), g.now());
  EXPECT_EQ(g.open(), Numbers{22});
  g.refused(numbered(enact("Again."), 25), ErrorCode::NUMBER_TAKEN);
  EXPECT_EQ(given(g.made(enact("C."))), 26U);
  EXPECT_EQ(g.left(), "1-21 23-24");
  g.expect_derived_alike();
}

TEST(PlayersNumbers, AreNotThoseOfRulesThatANewRuleWouldMeet) {
  Numbered g;
  g.refused(numbered(enact("A."), 3), ErrorCode::NUMBER_TAKEN);
  g.refused(numbered(amend(4, "A."), 3), ErrorCode::NUMBER_TAKEN);
  // A repeal gives no rule its number.
  EXPECT_EQ(given(g.made(numbered(propose(v1::REPEAL, 4), 3))), 3U);
}

TEST(PlayersNumbers, HaveTheirLimits) {
  Numbered g;
  g.refused(numbered(enact("A."), unnumbered_of(57)), ErrorCode::NUMBERS_EXHAUSTED);
  g.refused(of_unknown_number(numbered(as_rule(enact("A."), 30), 25)), ErrorCode::BAD_CHANGE);
  g.made(numbered(enact("A."), 999'999'999));
  g.refused(enact("B."), ErrorCode::NUMBERS_EXHAUSTED);
  g.made(numbered(enact("B."), 999'999'998));
}

TEST(PlayersNumbers, AreTakenOnlyWhileAGameIsRecordedAfterwards) {
  Table t({"Ann", "Bob"});
  t.refused("Ann", numbered(enact("A."), 305), ErrorCode::NUMBERED_BY_RULES);
  t.refused("Ann", of_unknown_number(propose(v1::REPEAL, 209)), ErrorCode::NUMBERED_BY_RULES);
  t.refused("Ann", as_rule(enact("A."), 305), ErrorCode::NUMBERED_BY_RULES);
  t.refused("Ann", without_text(enact("A.")), ErrorCode::NUMBERED_BY_RULES);
  t.refused("Ann", nothing(), ErrorCode::KIND_NOT_ALLOWED);
  Numbered g;
  g.ok_live("", goes_live());
  g.refused("Ann", numbered(enact("A."), 25), RECORDED_AT, ErrorCode::NUMBERED_BY_RULES);
}

TEST(PlayersNumbers, LeaveNothingOnRecordOfThoseBetween) {
  Numbered g;
  g.made(numbered(enact("A."), 25));
  EXPECT_TRUE(is_left_free(g.state(), 22));
  EXPECT_FALSE(is_left_free(g.state(), 25));
  EXPECT_FALSE(is_left_free(g.state(), 26));
  g.refused(vote(FOR, 22), ErrorCode::NO_SUCH_PROPOSAL);
  g.refused(attest(22, true), ErrorCode::NO_SUCH_PROPOSAL);
  g.refused(attest(26, true), ErrorCode::NO_SUCH_PROPOSAL);
}

TEST(PlayersNumbers, StayThroughARevision) {
  Numbered g;
  g.made(numbered(enact("A."), 25));
  g.ok("Ann", revise(25, amend(3, "B.")), g.now());
  g.ok("Ann", call(25), g.now());
  g.ok("Ann", vote(FOR, 25), g.now());
  g.ok("Bob", vote(FOR, 25), g.now());
  EXPECT_EQ(g.rules(), (Numbers{1, 2, 4, 5, 25}));
}

// ---- Not known ------------------------------------------------------------------------------------------------------

TEST(UnknownNumbers, LeaveTheRuleItsNumber) {
  Numbered g;
  const auto emitted = g.adopted(of_unknown_number(amend(3, "B.")));
  EXPECT_EQ(one(emitted, Kind::kRuleAmended).rule_amended().to_number(), "3");
  EXPECT_EQ(g.rules(), (Numbers{1, 2, 3, 4, 5}));
  // The next that the rules number is the first.
  EXPECT_EQ(given(g.made(enact("C."))), 20U);
  g.expect_derived_alike();
}

TEST(UnknownNumbers, AreTheRecordsOfTheirProposals) {
  Numbered g;
  const auto record = g.state().size();
  EXPECT_EQ(given(g.made(of_unknown_number(amend(3, "B.")))), unnumbered_of(record));
  EXPECT_EQ(record_of_unnumbered(unnumbered_of(57)), 57U);
  EXPECT_EQ(g.state().next_number(), 20U);
  g.refused(vote(FOR, unnumbered_of(record + 1)), ErrorCode::NO_SUCH_PROPOSAL);
  g.refused(vote(FOR, unnumbered_of(1)), ErrorCode::NO_SUCH_PROPOSAL);
}

TEST(UnknownNumbers, ANewRuleMustBearOneAllTheSame) {
  Numbered g;
  g.refused(of_unknown_number(enact("A.")), ErrorCode::NUMBER_NOT_SAID);
  g.adopted(of_unknown_number(as_rule(enact("A."), 30)));
  EXPECT_EQ(g.rules(), (Numbers{1, 2, 3, 4, 5, 30}));
  EXPECT_EQ(g.state().next_number(), 20U);
}

// 30 - 10 = 20 for all votes in favour; what is reckoned from a number that is not known is not known.
TEST(UnknownNumbers, GiveNoPoints) {
  Numbered g;
  g.adopted(numbered(enact("A."), 30));
  EXPECT_EQ(g.points("Ann"), 20);
  const auto emitted = g.adopted(of_unknown_number(amend(3, "B.")));
  EXPECT_TRUE(has(emitted, Kind::kNotKnown));
  EXPECT_FALSE(has(emitted, Kind::kScore));
  EXPECT_EQ(g.points("Ann"), 20);
}

TEST(UnknownNumbers, AClosedOneIsAttestedBesideItsOutcome) {
  Numbered g;
  const auto record = g.state().size();
  g.adopted(of_unknown_number(amend(3, "B.")));
  const auto emitted = g.ok("Bob", attest(unnumbered_of(record), true), g.now());
  EXPECT_EQ(one(emitted, Kind::kOutcomeAttested).outcome_attested().differs(), Kind::OutcomeAttested::AGREES);
  g.refused(vote(FOR, unnumbered_of(record)), ErrorCode::PROPOSAL_CLOSED);
}

// ---- Rules ----------------------------------------------------------------------------------------------------------

TEST(PlayersNumbersOfRules, AreBorneFromTheEffectOn) {
  Numbered g;
  const auto emitted = g.adopted(as_rule(amend(3, "B."), 40));
  const auto amended = one(emitted, Kind::kRuleAmended).rule_amended();
  EXPECT_EQ(amended.to_number(), "40");
  EXPECT_TRUE(amended.players_number());
  EXPECT_EQ(g.rules(), (Numbers{1, 2, 4, 5, 40}));
  // A number of a rule's own moves no count; but no proposal is given one that a rule bears.
  EXPECT_EQ(given(g.made(enact("C."))), 21U);
  g.adopted(as_rule(enact("D."), 23));
  EXPECT_EQ(given(g.made(enact("E."))), 24U);
  g.expect_derived_alike();
}

TEST(PlayersNumbersOfRules, AreBorneByOneRule) {
  Numbered g;
  g.refused(as_rule(amend(3, "B."), 4), ErrorCode::NUMBER_TAKEN);
  g.refused(as_rule(enact("B."), 4), ErrorCode::NUMBER_TAKEN);
  g.refused(as_rule(enact("B."), unnumbered_of(57)), ErrorCode::NUMBERS_EXHAUSTED);
  g.adopted(as_rule(amend(3, "B."), 40));
  // Rule 3 began with that number: a new rule does not.
  g.refused(as_rule(enact("B."), 3), ErrorCode::NUMBER_TAKEN);
  g.made(numbered(as_rule(amend(40, "Back."), 3), 50));
  g.refused(as_rule(enact("B."), 50), ErrorCode::NUMBER_TAKEN);
  g.refused(as_rule(amend(4, "B."), 3), ErrorCode::NUMBER_TAKEN);
}

TEST(PlayersNumbersOfRules, AreItsOwnWhoeverBoreThemBefore) {
  Numbered g;
  g.adopted(as_rule(enact("B."), 33));
  g.adopted(propose(v1::REPEAL, 33));
  const auto record = g.moves.size();
  g.adopted(as_rule(enact("C."), 40));
  // Another rule is found to bear the number of the one that is gone.
  g.ok("Ann", correct_number(record, bears_number(40, 33, Bears::ALL_ALONG)), g.now());
  EXPECT_EQ(g.rules(), (Numbers{1, 2, 3, 4, 5, 33}));
  g.adopted(numbered(as_rule(amend(33, "D."), 33), 50));
  EXPECT_EQ(g.rules(), (Numbers{1, 2, 3, 4, 5, 33}));
  // Nobody else's by that.
  g.refused(as_rule(amend(4, "E."), 33), ErrorCode::NUMBER_TAKEN);
  g.refused(as_rule(enact("E."), 40), ErrorCode::NUMBER_TAKEN);
  g.expect_derived_alike();
}

TEST(PlayersNumbersOfRules, OfTwoChangesAreTwo) {
  Numbered g;
  auto event = as_rule(amend(3, "B."), 40);
  *event.mutable_proposal_made()->add_changes() = as_rule(amend(4, "C."), 40).proposal_made().changes(0);
  g.refused(event, ErrorCode::BAD_CHANGE);
  event.mutable_proposal_made()->mutable_changes(1)->set_number("41");
  g.adopted(event);
  EXPECT_EQ(g.rules(), (Numbers{1, 2, 5, 40, 41}));
}

TEST(PlayersNumbersOfRules, AreGivenByActsToo) {
  Numbered g;
  v1::Event event = act(4, "A page was posted.");
  auto& change = *event.mutable_act_performed()->add_changes();
  change.set_kind(v1::ENACT);
  change.add_texts()->set_text("Posted.");
  change.set_number("3");
  g.refused(event, ErrorCode::NUMBER_TAKEN);
  event.mutable_act_performed()->mutable_changes(0)->set_number("33");
  g.ok("Ann", event, g.now());
  EXPECT_EQ(g.rules(), (Numbers{1, 2, 3, 4, 5, 33}));
  EXPECT_EQ(given(g.made(enact("C."))), 20U);
  event.mutable_act_performed()->mutable_changes(0)->Clear();
  event.mutable_act_performed()->mutable_changes(0)->set_kind(v1::NO_CHANGE);
  g.refused(event, ErrorCode::BAD_CHANGE);
}

// ---- No rule-change, and no text ------------------------------------------------------------------------------------

TEST(ProposedNothing, IsVotedOnAndChangesNoRule) {
  Numbered g;
  const auto rules = g.rules();
  const auto emitted = g.adopted(numbered(nothing(), 31));
  EXPECT_TRUE(has(emitted, Kind::kProposalAdopted));
  EXPECT_FALSE(has(emitted, Kind::kWithoutEffect));
  EXPECT_EQ(g.rules(), rules);
  EXPECT_EQ(g.points("Ann"), 21);
  g.expect_derived_alike();
}

TEST(ProposedNothing, HoldsNothingElse) {
  Numbered g;
  auto event = nothing();
  *event.mutable_proposal_made()->add_changes() = amend(3, "B.").proposal_made().changes(0);
  g.refused(event, ErrorCode::BAD_CHANGE);
  event = nothing();
  event.mutable_proposal_made()->mutable_changes(0)->add_texts()->set_text("B.");
  g.refused(event, ErrorCode::BAD_CHANGE);
  g.refused(propose(v1::NO_CHANGE, 3), ErrorCode::BAD_CHANGE);
  g.refused(as_rule(nothing(), 40), ErrorCode::BAD_CHANGE);
}

TEST(ProposedNothing, WaitsForNoMoment) {
  auto rules = plain_rules();
  rules.mutable_rules(0)->mutable_provisions(0)->mutable_effectiveness()->set_when(v1::Effectiveness::NEXT_TURN);
  Numbered g(rules);
  const auto emitted = g.adopted(nothing());
  EXPECT_FALSE(has(emitted, Kind::kEffectAwaited));
  EXPECT_TRUE(g.state().pending().empty());
}

TEST(UnknownTexts, AreNoTextsAndNotEmptyOnes) {
  Numbered g;
  g.refused(enact(""), ErrorCode::BAD_CHANGE);
  g.adopted(numbered(without_text(enact("")), 30));
  g.adopted(numbered(without_text(amend(3, "")), 31));
  auto both = enact("B.");
  both.mutable_proposal_made()->mutable_changes(0)->set_text_unknown(true);
  g.refused(both, ErrorCode::BAD_CHANGE);
  auto repeal = propose(v1::REPEAL, 4);
  repeal.mutable_proposal_made()->mutable_changes(0)->set_text_unknown(true);
  g.refused(repeal, ErrorCode::BAD_CHANGE);
  for (const auto& rule : g.state().rules()) {
    EXPECT_FALSE(rule.text_unknown());
    const auto whole = with_texts(g, rule);
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->text_unknown(), rule.number() >= 30) << rule.number();
    EXPECT_EQ(whole->texts().empty(), rule.number() >= 30) << rule.number();
  }
  g.expect_derived_alike();
}

// A later amendment has a text again, and to repeal it brings back that there is none.
TEST(UnknownTexts, ComeAndGoWithTheirVersions) {
  Numbered g(plain_rules("KEEPS_ITS_OWN"));
  g.adopted(without_text(amend(3, "")));
  g.adopted(amend(3, "Known."));
  EXPECT_EQ(texts_of(g, g.rule(3))->size(), 1U);
  g.adopted(propose(v1::RESTORE, 3));
  EXPECT_TRUE(with_texts(g, g.rule(3))->text_unknown());
  g.adopted(propose(v1::RESTORE, 3));
  EXPECT_EQ(texts_of(g, g.rule(3))->at(0).text(), "A rule.");
}

}  // namespace
}  // namespace nomic::replay::test
