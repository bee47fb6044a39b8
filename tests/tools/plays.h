// Plays of tests/transcripts, and what they brought about.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "nomic/v1/consequence.pb.h"
#include "tools/desk.h"

namespace nomic::tools {

struct PlayOfTests {
  std::filesystem::path path;
  std::string lines;
};

// Those that lie in the folder itself, in the order of their names: "." has the stories, "provisions" and "disputes"
// those whose results are worked out by hand.
std::vector<PlayOfTests> plays_in(const std::string& folder);

// Every consequence of every game in the ledger at the desk, derived from its records.
void each_consequence(const Desk& desk, const std::function<void(const v1::Consequence&)>& each);

}  // namespace nomic::tools
