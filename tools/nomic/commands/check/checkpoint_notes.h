// Notes: signed checkpoints as commands read, judge, keep and write them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "nomic/ledger/policy.h"
#include "nomic/v1/view.pb.h"
#include "nomic/views/checkpoint_asked.h"

namespace nomic::tools {

// Whom the user trusts: --vkey KEY..., or --policy FILE.
class TrustOptions {
 public:
  void declare(Arguments& arguments);
  [[nodiscard]] bool given() const { return policy_file_.has_value() || !keys_.empty(); }
  // A usage failure where neither or both are given, and where what is given cannot be read.
  Result<ledger::Policy> policy(const Call& call) const;

 private:
  std::vector<std::string> keys_;
  std::optional<std::string> policy_file_;
};

// A key to sign with: --key FILE, --password-file FILE.
class SigningKeyOptions {
 public:
  void declare(Arguments& arguments);
  // The file, or NOMIC_KEY.
  Result<std::string> file(const Call& call) const;
  Result<ledger::PrivateKey> load(const Call& call) const;

 private:
  std::optional<std::string> key_;
  std::optional<std::string> password_file_;
};

// A file's note, with its exact bytes.
struct ReadNote {
  std::string bytes;
  ledger::CheckpointNote parsed;
};
Result<ReadNote> read_note(const Call& call, const std::string& path);

// The ledger here, and the game in it that a checkpoint is about.
struct LocalGame {
  std::string folder;
  ledger::Ledger* ledger = nullptr;
  ledger::Head head;
};

// The game that --game names, or that the origin names by its identity, or for which a note of that origin is kept, if
// there is a ledger that holds it; nothing otherwise. A ledger that is named and cannot be read is a failure.
Result<std::optional<LocalGame>> local_game(const Call& call, const std::string& origin, ledger::Access access);

// Writes the bytes to a file, whole or not at all; in the place of another only by `force`.
Status write_whole(const Call& call, const std::string& path, bool force, std::string_view bytes);

v1::CheckpointView::Signature signature_view(const ledger::GoodSignature& signature);
// "signed by log.example, cosigned by w1 (2012-05-30T10:00:00Z)"
std::string signers_text(const std::vector<ledger::GoodSignature>& good);

// Whether an error says that what was checked is false, rather than that it could not be checked.
bool is_false(const ledger::Error& error);

}  // namespace nomic::tools
