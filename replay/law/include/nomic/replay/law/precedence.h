// Precedence between two rules (110, 211): who wins where both cannot be obeyed.
#pragma once

#include "nomic/replay/law.h"

namespace nomic::replay {

enum class Decision : std::uint8_t { FIRST, SECOND, UNDECIDED };

// By the method, read as it stood just before the record. Both rules are in force and not void.
Decision decide(const LawParts& law, const v1::Rule& first, const v1::Rule& second);

// Why, for people: "rule 203 has the lower number", "rule 213 claims precedence over it".
std::string reason_for(const LawParts& law, const v1::Rule& winner, const v1::Rule& loser);

}  // namespace nomic::replay
