// The word by which a ledger is named: a folder, or the address of a database or a server.
#pragma once

#include <string>

#include "cli/io.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

// A usage failure of a word that is written as an address and is none of a ledger's: mysql://host/db, postgresql:nomic.
// It would name a folder otherwise. Where there is a folder or a file of that very name, it is that. What stands behind
// the scheme is not repeated: a password can be in it.
Status check_ledger_word(const Io& io, const std::string& named);

}  // namespace nomic::tools
