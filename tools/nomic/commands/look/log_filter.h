// Which records a log shows: those of a player, of a kind, about a rule or a proposal.
//
// A record is about what it says and what it brought about. What only follows from it later (a vote's outcome in the
// record of the last ballot) stands in the record that brings it about.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "nomic/replay/game.h"

namespace nomic::tools {

class LogFilter {
 public:
  // --player, --kind, --rule and --proposal. Of each what is given counts, and all that are given have to fit; of kinds
  // any.
  void declare(Arguments& arguments);
  // Looks up the player in the game, and the kinds among those that there are.
  Status read(const replay::Game& game);

  // Whether anything is left out.
  [[nodiscard]] bool any() const { return player_ || !kinds_.empty() || rule_ || proposal_; }
  // Once it is read.
  [[nodiscard]] bool admits(const replay::Played& played) const;

 private:
  std::optional<std::string> player_;  // as typed; once read, as records have the name
  std::vector<std::string> kinds_;     // as typed; once read, as kinds are spelt
  std::optional<std::uint32_t> rule_;
  std::optional<std::uint32_t> proposal_;
};

}  // namespace nomic::tools
