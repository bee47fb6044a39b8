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
// A Law describes the rules, findings and method that the state held when it was built. It shares them with that state,
// so it outlives the state, and states whose rules did not change since share one Law. Whoever changes one of these
// parts builds another from the one before: it takes over what did not change, and compares the changed rules with the
// others and not all with all.
//
// Which rules are void and which points yield is known from the beginning. What prevails is resolved kind by kind when
// it is first asked, and kept for as long as nothing changes that it can depend on, also from one Law to the next.
// Because of this memory, laws that were built one from another must not be asked by two threads at the same time: a
// state for another thread gets a Law built from nothing.
//
// Cost: from nothing, O(provisions of one kind squared) comparisons; from the one before, O(rules that changed x
// provisions of their kinds). A question: O(provisions of its kind squared) when it is first asked, then a look-up.
#pragma once

#include <cstdint>
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
    std::vector<std::pair<std::string_view, v1::RuleVersion>> sources;  // by field name, a handful
  };
  explicit Prevailing(std::shared_ptr<const Answer> answer) : answer_(std::move(answer)), value(answer_->value) {}

  // The rule that supplies a field; number 0 where no rule does.
  [[nodiscard]] const v1::RuleVersion& source(std::string_view field) const {
    for (const auto& [name, rule] : answer_->sources) {
      if (name == field) return rule;
    }
    return v1::RuleVersion::default_instance();
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
  v1::RuleVersion source;
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
  v1::RuleVersion winner;
  v1::RuleVersion loser;
  std::string point;  // "adoption.quota"
};

// The conflict as a remark: CONFLICT with the numbers of both rules.
[[nodiscard]] Remark remark_of(const Conflict& conflict);
// The conflicts of `then` to which `before` has none of the same rules, by their numbers, on the same point and with
// the same end. Cost: O(n log n).
[[nodiscard]] std::vector<Conflict> conflicts_beyond(const std::vector<Conflict>& then,
                                                     const std::vector<Conflict>& before);

class PrecedenceClaims;

// What a law is made of.
struct LawParts {
  Collection<v1::Rule> rules;
  Collection<v1::StandingFinding> findings;
  Part<v1::PrecedenceMethod> method;
  v1::Mode mode = v1::MODE_UNSPECIFIED;
  // The claims of precedence that the rules make; null: they make none.
  std::shared_ptr<const PrecedenceClaims> claims = nullptr;
};

// A rule that changes itself at a time (203 amended: adoption.later.at).
struct DatedChange {
  v1::RuleVersion rule;
  std::int64_t at = 0;  // microseconds since 1970-01-01T00:00:00Z; 0: no time that can be read
};

class Law {
 public:
  // From nothing.
  explicit Law(const State& state);
  // From the law of an earlier state, or of any other; the answers are those of a law built from nothing.
  Law(const State& state, const Law& before);
  ~Law();
  Law(const Law&) = delete;
  Law& operator=(const Law&) = delete;

  [[nodiscard]] bool is_void(std::uint32_t rule) const;
  // By number.
  [[nodiscard]] const std::vector<std::uint32_t>& void_rules() const;
  // By kind, and within a kind in the order of the rules: first what is void, then what yields or is undecided.
  [[nodiscard]] const std::vector<Conflict>& conflicts() const;
  // Those of conflicts() that are decided, and were not so in `before`. O(conflicts, where rules changed).
  [[nodiscard]] std::vector<Conflict> decided_since(const Law& before) const;

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
  [[nodiscard]] bool knows(v1::Provision::KindCase kind) const;

  // Kinds that add up, in the order of their rules' numbers. Which of them are about a player (or a rule-change) is for
  // the caller to ask, by their scopes.
  [[nodiscard]] Supplies<v1::Award> awards() const;
  [[nodiscard]] Supplies<v1::Victory> victories() const;
  [[nodiscard]] Supplies<v1::RulesetBounds> bounds() const;
  [[nodiscard]] Supplies<v1::SelfRepeal> self_repeals() const;
  [[nodiscard]] Supplies<v1::Acts> acts() const;

  // The rules that change themselves at a time, whatever prevails, in the order of their numbers.
  [[nodiscard]] const std::vector<DatedChange>& dated_changes() const;
  // Whether any rule changes itself at some point, whatever prevails.
  [[nodiscard]] bool has_automatic_changes() const;

 private:
  struct Self;
  std::unique_ptr<Self> self_;
};

// The version of a rule, to cite.
v1::RuleVersion ref_to(const v1::Rule& rule);

// Whether the provision, by its place in the rule, names a moment that had passed when the rule took effect: what the
// rule was to do by itself then never happens.
bool has_passed(const v1::Rule& rule, int place);

}  // namespace nomic::replay
