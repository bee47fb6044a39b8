// Committed pages: the rules of a git repository as dated pages, for `compare --dated REPOSITORY`: a page a commit that
// changes them, named as git abbreviates it, at the time at which it was committed.
#pragma once

#include <string>
#include <vector>

#include "nomic/replay/page_import.h"
#include "shared/dated_pages.h"

namespace nomic::tools {

// Whether that is a repository (a working copy, a bare one or a bundle) and no folder of dated pages.
bool are_committed(const Call& call, const std::vector<std::string>& paths);

// Of the main branch. `rules_in` names the rules' files by patterns; empty: they are found.
Result<DatedPages> committed_pages(const Call& call, const std::string& path, const std::vector<std::string>& rules_in,
                                   const replay::ImportOptions& reading);

}  // namespace nomic::tools
