// Precedence between two rules (110, 211): who wins where both cannot be obeyed.
#pragma once

#include "nomic/replay/law.h"

namespace nomic::replay {

enum class Decision : std::uint8_t { FIRST, SECOND, UNDECIDED };

// By the method, read as it stood just before the record. Both rules are in force and not void.
Decision decide(const LawParts& law, const v1::Rule& first, const v1::Rule& second);

// By what the winner prevails.
Conflict::By reason_for(const LawParts& law, const v1::Rule& winner, const v1::Rule& loser);

}  // namespace nomic::replay
