// Posted rules: what a page says, read to be compared and not to be played.
//
//     auto posted = read_posted(bytes, "README.md", {});
//     for (const RuleMatch& match : match_rules(posted->rules, in_force)) ...     // rule_matching.h
//
// Blocks, headings, numbers, titles, statuses and languages are read as for a ruleset (page_import.h); but there is no
// edition to be told, no provisions are given, and nothing is asked of the rules: two may have one number, none need
// be mutable. Where a page does not say a rule's status, it has none; where it gives most of its rules no title, a rule
// without one does not tell its title. Whoever takes what a page does not say for a change (its first titles are 37
// changes of titles) fills that in before rules are matched.
//
// A page in several languages is read in one: ImportOptions::langs in their order, the first that the page has; else
// the one with the most rules. A language that is not recognised goes by the name that is asked for, or by none.
//
// PAGE_NO_RULES: there are no rules in it, or an expression is found nowhere. PAGE_NOT_TEXT and the like as for
// import_page. Pure; cost as for import_page, without the editions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/error.h"
#include "nomic/replay/page_import.h"
#include "nomic/replay/rule_matching.h"

namespace nomic::replay {

struct PostedRules {
  std::string lang;              // of the texts; empty: not known
  std::vector<RuleCopy> rules;   // ascending numbers, and in the order of the page under one number
  std::vector<PageLine> places;  // where each begins, in the same order
};

// Of the options `langs`, `from`, `until` and `encoding` count.
Result<PostedRules> read_posted(std::string_view bytes, std::string_view where, const ImportOptions& options);

// A folder of files, a rule each, in the order given.
Result<PostedRules> read_posted_folder(const std::vector<PageFile>& files, std::string_view where,
                                       const ImportOptions& options);

// The rules of a ruleset in a language; a rule without a text in it does not tell its text. `lang` empty: the
// authoritative one. They have no places.
PostedRules posted_of(const v1::Ruleset& ruleset, std::string_view lang);

}  // namespace nomic::replay
