// nomic join: a player joins, between turns.
#include <fmt/format.h>

#include "commands/all.h"
#include "nomic/replay/text.h"
#include "nomic/words/terminal_text.h"
#include "shared/move_command.h"
#include "shared/verifier_key.h"

namespace nomic::tools {
namespace {

class Join : public MoveCommand {
 public:
  Join() : MoveCommand("join") {}

 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("NAME", "The player's name.", words_);
    arguments.option("--surname", "SURNAME", "For the playing order of mail games. Else the last word of the name.",
                     surname_);
    arguments.option("--team", "TEAM", "The player's team.", team_);
  }

  // A player joins in his own name, whoever moves in this shell.
  Result<std::string> author(Call& /*call*/) override {
    if (words_.empty()) return usage("who joins?", "for example: nomic join Dora");
    if (words_.size() > 1) {
      return usage("one player joins at a time.", "a name of several words is put in quotes.");
    }
    if (as_ && replay::fold(*as_) != replay::fold(words_[0])) {
      return usage(
          fmt::format("a player joins in his own name: {} cannot do it for {}.", in_quotes(*as_), in_quotes(words_[0])),
          "leave out --as.");
    }
    return words_[0];
  }

  // Who joins is no player yet.
  Status check_author(const replay::Game& /*game*/, const std::string& /*author*/) const override {
    return ledger::Done{};
  }

  Status prepare(Call& /*call*/, RequestParts& /*asked*/) override {
    auto names = replay::player_names(words_[0], surname_.value_or(""), team_.value_or(""));
    if (!names) return failure_of(names.error());
    names_ = std::move(*names);
    return ledger::Done{};
  }

  [[nodiscard]] bool needs_game() const override { return false; }

  Result<v1::Event> event(Call& /*call*/, replay::Game& /*game*/) override {
    v1::Event event;
    v1::PlayerJoined& joined = *event.mutable_player_joined();
    *joined.mutable_player() = names_;
    if (keys_.empty()) return event;
    joined.set_public_key(keys_.front()->public_key().raw());
    joined.set_key_name(key_name_of(*key_));
    return event;
  }

 private:
  std::optional<std::string> surname_;
  std::optional<std::string> team_;
  v1::PlayerNames names_;
};

}  // namespace

const CommandSpec JOIN = {
    "join",
    "Found a game",
    "NAME [--surname SURNAME] [--team TEAM]",
    "Joins the game, between turns or before the first proposal.",
    "Who joins with --key signs with it, and it is his first key.",
    "nomic init Ann Bob\n"
    "nomic join Cleo\n"
    "nomic join 'Dora van Dam' --surname 'van Dam' --team red",
    make_command<Join>,
};

}  // namespace nomic::tools
