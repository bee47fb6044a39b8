// Posted pages: the rules of a game as the commits of a repository have them, each as a page with its time, to be
// compared with the game as it was then.
//
//     auto pages = read_posted_pages("nomic.bundle", {}, {});
//     (*pages)[0].name      "1dd11ac", posted when it was committed
//
// First parents are followed, as for a past that is told (posted_history.h), and the rules' files are found as there. A
// commit that changes none of them is left out.
#pragma once

#include <string>
#include <vector>

#include "nomic/past/posted_history.h"

namespace nomic::tools {

// `rules_in`: patterns of the rules' files; empty: they are found. Errors: no repository, one that cannot be read, or
// no commit that holds rules.
PastResult<std::vector<PostedPage>> read_posted_pages(const std::string& path, const std::vector<std::string>& rules_in,
                                                      const replay::ImportOptions& reading);

}  // namespace nomic::tools
