// A git bundle: a list of refs, and a pack with the objects.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "nomic/past/repository.h"

namespace nomic::tools {

// The head of a bundle, in front of its pack.
struct BundleHead {
  std::map<std::string, std::string> refs;  // and the commit of each
  std::size_t pack = 0;                     // where the pack begins, in bytes
};

bool is_git_bundle(std::string_view bytes);

// Errors: it cannot be read, or needs commits that it does not hold.
PastResult<BundleHead> read_bundle_head(std::string_view bytes);

// The commit at the end of a branch; of an empty one HEAD's, or else that of main, master or the only branch. Errors:
// there is none.
PastResult<std::string> tip_of(const BundleHead& head, const std::string& branch);

}  // namespace nomic::tools
