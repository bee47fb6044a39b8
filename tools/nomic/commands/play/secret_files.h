// Secrets: what a player has committed to, kept on his own machine until he reveals it.
//
// A secret that is lost cannot be revealed, and one that others read before the commitments are all on record lets them
// choose theirs by it. So it is written before the commitment is recorded, synced, readable by nobody else, never over
// another file and never through a link; and it is not printed, nor in the ledger, until it is revealed.
//
// A file holds the 64 hex digits of a secret and a newline. Its name is the commitment, so that several games, players
// and rounds never meet: $XDG_STATE_HOME/nomic/secrets/<game>/<commitment>.
#pragma once

#include <optional>
#include <string>

#include "cli/failure.h"
#include "cli/io.h"
#include "nomic/ledger/hash.h"

namespace nomic::tools {

// Where the secret behind the commitment lies; nothing where the environment says of no folder of the user's own.
std::optional<std::string> secret_file(const Io& io, const ledger::GameId& game, const ledger::Hash& commitment);

// Writes a new file, with the folders above it. UNAVAILABLE if it cannot be written, USAGE if there is one of that
// name.
Status keep_secret(const std::string& file, const ledger::Hash& secret);

// Nothing if there is no such file. DAMAGED if it holds no secret.
Result<std::optional<ledger::Hash>> kept_secret(const std::string& file);

}  // namespace nomic::tools
