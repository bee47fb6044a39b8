// Rules 110 and 211: which provision prevails, what is void, what yields.

#include "nomic/replay/law.h"

#include <ctime>

#include "nomic/replay/content.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"
#include "nomic/words/remarks.h"
#include "replay/game/table.h"

namespace nomic::replay::test {
namespace {

using Kind = v1::Consequence;

v1::Rule& add_rule(State& state, std::uint32_t number, v1::RuleStatus status,
                   const std::vector<std::string>& provisions) {
  auto& rule = state.edit_rules().add();
  rule.set_number(number);
  rule.set_lineage(number);
  rule.set_status(status);
  for (const auto& words : provisions) {
    auto provision = parse_provision(words);
    EXPECT_TRUE(provision) << words;
    if (provision) *rule.add_provisions() = *provision;
  }
  return rule;
}

State with_method() {
  State state;
  state.edit_founding().set_mode(v1::TABLE);
  state.edit_method().set_statuses(v1::PrecedenceMethod::MUTABLE_VOID);
  state.edit_method().set_same_status(v1::PrecedenceMethod::CLAIMS_THEN_LOWEST);
  return state;
}

std::string quota(int numerator, int denominator) {
  return "adoption { quota { numerator: " + std::to_string(numerator) + " denominator: " + std::to_string(denominator) +
         " base: ELIGIBLE } }";
}

std::uint32_t source(const State& state, v1::ChangeKind kind) {
  return Law(state).adoption({.change = kind, .player = {}}).source("quota").number();
}

TEST(Law, OfTheInitialSetHasNoConflicts) {
  for (const auto* edition : {"1982", "1990"}) {
    const Table t({"Ann", "Bob"}, edition);
    EXPECT_TRUE(t.engine.law().conflicts().empty()) << t.engine.law().conflicts().front().point;
    EXPECT_TRUE(t.state().void_rules().empty());
  }
}

TEST(Law, ANarrowerCaseIsAnExceptionNotAConflict) {
  const Table t({"Ann", "Bob"});
  EXPECT_EQ(source(t.state(), v1::TRANSMUTE_TO_MUTABLE), 109U);
  EXPECT_EQ(source(t.state(), v1::ENACT), 203U);
  EXPECT_EQ(source(t.state(), v1::TRANSMUTE_TO_IMMUTABLE), 203U);
}

TEST(Law, AMutableRuleThatContradictsAnImmutableOneInItsOwnCaseIsVoidAsAWhole) {
  auto state = with_method();
  add_rule(state, 109, v1::IMMUTABLE, {"scope { changes: TRANSMUTE_TO_MUTABLE } " + quota(1, 1)});
  add_rule(state, 203, v1::MUTABLE, {quota(1, 2)});
  add_rule(state, 301, v1::MUTABLE,
           {"scope { changes: TRANSMUTE_TO_MUTABLE } " + quota(1, 2), "forfeit { always: false }"});
  const Law law(state);
  EXPECT_TRUE(law.is_void(301));
  EXPECT_FALSE(law.is_void(203));                    // 109 is an exception to it
  EXPECT_FALSE(law.forfeit({}).value.has_always());  // none of a void rule's provisions counts
  EXPECT_EQ(source(state, v1::TRANSMUTE_TO_MUTABLE), 109U);
  ASSERT_EQ(law.conflicts().size(), 1U);
  EXPECT_EQ(law.conflicts()[0].end, Conflict::End::VOID);
}

TEST(Law, SayingTheSameIsNoConflict) {
  auto state = with_method();
  add_rule(state, 105, v1::IMMUTABLE, {"voting_duty { every_voter: true }"});
  add_rule(state, 301, v1::MUTABLE, {"voting_duty { every_voter: true }"});
  EXPECT_TRUE(Law(state).conflicts().empty());
}

TEST(Law, TheLowestNumberPrevailsAndTheLoserLosesOnlyThePoint) {
  auto state = with_method();
  add_rule(state, 203, v1::MUTABLE, {"franchise { votes_per_player: 1 }"});
  add_rule(state, 301, v1::MUTABLE, {"franchise { votes_per_player: 2 electorate: PLAYERS }"});
  const Law law(state);
  const auto franchise = law.franchise({});
  EXPECT_EQ(franchise.value.votes_per_player(), 1U);
  EXPECT_EQ(franchise.source("votes_per_player").number(), 203);
  EXPECT_EQ(franchise.source("electorate").number(), 301);
  ASSERT_EQ(law.conflicts().size(), 1U);
  EXPECT_EQ(law.conflicts()[0].end, Conflict::End::YIELDS);
  EXPECT_EQ(law.conflicts()[0].loser.number(), 301);
}

TEST(Law, AClaimPrevailsOverTheNumberUnlessItIsContradicted) {
  auto state = with_method();
  add_rule(state, 203, v1::MUTABLE, {quota(1, 1)});
  add_rule(state, 301, v1::MUTABLE, {quota(1, 2), "precedence_claim { relation: PREVAILS rules: '203' }"});
  EXPECT_EQ(source(state, v1::ENACT), 301U);
  *state.edit_rules().edit(0).add_provisions() =
      *parse_provision("precedence_claim { relation: PREVAILS rules: '301' }");
  EXPECT_EQ(source(state, v1::ENACT), 203U);
}

TEST(Law, ADeferenceYieldsToAHigherNumber) {
  auto state = with_method();
  add_rule(state, 203, v1::MUTABLE, {quota(1, 1), "precedence_claim { relation: DEFERS type: ANY_RULE }"});
  add_rule(state, 301, v1::MUTABLE, {quota(1, 2)});
  EXPECT_EQ(source(state, v1::ENACT), 301U);
}

// Rule 301 claims 150 times to prevail over rules with any of 24 kinds. Rule 302 claims to prevail over 301. Processor
// time: 30 s when each conflict read all claims.
TEST(Law, ManyClaimsAreReadOnceForManyConflicts) {
  auto state = with_method();
  std::vector<std::string> bounds;
  for (const char* change : {"AMEND", "REPEAL", "REENACT", "RESTORE", "RETITLE"}) {
    for (int at = 0; at < 10; ++at) {
      bounds.push_back(std::string("scope { changes: ENACT changes: ") + change +
                       " } victory_bound { points_only: true }");
    }
  }
  std::string claim = "precedence_claim { relation: PREVAILS";
  const auto& kinds = *v1::Provision::descriptor()->FindOneofByName("kind");
  for (int at = 0; at < kinds.field_count(); ++at) {
    if (kinds.field(at)->name() != "victory") claim += " kinds: \"" + kinds.field(at)->name() + "\"";
  }
  bounds.insert(bounds.end(), 150, claim + " }");
  std::vector<std::string> victories;
  for (int at = 1; at <= 200; ++at) {
    victories.push_back(
        "scope { changes: ENACT changes: TRANSMUTE_TO_MUTABLE } victory { rounds: " + std::to_string(at) + " }");
  }
  victories.emplace_back("precedence_claim { relation: PREVAILS rules: '301' }");
  add_rule(state, 301, v1::MUTABLE, bounds);
  add_rule(state, 302, v1::MUTABLE, victories);
  const auto begun = std::clock();
  const Law law(state);
  ASSERT_EQ(law.conflicts().size(), 10'000U);
  EXPECT_LT(std::clock() - begun, 5 * CLOCKS_PER_SEC);
  // Each claims to prevail over the other, since a claim is a kind, too. So the lower number decides.
  for (const auto& conflict : law.conflicts()) ASSERT_EQ(conflict.by, Conflict::By::LOWER_NUMBER);
}

TEST(Law, NoClaimLiftsAMutableRuleOverAnImmutableOne) {
  auto state = with_method();
  add_rule(state, 108, v1::IMMUTABLE, {"numbering { changed_rule: TAKES_PROPOSALS }"});
  add_rule(state, 301, v1::MUTABLE,
           {"numbering { changed_rule: KEEPS_ITS_OWN }", "precedence_claim { relation: PREVAILS type: ANY_RULE }"});
  EXPECT_TRUE(Law(state).is_void(301));
  EXPECT_EQ(Law(state).numbering({}).value.changed_rule(), v1::Numbering::TAKES_PROPOSALS);
}

TEST(Law, WithoutAMethodTheConflictIsLeftToAJudgment) {
  auto state = with_method();
  state.edit_method().Clear();
  add_rule(state, 203, v1::MUTABLE, {quota(1, 1)});
  add_rule(state, 301, v1::MUTABLE, {quota(1, 2)});
  const Law law(state);
  EXPECT_FALSE(law.adoption({.change = v1::ENACT, .player = {}}).value.has_quota());
  ASSERT_EQ(law.conflicts().size(), 1U);
  EXPECT_EQ(law.conflicts()[0].end, Conflict::End::UNDECIDED);
}

TEST(Law, ARuleThatSaysTwoThingsOfOneCaseSaysTheFirst) {
  auto state = with_method();
  state.edit_method().set_same_status(v1::PrecedenceMethod::CLAIMS_THEN_HIGHEST);
  add_rule(state, 301, v1::MUTABLE,
           {"franchise { electorate: PLAYERS }", "franchise { electorate: OTHERS_THAN_PROPONENT }"});
  EXPECT_EQ(Law(state).franchise({}).value.electorate(), v1::Franchise::PLAYERS);
  // So it does beside a rule over which it prevails, and which agrees with what it says first.
  add_rule(state, 205, v1::MUTABLE, {"franchise { electorate: PLAYERS }"});
  state.edit_rules().insert(2, state.rules(0));
  state.edit_rules().erase(0);
  EXPECT_EQ(Law(state).franchise({}).value.electorate(), v1::Franchise::PLAYERS);
}

TEST(Law, WhereRulesPrevailInARingThePointIsLeftToAJudgment) {
  auto state = with_method();
  add_rule(state, 201, v1::MUTABLE, {quota(1, 1)});
  add_rule(state, 202, v1::MUTABLE, {quota(1, 2)});
  add_rule(state, 203, v1::MUTABLE, {quota(1, 3)});
  EXPECT_EQ(source(state, v1::ENACT), 201U);
  // 201 prevails over 202 and 202 over 203 by their numbers, 203 over 201 by what it says of itself.
  *state.edit_rules().edit(2).add_provisions() =
      *parse_provision("precedence_claim { relation: PREVAILS rules: '201' }");
  EXPECT_FALSE(Law(state).adoption({.change = v1::ENACT, .player = {}}).value.has_quota());
}

TEST(Law, WhatLosesToTwoRulesDoesNotDecideBetweenThem) {
  auto state = with_method();
  state.edit_method().set_statuses(v1::PrecedenceMethod::MUTABLE_YIELDS);
  state.edit_method().clear_same_status();
  add_rule(state, 101, v1::IMMUTABLE, {quota(1, 1)});
  add_rule(state, 102, v1::IMMUTABLE, {quota(1, 2)});
  EXPECT_FALSE(Law(state).adoption({.change = v1::ENACT, .player = {}}).value.has_quota());
  add_rule(state, 203, v1::MUTABLE, {quota(1, 3)});
  EXPECT_FALSE(Law(state).adoption({.change = v1::ENACT, .player = {}}).value.has_quota());
}

TEST(Law, ProvisionsOfAnotherModeDoNotBind) {
  auto state = with_method();
  add_rule(state, 201, v1::MUTABLE, {"scope { mode: MAIL } turn_order { order: SURNAME }"});
  EXPECT_FALSE(Law(state).turn_order({}).value.has_order());
}

TEST(Law, BoundsAreAllObeyedUnlessNoNumberLiesBetween) {
  auto state = with_method();
  add_rule(state, 114, v1::IMMUTABLE, {"ruleset_bounds { min_mutable: 5 }"});
  auto& rule = add_rule(state, 209, v1::MUTABLE, {"ruleset_bounds { max_mutable: 25 }"});
  EXPECT_FALSE(Law(state).is_void(209));
  rule.mutable_provisions(0)->mutable_ruleset_bounds()->set_max_mutable(4);
  EXPECT_TRUE(Law(state).is_void(209));
}

TEST(LawInPlay, AProvisionAboutAPlayerBindsWhereThatPlayerIsMeant) {
  Table t({"Ann", "Bob", "Cyd"});
  t.turn("Ann", enact("Ann has two votes.",
                      {"scope { players: 'Ann' } franchise { votes_per_player: 2 }",
                       "scope { players: 'Cyd' } award { occasion: ADOPTED recipient: VOTERS_FOR amount { "
                       "fixed_thousandths: 3000 } reckoned: BEFORE_EFFECT }"}));
  t.ok("Bob", enact("X."));
  t.ok("Bob", call());
  const auto emitted = t.everyone_votes(FOR);
  EXPECT_EQ(one(emitted, Kind::kProposalAdopted).proposal_adopted().votes_for(), 4U);
  EXPECT_EQ(one(emitted, Kind::kProposalAdopted).proposal_adopted().eligible(), 4U);
  EXPECT_EQ(one(emitted, Kind::kScore).score().player(), "Cyd");  // of the three who voted for it
}

// ---- In a game -----------------------------------------------------------------------------------------------------

TEST(LawInPlay, ARuleEnactedAgainstAnImmutableOneIsVoidAndRevivesWhenThatIsGone) {
  Table t({"Ann", "Bob"});
  const auto emitted =
      t.turn("Ann", enact("Changed rules keep their numbers.", {"numbering { changed_rule: KEEPS_ITS_OWN }"}));
  EXPECT_EQ(one(emitted, Kind::kRuleVoid).rule_void().number(), "301");
  EXPECT_EQ(one(emitted, Kind::kRuleVoid).rule().number(), 108);
  EXPECT_EQ(t.state().void_rules().front(), 301U);
  t.turn("Bob", amend(206, "X."));  // 302: still renumbered
  EXPECT_NE(t.rule(302), nullptr);
  // Transmuted, 108 is a mutable rule of a higher number than 301: 301 revives and prevails.
  const auto freed = t.turn("Ann", propose(v1::TRANSMUTE_TO_MUTABLE, 108));
  EXPECT_EQ(one(freed, Kind::kRuleRevived).rule_revived().number(), "301");
  t.turn("Bob", amend(302, "Y."));
  EXPECT_EQ(t.text(302), "Y.");
}

TEST(LawInPlay, WithoutARuleOnAdoptionNoOutcomeIsDerivedAndTheTurnGoesOn) {
  Table t({"Ann", "Bob"});
  t.turn("Ann", propose(v1::REPEAL, 203));
  t.ok("Bob", enact("X."));
  t.ok("Bob", call());
  const auto emitted = t.everyone_votes(FOR);
  EXPECT_TRUE(has(emitted, Kind::kOutcomeUndetermined));
  EXPECT_EQ(t.state().proposals(0).phase(), v1::Proposal::UNDETERMINED);
  t.ok("Bob", roll(2));
  EXPECT_EQ(t.state().turn().phase(), v1::Turn::TURN_COMPLETE);
  t.refused("Ann", vote(FOR, 302), ErrorCode::PROPOSAL_CLOSED);
  // 109 still says what adopts the transmutation of an immutable rule.
  t.ok("Ann", propose(v1::TRANSMUTE_TO_MUTABLE, 101));
  t.ok("Ann", call(303));
  t.ok("Ann", vote(FOR, 303));
  EXPECT_TRUE(has(t.ok("Bob", vote(FOR, 303)), Kind::kProposalAdopted));
}

TEST(LawInPlay, WithoutARuleOnTurnsAnyoneMayProposeAndTheVoteEndsTheTurn) {
  Table t({"Ann", "Bob"});
  t.turn("Ann", propose(v1::REPEAL, 201));
  t.turn("Ann", propose(v1::REPEAL, 202));
  t.ok("Ann", enact("X."));
  t.ok("Ann", call());
  EXPECT_TRUE(has(t.everyone_votes(FOR), Kind::kTurnEnded));
}

TEST(LawInPlay, WarningsComeBeforeTheVote) {
  Table t({"Ann", "Bob"});
  t.ok("Ann", enact("Keep them.", {"numbering { changed_rule: KEEPS_ITS_OWN }"}));
  auto found = *warnings(t.engine, t.state().proposals(0), t);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(tools::words_of(found[0]).find("void"), std::string::npos);
  t.ok("Ann", revise(301, amend(206, "No provisions.")));
  found = *warnings(t.engine, t.state().proposals(0), t);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].variant, "drops_provisions");
  auto same = amend(101, "");
  same.mutable_proposal_made()->mutable_changes(0)->set_rule("206");
  const auto rule = with_texts(t, *t.rule(206));
  ASSERT_TRUE(rule);
  *same.mutable_proposal_made()->mutable_changes(0)->mutable_texts() = rule->texts();
  *same.mutable_proposal_made()->mutable_changes(0)->mutable_provisions() = rule->provisions();
  t.ok("Ann", revise(301, same));
  found = *warnings(t.engine, t.state().proposals(0), t);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].variant, "changes_nothing");
}

}  // namespace
}  // namespace nomic::replay::test
