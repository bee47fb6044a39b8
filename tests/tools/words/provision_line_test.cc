// Provisions on one line. What each line means in protobuf's text format is written by hand.
#include "nomic/words/provision_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "nomic/replay/edition.h"

namespace nomic::tools {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Pair {
  std::string line;
  std::string text_format;
};

// The line is how it is printed.
const std::vector<Pair> WRITTEN = {
    {"rule_change_kinds: kinds=enact and amend, restore_mutable_only=no, per_proposal=100",
     "rule_change_kinds { kinds: [ENACT, AMEND] restore_mutable_only: false per_proposal: 100 }"},
    {"franchise: abstention=yes, proponents_vote=counts_for",
     "franchise { abstention: true proponents_vote: COUNTS_FOR }"},
    {"franchise: votes_per_player=2, players=Ann and \"Bo B\"",
     "scope { players: [\"Ann\", \"Bo B\"] } franchise { votes_per_player: 2 }"},
    {"effectiveness: when=after_delay, delay=2 days, proposals_may_say=yes",
     "effectiveness { when: AFTER_DELAY delay { days: 2 } proposals_may_say: true }"},
    {"numbering: first=301, changed_rule=takes_proposals", "numbering { first: 301 changed_rule: TAKES_PROPOSALS }"},
    {"adoption: quota=2/3 of eligible", "adoption { quota { numerator: 2 denominator: 3 base: ELIGIBLE } }"},
    {"adoption: quota=more than 1/2 of cast, least_in_favour=3, quorum=1/2",
     "adoption { quota { numerator: 1 denominator: 2 strict: true base: CAST } least_in_favour: 3 "
     "quorum { numerator: 1 denominator: 2 } }"},
    {"adoption: quota=1/1 of eligible, later(after_circuit=2, quota=more than 1/2 of taking_part)",
     "adoption { quota { numerator: 1 denominator: 1 base: ELIGIBLE } later { after_circuit: 2 "
     "quota { numerator: 1 denominator: 2 strict: true base: TAKING_PART } } }"},
    {"adoption: quota=3/4 of cast, changes=repeal and amend, mode=mail",
     "scope { changes: [REPEAL, AMEND] mode: MAIL } adoption { quota { numerator: 3 denominator: 4 base: CAST } }"},
    {"precedence_method: same_status=claims_then_highest", "precedence_method { same_status: CLAIMS_THEN_HIGHEST }"},
    {"precedence_claim: relation=prevails, rules=201 and 305, kinds=award",
     "precedence_claim { relation: PREVAILS rules: ['201', '305'] kinds: \"award\" }"},
    {"voting_duty: every_voter=no", "voting_duty { every_voter: false }"},
    {"victory_bound: points_only=yes", "victory_bound { points_only: true }"},
    {"debate: caller=anyone", "debate { caller: ANYONE }"},
    {"victory: points=50, ends=round", "victory { points_thousandths: 50000 ends: ROUND }"},
    {"forfeit: always=no, approval=more than 1/2",
     "forfeit { always: false approval { numerator: 1 denominator: 2 strict: true } }"},
    {"ruleset_bounds: max_rules=60", "ruleset_bounds { max_rules: 60 }"},
    {"turn_order: order=seating, starting_points=-2.5, time_to_propose=1 day 12 hours 30 minutes 1 second",
     "turn_order { order: SEATING starting_points_thousandths: -2500 "
     "time_to_propose { days: 1 hours: 12 minutes: 30 seconds: 1 } }"},
    {"turn_parts: parts=proposal and throw(dice=2, faces=6, points_per_pip=1, face_points=(face=6, points=0.5) and "
     "(face=1, points=-1))",
     "turn_parts { parts { proposal {} } parts { throw { dice: 2 faces: 6 points_per_pip_thousandths: 1000 "
     "face_points { face: 6 points_thousandths: 500 } face_points { face: 1 points_thousandths: -1000 } } } }"},
    {"turn_parts: parts=proposal and award(minus=291, decimals=1, reckoned=after_effect)",
     "turn_parts { parts { proposal {} } parts { award { amount { popularity { minus: 291 decimals: 1 } } "
     "reckoned: AFTER_EFFECT } } }"},
    {"award: occasion=defeated, recipient=the_proponent, points=-5, reckoned=before_effect",
     "award { occasion: DEFEATED recipient: THE_PROPONENT amount { fixed_thousandths: -5000 } "
     "reckoned: BEFORE_EFFECT }"},
    {"award: occasion=adopted, recipient=voters, per_vote_for=0.001, reckoned=after_effect, within=24 hours",
     "award { occasion: ADOPTED recipient: VOTERS amount { per_vote_for_thousandths: 1 } reckoned: AFTER_EFFECT "
     "within { hours: 24 } }"},
    {"award: occasion=adopted, recipient=first_voter, popularity, reckoned=before_effect",
     "award { occasion: ADOPTED recipient: FIRST_VOTER amount { popularity {} } reckoned: BEFORE_EFFECT }"},
    {"judgment: seat=named, judge=Ann", "judgment { seat: NAMED judge: \"Ann\" }"},
    {"transmutation: explicit_kinds=transmute_to_mutable", "transmutation { explicit_kinds: TRANSMUTE_TO_MUTABLE }"},
    {"consultation: team_mates_only=yes", "consultation { team_mates_only: true }"},
    {"vote_changes: change=yes, times=1, within=90 minutes",
     "vote_changes { change: true times: 1 within { minutes: 90 } }"},
    {"voting_period: vote=7 days, at_end=count_cast", "voting_period { vote { days: 7 } at_end: COUNT_CAST }"},
    {"inactivity: declared=yes, after=36 hours, suspends=voting and turns, ends_by=any_move",
     "inactivity { declared: true after { hours: 36 } suspends: [VOTING, TURNS] ends_by: ANY_MOVE }"},
    {"proposing: who=anyone, open=5, withdrawal=before_vote",
     "proposing { who: ANYONE open: 5 withdrawal: BEFORE_VOTE }"},
    {"joining: approval=1/2, when=any_time, points=5",
     "joining { approval { numerator: 1 denominator: 2 } when: ANY_TIME points_thousandths: 5000 }"},
    {"self_repeal: at=2030-01-01T00:00:00Z", "self_repeal { at: \"2030-01-01T00:00:00Z\" }"},
    {"permission: unregulated=yes", "permission { unregulated: true }"},
    {"acts: none=yes", "acts { none: true }"},
};

TEST(ProvisionLine, IsWhatTheTextFormatSays) {
  std::set<std::string> kinds;
  for (const Pair& pair : WRITTEN) {
    const auto meant = replay::parse_provision(pair.text_format);
    ASSERT_TRUE(meant) << pair.text_format;
    EXPECT_EQ(provision_line(*meant), pair.line);
    const auto read = read_provision_line(pair.line);
    ASSERT_TRUE(read) << pair.line << ": " << read.error().what;
    EXPECT_EQ(replay::print_provision(*read), replay::print_provision(*meant));
    EXPECT_TRUE(is_provision_line(pair.line)) << pair.line;
    EXPECT_FALSE(is_provision_line(pair.text_format)) << pair.text_format;
    kinds.insert(pair.line.substr(0, pair.line.find(':')));
  }
  const auto all = kinds_of_lines();
  EXPECT_EQ(kinds, std::set<std::string>(all.begin(), all.end())) << "each kind is written once at least";
}

// The same in other spellings: {as typed, as printed}.
TEST(ProvisionLine, IsReadAsPeopleWriteIt) {
  const std::vector<std::pair<std::string, std::string>> SPELT = {
      {"Award: Occasion=Ballot-Cast,recipient = voters , points=+1.50,",
       "award: occasion=ballot_cast, recipient=voters, points=1.5"},
      {"permission: unregulated", "permission: unregulated=yes"},
      {"permission: unregulated = TRUE", "permission: unregulated=yes"},
      {"self-repeal: after-turn=3", "self_repeal: after_turn=3"},
      {"award: occasion=ballot cast, recipient=voters, amount(points=1), within=1 day and 12 hours",
       "award: occasion=ballot_cast, recipient=voters, points=1, within=1 day 12 hours"},
      {"voting_period: vote=36h", "voting_period: vote=36 hours"},
      {"voting_period: vote=1d 2h 3min 4s", "voting_period: vote=1 day 2 hours 3 minutes 4 seconds"},
      {"adoption: quota=all of eligible", "adoption: quota=1/1 of eligible"},
      {"adoption: quota=more than half of taking part", "adoption: quota=more than 1/2 of taking_part"},
      {"adoption: quota=at least 2/3 of cast", "adoption: quota=2/3 of cast"},
      {"inactivity: suspends=voting + turns", "inactivity: suspends=voting and turns"},
      {"judgment: judge=\"Bo \\\"B\\\" \\\\\", seat=named", "judgment: seat=named, judge=\"Bo \\\"B\\\" \\\\\""},
      {"judgment: seat=named, judge=Bo B", "judgment: seat=named, judge=\"Bo B\""},
      {"judgment: seat=named, judge=\xE5\xB1\xB1", "judgment: seat=named, judge=\xE5\xB1\xB1"},
      {"turn_parts: parts=proposal+throw(dice=1, faces=6, points_per_pip=1)",
       "turn_parts: parts=proposal and throw(dice=1, faces=6, points_per_pip=1)"},
      {"adoption: later=(at=2030-01-01T00:00:00Z, quota=1/2)", "adoption: later(at=2030-01-01T00:00:00Z, quota=1/2)"},
  };
  for (const auto& [typed, printed] : SPELT) {
    const auto read = read_provision_line(typed);
    ASSERT_TRUE(read) << typed << ": " << read.error().what;
    const std::string again = provision_line(*read);
    const auto meant = read_provision_line(printed);
    ASSERT_TRUE(meant) << printed << ": " << meant.error().what;
    EXPECT_EQ(replay::print_provision(*read), replay::print_provision(*meant)) << typed << " is " << again;
  }
}

TEST(ProvisionLine, SaysWhatIsWrongWithIt) {
  struct Wrong {
    std::string line;
    std::string what;
    std::string hint;
  };
  const std::vector<Wrong> WRONG = {
      {"", "does not begin with a kind", "award: occasion=adopted"},
      {"(x)", "does not begin with a kind", ""},
      {"judgment: judge=\x80", "is not UTF-8", "write it as UTF-8"},
      {"awrd: points=1", "there is no kind of provision \"awrd\"", "did you mean award?"},
      {"banana: points=1", "there is no kind of provision \"banana\"", "there are: rule_change_kinds, franchise"},
      {"award occasion=adopted", "behind award a colon is missing", "award: NAME=VALUE"},
      {"award: ocasion=adopted", "award has no \"ocasion\"", "did you mean occasion?"},
      {"award: xyz=1", "award has no \"xyz\"", "there are: occasion, recipient"},
      {"award: occasion=defated", "occasion is \"defated\"", "did you mean defeated?"},
      {"debate: caller=somebody", "caller is \"somebody\"", "it may be proponent or anyone"},
      {"award: points=ten", "points is \"ten\"", "14.3, -10"},
      {"award: points=1.2345", "points is \"1.2345\"", "three places"},
      {"award: points=1.", "points is \"1.\"", "14.3"},
      {"award: points=--1", "points is \"--1\"", "14.3"},
      {"award: points=99999999999999999999", "points is", "14.3"},
      {"award: points=1, points=2", "points is given twice", "give it once"},
      {"award: points=1, per_vote_for=1", "points and per_vote_for exclude one another", "give one of them"},
      {"award: points", "points is given no value", "points=POINTS"},
      {"award: points=", "points is given no value", "points=VALUE"},
      {"award: points=1 and 2", "points takes one value", ""},
      {"award: points=(x=1)", "points is one value", "points=POINTS"},
      {"award: points 5", "between points and \"5\" a = is missing", "points=VALUE"},
      {"award: amount=5", "amount is no single value", "amount(points=...)"},
      {"award: =5", "at \"=5\" a name is missing", "NAME=VALUE"},
      {"award: within=soon", "within is \"soon\"", "24 hours"},
      {"award: within=1 day 2 days", "within is \"1 day 2 days\"", "24 hours"},
      {"award: within=5", "within is \"5\"", "24 hours"},
      {"adoption: quota=2/3 of voters", "quota is \"2/3 of voters\"", "2/3 of eligible"},
      {"adoption: quota=most", "quota is \"most\"", "2/3 of eligible"},
      {"adoption: least_in_favour=-1", "least_in_favour is \"-1\"", "whole number"},
      {"adoption: least_in_favour=4294967296", "least_in_favour is", "whole number"},
      {"permission: unregulated=perhaps", "unregulated is \"perhaps\"", "yes or no"},
      {"judgment: judge=\"Ann", "quotation mark", "close it"},
      {"adoption: later(at=x", "a parenthesis is not closed", ")"},
      {"adoption: least_in_favour=1)", "closed that was not opened", "leave the ) out"},
      {"turn_parts: parts=proposal and thro(dice=1)", "parts is \"thro\"", "did you mean throw?"},
      {"turn_parts: parts=proposal and throw(dices=1)", "throw has no \"dices\"", "did you mean dice?"},
      {"inactivity: suspends=voting, suspends=turns", "suspends is given twice", "\"and\""},
      {"adoption: later(later(later(later(later(later(later(later(later(later(at=x))))))))))", "too deep", ""},
  };
  for (const Wrong& wrong : WRONG) {
    const auto read = read_provision_line(wrong.line);
    ASSERT_FALSE(read) << wrong.line;
    EXPECT_THAT(read.error().what, HasSubstr(wrong.what)) << wrong.line;
    EXPECT_THAT(read.error().hint, HasSubstr(wrong.hint)) << wrong.line;
  }
}

TEST(ProvisionLine, IsTextFormatWhereNoLineSaysIt) {
  EXPECT_EQ(provision_line(v1::Provision()), "");
  v1::Provision later;
  later.mutable_debate()->set_caller(v1::Debate::ANYONE);
  later.mutable_debate()->GetReflection()->MutableUnknownFields(later.mutable_debate())->AddVarint(99, 1);
  EXPECT_EQ(provision_line(later), replay::print_provision(later));
  v1::Provision broken;
  broken.mutable_judgment()->set_judge("Ann\nprovisions:");
  EXPECT_EQ(provision_line(broken), "judgment { judge: \"Ann\\nprovisions:\" }");
}

TEST(ProvisionLine, IsToldFromTextFormat) {
  for (const char* line : {"award: points=1", "  award :x", "award:", "self-repeal: at=x"}) {
    EXPECT_TRUE(is_provision_line(line)) << line;
  }
  for (const char* other : {"award { }", "award: { }", "award: <>", "award", "", "# award: x", ": x", "\"award\": x"}) {
    EXPECT_FALSE(is_provision_line(other)) << other;
  }
}

TEST(ProvisionLine, TellsWhatCanStandInIt) {
  EXPECT_THAT(items_of_lines("victory_bound"), ElementsAre("points_only=yes|no"));
  EXPECT_THAT(items_of_lines("debate"), ElementsAre("caller=proponent|anyone", "judge_may_be_asked=yes|no"));
  EXPECT_THAT(items_of_lines("award"),
              ElementsAre(HasSubstr("occasion=adopted|defeated|"), HasSubstr("recipient=the_proponent|"),
                          "points=POINTS", "minus=NUMBER", "decimals=NUMBER", "per_vote_for=POINTS",
                          "per_vote_against=POINTS", "reckoned=before_effect|after_effect", "within=TIME"));
  EXPECT_THAT(items_of_lines("adoption"),
              ElementsAre("quota=SHARE", "later(after_circuit=NUMBER, quota=SHARE, at=TEXT)", "least_in_favour=NUMBER",
                          "quorum=SHARE", "quorum_votes=NUMBER"));
  EXPECT_TRUE(items_of_lines("banana").empty());
  for (const std::string& kind : kinds_of_lines()) EXPECT_FALSE(items_of_lines(kind).empty()) << kind;
}

}  // namespace
}  // namespace nomic::tools
