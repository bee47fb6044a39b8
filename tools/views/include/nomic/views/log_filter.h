// Which records a log shows: those of a player, of a kind, about a rule or a proposal.
//
// A record is about what it says and what it brought about. What only follows from it later (a vote's outcome in the
// record of the last ballot) stands in the record that brings it about.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "nomic/replay/game.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

// What is given counts, and all that is given has to fit; of kinds any.
struct LogFilter {
  std::optional<std::string> player = {};  // as typed; once read, as records have the name
  std::vector<std::string> kinds = {};     // as typed; once read, as kinds are spelt
  std::optional<std::uint32_t> rule = {};
  std::optional<std::uint32_t> proposal = {};

  // As they are typed.
  Status take_rule(const std::string& typed);
  Status take_proposal(const std::string& typed);
  // Looks up the player in the game, and the kinds among those that there are.
  Status read(const replay::Game& game);

  // Whether anything is left out.
  [[nodiscard]] bool any() const { return player || !kinds.empty() || rule || proposal; }
  // Once it is read.
  [[nodiscard]] bool admits(const replay::Played& played) const;
};

}  // namespace nomic::tools
