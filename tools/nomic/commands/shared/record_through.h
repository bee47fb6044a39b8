// A move that is recorded by the server which keeps the ledger.
#pragma once

#include <string>

#include "cli/command.h"
#include "nomic/service/service.h"

namespace nomic::tools {

// Has the server record it, in the game of that name or identity (empty: the only one). What can be repeated, since it
// bears a request ID, is sent once more where no answer comes; and where the server has ended meanwhile, it is recorded
// here. From an address elsewhere nothing is believed: the record must be in the copy of the ledger, behind what
// the server had shown, and be the move that was sent; what it brought about is derived there.
Result<Outcome> record_through(Call& call, GameServer& server, const std::string& game, const HandedOn& handed);

}  // namespace nomic::tools
