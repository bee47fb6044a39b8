// A site: a game as a folder of pages, for any static server or none.
//
// A page a rule and a page a proposal, a hundred records a page, scores, disputes, evidence, and an Atom feed of what
// happened (RFC 4287). Everything is readable without a script, and none may run: a policy in each page's head lets
// only the folder's own style be used. Links between pages are relative, and no name of a player, a game or a title is
// ever part of an address.
//
// An address keeps its meaning while the game goes on:
//
//     index.html                    what stands now
//     rules/index.html              the rules in force; rules/301.html: whatever ever bore the number 301
//     proposals/index.html          proposals/305.html; proposals/record-41.html: one without a number
//     records/index.html            records/200.html#r217: records 200 to 299, and in it #217
//     scores/index.html             scores/player-2.html: the entries of whoever was the second to have a score
//     disputes.html  evidence.html  feed.atom  style.css
//
// A rule that was renumbered has its page under the number that it bears, or bore last; under every other number that
// it ever bore, a page leads there.
//
// The same document gives the same bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nomic/report/report.h"

namespace nomic::tools {

struct SiteFile {
  // From the folder on, with '/': lower-case letters, digits, '-' and '.' beside it.
  std::string path;
  std::string text;
};

struct SiteRequest {
  // Where the folder will be found, without a '/' at its end: the feed then says so of itself. Empty: not known.
  std::string url = {};
  // The file in the folder that holds the records; empty: none.
  std::string bundle = {};
};

// In ascending order of their paths, each path once.
std::vector<SiteFile> site_of(const v1::ReportView& view, const ShownMoment& shown, const SiteRequest& request);

}  // namespace nomic::tools
