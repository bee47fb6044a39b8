// nomic join: a player joins, between turns.
#include "commands/all.h"
#include "nomic/service/verifier_key.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class Join : public MoveCommand {
 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("NAME", "The player's name.", words_);
    arguments.may_be_empty();
    v1::Request::Join& join = *request_.mutable_join();
    arguments.option("--surname", "SURNAME", "For the playing order of mail games. Else the last word of the name.",
                     *join.mutable_surname());
    arguments.may_be_empty();
    arguments.option("--team", "TEAM", "The player's team.", *join.mutable_team());
    arguments.may_be_empty();
    arguments.flag("--alike", "A name that looks like another player's is meant.", alike_);
  }

  // A player joins in their own name, whoever moves in this shell.
  Result<std::string> author(Call& /*call*/) override { return as_.value_or(""); }

  Status read(Call& call) override {
    if (words_.empty()) return usage("who joins?", "for example: nomic join Dora");
    if (words_.size() > 1) {
      return usage("one player joins at a time.", "a name of several words is put in quotes.");
    }
    request_.mutable_join()->set_name(words_[0]);
    request_.set_alike(alike_);
    const auto key = key_file(call);
    if (key) request_.mutable_join()->set_key_name(key_name_of(*key));
    return ledger::Done{};
  }

 private:
  bool alike_ = false;
};

}  // namespace

const CommandSpec JOIN = {
    "join",
    "Found a game",
    "NAME [--surname SURNAME] [--team TEAM]",
    "Joins the game, between turns or before the first proposal.",
    "Who joins with --key signs with it, and it is their first key. A name that looks like another player's (a "
    "Cyrillic letter for a Latin one, full-width letters) is refused unless --alike says that it is meant.",
    "nomic init Ann Bob\n"
    "nomic join Cleo\n"
    "nomic join 'Dora van Dam' --surname 'van Dam' --team red",
    make_command<Join>,
};

}  // namespace nomic::tools
