// Parts of a rule's page: its texts, what is said to it, its numbers, its life.
#pragma once

#include <string>

#include "site/site_links.h"

namespace nomic::tools {

// `all`: in every language that it has; else in the one asked for, or the authoritative one.
std::string rule_texts(const SiteLinks& links, const v1::RulesView::Rule& form, bool all);
// What it is played by, what conflicts with it, corrections and notes.
std::string rule_notes(const SiteLinks& links, const v1::RulesView::Rule& rule);
// Numbers in its text that mean something else by now.
std::string rule_stale(const SiteLinks& links, const v1::RulesView::Rule& rule);
std::string rule_numbers(const SiteLinks& links, const RuleLife& life);
// Every version, with what it changed of the one before.
std::string rule_life(const SiteLinks& links, const RuleLife& life);

}  // namespace nomic::tools
