// nomic roll: throws the dice of a turn (202), or takes part in a throw that is made of commitments and secrets.
#include "commands/all.h"
#include "nomic/views/typed_numbers.h"
#include "play/secret_files.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class Roll : public MoveCommand {
 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("[FACE...]", "The faces of dice thrown at the table. Without them the program throws.", words_);
    arguments.flag("--commit", "Makes a secret, keeps it here, and records the commitment to it.", commit_);
    arguments.flag("--reveal", "Records the secret, when everybody has committed.", reveal_);
    arguments.option("--secret-file", "FILE", "Where the secret is kept; else a file of the user's own state.",
                     secret_file_);
  }

  Status read(Call& /*call*/) override {
    if (commit_ && reveal_) return usage("a secret is committed to first and revealed later.", "give one of the two.");
    if ((commit_ || reveal_) && !words_.empty()) {
      return usage("faces that follow from secrets are not given.", "leave them out.");
    }
    if (secret_file_ && !commit_ && !reveal_) {
      return usage("--secret-file goes with --commit or --reveal.", "leave it out, or give one of the two.");
    }
    if (commit_) request_.mutable_commit_dice();
    if (reveal_) request_.mutable_reveal_dice();
    if (commit_ || reveal_) return ledger::Done{};
    v1::Request::Roll& roll = *request_.mutable_roll();
    for (const std::string& word : words_) {
      NOMIC_ASSIGN(auto face, parse_face(word));
      roll.add_faces(face.value);
    }
    return ledger::Done{};
  }

  std::unique_ptr<SecretStore> secrets(Call& call, const replay::Game& game) override {
    return std::make_unique<SecretFiles>(call, game.head().game, secret_file_);
  }

 private:
  bool commit_ = false;
  bool reveal_ = false;
  std::optional<std::string> secret_file_;
};

}  // namespace

const CommandSpec ROLL = {
    "roll",
    "Play",
    "[FACE...]",
    "Throws the dice of a turn.",
    "How many dice there are, and with how many faces, the rules in force say. The program's own dice come from the "
    "system's random generator, and the record says whose dice they were.\n"
    "Where the rules have the faces revealed, nobody throws: each player they name commits to a secret (--commit), and "
    "reveals it when everybody has committed (--reveal). With the last secret the faces follow, which nobody could "
    "choose. docs/dice.md tells more.",
    "nomic init Ann Bob && nomic propose repeal 209 --call-vote --as Ann\n"
    "nomic vote for --as Ann && nomic vote for --as Bob\n"
    "nomic roll 4 --as Ann",
    make_command<Roll>,
};

}  // namespace nomic::tools
