// An error as a message: as it is kept in consequences, shown as JSON and given to whoever makes sentences.
#pragma once

#include "nomic/replay/error.h"
#include "nomic/v1/refusal.pb.h"

namespace nomic::replay {

// The error but for the ledger's part of it.
[[nodiscard]] v1::Refusal to_refusal(const Error& error);

}  // namespace nomic::replay
