// nomic call-vote: ends debate on a proposal (106, 111).
#include "commands/all.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class CallVote : public MoveCommand {
 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("[P]", "The proposal; may be left out where only one is open.", words_);
  }

  Status read(Call& /*call*/) override {
    if (words_.size() > 1) return usage("call-vote takes one proposal.");
    return read_proposal(words_, 0, *request_.mutable_call_vote());
  }
};

}  // namespace

const CommandSpec CALL_VOTE = {
    "call-vote",
    "Play",
    "[P]",
    "Ends debate on a proposal: its form is final and voting begins.",
    "",
    "nomic init Ann Bob Cleo\n"
    "nomic propose repeal 209 --as Ann\n"
    "nomic call-vote --as Ann",
    make_command<CallVote>,
};

}  // namespace nomic::tools
