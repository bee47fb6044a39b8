#include "nomic/words/provision_words.h"

#include <google/protobuf/descriptor.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include "nomic/replay/edition.h"
#include "replay/expect.h"

namespace nomic::tools {
namespace {

using replay::Result;
using replay::why;

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

struct NewRecord {
  std::string provision;
  std::string words;
};

// Written by hand, kind by kind.
const std::vector<NewRecord> SAID = {
    {"rule_change_kinds { per_proposal: 1 }", "a proposal holds one rule-change"},
    {"rule_change_kinds { per_proposal: 5 }", "a proposal holds at most 5 rule-changes"},
    {"rule_change_kinds { kinds: [ENACT, AMEND, REPEAL] restore_mutable_only: true }",
     "a rule-change may be proposed to enact a rule, amend a rule or repeal a rule; the amendments that may be "
     "repealed are those of mutable rules only"},
    {"rule_change_kinds { kinds: [TRANSMUTE_TO_MUTABLE, TRANSMUTE_TO_IMMUTABLE, REENACT, RESTORE] }",
     "a rule-change may be proposed to transmute an immutable rule, transmute a mutable rule, re-enact a repealed "
     "rule or repeal an amendment"},

    {"franchise { abstention: true proponents_vote: COUNTS_FOR }",
     "voters may abstain; the proponent counts as in favour unless they vote otherwise"},
    {"franchise { electorate: OTHERS_THAN_PROPONENT abstention: false proponents_vote: IS_CAST }",
     "every player but the proponent is an eligible voter; nobody may abstain; the proponent votes as everybody does"},
    {"scope { players: \"Ann\" } franchise { votes_per_player: 2 }",
     "for Ann, each eligible voter has 2 votes on a proposal"},
    {"franchise { electorate: PLAYERS votes_per_player: 1 }",
     "every player is an eligible voter; each eligible voter has one vote on a proposal"},

    {"effectiveness { when: NEXT_TURN }", "an adopted rule-change takes effect when the next turn begins"},
    {"effectiveness { when: AFTER_DELAY delay { days: 2 } proposals_may_say: true }",
     "an adopted rule-change takes effect 2 days after its vote is complete; a proposal may name a later time of its "
     "own"},
    {"effectiveness { not_before: VOTE_COMPLETE retroactive: false }",
     "no rule-change takes effect before its vote is complete; no rule-change applies to what is past"},

    {"numbering { first: 301 changed_rule: TAKES_PROPOSALS }",
     "the first proposal is number 301; a changed rule takes its proposal's number"},
    {"numbering { changed_rule: KEEPS_ITS_OWN }", "a changed rule keeps its own number"},
    {"numbering { changed_rule: TAKES_NEXT rules_first: 400 }",
     "a changed rule takes the next number of the rules; new rules are numbered by themselves, from 400 on"},
    {"numbering { acts: true }", "rule-changes that acts make are numbered with the proposals"},
    {"numbering { changed_rule: TAKES_PROPOSALS several: TAKE_FURTHER }",
     "a changed rule takes its proposal's number; of several rules that one proposal changes, each further one takes "
     "the next number"},
    {"numbering { several: TAKE_LETTERS }",
     "of several rules that one proposal changes, each further one takes its number with the next letter"},
    {"numbering { several: KEEP_THEIR_OWN }",
     "of several rules that one proposal changes, each further one keeps its own number"},
    {"numbering { references_follow: true }", "references to a rule that is renumbered follow it"},
    {"numbering { references_follow: false }", "references to a rule that is renumbered stay as they are"},
    {"scope { changes: RETITLE } adoption { fraction: \"1/2\" of: CAST }",
     "to retitle a rule, adoption needs half of the votes cast"},

    {"adoption { fraction: \"2/3\" of: ELIGIBLE }", "adoption needs two thirds of the eligible voters"},
    {"adoption { quota { numerator: 1 denominator: 1 base: ELIGIBLE } }",
     "adoption needs every eligible voter in favour"},
    {"adoption { quota { numerator: 1 denominator: 1 base: CAST } }", "adoption needs every vote cast in favour"},
    {"adoption { fraction: \"1/2\" more_than: true of: CAST least_in_favour: 3 quorum { numerator: 1 denominator: 2 "
     "} }",
     "adoption needs more than half of the votes cast, at least 3 votes in favour and half of the eligible votes "
     "taking part"},
    {"scope { changes: REPEAL } adoption { fraction: \"3/4\" of: CAST }",
     "to repeal a rule, adoption needs three quarters of the votes cast"},
    {"adoption { fraction: \"1/1\" of: ELIGIBLE later { after_circuit: 2 quota { numerator: 1 denominator: 2 strict: "
     "true base: ELIGIBLE } } }",
     "adoption needs every eligible voter in favour; once circuit 2 is complete, if this rule is unamended then, "
     "adoption needs more than half of the eligible voters"},
    {"adoption { quorum_votes: 4 later { at: \"2030-01-01T00:00:00Z\" quota { numerator: 11 denominator: 12 base: "
     "TAKING_PART } } }",
     "adoption needs at least 4 votes taking part; from 2030-01-01 00:00:00 UTC on, if this rule is unamended then, "
     "adoption needs 11/12 of those who take part, abstentions included"},
    {"adoption { quorum { numerator: 1 denominator: 3 strict: true } }",
     "adoption needs more than a third of the eligible votes taking part"},

    {"precedence_method { same_status: CLAIMS_THEN_HIGHEST }",
     "between rules of one status, what they claim of themselves decides, then the highest number"},
    {"precedence_method { statuses: MUTABLE_YIELDS same_status: CLAIMS_THEN_NEWEST }",
     "a mutable rule in conflict with an immutable one loses only the point in conflict; between rules of one "
     "status, what they claim of themselves decides, then the version that came into force last"},

    {"precedence_claim { relation: PREVAILS kinds: \"award\" }",
     "this rule takes precedence over every rule with a provision of the kind award"},
    {"precedence_claim { relation: DEFERS type: ANY_RULE }", "this rule defers to every other rule"},
    {"precedence_claim { relation: PREVAILS rules: ['201', '305'] type: VICTORY_RULES }",
     "this rule takes precedence over rule 201, rule 305 and every rule that determines a winner"},

    {"voting_duty { every_voter: false }", "no eligible voter need take part in the vote"},
    {"voting_duty { every_proposal: true every_voter: true }",
     "every proposal is voted on, and none can be withdrawn; every eligible voter must take part in the vote"},

    {"victory_bound { points_only: false }", "winning may consist in anything"},
    {"victory_bound { points_only: true }", "winning consists in points, unless play cannot go on"},

    {"debate { caller: ANYONE }", "any player settles the final form of a proposal and calls its vote"},
    {"debate { caller: PROPONENT judge_may_be_asked: true }",
     "the proponent settles the final form of a proposal and calls its vote; the Judge may be asked to set the end "
     "of debate"},

    {"victory { points_thousandths: 50000 ends: ROUND }",
     "the first player to reach 50 points wins, and that ends the round: every score goes back to where players begin"},
    {"victory { points_thousandths: 99500 who: EVERY ends: NOTHING ties: ALL }",
     "every player to reach 99.5 points wins, and play goes on; of several at once, all win"},
    {"victory { rounds: 3 }", "the first player to win 3 rounds wins"},
    {"victory { leader_after_circuit: 10 ties: ALL }",
     "the player with most points when circuit 10 is complete wins; of several at once, all win"},
    {"victory { unable_to_complete_turn: true }",
     "the first player unable to complete a turn, where play cannot go on, wins"},
    {"victory { last_player: true ends: GAME }",
     "the only player left who has neither forfeited nor is inactive wins, and that ends the game"},

    {"forfeit { always: true }", "a player may forfeit at any time"},
    {"forfeit { always: false approval { numerator: 1 denominator: 2 strict: true } }",
     "a player may not forfeit as they like; a player may forfeit with the approval of more than half of the other "
     "players"},

    {"ruleset_bounds { max_rules: 60 }", "there must be at most 60 rules of either status"},
    {"ruleset_bounds { min_mutable: 1 max_mutable: 30 min_immutable: 2 max_immutable: 9 }",
     "there must be at least one mutable rule, at most 30 mutable rules, at least 2 immutable rules and at most 9 "
     "immutable rules"},

    {"turn_order { order: ALL_AT_ONCE }", "turns run beside one another, one for each player in a circuit"},
    {"turn_order { time_to_propose { days: 3 } time_to_throw { hours: 12 } }",
     "who has not begun their turn 3 days after the one before is passed over; the turn goes on without a throw that "
     "is not made within 12 hours"},
    {"scope { mode: MAIL } turn_order { order: SURNAME starting_points_thousandths: 0 }",
     "in games by mail, turns go in the alphabetical order of surnames; a player begins with 0 points"},

    {"turn_parts { parts { proposal {} } parts { throw { dice: 2 faces: 6 points_per_pip_thousandths: 1000 } } }",
     "a turn consists of a proposal and its vote, then a throw of 2 dice of 6 faces that gains 1 point for each pip"},
    {"turn_parts { parts { proposal {} } parts { award { amount { points: \"2.5\" } reckoned: AFTER_EFFECT } } }",
     "a turn consists of a proposal and its vote, then an award by which the proponent gains 2.5 points, by the "
     "rules just after the effect"},
    {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 1000 source: "
     "HAND } } }",
     "a turn consists of a proposal and its vote, then a throw of one die of 6 faces that gains 1 point for each pip, "
     "thrown by hand"},
    {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 1000 source: "
     "PROGRAM } } }",
     "a turn consists of a proposal and its vote, then a throw of one die of 6 faces that gains 1 point for each pip, "
     "thrown by the program"},
    {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 1000 source: "
     "ANY_SOURCE } } "
     "}",
     "a turn consists of a proposal and its vote, then a throw of one die of 6 faces that gains 1 point for each pip, "
     "by hand or by the program"},
    {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 1000 source: "
     "REVEALED "
     "committers: OTHERS time_to_commit { hours: 12 } time_to_reveal { days: 2 } missing: LEFT_OUT "
     "penalty_thousandths: 5000 } } }",
     "a turn consists of a proposal and its vote, then a throw of one die of 6 faces that gains 1 point for each pip, "
     "its faces being derived from secrets to which every other player commits first; after 12 hours without a "
     "commitment the round goes on without it; after 2 days without a secret the faces come from the others; whoever "
     "is "
     "too late loses 5 points"},
    {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 1000 source: "
     "REVEALED "
     "committers: MOVER_AND_NEXT missing: LEAST_FACE secrets_stand: true } } }",
     "a turn consists of a proposal and its vote, then a throw of one die of 6 faces that gains 1 point for each pip, "
     "its faces being derived from secrets to which the player and the next in order commit first; without a secret "
     "each die shows its least face; no Judgment strikes a commitment or a secret"},
    {"turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 20 points_per_pip_thousandths: -500 scoring: "
     "HIGHEST "
     "face_points { face: 20 points_thousandths: 5000 } face_points { face: 1 points_thousandths: -2000 } } } }",
     "a turn consists of a proposal and its vote, then a throw of one die of 20 faces that loses 0.5 points for each "
     "pip of the highest face, gains 5 points for each 20 and loses 2 points for each 1"},
    {"turn_parts { parts { proposal {} } parts { award { amount { popularity { minus: 291 } } reckoned: "
     "BEFORE_EFFECT } } }",
     "a turn consists of a proposal and its vote, then an award by which the proponent gains (the proposal's number "
     "less 291) times the share of the votes cast that were in favour, to the nearest point, by the rules just "
     "before the effect"},

    {"award { occasion: ADOPTED recipient: OTHER_VOTERS_FOR amount { points: \"1\" } reckoned: BEFORE_EFFECT }",
     "each other player who voted for an adopted proposal gains 1 point, by the rules just before its effect"},
    {"award { occasion: DEFEATED recipient: THE_PROPONENT amount { fixed_thousandths: -10000 } reckoned: AFTER_EFFECT "
     "}",
     "the proponent of a defeated proposal loses 10 points, by the rules just after its effect"},
    {"award { occasion: BALLOT_CAST recipient: VOTERS amount { points: \"1\" } within { hours: 24 } }",
     "whenever a ballot is cast within 24 hours of the proposal's being made, its voter gains 1 point"},
    {"award { occasion: PROPOSED recipient: THE_PROPONENT amount { points: \"0.5\" } }",
     "whenever a proposal is made, the proponent gains 0.5 points"},
    {"award { occasion: VOTED_ON recipient: NON_VOTERS amount { per_vote_against_thousandths: -500 } reckoned: "
     "AFTER_EFFECT }",
     "each eligible voter who cast no ballot on a proposal that was voted on loses 0.5 points for each vote against, "
     "by the rules just after its effect"},
    {"award { occasion: ADOPTED recipient: VOTERS_AGAINST amount { per_vote_for_thousandths: 1000 } within { days: 1 } "
     "reckoned: "
     "BEFORE_EFFECT }",
     "each player who voted against an adopted proposal within 1 day of the proposal's being made gains 1 point for "
     "each vote in favour, by the rules just before its effect"},
    {"award { occasion: ADOPTED recipient: EVERYONE amount { popularity { decimals: 1 } } reckoned: BEFORE_EFFECT }",
     "for an adopted proposal, every player gains the proposal's number times the share of the votes cast that were "
     "in favour, to one decimal, by the rules just before its effect"},
    {"award { occasion: TURN_ENDED recipient: THE_PLAYER amount { fixed_thousandths: 1000 } }",
     "whenever a turn ends, the player whose turn it was gains 1 point"},
    {"award { occasion: JOINED recipient: EVERYONE_ELSE amount { fixed_thousandths: 1000 } }",
     "whenever a player joins, every other player gains 1 point"},

    {"judgment { seat: FOLLOWING overrule { numerator: 2 denominator: 3 } }",
     "the player after the one moving sits as Judge; a Judgment is overruled by two thirds of the players but the "
     "Judge"},
    {"judgment { seat: NAMED judge: \"Ann\" }", "Ann sits as Judge"},
    {"judgment { seat: NAMED judge: \"Ann\" judges: 3 }",
     "Ann sits as Judge; 3 Judges answer each question, and the answer of most of them is the Judgment"},
    {"judgment { seat: PRECEDING pass_over_team_mates: true overrule { numerator: 1 denominator: 1 } consent { "
     "numerator: 1 denominator: 2 strict: true } consent_among: OTHERS_THAN_NEXT one_judge_a_turn: true }",
     "the player before the one moving sits as Judge; team-mates of the one moving are passed over as Judge; a "
     "Judgment is overruled by all of the players but the Judge; once Judgment is invoked, the next turn needs the "
     "consent of more than half of the players other than the one who begins it; one Judge settles all questions "
     "until the next turn begins, unless overruled"},
    {"judgment { consent_among: ALL_PLAYERS judges: 1 }",
     "the consent to the next turn that counts is that of all players, the one who begins it too; one Judge answers "
     "each question"},

    {"transmutation { explicit_kinds: TRANSMUTE_TO_MUTABLE }",
     "a proposal to transmute an immutable rule must say so expressly"},
    {"transmutation { explicit_kinds: [TRANSMUTE_TO_MUTABLE, TRANSMUTE_TO_IMMUTABLE] }",
     "a proposal to transmute an immutable rule or transmute a mutable rule must say so expressly"},

    {"consultation { team_mates_only: false }", "all players may consult about future proposals"},
    {"consultation { team_mates_only: true }", "only team-mates may consult about future proposals"},

    {"vote_changes { change: true withdraw: true times: 1 }",
     "a ballot may be changed; a ballot may be taken back; a voter may do so once on one proposal"},
    {"vote_changes { withdraw: false times: 3 within { hours: 36 } }",
     "no ballot may be taken back; a voter may do so at most 3 times on one proposal; that is open only for 36 hours "
     "after the call of the vote"},

    {"voting_period { vote { days: 7 } at_end: COUNT_CAST }",
     "a vote ends 7 days after its call; ballots missing then are not counted"},
    {"voting_period { debate_at_least { hours: 24 } vote_at_least { hours: 24 } }",
     "the vote on a proposal is called no sooner than 24 hours after it was made; a vote is complete no sooner than "
     "24 hours after its call"},
    {"voting_period { debate { days: 1 hours: 12 } vote { minutes: 1 seconds: 30 } at_end: DEFEAT }",
     "the vote on a proposal is called by itself 1 day and 12 hours after it was made; a vote ends 1 minute and 30 "
     "seconds after its call; if ballots are missing then, the proposal is defeated"},

    {"inactivity { declared: true after { hours: 36 } suspends: [VOTING, TURNS] ends_by: ANY_MOVE }",
     "players may declare themselves inactive; who makes no move for 36 hours becomes inactive; an inactive player "
     "has no part in votes or turns; an inactive player becomes active again by any move of theirs"},
    {"inactivity { declared: false missed_votes: 3 suspends: [JUDGING, CONSENT] ends_by: DECLARATION }",
     "players may not declare themselves inactive; who misses 3 votes in a row becomes inactive; an inactive player "
     "has no part in judging or consent and overruling; an inactive player becomes active again by saying so"},

    {"proposing { who: ANYONE open: 5 open_each: 1 withdrawal: BEFORE_VOTE }",
     "any player may propose at any time; at most 5 proposals may be open at once; each player may have at most one "
     "proposal open at once; a proposal may be taken back until its vote is called"},
    {"proposing { resubmit_after: 3 several: EACH }",
     "what was defeated may be proposed again after 3 further proposals; each rule-change of a proposal has its own "
     "outcome and its own effect"},
    {"proposing { who: IN_TURN withdrawal: NEVER resubmit_after: 0 }",
     "whoever may begin a turn may propose, and begins it by that; a proposal cannot be taken back; what was "
     "defeated may be proposed again at once"},

    {"joining { approval { numerator: 1 denominator: 2 strict: true } points_thousandths: 5000 }",
     "who joins needs the approval of more than half of the players in the game; who joins begins with 5 points"},
    {"joining { open: false }", "nobody may join"},
    {"joining { when: ANY_TIME most_players: 12 }", "players join at any time; the game has at most 12 players"},

    {"self_repeal { after_circuit: 4 }", "this rule repeals itself when circuit 4 is complete"},
    {"self_repeal { after_turn: 9 }", "this rule repeals itself when turn 9 is complete"},
    {"self_repeal { at: \"2030-01-01T00:00:00Z\" }", "this rule repeals itself at 2030-01-01 00:00:00 UTC"},
    {"self_repeal { points_thousandths: 80000 }", "this rule repeals itself when some player stands at 80 points"},
    {"permission { unregulated: true }",
     "what no rule forbids or regulates may be done; an act that cites this rule gives nothing"},
    {"permission { unregulated: false }", "what no rule permits may not be done"},
    {"acts { none: true }", "this rule provides for no acts"},
    {"scope { players: \"Ann\" } acts { none: false }", "for Ann, acts may be done under this rule"},

    {"scope { mode: TABLE players: [\"Ann\", \"Bob\"] changes: [ENACT, AMEND] } voting_duty { every_voter: true }",
     "in games around a table, for Ann and Bob, of proposals to enact a rule or amend a rule, every eligible voter "
     "must take part in the vote"},
};

TEST(WordsOf, SaysWhatAProvisionSays) {
  for (const NewRecord& one : SAID) {
    const Result<v1::Provision> provision = replay::parse_provision(one.provision);
    ASSERT_TRUE(provision.ok()) << one.provision << "\n" << why(provision);
    EXPECT_EQ(words_of(*provision), one.words) << one.provision;
  }
}

TEST(WordsOf, IsTriedTwiceWithEveryKind) {
  std::map<int, int> tried;
  for (const NewRecord& one : SAID) ++tried[replay::parse_provision(one.provision)->kind_case()];
  const auto& kinds = *v1::Provision::descriptor()->oneof_decl(0);
  for (int i = 0; i < kinds.field_count(); ++i) {
    EXPECT_GE(tried[kinds.field(i)->number()], 2) << kinds.field(i)->name();
  }
}

// Every field that holds a value, by its path through the messages: "adoption.quota.numerator".
void collect(const Descriptor& type, const std::string& path, std::set<std::string>& paths) {
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    const std::string here = path + (path.empty() ? "" : ".") + field.name();
    if (field.message_type() != nullptr && field.message_type()->field_count() > 0) {
      collect(*field.message_type(), here, paths);
    } else {
      paths.insert(here);
    }
  }
}

// What a field could say instead.
std::vector<std::string> others(const std::string& text) {
  if (text.starts_with("2030")) return {"2031" + text.substr(4)};
  return {text + "a", "debate"};
}

// Gives every field of a provision each other value that it may have there, and compares the words.
class Changes {
 public:
  Changes(const v1::Provision& whole, std::set<std::string>& emitted)
      : whole_(whole), words_(words_of(whole)), emitted_(emitted) {}

  void run() { visit(whole_, ""); }

 private:
  void visit(Message& message, const std::string& path) {
    const auto& look = *message.GetReflection();
    std::vector<const FieldDescriptor*> fields;
    look.ListFields(message, &fields);
    for (const FieldDescriptor* field : fields) {
      const std::string here = path + (path.empty() ? "" : ".") + field->name();
      const int count = field->is_repeated() ? look.FieldSize(message, field) : 1;
      for (int i = 0; i < count; ++i) {
        if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
          change(message, *field, i, here);
        } else if (field->is_repeated()) {
          visit(*look.MutableRepeatedMessage(&message, field, i), here);
        } else {
          visit(*look.MutableMessage(&message, field), here);
        }
      }
    }
  }

  void tell(const std::string& here) {
    if (!replay::check_provision(whole_)) return;
    const std::string now = words_of(whole_);
    EXPECT_NE(now, words_) << here << " is not in the words of " << replay::print_provision(whole_);
    EXPECT_EQ(now.find('{'), std::string::npos) << now;
    emitted_.insert(here);
  }

  void change(Message& message, const FieldDescriptor& field, int i, const std::string& here) {
    const auto& look = *message.GetReflection();
    const bool many = field.is_repeated();
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_ENUM: {
        const int was = many ? look.GetRepeatedEnumValue(message, &field, i) : look.GetEnumValue(message, &field);
        const auto set = [&](int value) {
          many ? look.SetRepeatedEnumValue(&message, &field, i, value) : look.SetEnumValue(&message, &field, value);
        };
        for (int value = 1; value < field.enum_type()->value_count(); ++value) {
          if (value == was) continue;
          set(value);
          tell(here);
        }
        set(was);
        break;
      }
      case FieldDescriptor::CPPTYPE_UINT32: {
        const std::uint32_t was = many ? look.GetRepeatedUInt32(message, &field, i) : look.GetUInt32(message, &field);
        const auto set = [&](std::uint32_t value) {
          many ? look.SetRepeatedUInt32(&message, &field, i, value) : look.SetUInt32(&message, &field, value);
        };
        for (const std::uint32_t value : {was + 1, was + 2, was - 1}) {
          set(value);
          tell(here);
        }
        set(was);
        break;
      }
      case FieldDescriptor::CPPTYPE_INT64: {
        const std::int64_t was = look.GetInt64(message, &field);
        look.SetInt64(&message, &field, was + 1);
        tell(here);
        look.SetInt64(&message, &field, was);
        break;
      }
      case FieldDescriptor::CPPTYPE_BOOL: {
        const bool was = look.GetBool(message, &field);
        look.SetBool(&message, &field, !was);
        tell(here);
        look.SetBool(&message, &field, was);
        break;
      }
      default: {
        const std::string was = many ? look.GetRepeatedString(message, &field, i) : look.GetString(message, &field);
        for (const std::string& value : others(was)) {
          many ? look.SetRepeatedString(&message, &field, i, value) : look.SetString(&message, &field, value);
          tell(here);
        }
        many ? look.SetRepeatedString(&message, &field, i, was) : look.SetString(&message, &field, was);
      }
    }
  }

  v1::Provision whole_;
  std::string words_;
  std::set<std::string>& emitted_;
};

const std::set<std::string> IN_ONE_PLACE = {".days",      ".hours",       ".minutes", ".seconds",
                                            ".numerator", ".denominator", ".strict"};

TEST(WordsOf, ChangeWithEveryField) {
  std::set<std::string> emitted;
  for (const NewRecord& one : SAID) Changes(*replay::parse_provision(one.provision), emitted).run();
  std::set<std::string> all;
  collect(*v1::Provision::descriptor(), "", all);
  const std::set<std::string> exempt = {
      // Of one value only, or not recorded.
      "turn_parts.parts.proposal", "victory.unable_to_complete_turn", "victory.last_player", "adoption.fraction",
      "adoption.of", "adoption.more_than", "award.amount.points", "turn_parts.parts.award.amount.points",
      // Said by the fields themselves, which take no base, or one that adds nothing.
      "adoption.quorum.base", "forfeit.approval.base", "joining.approval.base", "judgment.overrule.base",
      "judgment.consent.base"};
  for (const std::string& path : all) {
    // Points as people write them are not recorded: thousandths are.
    if (exempt.contains(path) || all.contains(path + "_thousandths")) continue;
    // Lengths of time, shares and amounts are put in words in one place: one of them anywhere stands for all.
    const std::size_t amount = path.find(".amount.");
    const std::size_t last = amount != std::string::npos ? amount : path.rfind('.');
    const std::string field = last == std::string::npos ? path : path.substr(last);
    const bool part = amount != std::string::npos || IN_ONE_PLACE.contains(field);
    const bool there = std::any_of(emitted.begin(), emitted.end(),
                                   [&](const std::string& one) { return part ? one.ends_with(field) : one == path; });
    EXPECT_TRUE(there) << "no sentence tells " << path;
  }
}

TEST(WordsOf, PrintsWhatItCannotPutInWords) {
  v1::Provision later = *replay::parse_provision("forfeit { always: true }");
  later.mutable_forfeit()->GetReflection()->MutableUnknownFields(later.mutable_forfeit())->AddVarint(99, 1);
  EXPECT_EQ(words_of(later).substr(0, 9), "forfeit {");
  v1::Provision unknown;
  unknown.mutable_debate()->set_caller(static_cast<v1::Debate::Caller>(9));
  EXPECT_EQ(words_of(unknown), "debate { caller: 9 }");
  EXPECT_EQ(words_of(v1::Provision()), "");
}

TEST(WordsOf, UnderstandsShorthand) {
  v1::Provision provision;
  provision.mutable_adoption()->set_fraction("1/2");
  provision.mutable_adoption()->set_more_than(true);
  provision.mutable_adoption()->set_of(v1::Quota::CAST);
  EXPECT_EQ(words_of(provision), "adoption needs more than half of the votes cast");
}

// The examples of docs/provisions.md, which are those of the schema, with what they are said to read.
std::vector<NewRecord> documented() {
  std::ifstream page(std::string(NOMIC_SOURCE_DIR) + "/docs/provisions.md", std::ios::binary);
  std::vector<NewRecord> all;
  std::string example;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("    ")) example = line.substr(4);
    if (line.starts_with("Reads: ")) all.push_back({example, line.substr(7)});
  }
  return all;
}

TEST(WordsOf, AreThoseOfTheDocumentation) {
  std::set<int> kinds;
  for (const NewRecord& one : documented()) {
    const Result<v1::Provision> provision = replay::parse_provision(one.provision);
    ASSERT_TRUE(provision.ok()) << one.provision << "\n" << why(provision);
    EXPECT_EQ(words_of(*provision) + ".", one.words) << one.provision;
    kinds.insert(provision->kind_case());
  }
  EXPECT_EQ(static_cast<int>(kinds.size()), v1::Provision::descriptor()->oneof_decl(0)->field_count());
}

TEST(WordsOf, SaysEveryProvisionOfTheInitialSets) {
  for (const std::string& name : replay::edition_names()) {
    const Result<v1::Ruleset> initial = replay::edition(name);
    ASSERT_TRUE(initial.ok());
    for (const v1::RuleBody& rule : initial->rules()) {
      for (const v1::Provision& provision : rule.provisions()) {
        EXPECT_EQ(words_of(provision).find('{'), std::string::npos) << words_of(provision);
      }
    }
  }
}

}  // namespace
}  // namespace nomic::tools
