#include "nomic/words/point_words.h"

#include <map>

namespace nomic::tools {
namespace {

using Phrases = std::map<std::string_view, std::string_view>;

// By kind, as a provision is written.
const Phrases& matters() {
  static const Phrases MATTERS = {
      {"rule_change_kinds", "which rule-changes may be proposed"},
      {"franchise", "who votes"},
      {"effectiveness", "from when an adopted rule is in force"},
      {"numbering", "numbers"},
      {"adoption", "what it takes to adopt a proposal"},
      {"precedence_method", "which of two rules prevails"},
      {"precedence_claim", "precedence"},
      {"voting_duty", "the duty to vote"},
      {"victory_bound", "what winning may consist in"},
      {"debate", "how a proposal is debated"},
      {"victory", "winning"},
      {"forfeit", "leaving the game"},
      {"ruleset_bounds", "how many rules there may be"},
      {"turn_order", "the order of play"},
      {"turn_parts", "what a turn consists of"},
      {"award", "points"},
      {"judgment", "Judgment"},
      {"transmutation", "transmuting rules"},
      {"consultation", "consulting about future proposals"},
      {"vote_changes", "changing a vote"},
      {"voting_period", "how long debates and votes last"},
      {"inactivity", "players who are away"},
      {"proposing", "who proposes, and when"},
      {"joining", "how players come in"},
      {"self_repeal", "rules that repeal themselves"},
      {"permission", "what no rule speaks of"},
      {"acts", "whether acts may cite a rule"},
  };
  return MATTERS;
}

// By point, where its kind does not say it closely enough.
const Phrases& points() {
  static const Phrases POINTS = {
      {"RuleChangeKinds.per_proposal", "how many rule-changes a proposal holds"},
      {"Franchise.votes_per_player", "how many votes each player has"},
      {"Franchise.abstention", "abstaining"},
      {"Franchise.proponents_vote", "the proponent's vote"},
      {"Effectiveness.retroactive", "effects on the past"},
      {"Numbering.first", "the number at which counting begins"},
      {"Numbering.changed_rule", "the number of a changed rule"},
      {"Adoption.least_in_favour", "how many votes in favour adoption needs"},
      {"Adoption.quorum", "how many must take part in a vote"},
      {"Adoption.quorum_votes", "how many must take part in a vote"},
      {"VotingDuty.every_proposal", "whether every proposal is voted on"},
      {"Debate.caller", "who calls a vote"},
      {"Debate.judge_may_be_asked", "whether the Judge may end a debate"},
      {"RulesetBounds.max_mutable", "how many mutable rules there may be"},
      {"TurnOrder.starting_points", "the points with which players begin"},
      {"TurnOrder.time_to_propose", "the time to propose"},
      {"TurnOrder.time_to_throw", "the time to throw"},
      {"Judgment.seat", "who sits as Judge"},
      {"Judgment.judge", "who sits as Judge"},
      {"Judgment.judges", "how many judge"},
      {"Judgment.overrule", "what overrules a Judgment"},
      {"Judgment.consent", "the consent to the next turn"},
      {"Judgment.consent_among", "whose consent to the next turn is asked"},
      {"VoteChanges.withdraw", "taking back a vote"},
      {"VotingPeriod.debate", "how long a debate lasts"},
      {"VotingPeriod.debate_at_least", "how long a debate lasts"},
      {"VotingPeriod.vote", "how long a vote lasts"},
      {"VotingPeriod.vote_at_least", "how long a vote lasts"},
      {"VotingPeriod.at_end", "what becomes of ballots that are missing when a vote ends"},
      {"Inactivity.declared", "whether players may say that they are away"},
      {"Inactivity.after", "when a player counts as away"},
      {"Inactivity.missed_votes", "when a player counts as away"},
      {"Inactivity.suspends", "what players have no part in while they are away"},
      {"Inactivity.ends_by", "how players come back"},
      {"Proposing.open", "how many proposals may be open"},
      {"Proposing.open_each", "how many proposals a player may have open"},
      {"Proposing.withdrawal", "taking back a proposal"},
      {"Proposing.resubmit_after", "when a proposal may be made again"},
      {"Proposing.several", "several rule-changes in one proposal"},
      {"Joining.open", "whether players may come in"},
      {"Joining.approval", "who approves of newcomers"},
      {"Joining.when", "when players may come in"},
      {"Joining.points", "the points with which newcomers begin"},
      {"Joining.most_players", "how many may play"},
  };
  return POINTS;
}

// "VotingPeriod": "voting_period".
std::string kind_in(std::string_view message) {
  std::string kind;
  for (const char c : message) {
    const bool capital = c >= 'A' && c <= 'Z';
    if (capital && !kind.empty()) kind += '_';
    kind += capital ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return kind;
}

}  // namespace

std::string words_of_matter(std::string_view kind) {
  const auto found = matters().find(kind);
  return std::string(found == matters().end() ? kind : found->second);
}

std::string words_of_point(std::string_view point) {
  if (const auto found = points().find(point); found != points().end()) return std::string(found->second);
  const auto matter = matters().find(kind_in(point.substr(0, point.find('.'))));
  return std::string(matter == matters().end() ? point : matter->second);
}

}  // namespace nomic::tools
