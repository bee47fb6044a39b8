// What an answer says of a game that is a rehearsal of another.
#pragma once

#include <optional>

#include "nomic/ledger/ledger.h"
#include "nomic/v1/event.pb.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// Nothing of a game that is none.
std::optional<v1::RehearsalView> rehearsal_view(const v1::GameFounded& founding);

// What its first record says; nothing where it cannot be read, which whoever reads on is told.
std::optional<v1::GameFounded> founding_in(ledger::Ledger& ledger, const ledger::GameId& game);

}  // namespace nomic::tools
