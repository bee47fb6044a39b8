// nomic rules compare: two rulesets, rule by rule.
#pragma once

#include <string>
#include <vector>

#include "nomic/command.h"
#include "nomic/v1/rules.pb.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// What A or B names: a built-in edition (1990, 1990:es, 1982:ja,en), a ruleset file, a page, or a folder of pages.
Result<v1::Ruleset> rules_named(const Call& call, const std::string& what);

// How they differ; the texts in `lang`, or, where it is empty, in the first one's authoritative language if both have
// it.
v1::CompareView compare_rules(const v1::Ruleset& first, const v1::Ruleset& second, const std::string& lang);

// For people: what is gone as [-...-], what is new as {+...+}.
std::string compare_text(const v1::CompareView& view, std::size_t width);

}  // namespace nomic::tools
