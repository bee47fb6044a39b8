// nomic key: makes keys, shows them, and says in the game whose they are.
#include <fmt/format.h>

#include "cli/passwords.h"
#include "commands/all.h"
#include "nomic/service/verifier_key.h"
#include "nomic/service/view_values.h"
#include "nomic/v1/view.pb.h"
#include "nomic/views/json.h"
#include "nomic/views/suggest.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"
#include "shared/move_command.h"
#include "shared/record_options.h"

namespace nomic::tools {
namespace {

class Key : public MoveCommand {
 public:
  Result<Exit> run(Call& call) override {
    const std::string verb = words_.empty() ? "" : words_[0];
    if (verb == "new") return make(call);
    if (verb == "show") return show(call);
    if (verb == "list") return list(call);
    return MoveCommand::run(call);
  }

 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("new FILE|show FILE|list|register|rotate|revoke|restore NAME", "What is done.", words_);
    arguments.option("--name", "NAME", "What the key is called. Else the file's name.", name_);
    arguments.flag("--encrypt", "With new: the file is encrypted with a password.", encrypt_);
    arguments.option("--new-key", "FILE", "With register and rotate: the new key, beside the one in force.", new_key_);
    arguments.option("--revoked", "KEY", "With revoke: the key that speaks no longer. Else that of --key.", revoked_);
    declare_record(arguments, "--judgment", "With revoke: the record of the Judgment that its Judge carries out.",
                   judgment_);
    arguments.option("--successor", "KEY", "With --judgment: the key that the player may register in its place.",
                     successor_);
    arguments.option("--reason", "R", "With revoke and restore: why.", reason_);
    arguments.may_be_empty();
  }

  [[nodiscard]] std::vector<std::string> more_keys() const override {
    return new_key_ ? std::vector<std::string>{*new_key_} : std::vector<std::string>{};
  }

  // The host restores a seat: that move has no author.
  Result<std::string> author(Call& call) override {
    return request_.has_restore_seat() ? Result<std::string>(as_.value_or("")) : MoveCommand::author(call);
  }

  Status read(Call& call) override {
    const std::vector<std::string> known = {"new", "show", "list", "register", "rotate", "revoke", "restore"};
    if (words_.empty()) return usage("what is to be done with a key?", "nomic key new FILE makes one");
    if (words_[0] == "restore") return read_restore();
    if (words_.size() > 1) return usage("the key's file is named by --key, and by --new-key.");
    const bool is_known = std::find(known.begin(), known.end(), words_[0]) != known.end();
    if (!is_known) return unknown_word("word for keys", words_[0], known);
    const std::string file = new_key_ ? *new_key_ : key_file(call).value_or("");
    if (words_[0] == "register") request_.mutable_register_key()->set_key_name(name_for(file));
    if (words_[0] == "rotate") request_.mutable_rotate_key()->set_key_name(name_for(file));
    if (words_[0] != "revoke") return ledger::Done{};
    v1::Request::RevokeKey& revoke = *request_.mutable_revoke_key();
    revoke.set_key(revoked_);
    revoke.set_reason(reason_);
    revoke.set_successor(successor_);
    if (judgment_) revoke.set_judgment(*judgment_);
    return ledger::Done{};
  }

 private:
  [[nodiscard]] std::string name_for(const std::string& file) const { return name_ ? *name_ : key_name_of(file); }

  Status read_restore() {
    if (words_.size() != 2) return usage("whose seat is restored?", "nomic key restore NAME --reason TEXT");
    v1::Request::RestoreSeat& restore = *request_.mutable_restore_seat();
    restore.set_player(words_[1]);
    restore.set_reason(reason_);
    return ledger::Done{};
  }

  Result<std::string> file_named() const {
    if (words_.size() == 2) return words_[1];
    return usage("which file?", fmt::format("nomic key {} FILE", words_[0]));
  }

  Result<std::optional<std::string>> new_password(Call& call, const std::string& file) const {
    if (!encrypt_) {
      if (password_file_) return usage("a password is given, and the key is not to be encrypted.", "add --encrypt");
      return std::optional<std::string>{};
    }
    auto password = asking(call.io, file, password_file_)();
    if (!password || password->empty()) {
      return usage("no password was given to encrypt the key with.", "give it with --password-file FILE");
    }
    if (password_file_ || password_typed(call.io, "Once more: ") == password) return password;
    return usage("the password was typed in two ways.", "try again");
  }

  Result<Exit> make(Call& call) {
    NOMIC_ASSIGN(auto file, file_named());
    NOMIC_TRY(or_failure(check_key_name(name_for(file))));
    NOMIC_ASSIGN(auto password, new_password(call, file));
    const ledger::PrivateKey key = ledger::PrivateKey::generate();
    NOMIC_TRY(key.save(path_in(call.io, file), password));
    return print(call, file, key.public_key());
  }

  Result<Exit> show(Call& call) {
    NOMIC_ASSIGN(auto file, file_named());
    NOMIC_TRY(or_failure(check_key_name(name_for(file))));
    NOMIC_ASSIGN(auto key, call.session.key(file, password_file_));
    return print(call, file, key->public_key());
  }

  Result<Exit> print(Call& call, const std::string& file, const ledger::PublicKey& key) const {
    v1::KeyView view;
    view.set_file(as_utf8(file));
    view.set_name(name_for(file));
    view.set_public_key(hex_of(key.raw()));
    view.set_verifier_key(print_verifier_key({view.name(), key}));
    if (call.out.is_text()) {
      call.out.text(view.verifier_key() + "\n");
    } else {
      call.out.json(view);
    }
    return Exit::DONE;
  }

  static Result<Exit> list(Call& call) {
    NOMIC_ASSIGN(auto held, call.game(ledger::Access::READ));
    const replay::State& state = held->engine().state();
    v1::KeysView view;
    view.set_required(state.founding().signatures_required());
    for (const v1::Player& player : state.players()) {
      for (const v1::PlayerKey& key : player.keys()) {
        auto& to = *view.add_keys();
        to.set_player(player.names().name());
        to.set_public_key(hex_of(key.public_key()));
        to.set_name(key.name());
        to.set_since(count32(key.since()));
        to.set_until(count32(key.until()));
      }
    }
    if (!call.out.is_text()) {
      call.out.json(view);
      return Exit::DONE;
    }
    call.out.text(view.required() ? "Every move must be signed.\n"
                                  : "Who has registered a key must sign; the others need not.\n");
    for (const auto& key : view.keys()) {
      const std::string end = key.until() == 0 ? "" : fmt::format(", until #{}", key.until());
      call.out.text(fmt::format("{}  {}  {}  since #{}{}\n", on_one_line(key.player()), key.public_key(),
                                on_one_line(key.name()), key.since(), end));
    }
    return Exit::DONE;
  }

  std::optional<std::string> name_;
  bool encrypt_ = false;
  std::optional<std::string> new_key_;
  std::string revoked_;
  std::optional<std::uint64_t> judgment_;
  std::string successor_;
  std::string reason_;
};

}  // namespace

const CommandSpec KEY = {
    "key",
    "Found a game",
    "new FILE|show FILE|list|register|rotate|revoke|restore NAME [--key FILE] [--new-key FILE]",
    "Makes keys, and says in the game whose they are.",
    "A key is a file of its owner's alone (Ed25519, PKCS#8 PEM); nothing of it but its public half ever stands in a "
    "ledger. new makes one and prints its verifier key, show prints that again, list tells the players' keys.\n"
    "register gives the player of --as their first key (--key), or another (--key OLD --new-key NEW); rotate puts "
    "--new-key in the place of --key; revoke ends a key. A key that was replaced or revoked never signs again. Where a "
    "key is lost, a Judge who gave a Judgment on it revokes it and admits another: key revoke --judgment I --revoked "
    "KEY --successor KEY.\n"
    "restore NAME is the host's: no key of that player speaks from then on, and they may register a first key again. "
    "The "
    "record, status and audit show it to everybody. See docs/signing.md.",
    "nomic init Ann Bob\n"
    "nomic key new ann.key\n"
    "nomic key register --as Ann --key ann.key\n"
    "nomic propose repeal 209 --as Ann --key ann.key\n"
    "nomic key list",
    make_command<Key>,
};

}  // namespace nomic::tools
