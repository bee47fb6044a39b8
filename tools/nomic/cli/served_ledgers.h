// Ledgers that a server keeps: what may not be done to them from here.
#pragma once

#include <string>

#include "cli/mirror.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

// Nothing but moves is recorded at a server's address.
Failure only_moves_there(const Mirror& mirror);

// A failure where a server keeps the ledger: nobody else writes it.
Status must_be_unserved(const std::string& folder);

}  // namespace nomic::tools
