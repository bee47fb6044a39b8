// Throws: what of the faces is scored, and the rounds of commitments and secrets where the rules have faces revealed.
//
// A round begins when such a throw is due and ends with it. It stands in its turn (v1::DiceRound), so that whoever
// looks sees who must commit or reveal. Every step is taken by the record that makes it possible: the last commitment
// opens the reveals, the last secret throws the dice; nothing more is recorded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "play.h"

namespace nomic::replay {

// The dice of the turn that is at its throw are thrown: tells it, scores it, and goes on with the turn. Fails only as
// the history fails.
Status throw_dice(Play& play, const std::string& mover, const std::vector<std::uint32_t>& faces);

// Where a throw counts that is not due now and that a Judgment upholds.
struct ThrowPlace {
  std::uint32_t part = 0;  // of the turn's parts: the throw whose dice they are
  bool of_turn = false;    // of the player's own turn, whose throw is still to come; else beside every turn
};
// None: the rules have no throw.
std::optional<ThrowPlace> place_of_throw(const State& state, const std::string& player, const v1::TurnParts& parts);
// Scores it. Of the player's own turn it is that throw, which is not due again.
void throw_before_time(Play& play, const std::string& player, const ThrowPlace& place,
                       const std::vector<std::uint32_t>& faces);

// Begins the rounds that are due and takes the steps for which nothing is missing any more. Fails only as the history
// fails.
Status tend_throws(Play& play);

// The round's time to commit or to reveal is over. Fails only as the history fails.
Status round_is_up(Play& play, const std::string& mover, std::int64_t due);

// A commitment or a secret has no effect: by now others may know what was to be secret, so its round is void.
void void_round_of(Play& play, const v1::Event& event);

// Whether the throw of the part is by commitments and secrets.
bool is_revealed(const v1::ThrowPart& part);

// Of the committers of a round, those who have not committed, or, where all have, those who have not revealed.
std::vector<std::string> missing_in(const v1::DiceRound& round);

// A player's part in a round; null: they have not committed.
const v1::DiceSecret* secret_in(const v1::DiceRound& round, const std::string& player);

}  // namespace nomic::replay
