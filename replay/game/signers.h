// Signers: whether the keys that signed a record speak for its author (docs/design/keys.md).
#pragma once

#include <cstdint>
#include <string>

#include "play.h"

namespace nomic::replay {

// A key as messages call it: its first digits.
std::string short_key(const std::string& raw);

// The player's key of those bytes, in force or not; null: none is.
const v1::PlayerKey* find_key(const v1::Player& player, const std::string& raw);
bool has_key_in_force(const v1::Player& player);

// Whether the signatures of this record let its author speak. Who has ever had a key, since the host
// last restored their seat, must sign with one in force, or with the new key of which the event itself speaks where
// that is enough; in a game that requires it everybody must. Where they did, signatures by other keys have no effect,
// since anybody can add theirs; where they did not, a signature by any other key is refused, and so is every one of a
// record of the keeper's or of the founding. In a rehearsal nobody has to sign; what was copied into it and could not
// speak where it was made cannot there either.
Status may_speak(const State& state, const Move& move);

// Whether the key signed this record.
bool has_signed(const Move& move, const std::string& raw);

// Whether it is a record of a rehearsal that nobody signed, and nobody had to: it counts as signed by whoever should.
bool is_rehearsed(const State& state, const Move& move);

// Whether nobody has, or had, this key; and whether it is one at all.
Status key_is_free(const State& state, const std::string& raw);
Status check_key(const std::string& raw, const std::string& key_name);

// The player has another key from this record on.
void add_key(Play& play, v1::Player& player, const std::string& raw, const std::string& key_name);

}  // namespace nomic::replay
