// What import-history reads: repositories, dated pages, and tables of what people know besides.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/command.h"
#include "nomic/past/posted_history.h"
#include "nomic/past/told_proposals.h"

namespace nomic::tools {

// A repository; else dated pages.
Result<PostedHistory> read_history_source(const Call& call, const std::vector<std::string>& sources,
                                          const HistoryOptions& options);

// A table of two columns: who commits (folded), and which player that is.
Result<std::map<std::string, std::string>> read_players(const Call& call, const std::string& path);

Result<std::vector<ToldProposal>> read_proposals(const Call& call, const std::string& path);

// Whether rules say that what changes takes its proposal's number; where no provision does, whether they are numbered
// as the Initial Set is, whose rule on numbers says so.
bool changed_rules_renumbered(const v1::Ruleset& ruleset);

}  // namespace nomic::tools
