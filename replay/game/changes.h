// Rule-changes: whether one may be proposed (103, 109, 114, 202, 209), and how one takes effect (108).
#pragma once

#include <optional>
#include <vector>

#include "game/play.h"

namespace nomic::replay {

// What `change` acts on, as a case for the law.
Case case_of(const v1::RuleChange& change);

// Whether rule-changes of this form may be proposed now. Looks, in this order, at: how many there are; the form of
// each; whether its kind is allowed; its target; the bounds on the number of rules.
template <class Changes>
Status may_be_proposed(const Play& play, const Changes& changes);

// Whether the number of mutable rules stays within the bounds in force (114, 209) if the change takes effect now.
Status within_bounds(const Play& play, const v1::RuleChange& change);

// The version of each change's target: the record since which it is in force; 0 for none.
std::uint64_t target_since(const v1::State& state, const v1::RuleChange& change);

// What a version of a rule says: its title, texts and provisions.
struct Content {
  std::string title;
  std::vector<v1::Text> texts;
  std::vector<v1::Provision> provisions;
};

// What an adopted change will put in force, read from earlier records where it brings something back. Empty for a
// repeal and a transmutation.
struct Prepared {
  std::optional<Content> content;
};

// Reads what the proposal's effect will need, before anything is changed. Fails only as the history fails.
Result<std::vector<Prepared>> prepare(const Play& play, const v1::Proposal& proposal);

// Puts an adopted proposal in force: each change, or, where a bound or its target stands against it by now, none.
void take_effect(Play& play, const v1::Proposal& proposal, const std::vector<Prepared>& prepared);

}  // namespace nomic::replay
