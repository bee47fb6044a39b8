// The plain words of each kind of provision, clause by clause. They count on a provision that can be satisfied.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/v1/provisions.pb.h"

namespace nomic::tools::phrases {

// Phrases that the plain words of provisions are made of: counts, points, lengths of time, shares, lists.

// What a provision says, clause by clause. What is empty is not said.
class Clauses {
 public:
  void add(std::string clause) {
    if (!clause.empty()) all_.push_back(std::move(clause));
  }
  [[nodiscard]] const std::vector<std::string>& all() const { return all_; }

 private:
  std::vector<std::string> all_;
};

// "one rule", "5 rules".
std::string count(std::uint64_t n, std::string_view thing);

// "a, b and c"; `link` is "and" or "or".
std::string listed(const std::vector<std::string>& items, std::string_view link);

// Thousandths as points: "1 point", "2.5 points", "-10 points".
std::string points(std::int64_t thousandths);

// "gains 2.5 points", "loses 10 points".
std::string gains(std::int64_t thousandths);

// What the award does for whoever gets it: "gains 1 point for each vote in favour".
std::string gains(const v1::Amount& amount);

// "7 days", "1 day and 12 hours".
std::string period(const v1::Period& length);

// "2030-01-01 00:00:00 UTC"
std::string moment(std::string_view time);

// "two thirds of the players", "more than half of the players", "all of the players".
std::string share(const v1::Quota& quota, std::string_view of);

// The share of votes that adopts: "every eligible voter in favour", "more than half of the votes cast".
std::string share_of_votes(const v1::Quota& quota);

// What a rule-change does: "repeal a rule".
std::string to_change(int kind);
std::string to_change(const google::protobuf::RepeatedField<int>& kinds);

// Proposals and votes (words_votes.cc).
Clauses clauses_of(const v1::RuleChangeKinds& kinds);
Clauses clauses_of(const v1::Franchise& franchise);
Clauses clauses_of(const v1::Effectiveness& effectiveness);
Clauses clauses_of(const v1::Numbering& numbering);
Clauses clauses_of(const v1::Adoption& adoption);
Clauses clauses_of(const v1::VotingDuty& duty);
Clauses clauses_of(const v1::Debate& debate);
Clauses clauses_of(const v1::Transmutation& transmutation);
Clauses clauses_of(const v1::VoteChanges& changes);
Clauses clauses_of(const v1::VotingPeriod& length);
Clauses clauses_of(const v1::Proposing& proposing);

// Turns, points and winning (words_play.cc, words_award.cc).
Clauses clauses_of(const v1::VictoryBound& bound);
Clauses clauses_of(const v1::Victory& victory);
Clauses clauses_of(const v1::TurnOrder& order);
Clauses clauses_of(const v1::TurnParts& turn);
Clauses clauses_of(const v1::Award& award);

// Rules among themselves, and players (words_order.cc).
Clauses clauses_of(const v1::PrecedenceMethod& method);
Clauses clauses_of(const v1::PrecedenceClaim& claim);
Clauses clauses_of(const v1::RulesetBounds& bounds);
Clauses clauses_of(const v1::SelfRepeal& repeal);
Clauses clauses_of(const v1::Forfeit& forfeit);
Clauses clauses_of(const v1::Judgment& judgment);
Clauses clauses_of(const v1::Consultation& consultation);
Clauses clauses_of(const v1::Inactivity& inactivity);
Clauses clauses_of(const v1::Joining& joining);
Clauses clauses_of(const v1::Permission& permission);
Clauses clauses_of(const v1::Acts& acts);

}  // namespace nomic::tools::phrases
