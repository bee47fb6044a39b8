// Rule-changes: whether one may be proposed (103, 109, 114, 202, 209), and how one takes effect (108).
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "nomic/replay/reference.h"
#include "play.h"

namespace nomic::replay {

// What `change` acts on, as a case for the law.
Case case_of(const v1::RuleChange& change);

// Whether rule-changes of this form may be proposed now. Looks, in this order, at: how many there are; the form of
// each; whether its kind is allowed; its target; whether two change one rule; the bounds on the number of rules, if all
// take effect.
template <class Changes>
Status may_be_proposed(const Play& play, const Changes& changes);

// The same, but for how many there are: for rule-changes that are not proposed.
template <class Changes>
Status may_be_made(const Play& play, const Changes& changes);

// There is no rule of that number in force; what became of it, if one was.
Error no_such_rule(const State& state, std::uint32_t number);

// How many rules are in force, void ones included.
struct RuleCounts {
  int is_mutable = 0;
  int is_immutable = 0;
};
RuleCounts counts_of(const State& state);

// The bounds in force that going from `now` to `then` would break (114, 209), as refusals. A bound that is broken
// already stands against going further only.
std::vector<Error> broken_bounds(const Law& law, const RuleCounts& now, const RuleCounts& then);

// Whether the numbers of rules stay within the bounds in force, but for those that are waived, if the changes take
// effect now.
template <class Changes>
Status within_bounds(const Play& play, const Changes& changes, const Prohibitions& waived);

// Takes a rule out of force; what it was can be enacted again.
void take_out_of_force(Play& play, std::uint32_t rule);

// Notes in the proposal which version of each target its form was made for, and of which lineage it is. What falls due
// first in the record may have changed the target: the form was made for the version before.
void note_targets(const Play& play, v1::Proposal& proposal);

// An act that changes rules: the rule that makes them by itself, and the number that is the act's. `takes_number`: it
// is numbered as a proposal is; else only a rule that it enacts bears the number.
struct ByAct {
  v1::RuleVersion rule;
  std::uint32_t number = 0;
  bool takes_number = false;
};

// Puts changes of an adopted proposal, by their places in it, in force. Where a bound or its target stands against one
// by now, it is without effect, and if they stand or fall together all are. What an earlier version said is read from
// its record: fails only as the history fails.
// `act`: that makes them, where it is not the rules on rule-changes that put them in force; `proposal` bears its number
// then if it takes one, else none.
Status take_effect(Play& play, const v1::Proposal& proposal, const std::vector<std::uint32_t>& places, bool together,
                   const ByAct* act = nullptr);

// Rules in force of a game, since each is compared with others. BEYOND_LIMIT.
constexpr int RULES_LIMIT = 10'000;

// Rules and provisions that come into force together.
struct BroughtProvisions {
  int rules = 0;  // less those that are repealed
  std::map<v1::Provision::KindCase, int> of_kind;
  // Rules whose own go out of force by that.
  std::set<std::uint32_t> replaced;

  template <class Provisions>
  void add(const Provisions& provisions) {
    for (const auto& provision : provisions) ++of_kind[provision.kind_case()];
  }
  template <class Provisions>
  void add(const v1::RuleChange& change, const Provisions& provisions) {
    add(provisions);
    if (change.kind() == v1::ENACT || change.kind() == v1::REENACT) ++rules;
    if (change.kind() == v1::REPEAL) --rules;
    const bool replaces = change.kind() == v1::AMEND || change.kind() == v1::REPEAL || change.kind() == v1::RESTORE;
    if (replaces) replaced.insert(number_in(change.rule()));
  }
};

// Whether they may come into force beside those of the other rules: BEYOND_LIMIT.
Status leaves_room_for(const State& state, const BroughtProvisions& brought);

}  // namespace nomic::replay
