// Law: the rules in force, and which of their provisions prevails (rules 110 and 211).
//
//     Law law(state);
//     auto adoption = law.adoption({.change = v1::ENACT});
//     if (adoption.value.has_quota()) ...           // adoption.source("quota") names the rule
//
// A narrower case is an exception, not a conflict. A mutable rule that conflicts with an immutable one in its own
// narrower or equal case is void as a whole. Between rules of one status, what a rule claims of itself decides, else
// the lowest number now borne, and the loser loses only that point. Without a method in force the point is left to a
// Judgment: it is unset, and listed in conflicts().
//
// A Law describes the rules, findings and method that the state held when it was built, and shares them with that state:
// it outlives it, and states whose rules did not change since share one Law. Whoever changes one of these parts must
// build another. It remembers its answers, so a question is resolved once, in O(provisions of its kind squared), and is
// a look-up after that. Because of this memory one Law must not be asked by two threads at the same time: a state for
// another thread gets a Law of its own.
//
// Cost: O(rules + provisions of one kind squared) to build.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nomic/replay/remark.h"
#include "nomic/replay/state.h"
#include "nomic/v1/consequence.pb.h"

namespace nomic::replay {

// The case that a question is about.
struct Case {
  v1::ChangeKind change = v1::CHANGE_KIND_UNSPECIFIED;  // unspecified: none in particular
  std::string player;                                   // empty: nobody in particular
};

// What prevails: the points that are regulated, and by which rule each. A handle on an immutable answer that it shares
// with the law: cheap to copy, and valid for as long as it is kept, even after the law is gone.
template <class Kind>
class Prevailing {
 public:
  struct Answer {
    Kind value;
    std::vector<std::pair<std::string_view, v1::RuleRef>> sources;  // by field name, a handful
  };
  explicit Prevailing(std::shared_ptr<const Answer> answer) : answer_(std::move(answer)), value(answer_->value) {}

  // The rule that supplies a field; number 0 where no rule does.
  [[nodiscard]] const v1::RuleRef& source(std::string_view field) const {
    for (const auto& [name, rule] : answer_->sources) {
      if (name == field) return rule;
    }
    return v1::RuleRef::default_instance();
  }
  [[nodiscard]] bool is_regulated() const { return !answer_->sources.empty(); }

 private:
  std::shared_ptr<const Answer> answer_;

 public:
  const Kind& value;  // within the answer
};

// A provision of a kind that adds up, with its rule.
template <class Kind>
struct Supplied {
  Kind value;
  v1::RuleRef source;
  v1::Scope scope;
};

// All provisions of a kind that adds up: a handle like Prevailing.
template <class Kind>
class Supplies {
 public:
  using List = std::vector<Supplied<Kind>>;
  explicit Supplies(std::shared_ptr<const List> list) : list_(std::move(list)) {}

  [[nodiscard]] auto begin() const { return list_->begin(); }
  [[nodiscard]] auto end() const { return list_->end(); }
  [[nodiscard]] bool empty() const { return list_->empty(); }
  [[nodiscard]] std::size_t size() const { return list_->size(); }
  [[nodiscard]] const Supplied<Kind>& front() const { return list_->front(); }

 private:
  std::shared_ptr<const List> list_;
};

// Two rules that cannot both be obeyed on one point.
struct Conflict {
  enum class End : std::uint8_t {
    VOID,       // `loser` is mutable, `winner` immutable: void as a whole (110)
    YIELDS,     // `loser` loses the point (211)
    UNDECIDED,  // no method in force decides it
  };
  // By what the winner prevails, where the loser yields.
  enum class By : std::uint8_t { NOTHING, JUDGMENT, STATUS, CLAIM, DEFERENCE, HIGHER_NUMBER, LATER, LOWER_NUMBER };
  End end = End::UNDECIDED;
  By by = By::NOTHING;
  v1::RuleRef winner;
  v1::RuleRef loser;
  std::string point;  // "adoption.quota"
};

// The conflict, to be told: CONFLICT with the numbers of both rules.
[[nodiscard]] Remark remark_of(const Conflict& conflict);
// Whether among the conflicts is one of the same rules, by their numbers, on the same point and with the same end.
[[nodiscard]] bool is_among(const Conflict& conflict, const std::vector<Conflict>& conflicts);

// What a law is made of.
struct LawParts {
  Collection<v1::Rule> rules;
  Collection<v1::StandingFinding> findings;
  Part<v1::PrecedenceMethod> method;
  v1::Mode mode = v1::MODE_UNSPECIFIED;
};

class Answers;

class Law {
 public:
  explicit Law(const State& state);
  ~Law();
  Law(const Law&) = delete;
  Law& operator=(const Law&) = delete;

  [[nodiscard]] bool is_void(std::uint32_t rule) const;
  [[nodiscard]] const std::vector<Conflict>& conflicts() const { return conflicts_; }

  // Kinds of which one prevails.
  [[nodiscard]] Prevailing<v1::RuleChangeKinds> rule_change_kinds(const Case& c) const;
  [[nodiscard]] Prevailing<v1::Franchise> franchise(const Case& c) const;
  [[nodiscard]] Prevailing<v1::Effectiveness> effectiveness(const Case& c) const;
  [[nodiscard]] Prevailing<v1::Numbering> numbering(const Case& c) const;
  [[nodiscard]] Prevailing<v1::Adoption> adoption(const Case& c) const;
  [[nodiscard]] Prevailing<v1::PrecedenceMethod> precedence_method() const;
  [[nodiscard]] Prevailing<v1::VotingDuty> voting_duty(const Case& c) const;
  [[nodiscard]] Prevailing<v1::Debate> debate(const Case& c) const;
  [[nodiscard]] Prevailing<v1::Forfeit> forfeit(const Case& c) const;
  [[nodiscard]] Prevailing<v1::TurnOrder> turn_order(const Case& c) const;
  [[nodiscard]] Prevailing<v1::TurnParts> turn_parts(const Case& c) const;
  [[nodiscard]] Prevailing<v1::Transmutation> transmutation(const Case& c) const;
  [[nodiscard]] Prevailing<v1::Judgment> judgment(const Case& c) const;
  [[nodiscard]] Prevailing<v1::VoteChanges> vote_changes(const Case& c) const;
  [[nodiscard]] Prevailing<v1::VotingPeriod> voting_period(const Case& c) const;
  [[nodiscard]] Prevailing<v1::Inactivity> inactivity(const Case& c) const;
  [[nodiscard]] Prevailing<v1::Proposing> proposing(const Case& c) const;
  [[nodiscard]] Prevailing<v1::Joining> joining(const Case& c) const;
  [[nodiscard]] Prevailing<v1::Permission> permission(const Case& c) const;

  // Whether any rule in force has a provision of that kind.
  [[nodiscard]] bool knows(v1::Provision::KindCase kind) const { return clauses_.count(kind) != 0; }

  // Kinds that add up, in the order of their rules' numbers. Which of them are about a player (or a rule-change) is for
  // the caller to ask, by their scopes.
  [[nodiscard]] Supplies<v1::Award> awards() const;
  [[nodiscard]] Supplies<v1::Victory> victories() const;
  [[nodiscard]] Supplies<v1::RulesetBounds> bounds() const;
  [[nodiscard]] Supplies<v1::SelfRepeal> self_repeals() const;

 private:
  struct Clause {
    const v1::Rule* rule;
    const v1::Provision* provision;
  };
  template <class Kind>
  Prevailing<Kind> prevailing(v1::Provision::KindCase kind, const Case& c) const;
  template <class Kind>
  typename Prevailing<Kind>::Answer resolve(v1::Provision::KindCase kind, const Case& c) const;

  [[nodiscard]] const std::vector<Clause>& clauses(v1::Provision::KindCase kind) const;

  void find_void_rules();
  void find_yielding_points();
  // Whether a Judgment that stands has found the rule void, or that it prevails.
  [[nodiscard]] bool is_found(std::uint32_t lineage, bool is_void) const;
  struct Clash;
  [[nodiscard]] std::optional<Clash> clash(const Clause& first, const Clause& second) const;
  void find_clashes(const std::function<void(const Clause&, const Clause&)>& each) const;
  void settle_clash(const Clause& first, const Clause& second, const Clash& clash);
  // Whether the clause has lost what it says on a point (a field of its kind by number; 0: as a whole) to a rule of its
  // status, on a matter of another kind.
  [[nodiscard]] bool has_lost(const v1::Provision& provision, int point) const;
  template <class Kind, class Get>
  [[nodiscard]] Supplies<Kind> all_of_kind(v1::Provision::KindCase kind, Get get) const;
  [[nodiscard]] bool binds(const Clause& clause, const Case& c) const;

  LawParts parts_;  // into whose rules the clauses point
  std::map<int, std::vector<Clause>> clauses_;  // by kind, in the order of their rules
  std::vector<std::uint32_t> void_;
  std::vector<std::pair<const v1::Provision*, int>> lost_;
  std::vector<Conflict> conflicts_;
  std::unique_ptr<Answers> kept_;  // those given so far
};

// The version of a rule, to cite.
v1::RuleRef ref_to(const v1::Rule& rule);

}  // namespace nomic::replay
