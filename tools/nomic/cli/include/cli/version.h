// Which version of the program this is, and what it can read, write and do.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// "0.1.0".
std::string_view program_version();

// A part that can be left out.
struct BuiltPart {
  std::string_view name;
  bool is_in = false;
};

// What `nomic --version` says: the version on a line, then a line each for the commit (if it is known), the formats of
// ledgers and bundles, the semantics of the engine, and the parts that were built in or left out.
v1::VersionView version_view(std::string_view commit, const std::vector<BuiltPart>& parts);
std::string version_text(const v1::VersionView& view);

}  // namespace nomic::tools
