// A git bundle: a list of refs, and a pack with the objects.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "nomic/past/repository.h"

namespace nomic::tools {

// The head of a bundle, in front of its pack.
struct BundleHead {
  std::string tip;       // the commit that it has HEAD at, or else its one branch, or main or master
  std::size_t pack = 0;  // where the pack begins, in bytes
};

bool is_git_bundle(std::string_view bytes);

// `branch` names another than HEAD; empty: HEAD. Errors: it needs commits that it does not hold, or has no such branch.
PastResult<BundleHead> read_bundle_head(std::string_view bytes, const std::string& branch);

}  // namespace nomic::tools
