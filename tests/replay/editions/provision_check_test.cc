#include <google/protobuf/descriptor.h>

#include <set>

#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"
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
    "precedence_claim { relation: DEFERS rules: ['201', '305'] }",
    "voting_duty { every_proposal: true }",
    "victory_bound { points_only: true }",
    "debate { caller: ANYONE judge_may_be_asked: true }",
    "victory { points_thousandths: 1000000000000 }",
    "victory { unable_to_complete_turn: true }",
    "forfeit { always: false }",
    "ruleset_bounds { min_mutable: 1 max_mutable: 1 }",
    "turn_order { order: SURNAME starting_points_thousandths: -1000000000000 }",
    "turn_parts { parts { proposal {} } }",
    "turn_parts { parts { proposal {} } parts { throw { dice: 100 faces: 1000 points_per_pip_thousandths: 14300 } } }",
    "turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 2 points_per_pip_thousandths: -1000 } } }",
    "turn_parts { parts { proposal {} } parts { award { amount { popularity { minus: 291 } } reckoned: AFTER_EFFECT } "
    "} }",
    "award { occasion: VOTED_ON recipient: OTHER_VOTERS_FOR amount { fixed_thousandths: 0 } reckoned: BEFORE_EFFECT }",
    "judgment { seat: PRECEDING pass_over_team_mates: true overrule { numerator: 1 denominator: 1 } "
    "consent { numerator: 1 denominator: 2 strict: true } consent_among: ALL_PLAYERS one_judge_a_turn: true }",
    "transmutation { explicit_kinds: [TRANSMUTE_TO_MUTABLE] }",
    "consultation { team_mates_only: true }",
    "scope { changes: [ENACT] mode: MAIL players: [\"Ann\", \"Bob\"] } forfeit { always: true }",
    // The ends of what is allowed.
    "adoption { least_in_favour: 10000000 quorum_votes: 1 quorum { numerator: 1 denominator: 1 } }",
    "adoption { later { at: \"2030-01-01T00:00:00Z\" quota { numerator: 1 denominator: 2 base: TAKING_PART } } }",
    "effectiveness { when: AFTER_DELAY delay { seconds: 1 } not_before: CIRCUIT_ENDS }",
    "voting_period { debate { days: 36525 } debate_at_least { hours: 876600 } }",
    "voting_period { vote { minutes: 60 } vote_at_least { hours: 1 } at_end: DEFEAT }",
    "vote_changes { withdraw: true times: 1000 within { seconds: 4294967 } }",
    "inactivity { missed_votes: 1000 suspends: [JUDGING, CONSENT] }",
    "proposing { open: 1000 open_each: 1000 several: TOGETHER }",
    "joining { open: true approval { numerator: 1 denominator: 1 } when: ANY_TIME most_players: 2000 "
    "points_thousandths: -500 }",
    "self_repeal { after_turn: 1 }",
    "permission { unregulated: false }",
    "scope { changes: [ENACT, REPEAL] players: \"Ann\" } acts { none: true }",
    "self_repeal { points_thousandths: 100000 }",
    "forfeit { approval { numerator: 1 denominator: 2 } }",
    "judgment { seat: NAMED judge: \"Ann\" judges: 99 overrule { numerator: 1 denominator: 1 base: ELIGIBLE } }",
    "precedence_claim { relation: PREVAILS kinds: [\"award\", \"self_repeal\"] }",
    "ruleset_bounds { min_immutable: 2 max_immutable: 2 min_mutable: 1 max_rules: 3 }",
    "victory { rounds: 1000 ends: NOTHING ties: THE_HIGHEST }",
    "victory { last_player: true who: EVERY }",
    "turn_parts { parts { proposal {} } parts { throw { dice: 3 faces: 6 points_per_pip_thousandths: 1 scoring: "
    "PRODUCT } } }",
    "turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 face_points { face: 6 points_thousandths: 1 } "
    "} } }",
    "turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 1 source: HAND } "
    "} }",
    "turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 1 source: "
    "REVEALED "
    "committers: "
    "MOVER_AND_NEXT time_to_commit { hours: 1 } time_to_reveal { days: 2 } missing: LEFT_OUT penalty_thousandths: 5000 "
    "} } }",
    "award { occasion: BALLOT_CAST recipient: THE_PROPONENT amount { fixed_thousandths: 1 } within { days: 1 } }",
    "award { occasion: VOTED_ON recipient: NON_VOTERS amount { per_vote_against_thousandths: -1 } reckoned: "
    "AFTER_EFFECT }",
    "award { occasion: TURN_ENDED recipient: THE_PLAYER amount { fixed_thousandths: 1 } }",
    "award { occasion: CIRCUIT_ENDED recipient: EVERYONE amount { fixed_thousandths: 1 } }",
    "award { occasion: JOINED recipient: EVERYONE_ELSE amount { fixed_thousandths: 1 } }",
    "award { occasion: ADOPTED recipient: FIRST_VOTER amount { popularity { decimals: 3 } } reckoned: BEFORE_EFFECT }",
    // As the schema shows them.
    "rule_change_kinds { per_proposal: 5 }",
    "franchise { abstention: true proponents_vote: COUNTS_FOR }",
    "scope { players: \"Ann\" } franchise { votes_per_player: 2 }",
    "effectiveness { when: NEXT_TURN }",
    "effectiveness { when: AFTER_DELAY delay { days: 2 } proposals_may_say: true }",
    "numbering { changed_rule: KEEPS_ITS_OWN }",
    "adoption { fraction: \"2/3\" of: ELIGIBLE }",
    "adoption { fraction: \"1/2\" more_than: true of: CAST least_in_favour: 3 "
    "quorum { numerator: 1 denominator: 2 } }",
    "scope { changes: REPEAL } adoption { fraction: \"3/4\" of: CAST }",
    "precedence_method { same_status: CLAIMS_THEN_HIGHEST }",
    "precedence_claim { relation: PREVAILS kinds: \"award\" }",
    "voting_duty { every_voter: false }",
    "victory_bound { points_only: false }",
    "debate { caller: ANYONE }",
    "victory { points_thousandths: 50000 ends: ROUND }",
    "victory { rounds: 3 }",
    "victory { leader_after_circuit: 10 ties: ALL }",
    "forfeit { always: false approval { numerator: 1 denominator: 2 strict: true } }",
    "ruleset_bounds { max_rules: 60 }",
    "turn_order { order: ALL_AT_ONCE }",
    "turn_order { time_to_propose { days: 3 } time_to_throw { hours: 12 } }",
    "turn_parts { parts { proposal {} } parts { throw { dice: 2 faces: 6 points_per_pip_thousandths: 1000 } } }",
    "turn_parts { parts { proposal {} } parts { award { amount { points: \"2.5\" } reckoned: AFTER_EFFECT } } }",
    "award { occasion: ADOPTED recipient: OTHER_VOTERS_FOR amount { points: \"1\" } reckoned: BEFORE_EFFECT }",
    "award { occasion: BALLOT_CAST recipient: VOTERS amount { points: \"1\" } within { hours: 24 } }",
    "award { occasion: PROPOSED recipient: THE_PROPONENT amount { points: \"0.5\" } }",
    "judgment { seat: FOLLOWING overrule { numerator: 2 denominator: 3 } }",
    "judgment { seat: NAMED judge: \"Ann\" }",
    "transmutation { explicit_kinds: TRANSMUTE_TO_MUTABLE }",
    "consultation { team_mates_only: false }",
    "vote_changes { change: true withdraw: true times: 1 }",
    "voting_period { vote { days: 7 } at_end: COUNT_CAST }",
    "voting_period { debate_at_least { hours: 24 } vote_at_least { hours: 24 } }",
    "inactivity { declared: true after { hours: 36 } suspends: [VOTING, TURNS] ends_by: ANY_MOVE }",
    "proposing { who: ANYONE open: 5 open_each: 1 withdrawal: BEFORE_VOTE }",
    "proposing { resubmit_after: 3 several: EACH }",
    "joining { approval { numerator: 1 denominator: 2 strict: true } points_thousandths: 5000 }",
    "self_repeal { after_circuit: 4 }",
    "self_repeal { at: \"2030-01-01T00:00:00Z\" }",
    "permission { unregulated: true }",
    "acts { none: true }",
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
  std::vector<std::string> expected;
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
      {"adoption { quota { numerator: 1 denominator: 2 } }",
       {"adoption.quota.base is missing", "ELIGIBLE, CAST, TAKING_PART"}},
      {"adoption { later { after_circuit: 2 } }", {"adoption.later.quota is missing"}},
      {"adoption { later { quota { numerator: 1 denominator: 2 base: CAST } } }",
       {"adoption.later does not say when", "after_circuit, or at"}},
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
      {"victory { points_thousandths: 1000000000001 }", {"victory.points", "thousand million"}},
      {"turn_order { starting_points_thousandths: -1000000000001 }", {"turn_order.starting_points"}},
      {"award { occasion: ADOPTED recipient: VOTERS_FOR amount { fixed_thousandths: 9223372036854775807 } reckoned: "
       "BEFORE_EFFECT "
       "}",
       {"award.amount.fixed"}},
      {"award { occasion: ADOPTED recipient: VOTERS_FOR amount {} reckoned: BEFORE_EFFECT }",
       {"award.amount says no amount"}},
      {"award { occasion: ADOPTED recipient: VOTERS_FOR reckoned: BEFORE_EFFECT }", {"award.amount is missing"}},
      {"award { recipient: VOTERS_FOR amount { fixed_thousandths: 1 } reckoned: BEFORE_EFFECT }",
       {"award.occasion is missing", "DEFEATED"}},
      {"award { occasion: ADOPTED amount { fixed_thousandths: 1 } reckoned: BEFORE_EFFECT }",
       {"award.recipient is missing"}},
      {"award { occasion: ADOPTED recipient: VOTERS_FOR amount { fixed_thousandths: 1 } }",
       {"award.reckoned is missing"}},
      {"award { occasion: ADOPTED recipient: VOTERS_FOR amount { popularity { minus: 1000000000 } } reckoned: "
       "AFTER_EFFECT }",
       {"award.amount.popularity.minus"}},
      // Turns.
      {"turn_parts { parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 1000 } } }",
       {"turn_parts.parts[0] is not the proposal"}},
      {"turn_parts { parts { award { amount { fixed_thousandths: 1 } reckoned: AFTER_EFFECT } } }",
       {"turn_parts.parts[0]"}},
      {"turn_parts { parts { proposal {} } parts { proposal {} } }", {"turn_parts.parts[1] is a second proposal"}},
      {"turn_parts { parts { proposal {} } parts {} }", {"turn_parts.parts[1] is empty"}},
      {"turn_parts { parts { proposal {} } parts { throw { faces: 6 points_per_pip_thousandths: 1 } } }",
       {"turn_parts.parts[1].throw.dice is 0", "1 to 100"}},
      {"turn_parts { parts { proposal {} } parts { throw { dice: 101 faces: 6 points_per_pip_thousandths: 1 } } }",
       {"dice is 101"}},
      {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 1 points_per_pip_thousandths: 1 } } }",
       {"faces is 1", "2 to 1000"}},
      {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 1001 points_per_pip_thousandths: 1 } } }",
       {"faces is 1001"}},
      {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 } } }", {"points_per_pip is missing"}},
      {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 1 source: "
       "REVEALED "
       "penalty_thousandths: "
       "-1 } } }",
       {"throw.penalty is below zero"}},
      {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 1 "
       "penalty_thousandths: 1 } } }",
       {"throw.penalty says nothing", "source: REVEALED"}},
      {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 1 "
       "secrets_stand: true } } }",
       {"throw.secrets_stand says nothing", "source: REVEALED"}},
      {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 1 source: HAND "
       "committers: "
       "OTHERS } } }",
       {"throw.committers says nothing"}},
      {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 1 source: "
       "PROGRAM missing: "
       "AGAIN } } }",
       {"throw.missing says nothing"}},
      {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 1 "
       "time_to_reveal { days: 1 "
       "} } } }",
       {"throw.time_to_reveal says nothing"}},
      {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 1 "
       "time_to_commit { days: 1 "
       "} } } }",
       {"throw.time_to_commit says nothing"}},
      {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 2000000000000 "
       "} } }",
       {"points_per_pip"}},
      {"turn_parts { parts { proposal {} } parts { award { reckoned: AFTER_EFFECT } } }",
       {"parts[1].award.amount is missing"}},
      {"turn_parts { parts { proposal {} } parts { award { amount { fixed_thousandths: 1 } } } }",
       {"parts[1].award.reckoned is missing"}},
      // Claims, ways to win, lists.
      {"precedence_claim { type: ANY_RULE }", {"precedence_claim.relation is missing"}},
      {"precedence_claim { relation: PREVAILS }", {"names no rule, no type of rule and no kind"}},
      {"precedence_claim { relation: PREVAILS rules: ['0'] }", {"precedence_claim.rules has \"0\""}},
      {"precedence_claim { relation: PREVAILS rules: ['5', '5'] }", {"names 5 twice"}},
      {"victory { unable_to_complete_turn: false }", {"no way to win"}},
      {"transmutation { explicit_kinds: [AMEND] }", {"transmutation.explicit_kinds names AMEND"}},
      {"rule_change_kinds { kinds: [ENACT, ENACT] }", {"rule_change_kinds.kinds names ENACT twice"}},
      {"rule_change_kinds { kinds: [CHANGE_KIND_UNSPECIFIED] }", {"rule_change_kinds.kinds is unspecified"}},
      {"debate { caller: CALLER_UNSPECIFIED }", {"debate.caller is unspecified", "PROPONENT, ANYONE"}},
      // Shares of what the field itself says.
      {"adoption { quorum { numerator: 2 denominator: 1 } }", {"adoption.quorum is 2/1, more than all"}},
      {"adoption { quorum { numerator: 1 denominator: 2 base: CAST } }", {"adoption.quorum.base", "leave it out"}},
      {"joining { approval { numerator: 0 denominator: 2 } }", {"joining.approval.numerator is 0"}},
      {"joining { approval { numerator: 1 denominator: 2 base: ELIGIBLE } }", {"joining.approval.base"}},
      {"forfeit { approval { numerator: 1 } }", {"forfeit.approval.denominator is 0"}},
      // Shorthand.
      {"adoption { fraction: \"2/3\" }", {"adoption.of is missing", "ELIGIBLE, CAST, TAKING_PART"}},
      {"adoption { of: CAST }", {"adoption.of goes with fraction only"}},
      {"adoption { more_than: true }", {"adoption.more_than goes with fraction only"}},
      {"adoption { fraction: \"3/2\" of: CAST }", {"adoption.fraction is 3/2, more than all"}},
      {"adoption { fraction: \"0/2\" of: CAST }", {"adoption.fraction.numerator is 0"}},
      {"adoption { fraction: \"1/0\" of: CAST }", {"adoption.fraction.denominator is 0"}},
      {"adoption { fraction: \"1/1\" of: CAST more_than: true }", {"asks for more than all", "leave more_than out"}},
      {"adoption { fraction: \"two thirds\" of: CAST }", {"adoption.fraction is \"two thirds\"", "\"2/3\""}},
      {"adoption { fraction: \"2\" of: CAST }", {"adoption.fraction is \"2\""}},
      {"adoption { fraction: \"2/\" of: CAST }", {"adoption.fraction is \"2/\""}},
      {"adoption { fraction: \"02/3\" of: CAST }", {"adoption.fraction is \"02/3\""}},
      {"adoption { fraction: \"-1/3\" of: CAST }", {"adoption.fraction is \"-1/3\""}},
      {"adoption { fraction: \"1/4294967296\" of: CAST }", {"adoption.fraction is \"1/4294967296\""}},
      {"adoption { fraction: \"1/2\" of: CAST quota { numerator: 1 denominator: 2 base: CAST } }",
       {"adoption.fraction says again what quota says"}},
      {"award { occasion: PROPOSED recipient: THE_PROPONENT amount { points: \"1.2345\" } }",
       {"award.amount.points is \"1.2345\"", "three decimals"}},
      {"award { occasion: PROPOSED recipient: THE_PROPONENT amount { points: \"\" } }", {"award.amount.points is"}},
      {"award { occasion: PROPOSED recipient: THE_PROPONENT amount { points: \"1.\" } }", {"award.amount.points"}},
      {"award { occasion: PROPOSED recipient: THE_PROPONENT amount { points: \"1e3\" } }", {"award.amount.points"}},
      {"award { occasion: PROPOSED recipient: THE_PROPONENT amount { points: \"1000000000.001\" } }",
       {"award.amount.points", "thousand million"}},
      {"turn_parts { parts { proposal {} } parts { award { amount { points: \"ten\" } reckoned: AFTER_EFFECT } } }",
       {"turn_parts.parts[1].award.amount.points is \"ten\""}},
      // Lengths of time, and moments.
      {"voting_period { vote {} }", {"voting_period.vote is no time at all", "days: 7"}},
      {"inactivity { after { days: 0 } }", {"inactivity.after is no time at all"}},
      {"turn_order { time_to_throw { days: 36526 } }", {"turn_order.time_to_throw is over 100 years"}},
      {"vote_changes { within { days: 36525 seconds: 1 } }", {"vote_changes.within is over 100 years"}},
      {"turn_order { time_to_propose { days: 4294967295 hours: 4294967295 minutes: 4294967295 seconds: 4294967295 } }",
       {"turn_order.time_to_propose is over 100 years"}},
      {"voting_period { debate { days: 1 } debate_at_least { hours: 25 } }",
       {"voting_period.debate ends before it begins", "debate_at_least is at most debate"}},
      {"voting_period { vote { days: 1 } vote_at_least { days: 1 seconds: 1 } }",
       {"voting_period.vote ends before it begins", "vote_at_least is at most vote"}},
      {"voting_period { at_end: DEFEAT }", {"voting_period.at_end", "set vote"}},
      {"self_repeal { at: \"2030-01-01\" }", {"self_repeal.at is \"2030-01-01\"", "\"2030-01-01T00:00:00Z\""}},
      {"self_repeal { at: \"2030-01-01T02:00:00+02:00\" }", {"write it as \"2030-01-01T00:00:00Z\""}},
      {"self_repeal { at: \"2030-01-01T00:00Z\" }", {"write it as \"2030-01-01T00:00:00Z\""}},
      {"self_repeal { at: \"soon\" }", {"self_repeal.at is \"soon\"", "in UTC"}},
      {"adoption { later { at: \"soon\" quota { numerator: 1 denominator: 2 base: CAST } } }",
       {"adoption.later.at is \"soon\""}},
      {"adoption { later { after_circuit: 2 at: \"2030-01-01T00:00:00Z\" quota { numerator: 1 denominator: 2 base: "
       "CAST } } }",
       {"adoption.later has both after_circuit and at"}},
      {"self_repeal { after_circuit: 0 }", {"self_repeal.after_circuit is 0"}},
      {"self_repeal { after_turn: 0 }", {"self_repeal.after_turn is 0"}},
      {"self_repeal { points_thousandths: 1000000000001 }", {"self_repeal.points"}},
      // Votes.
      {"adoption { least_in_favour: 0 }", {"adoption.least_in_favour is 0"}},
      {"adoption { quorum_votes: 0 }", {"adoption.quorum_votes is 0"}},
      {"effectiveness { when: AFTER_DELAY }", {"effectiveness.delay is missing"}},
      {"effectiveness { when: NEXT_TURN delay { days: 1 } }", {"effectiveness.delay goes with when: AFTER_DELAY only"}},
      {"effectiveness { delay { days: 1 } }", {"effectiveness.delay goes with when: AFTER_DELAY only"}},
      {"vote_changes { times: 0 }", {"vote_changes.times is 0", "1 to 1000"}},
      {"proposing { open: 0 }", {"proposing.open is 0"}},
      {"proposing { open: 1001 }", {"proposing.open is 1001"}},
      {"proposing { open_each: 0 }", {"proposing.open_each is 0"}},
      {"proposing { resubmit_after: 1000000000 }", {"proposing.resubmit_after"}},
      // Players.
      {"inactivity { missed_votes: 0 }", {"inactivity.missed_votes is 0"}},
      {"inactivity { suspends: [VOTING, VOTING] }", {"inactivity.suspends names VOTING twice"}},
      {"joining { most_players: 1 }", {"joining.most_players is 1", "2 to 2000"}},
      {"joining { points_thousandths: 1000000000001 }", {"joining.points"}},
      {"joining { open: false approval { numerator: 1 denominator: 2 } }", {"joining.approval", "asked of nobody"}},
      {"forfeit { always: true approval { numerator: 1 denominator: 2 } }", {"forfeit.approval", "asked of nobody"}},
      {"judgment { seat: NAMED }", {"judgment.judge is missing"}},
      {"judgment { judge: \"Ann\" }", {"judgment.judge goes with seat: NAMED only"}},
      {"judgment { seat: NAMED judge: \"\" }", {"judgment.judge names nobody"}},
      {"judgment { seat: NAMED judge: \"e\\314\\201\" }", {"judgment.judge", "NFC"}},
      {"judgment { judges: 0 }", {"judgment.judges is 0", "odd"}},
      {"judgment { judges: 2 }", {"judgment.judges is 2", "odd"}},
      {"judgment { judges: 103 }", {"judgment.judges is 103"}},
      // Rules.
      {"precedence_claim { relation: PREVAILS kinds: \"awards\" }", {"names \"awards\"", "did you mean award?"}},
      {"precedence_claim { relation: PREVAILS kinds: \"scope\" }", {"names \"scope\", which is no kind"}},
      {"precedence_claim { relation: PREVAILS kinds: [\"award\", \"award\"] }", {"names award twice"}},
      {"ruleset_bounds { min_immutable: 3 max_immutable: 2 }", {"at least 3 and at most 2 immutable rules"}},
      {"ruleset_bounds { min_mutable: 2 min_immutable: 2 max_rules: 3 }", {"at least 4 and at most 3 rules"}},
      // Winning.
      {"victory { rounds: 0 }", {"victory.rounds is 0"}},
      {"victory { rounds: 1001 }", {"victory.rounds is 1001"}},
      {"victory { leader_after_circuit: 0 }", {"victory.leader_after_circuit is 0"}},
      {"victory { last_player: false }", {"victory.last_player is false"}},
      {"victory { rounds: 3 ends: ROUND }", {"victory.ends is ROUND", "GAME, NOTHING"}},
      {"victory { ends: ROUND }", {"victory says no way to win"}},
      {"victory { unable_to_complete_turn: true who: EVERY }", {"takes no who, ends or ties"}},
      {"victory { unable_to_complete_turn: true ends: ROUND }", {"takes no who, ends or ties"}},
      {"victory { unable_to_complete_turn: true ties: ALL }", {"takes no who, ends or ties"}},
      // Throws.
      {"turn_parts { parts { proposal {} } parts { throw { dice: 4 faces: 6 points_per_pip_thousandths: 1 scoring: "
       "PRODUCT } } }",
       {"throw.dice is 4", "1 to 3"}},
      {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 face_points { points_thousandths: 1 } } } "
       "}",
       {"throw.face_points[0].face is 0", "1 to 6"}},
      {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 face_points { face: 7 points_thousandths: "
       "1 } } } }",
       {"face is 7"}},
      {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 face_points { face: 1 points_thousandths: "
       "1 } "
       "face_points { face: 1 points_thousandths: 2 } } } }",
       {"face_points[1].face names 1 twice"}},
      {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 face_points { face: 1 points_thousandths: "
       "1000000000001 } } } }",
       {"face_points[0].points"}},
      // Awards.
      {"award { occasion: PROPOSED recipient: THE_PROPONENT amount { fixed_thousandths: 1 } reckoned: AFTER_EFFECT }",
       {"award.reckoned says nothing at PROPOSED"}},
      {"award { occasion: PROPOSED recipient: VOTERS_FOR amount { fixed_thousandths: 1 } }",
       {"award.recipient is VOTERS_FOR", "at PROPOSED there is none", "THE_PROPONENT, EVERYONE, EVERYONE_ELSE"}},
      {"award { occasion: TURN_ENDED recipient: FIRST_VOTER amount { fixed_thousandths: 1 } }",
       {"award.recipient is FIRST_VOTER"}},
      {"award { occasion: BALLOT_CAST recipient: NON_VOTERS amount { fixed_thousandths: 1 } }",
       {"award.recipient is NON_VOTERS"}},
      {"award { occasion: JOINED recipient: THE_PROPONENT amount { fixed_thousandths: 1 } }",
       {"award.recipient is THE_PROPONENT"}},
      {"award { occasion: WITHDRAWN recipient: THE_PLAYER amount { fixed_thousandths: 1 } }",
       {"award.recipient is THE_PLAYER"}},
      {"award { occasion: CIRCUIT_ENDED recipient: THE_PLAYER amount { fixed_thousandths: 1 } }", {"EVERYONE"}},
      {"award { occasion: CIRCUIT_ENDED recipient: EVERYONE_ELSE amount { fixed_thousandths: 1 } }",
       {"is EVERYONE_ELSE"}},
      {"award { occasion: JOINED recipient: THE_PLAYER amount { per_vote_for_thousandths: 1 } }",
       {"award.amount is by votes"}},
      {"award { occasion: BALLOT_CAST recipient: VOTERS amount { popularity {} } }", {"award.amount is by votes"}},
      {"award { occasion: JOINED recipient: THE_PLAYER amount { fixed_thousandths: 1 } within { days: 1 } }",
       {"award.within is about ballots"}},
      {"award { occasion: ADOPTED recipient: NON_VOTERS amount { fixed_thousandths: 1 } reckoned: BEFORE_EFFECT within "
       "{ days: 1 } "
       "}",
       {"award.within is about ballots"}},
      {"award { occasion: ADOPTED recipient: VOTERS amount { per_vote_for_thousandths: 1000000000001 } reckoned: "
       "BEFORE_EFFECT }",
       {"award.amount.per_vote_for"}},
      {"award { occasion: ADOPTED recipient: VOTERS amount { per_vote_against_thousandths: -1000000000001 } reckoned: "
       "BEFORE_EFFECT }",
       {"award.amount.per_vote_against"}},
      {"award { occasion: ADOPTED recipient: VOTERS amount { popularity { decimals: 4 } } reckoned: BEFORE_EFFECT }",
       {"award.amount.popularity.decimals is 4", "0 to 3"}},
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
    expect_refused(parse_provision(one.text), ErrorCode::BAD_PROVISION, one.expected);
  }
}

struct Short {
  std::string text;
  std::string recorded;
};

TEST(ExpandShorthand, RecordsOneSpelling) {
  const std::string proposed = "award { occasion: PROPOSED recipient: THE_PROPONENT amount { ";
  const std::vector<Short> cases = {
      {"adoption { fraction: \"2/3\" of: ELIGIBLE }",
       "adoption { quota { numerator: 2 denominator: 3 base: ELIGIBLE } }"},
      {"adoption { more_than: true of: TAKING_PART fraction: \"1/2\" }",
       "adoption { quota { numerator: 1 denominator: 2 strict: true base: TAKING_PART } }"},
      {proposed + "points: \"14.3\" } }", proposed + "fixed_thousandths: 14300 } }"},
      {proposed + "points: \"-10\" } }", proposed + "fixed_thousandths: -10000 } }"},
      {proposed + "points: \"+0.025\" } }", proposed + "fixed_thousandths: 25 } }"},
      {proposed + "points: \"-0.5\" } }", proposed + "fixed_thousandths: -500 } }"},
      {proposed + "points: \"1000000000\" } }", proposed + "fixed_thousandths: 1000000000000 } }"},
      {"turn_parts { parts { proposal { } } parts { award { amount { points: \"2.5\" } reckoned: AFTER_EFFECT } } }",
       "turn_parts { parts { proposal { } } parts { award { amount { fixed_thousandths: 2500 } reckoned: AFTER_EFFECT "
       "} } }"},
  };
  for (const Short& one : cases) {
    const Result<v1::Provision> provision = parse_provision(one.text);
    ASSERT_TRUE(provision.ok()) << one.text << "\n" << why(provision);
    EXPECT_EQ(print_provision(*provision), one.recorded);
  }
}

TEST(ExpandShorthand, HoldsForRulesets) {
  const std::string before =
      "authoritative_lang: \"en\" rules { number: '1' status: MUTABLE texts { text: \"A.\" } provisions { ";
  const Result<v1::Ruleset> ruleset = parse_ruleset(before + "adoption { fraction: \"1/1\" of: CAST } } }", "the file");
  ASSERT_TRUE(ruleset.ok()) << why(ruleset);
  EXPECT_EQ(print_provision(ruleset->rules(0).provisions(0)),
            "adoption { quota { numerator: 1 denominator: 1 base: CAST } }");
  expect_refused(parse_ruleset(before + "adoption { fraction: \"1\" of: CAST } } }", "the file"),
                 ErrorCode::BAD_RULESET, {"the file, rule 1: adoption.fraction is \"1\"", "\"2/3\""});
}

TEST(CheckProvision, RefusesShorthandThatWasNotExpanded) {
  v1::Provision adoption;
  adoption.mutable_adoption()->set_fraction("2/3");
  expect_refused(check_provision(adoption), ErrorCode::BAD_PROVISION, {"adoption.fraction is shorthand", "set quota"});
  v1::Provision of;
  of.mutable_adoption()->set_of(v1::Quota::CAST);
  expect_refused(check_provision(of), ErrorCode::BAD_PROVISION, {"adoption.fraction is shorthand"});
  v1::Provision award =
      *parse_provision("award { occasion: JOINED recipient: THE_PLAYER amount { fixed_thousandths: 1 } }");
  award.mutable_award()->mutable_amount()->set_points("1");
  expect_refused(check_provision(award), ErrorCode::BAD_PROVISION, {"award.amount.points is shorthand", "fixed"});
}

TEST(CheckProvision, AllowsAHundredNamesInAList) {
  v1::Provision provision;
  provision.mutable_precedence_claim()->set_relation(v1::PrecedenceClaim::PREVAILS);
  for (std::uint32_t number = 1; number <= 100; ++number) {
    provision.mutable_scope()->add_players("Ann " + std::to_string(number));
    provision.mutable_precedence_claim()->add_rules(reference(number));
  }
  EXPECT_TRUE(check_provision(provision));
  auto players = provision;
  players.mutable_scope()->add_players("Bob");
  expect_refused(check_provision(players), ErrorCode::BAD_PROVISION, {"scope.players has 101 entries", "have 100"});
  provision.mutable_precedence_claim()->add_rules("101");
  expect_refused(check_provision(provision), ErrorCode::BAD_PROVISION, {"precedence_claim.rules has 101 entries"});
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
