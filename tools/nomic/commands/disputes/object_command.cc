// nomic object: objects to a clerical correction, which then stands no longer.
#include "commands/all.h"
#include "nomic/views/typed_numbers.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class Object : public MoveCommand {
 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("RECORD", "The record of the correction.", words_);
    arguments.option("--reason", "REASON", "Why, for people.", *request_.mutable_object()->mutable_reason());
    arguments.may_be_empty();
  }

  Status read(Call& /*call*/) override {
    if (words_.size() != 1) return usage("which correction?", "give its record: nomic object 57 --as NAME");
    NOMIC_ASSIGN(auto record, parse_record(words_[0], "the number of a record"));
    request_.mutable_object()->set_record(record.value);
    return ledger::Done{};
  }
};

}  // namespace

const CommandSpec OBJECT = {
    "object",
    "Disputes",
    "RECORD [--reason REASON]",
    "Objects to a clerical correction.",
    "Any player may, until a turn of another player than the one who corrects begins. The correction stands no longer; "
    "both stay on record. What is left in dispute is a question for Judgment.",
    "nomic init Ann Bob Cleo && nomic propose enact --text 'Whoever moves maeks tea.' --as Ann\n"
    "nomic call-vote --as Ann && nomic vote for --as Ann && nomic vote for --as Bob && nomic vote for --as Cleo\n"
    "nomic correct --cause 'a slip' --rule 301 --before maeks --after makes --as Bob\n"
    "nomic object 38 --reason 'It was meant.' --as Cleo",
    make_command<Object>,
};

}  // namespace nomic::tools
