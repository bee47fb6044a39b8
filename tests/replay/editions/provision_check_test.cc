#include <google/protobuf/descriptor.h>

#include <set>

#include "nomic/replay/edition.h"
#include "replay/expect.h"

namespace nomic::replay {
namespace {

const std::vector<std::string> ACCEPTED = {
    "rule_change_kinds { kinds: [ENACT, AMEND] restore_mutable_only: false per_proposal: 100 }",
    "franchise { electorate: PLAYERS votes_per_player: 1000 }",
    "effectiveness { when: VOTE_COMPLETE not_before: VOTE_COMPLETE retroactive: false }",
    "numbering { first: 999999999 changed_rule: KEEPS_ITS_OWN }",
    "adoption { quota { numerator: 2 denominator: 3 base: ELIGIBLE } }",
    "adoption { quota { numerator: 1 denominator: 1 base: CAST } }",
    "adoption { quota { numerator: 1 denominator: 2 strict: true base: CAST } "
    "later { after_circuit: 2 quota { numerator: 4294967294 denominator: 4294967295 strict: true base: ELIGIBLE } } }",
    "precedence_method { statuses: MUTABLE_VOID same_status: CLAIMS_THEN_LOWEST }",
    "precedence_claim { relation: PREVAILS type: ANY_RULE }",
    "precedence_claim { relation: DEFERS rules: [201, 305] }",
    "voting_duty { every_proposal: true }",
    "victory_bound { points_only: true }",
    "debate { caller: ANYONE judge_may_be_asked: true }",
    "victory { points: 1000000000000 }",
    "victory { unable_to_complete_turn: true }",
    "forfeit { always: false }",
    "ruleset_bounds { min_mutable: 1 max_mutable: 1 }",
    "turn_order { order: SURNAME starting_points: -1000000000000 }",
    "turn_parts { parts { proposal {} } }",
    "turn_parts { parts { proposal {} } parts { throw { dice: 100 faces: 1000 points_per_pip: 14300 } } }",
    "turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 2 points_per_pip: -1000 } } }",
    "turn_parts { parts { proposal {} } parts { award { amount { popularity { minus: 291 } } reckoned: AFTER_EFFECT } "
    "} }",
    "award { occasion: VOTED_ON recipient: OTHER_VOTERS_FOR amount { fixed: 0 } reckoned: BEFORE_EFFECT }",
    "judgment { seat: PRECEDING pass_over_team_mates: true overrule { numerator: 1 denominator: 1 } "
    "consent { numerator: 1 denominator: 2 strict: true } consent_among: ALL_PLAYERS one_judge_a_turn: true }",
    "transmutation { explicit_kinds: [TRANSMUTE_TO_MUTABLE] }",
    "consultation { team_mates_only: true }",
    "scope { changes: [ENACT] mode: MAIL players: [\"Ann\", \"Bob\"] } forfeit { always: true }",
};

TEST(CheckProvision, AcceptsWhatCanBeMet) {
  for (const std::string& text : ACCEPTED) {
    const Result<v1::Provision> provision = parse_provision(text);
    EXPECT_TRUE(provision.ok()) << text << "\n" << why(provision);
  }
}

TEST(CheckProvision, IsTriedWithEveryKind) {
  std::set<int> tried;
  for (const std::string& text : ACCEPTED) tried.insert(parse_provision(text)->kind_case());
  EXPECT_EQ(static_cast<int>(tried.size()), v1::Provision::descriptor()->oneof_decl(0)->field_count());
}

TEST(PrintProvision, PrintsWhatParses) {
  for (const std::string& text : ACCEPTED) {
    const v1::Provision provision = *parse_provision(text);
    const std::string line = print_provision(provision);
    EXPECT_EQ(line.find('\n'), std::string::npos);
    EXPECT_EQ(parse_provision(line)->SerializeAsString(), provision.SerializeAsString()) << line;
  }
  EXPECT_EQ(print_provision(*parse_provision("adoption{quota{numerator:2 denominator:3 base:ELIGIBLE}}")),
            "adoption { quota { numerator: 2 denominator: 3 base: ELIGIBLE } }");
  EXPECT_EQ(print_provision(*parse_provision("scope { players: \"\xE5\xB1\xB1\" } forfeit { always: true }")),
            "scope { players: \"\xE5\xB1\xB1\" } forfeit { always: true }");
}

struct Refused {
  std::string text;
  std::vector<std::string> said;
};

TEST(CheckProvision, RefusesWhatCannotAndNamesTheField) {
  const std::vector<Refused> cases = {
      {"", {"is of no kind", "adoption"}},
      {"scope { mode: TABLE }", {"is of no kind"}},
      // Quotas.
      {"adoption { quota { numerator: 3 denominator: 2 base: CAST } }", {"adoption.quota is 3/2, more than all"}},
      {"adoption { quota { numerator: 1 base: CAST } }", {"adoption.quota.denominator is 0"}},
      {"adoption { quota { denominator: 2 base: CAST } }", {"adoption.quota.numerator is 0"}},
      {"adoption { quota { numerator: 1 denominator: 1 strict: true base: CAST } }",
       {"adoption.quota", "more than all"}},
      {"adoption { quota { numerator: 1 denominator: 2 } }", {"adoption.quota.base is missing", "ELIGIBLE, CAST"}},
      {"adoption { later { after_circuit: 2 } }", {"adoption.later.quota is missing"}},
      {"adoption { later { quota { numerator: 1 denominator: 2 base: CAST } } }",
       {"adoption.later.after_circuit is 0"}},
      {"adoption { later { after_circuit: 1 quota { numerator: 2 denominator: 1 base: CAST } } }",
       {"adoption.later.quota is 2/1"}},
      {"judgment { overrule { numerator: 2 denominator: 1 } }", {"judgment.overrule is 2/1"}},
      {"judgment { consent { denominator: 1 } }", {"judgment.consent.numerator is 0"}},
      // Counts.
      {"rule_change_kinds { per_proposal: 0 }", {"rule_change_kinds.per_proposal is 0", "1 to 100"}},
      {"rule_change_kinds { per_proposal: 101 }", {"is 101"}},
      {"franchise { votes_per_player: 0 }", {"franchise.votes_per_player is 0", "1 to 1000"}},
      {"franchise { votes_per_player: 1001 }", {"is 1001"}},
      {"numbering { first: 0 }", {"numbering.first is 0"}},
      {"numbering { first: 1000000000 }", {"numbering.first is 1000000000"}},
      {"ruleset_bounds { min_mutable: 3 max_mutable: 2 }", {"ruleset_bounds asks for at least 3 and at most 2"}},
      // Amounts.
      {"victory { points: 1000000000001 }", {"victory.points", "thousand million"}},
      {"turn_order { starting_points: -1000000000001 }", {"turn_order.starting_points"}},
      {"award { occasion: ADOPTED recipient: VOTERS_FOR amount { fixed: 9223372036854775807 } reckoned: BEFORE_EFFECT "
       "}",
       {"award.amount.fixed"}},
      {"award { occasion: ADOPTED recipient: VOTERS_FOR amount {} reckoned: BEFORE_EFFECT }",
       {"award.amount says no amount"}},
      {"award { occasion: ADOPTED recipient: VOTERS_FOR reckoned: BEFORE_EFFECT }", {"award.amount is missing"}},
      {"award { recipient: VOTERS_FOR amount { fixed: 1 } reckoned: BEFORE_EFFECT }",
       {"award.occasion is missing", "DEFEATED"}},
      {"award { occasion: ADOPTED amount { fixed: 1 } reckoned: BEFORE_EFFECT }", {"award.recipient is missing"}},
      {"award { occasion: ADOPTED recipient: VOTERS_FOR amount { fixed: 1 } }", {"award.reckoned is missing"}},
      {"award { occasion: ADOPTED recipient: VOTERS_FOR amount { popularity { minus: 1000000000 } } reckoned: "
       "AFTER_EFFECT }",
       {"award.amount.popularity.minus"}},
      // Turns.
      {"turn_parts { parts { throw { dice: 1 faces: 6 points_per_pip: 1000 } } }",
       {"turn_parts.parts[0] is not the proposal"}},
      {"turn_parts { parts { award { amount { fixed: 1 } reckoned: AFTER_EFFECT } } }", {"turn_parts.parts[0]"}},
      {"turn_parts { parts { proposal {} } parts { proposal {} } }", {"turn_parts.parts[1] is a second proposal"}},
      {"turn_parts { parts { proposal {} } parts {} }", {"turn_parts.parts[1] is empty"}},
      {"turn_parts { parts { proposal {} } parts { throw { faces: 6 points_per_pip: 1 } } }",
       {"turn_parts.parts[1].throw.dice is 0", "1 to 100"}},
      {"turn_parts { parts { proposal {} } parts { throw { dice: 101 faces: 6 points_per_pip: 1 } } }",
       {"dice is 101"}},
      {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 1 points_per_pip: 1 } } }",
       {"faces is 1", "2 to 1000"}},
      {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 1001 points_per_pip: 1 } } }",
       {"faces is 1001"}},
      {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 } } }", {"points_per_pip is missing"}},
      {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip: 2000000000000 } } }",
       {"points_per_pip"}},
      {"turn_parts { parts { proposal {} } parts { award { reckoned: AFTER_EFFECT } } }",
       {"parts[1].award.amount is missing"}},
      {"turn_parts { parts { proposal {} } parts { award { amount { fixed: 1 } } } }",
       {"parts[1].award.reckoned is missing"}},
      // Claims, ways to win, lists.
      {"precedence_claim { type: ANY_RULE }", {"precedence_claim.relation is missing"}},
      {"precedence_claim { relation: PREVAILS }", {"names no rule and no type"}},
      {"precedence_claim { relation: PREVAILS rules: [0] }", {"precedence_claim.rules is 0"}},
      {"precedence_claim { relation: PREVAILS rules: [5, 5] }", {"names 5 twice"}},
      {"victory { unable_to_complete_turn: false }", {"no way to win"}},
      {"transmutation { explicit_kinds: [AMEND] }", {"transmutation.explicit_kinds names AMEND"}},
      {"rule_change_kinds { kinds: [ENACT, ENACT] }", {"rule_change_kinds.kinds names ENACT twice"}},
      {"rule_change_kinds { kinds: [CHANGE_KIND_UNSPECIFIED] }", {"rule_change_kinds.kinds is unspecified"}},
      {"debate { caller: CALLER_UNSPECIFIED }", {"debate.caller is unspecified", "PROPONENT, ANYONE"}},
      // Scopes.
      {"scope { changes: [AMEND, AMEND] } forfeit { always: true }", {"scope.changes names AMEND twice"}},
      {"scope { players: [\"\"] } forfeit { always: true }", {"scope.players names nobody"}},
      {"scope { players: [\"Ann\", \"ANN\"] } forfeit { always: true }", {"names ANN twice"}},
      {"scope { players: [\"e\\314\\201\"] } forfeit { always: true }", {"scope.players", "NFC"}},
      // What cannot be read.
      {"adoptoin { }", {"the provision, line 1, column 10", "no field \"adoptoin\"", "did you mean adoption?"}},
      {"adoption { quota { numerator: 01 } }", {"line 1", "01", "decimal"}},
      {"adoption { quota { numerator: -1 } }", {"line 1"}},
      {"adoption { quota { base: ELIGABLE } }", {"did you mean ELIGIBLE?"}},
      {"forfeit { always: maybe }", {"line 1"}},
      {"adoption {", {"line 1"}},
  };
  for (const Refused& one : cases) {
    SCOPED_TRACE(one.text);
    expect_refused(parse_provision(one.text), ErrorCode::BAD_PROVISION, one.said);
  }
}

TEST(CheckProvision, RefusesAKindThatSaysNothing) {
  const auto& kinds = *v1::Provision::descriptor()->oneof_decl(0);
  for (int i = 0; i < kinds.field_count(); ++i) {
    expect_refused(parse_provision(kinds.field(i)->name() + " {}"), ErrorCode::BAD_PROVISION,
                   {kinds.field(i)->name() + " says nothing"});
  }
}

TEST(CheckProvision, RefusesValuesOfALaterSchema) {
  v1::Provision provision;
  provision.mutable_debate()->set_caller(static_cast<v1::Debate::Caller>(9));
  expect_refused(check_provision(provision), ErrorCode::BAD_PROVISION, {"debate.caller has the unknown value 9"});
}

}  // namespace
}  // namespace nomic::replay
