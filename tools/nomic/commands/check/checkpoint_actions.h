// What `nomic checkpoint` does, one function an action, and the options that they share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/checkpoint_notes.h"

namespace nomic::tools {

struct CheckpointOptions {
  std::vector<std::string> words;  // the action, and its note
  SigningKeyOptions key;
  TrustOptions trust;
  std::optional<std::string> origin;
  std::optional<std::string> name;
  std::optional<std::string> output;
  std::optional<std::string> proof;
  std::optional<std::string> timestamp;
  std::optional<std::string> authority;
  std::optional<std::string> response;
  std::optional<std::string> request;
  bool force = false;

  // The file named after the action.
  [[nodiscard]] Result<std::string> note() const;
};

// Signs the game's present size and root as its keeper, and keeps the note with the game.
Result<Exit> checkpoint_make(Call& call, const CheckpointOptions& options);
// Cosigns a checkpoint as a witness.
Result<Exit> checkpoint_sign(Call& call, const CheckpointOptions& options);
// Whether a checkpoint is signed by whom one trusts, what the ledger here says of it, and when it was stamped.
Result<Exit> checkpoint_verify(Call& call, const CheckpointOptions& options);
// The newest checkpoint kept with the game, or the one of a size.
Result<Exit> checkpoint_show(Call& call, const CheckpointOptions& options);
// Asks an authority to stamp a note, and takes in what it answers.
Result<Exit> checkpoint_stamp_request(Call& call, const CheckpointOptions& options);
Result<Exit> checkpoint_attach(Call& call, const CheckpointOptions& options);

// Writes a note where it was asked for, or into the view, and prints the view: `said` for people.
Result<Exit> give_note(Call& call, v1::CheckpointView& view, const std::string& note,
                       const std::optional<std::string>& file, bool force, const std::string& sentence);

}  // namespace nomic::tools
