// From a stored record to a move.
#pragma once

#include <google/protobuf/message.h>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/engine.h"
#include "nomic/replay/error.h"

namespace nomic::replay {

// The move that a record holds. NEWER_EVENT: an event of an unknown kind, or with fields or values that this program
// does not know. NOT_A_GAME: a payload that is no event, or does not serialize again to the same bytes.
Result<Move> decode_move(const ledger::StoredRecord& record);

// Whether a message, or anything in it, holds fields or enumeration values that its schema does not name.
bool holds_unknown(const google::protobuf::Message& message);

}  // namespace nomic::replay
