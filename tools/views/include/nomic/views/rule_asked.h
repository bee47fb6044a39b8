// Rules that are asked for: as they are in force at a moment, or with their whole life.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "nomic/replay/game.h"
#include "nomic/v1/view.pb.h"
#include "nomic/views/viewpoint.h"

namespace nomic::tools {

struct RulesAsked {
  std::vector<std::uint32_t> numbers = {};  // none: all that are in force
  std::vector<std::string> langs = {};      // of the texts, in this order; none: as they are
  // A language in which no rule has a text is refused; else it was a wish, and `langs` is emptied.
  bool must_have_langs = false;
  bool references = false;  // what the numbers in their texts meant, and mean by now
  // Of all that are in force: those from this number on, until the answer has so many bytes.
  std::uint32_t from = 0;
  std::size_t most = std::numeric_limits<std::size_t>::max();
};
Result<v1::RulesView> rules_asked(replay::Game& game, const Viewpoint& viewpoint, RulesAsked& asked);

// "en,ja": tags of languages, none of them twice.
Result<std::vector<std::string>> read_langs(const std::string& typed);

// The life of the rules that bear, or ever bore, the number, as known after `size` records.
Result<v1::HistoryView> history_asked(replay::Game& game, std::uint32_t number, std::uint64_t size,
                                      const std::function<void(std::uint64_t)>& progress);

}  // namespace nomic::tools
