// Why something is as it is: the chain of causes of a score, a rule, a proposal, a record or a victory.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "nomic/replay/game.h"
#include "nomic/v1/view.pb.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

struct ExplainAsked {
  std::vector<std::string> words;           // score NAME, rule N, proposal P, record I, or winner
  std::optional<std::uint64_t> limit = {};  // of a score: its last changes alone
  bool dependents = false;                  // of a record: what rests on it later
};

// What is wrong with the words, before any game is looked at.
Status check_asked(const ExplainAsked& asked);

// After `size` records; the words are checked.
Result<v1::ExplainView> explain_asked(replay::Game& game, std::uint64_t size, const ExplainAsked& asked,
                                      const std::function<void(std::uint64_t)>& progress);

}  // namespace nomic::tools
