// Secrets: what a player has committed to, kept on their own machine until they reveal it.
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

#include "cli/command.h"
#include "nomic/ledger/hash.h"
#include "nomic/service/service.h"

namespace nomic::tools {

// The secrets of one game, in the folder of the user's own state or in the one file that was named.
class SecretFiles : public SecretStore {
 public:
  SecretFiles(Call& call, const ledger::GameId& game, std::optional<std::string> named)
      : call_(call), game_(game), named_(std::move(named)) {}

  // Says where it is kept.
  ledger::Status keep(const ledger::Hash& commitment, const ledger::Hash& secret) override;
  ledger::Result<ledger::Hash> find(const std::string& player, const ledger::Hash& commitment) override;

 private:
  [[nodiscard]] std::optional<std::string> file_for(const ledger::Hash& commitment) const;

  Call& call_;
  ledger::GameId game_;
  std::optional<std::string> named_;
};

// Where the secret behind the commitment lies; nothing where the environment says of no folder of the user's own.
std::optional<std::string> secret_file(const Io& io, const ledger::GameId& game, const ledger::Hash& commitment);

// Writes a new file, with the folders above it. IO_FAILED if it cannot be written, BAD_INPUT if there is one of that
// name.
ledger::Status keep_secret(const std::string& file, const ledger::Hash& secret);

// Nothing if there is no such file. DAMAGED if it holds no secret.
ledger::Result<std::optional<ledger::Hash>> kept_secret(const std::string& file);

}  // namespace nomic::tools
