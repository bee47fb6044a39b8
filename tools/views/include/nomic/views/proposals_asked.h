// What was proposed in a game: all of it, some of it, or one proposal with every word.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "nomic/v1/view.pb.h"
#include "nomic/views/viewpoint.h"

namespace nomic::tools {

struct ProposalsAsked {
  std::uint32_t number = 0;                  // that one alone, with the rules that it is about; 0: all
  std::optional<std::string> standing = {};  // only those that are so: open, adopted, defeated, withdrawn
  std::optional<std::uint64_t> limit = {};   // only the last
  std::optional<std::size_t> most = {};      // bytes of them as messages: TOO_LARGE
};
// One of the words that a standing is asked for by.
Status read_standing(const std::string& typed, std::optional<std::string>& standing);

Result<v1::ProposalsView> proposals_asked(replay::Game& game, const Viewpoint& viewpoint, const ProposalsAsked& asked,
                                          const std::function<void(std::uint64_t)>& progress);

}  // namespace nomic::tools
