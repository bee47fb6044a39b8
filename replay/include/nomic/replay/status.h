// Status: who must act, who may, and by which rules, derived from a state.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nomic/replay/engine.h"

namespace nomic::replay {

struct Way {
  std::string player;
  std::string command;  // as it would be typed: "nomic vote for 305 --as Bob"
  v1::RuleRef rule;     // that says so; number 0: not regulated (116)
};

// What happens when its time has come.
struct DueOf {
  std::int64_t at = 0;  // microseconds since 1970-01-01T00:00:00Z
  std::string what;     // "the vote on proposal 305 ends"
  v1::RuleRef rule;
};

struct StatusOf {
  std::string turn_of;                   // who is moving, for 212
  std::string next;                      // who may begin the next turn; empty: anyone
  std::vector<std::string> waiting_for;  // whose move the game waits for
  std::vector<Way> ways;
  std::vector<DueOf> due;          // the first first
  std::vector<std::string> notes;  // void rules, yielding points, undetermined outcomes, one player left
};

StatusOf status_of(const Engine& engine);

// In-game players in playing order (201; without it, as seated).
std::vector<std::string> playing_order(const Engine& engine);
// Who would begin the next turn; empty where anyone may.
std::string next_player(const Engine& engine);
// Who may still vote on an open proposal.
std::vector<std::string> missing_voters(const Engine& engine, const v1::Proposal& proposal);

}  // namespace nomic::replay
