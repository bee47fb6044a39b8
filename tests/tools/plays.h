// Plays of tests/transcripts, and what they brought about.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "nomic/v1/consequence.pb.h"
#include "nomic/v1/event.pb.h"
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

// Records a move past the game, in the only game at the desk: the ledger does not know rules, so it does not refuse it.
void record_unasked(Desk& desk, const std::string& author, const v1::Event& event);
// Bob's proposal that a new rule says so, where it is Ann's turn.
v1::Event out_of_turn();

}  // namespace nomic::tools
