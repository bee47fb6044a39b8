// nomic debate: says something on a proposal before its vote is called (111).
#include "commands/all.h"
#include "shared/move_command.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

class Debate : public MoveCommand {
 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("TEXT", "What is said; - is standard input.", words_);
    arguments.may_be_empty();
    arguments.option("--on", "P", "The proposal; may be left out where only one is open.", on_);
    source_.declare(arguments);
  }

  Status read(Call& call) override {
    if (words_.size() > 1) return usage("what is said is several words: put it in quotes.");
    if (!words_.empty() && words_[0] == "-") source_.take_dash();
    NOMIC_ASSIGN(auto given, source_.read(call));
    const bool spoken = !words_.empty() && words_[0] != "-";
    if (spoken && given) return usage("what is said is given in two ways.");
    if (!spoken && !given) return usage("what is said?", "for example: nomic debate 'I am for it.' --as NAME");
    v1::Request::Debate& debate = *request_.mutable_debate();
    debate.set_text(spoken ? words_[0] : *given);
    return on_ ? read_proposal({*on_}, 0, debate) : ledger::Done{};
  }

 private:
  std::optional<std::string> on_;
  TextSource source_;
};

}  // namespace

const CommandSpec DEBATE = {
    "debate",
    "Play",
    "TEXT [--on P]",
    "Says something on a proposal, until its vote is called.",
    "",
    "nomic init Ann Bob Cleo\n"
    "nomic propose repeal 209 --as Ann\n"
    "nomic debate 'Twenty-five rules are enough for anybody.' --as Bob\n"
    "echo 'We shall see.' | nomic debate - --on 301 --as Ann",
    make_command<Debate>,
};

}  // namespace nomic::tools
