// What a Law holds.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "answers.h"
#include "clause_lists.h"
#include "nomic/replay/law.h"

namespace nomic::replay {

// Clashes: the pairs of clauses that cannot both be obeyed, whoever of the two prevails, as one law hands them on to
// the next. Only the clauses of rules that have changed are compared with the others.

struct Clash {
  RuleClause first;
  RuleClause second;
  std::string point;  // "Adoption.quota"
  // What either would lose: a field of its kind by number, 0: all of it.
  int first_loses = 0;
  int second_loses = 0;
  bool across = false;  // they are about different matters
};

class Clashes {
 public:
  using List = std::vector<Clash>;
  // By kinds, the lower number first (both the same for clauses of one kind); within a list in the order of the
  // clauses.
  using Lists = std::map<std::pair<int, int>, std::shared_ptr<const List>>;

  // `clauses` are those after the change. O(clauses of the changed rules x clauses of their kinds).
  void change(const RuleDifference& difference, const ClauseLists& clauses, v1::Mode mode);

  // The lists that are not empty.
  [[nodiscard]] const Lists& all() const { return by_kinds_; }

 private:
  Lists by_kinds_;
};

// A clash and how it ends; see Conflict.
struct SettledClash {
  Conflict::End end = Conflict::End::UNDECIDED;
  const Clash* clash = nullptr;
  bool first_wins = true;

  [[nodiscard]] const RuleClause& winner() const { return first_wins ? clash->first : clash->second; }
  [[nodiscard]] const RuleClause& loser() const { return first_wins ? clash->second : clash->first; }
};

// What a clause has lost to a rule of its status, on a matter of another kind: the rule's number, the place of the
// clause in it, and the point (a field by number; 0: as a whole).
using LostPoint = std::tuple<std::uint32_t, int, int>;

struct Law::Self {
  explicit Self(const State& state);
  Self(const State& state, const Self& before);

  [[nodiscard]] bool is_void(std::uint32_t rule) const;
  // Whether a Judgment that stands has found the rule void, or that it prevails.
  [[nodiscard]] bool is_found(std::uint32_t lineage, bool is_void) const;
  [[nodiscard]] bool has_lost(const RuleClause& clause, int point) const;
  // Whether what decides between rules is the same in both, so that clauses that are the same end the same.
  [[nodiscard]] bool decides_as(const Self& other) const;

  void read_claims();
  // Which rules are void, which points yield.
  void settle_clashes();
  void find_void_rules();
  void find_yielding_points();

  Answers& answers(v1::Provision::KindCase kind) const;
  template <class Kind>
  [[nodiscard]] Prevailing<Kind> prevailing(v1::Provision::KindCase kind, const Case& c) const;
  template <class Kind>
  [[nodiscard]] typename Prevailing<Kind>::Answer resolve(v1::Provision::KindCase kind, const Case& c) const;
  template <class Kind, class Get>
  [[nodiscard]] Supplies<Kind> all_of_kind(v1::Provision::KindCase kind, Get get) const;

  LawParts parts;  // into whose rules the clauses point
  ClauseLists clauses;
  Clashes clashes;
  std::vector<std::uint32_t> voids;   // ascending
  std::vector<LostPoint> lost;        // ascending
  std::vector<SettledClash> settled;  // in the order of conflicts()
  // What has been asked for so far.
  mutable std::optional<std::vector<Conflict>> conflicts;
  mutable std::vector<std::shared_ptr<Answers>> kept;  // by kind; shared with the law before and that after
  mutable std::shared_ptr<const std::vector<DatedChange>> dated;
};

}  // namespace nomic::replay
