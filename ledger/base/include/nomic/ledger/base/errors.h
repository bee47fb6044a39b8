// Making errors, so that each is one line where it is found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "nomic/ledger/hash.h"
#include "nomic/ledger/result.h"

namespace nomic::ledger {

inline Error fail(ErrorCode code, std::string what, std::string hint = {}, std::optional<std::uint64_t> index = {}) {
  return {code, std::move(what), std::move(hint), index};
}

// Damage always has the same way out.
inline Error damaged(std::string what, std::optional<std::uint64_t> index = {}) {
  return fail(ErrorCode::DAMAGED, std::move(what),
              "keep the folder as it is, and restore the game from a backup or from another player's copy", index);
}

// A game as errors call it: the first digits of its identity.
inline std::string short_id(const GameId& game) {
  return game.hash.hex().substr(0, 8);
}

}  // namespace nomic::ledger
