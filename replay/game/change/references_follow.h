// References follow: where the rules say so (Numbering.references_follow), what the texts of rules in force say of a
// rule that a rule-change renumbers is read with its new number from then on.
//
//     rule 204: "Unlike rule 301, ..."          301 is amended by proposal 305, and bears 305
//     rule 204: "Unlike rule 305, ..."          from the same record on, by the rule that says so
//
// A state has no texts. So the version keeps which number is read as which, beside its clerical corrections and in
// their order (AppliedCorrection.references); whoever reads the texts puts them in (corrections.h). The version is the
// same version: the meaning of its words has not changed. It is kept once for each number that the texts mention,
// however often the rules are renumbered.
//
// A number means the rule that bears it. The text that a proposal would give a rule stays as it is until it is in
// force, since it is what is voted on; a number that a Judgment or a clerical correction finds is no renumbering by the
// rules, and moves nothing.
#pragma once

#include <cstdint>
#include <string>

#include "play.h"

namespace nomic::replay {

// The text as it is read, with those numbers in the place of its own.
std::string as_followed(const std::string& text, const v1::FollowedReferences& numbers);

// A claim of precedence as it is read; another provision stays as it is.
void follow_in_claim(v1::Provision& provision, const v1::FollowedReferences& numbers);

// The rule that bore `from` bears `to`: every rule in force that calls it `from` calls it `to`, and says so, citing
// `by`. To be followed by Play::rules_changed(). Reads the text of every rule in force; fails only as the history
// fails.
Status let_references_follow(Play& play, std::uint32_t from, std::uint32_t to, const v1::RuleVersion& by);

}  // namespace nomic::replay
