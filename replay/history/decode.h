// From a stored record to a move.
#pragma once

#include "nomic/ledger/ledger.h"
#include "nomic/replay/engine.h"
#include "nomic/replay/error.h"

namespace nomic::replay {

// The move that a record holds. NEWER_EVENT: an event of an unknown kind, or with fields or values that this program
// does not know. NOT_A_GAME: a payload that is no event, or does not serialize again to the same bytes.
Result<Move> decode_move(const ledger::StoredRecord& record);

}  // namespace nomic::replay
