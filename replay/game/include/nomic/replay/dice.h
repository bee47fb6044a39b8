// Fair dice without a trusted party: commitments, and the faces that follow from the secrets behind them.
//
// Each player who is to, commits to 32 random bytes; when every commitment is on record, each reveals theirs; the faces
// are a function of all secrets, of the game and of the position of the throw. Nobody knows them before the last secret
// is known, and nobody can change their secret once they have committed. docs/design/dice.md has the formats to the
// byte and says what this does not prevent.
//
//     game       = SHA-256("nomic/founding/v1\n" || length(nonce) || nonce || digest of the founding payloads)
//     position   = record that began the turn (8 bytes) || proposal (4) || part (4) || round (4)
//     commitment = SHA-256("nomic/dice/v1\n"  || game || position || length(name) || name || secret)
//     seed       = SHA-256("nomic/faces/v1\n" || game || position || count || {length(name) || name || secret}*)
//     block i    = SHA-256(seed || i (8 bytes)): eight words of 4 bytes
//
// Integers are big-endian, lengths and counts of 4 bytes, names folded, the secrets of a seed in the order of the bytes
// of their players' names. A word w gives the face 1 + w mod n of a die of n faces, unless it lies at or above the last
// multiple of n below 2^32: then the next word is taken, so that no face is likelier than another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "nomic/ledger/hash.h"
#include "nomic/replay/state.h"
#include "nomic/v1/event.pb.h"

namespace nomic::replay {

constexpr std::size_t SECRET_SIZE = 32;

// A player's secret, by their folded name.
struct Secret {
  std::string folded_name;
  std::string bytes;
};

// The game in which dice are thrown, as far as its founding says which it is.
ledger::Hash dice_game(const v1::GameFounded& founding);

// What a player records before they reveal.
std::string commitment_to(const ledger::Hash& game, const v1::DicePosition& position, const Secret& secret);

// The faces that follow from the secrets, in any order. At least one face a die.
std::vector<std::uint32_t> faces_of(const ledger::Hash& game, const v1::DicePosition& position,
                                    std::vector<Secret> secrets, std::uint32_t dice, std::uint32_t faces);

// A face of 1 to `faces` from 32-bit words that `next` draws, each face as likely as another.
std::uint32_t face_of(std::uint32_t faces, const std::function<std::uint32_t()>& next);

}  // namespace nomic::replay
