// Moves that are recorded only if the caller says that they are meant (Request.confirmed): a forfeit, an outcome that
// is declared in a game played here, and an act that changes a rule, declares a winner or changes another player's
// score.
//
// A command asks on a terminal, or takes --yes. Other callers are refused (NOT_CONFIRMED) and send the request again.
#pragma once

#include <google/protobuf/repeated_field.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "nomic/replay/game.h"

namespace nomic::tools {

// An act that must be confirmed.
struct ActToConfirm {
  std::uint32_t rule = 0;  // that it cites
  std::string text;        // what that says, in the language that is authoritative; empty: it is not known
  google::protobuf::RepeatedField<int> effects;  // of nomic.v1.Consequence.Acted
};

// What must be confirmed of an act that would bring this about; nothing if it does nothing to others. In a game that is
// recorded afterwards, only that somebody wins. Fails as the history does.
replay::Result<std::optional<ActToConfirm>> act_to_confirm(const replay::Game& game, const v1::ActPerformed& act,
                                                           const std::vector<v1::Consequence>& would_be);

// Whether an outcome of that proposal is seldom meant: it is voted on here, and a rule tells how.
bool must_confirm_attestation(const replay::State& state, std::uint32_t proposal);

}  // namespace nomic::tools
