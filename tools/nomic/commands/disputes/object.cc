// nomic object: objects to a clerical correction, which then stands no longer.
#include "cli/typed_numbers.h"
#include "commands/all.h"
#include "nomic/replay/text.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class Object : public MoveCommand {
 public:
  Object() : MoveCommand("object") {}

 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("RECORD", "The record of the correction.", words_);
    arguments.option("--reason", "REASON", "Why, for people.", reason_);
  }

  Status prepare(Call& /*call*/, RequestParts& /*asked*/) override {
    if (words_.size() != 1) return usage("which correction?", "give its record: nomic object 57 --as NAME");
    auto record = parse_record(words_[0], "the number of a record");
    if (!record) return record.error();
    record_ = *record;
    if (!reason_) return ledger::Done{};
    auto clean = replay::clean_line(*reason_, "the reason", replay::REASON_LIMIT);
    if (!clean) return failure_of(clean.error());
    reason_ = std::move(*clean);
    return ledger::Done{};
  }

  [[nodiscard]] bool needs_game() const override { return false; }

  Result<v1::Event> event(Call& /*call*/, replay::Game& /*game*/) override {
    v1::Event event;
    event.mutable_objection_raised()->set_record(record_.value);
    event.mutable_objection_raised()->set_reason(reason_.value_or(""));
    return event;
  }

 private:
  RecordNumber record_;
  std::optional<std::string> reason_;
};

}  // namespace

const CommandSpec OBJECT = {
    "object",
    "Disputes",
    "RECORD [--reason REASON]",
    "Objects to a clerical correction.",
    "Any player may, until the next turn begins. The correction stands no longer; both stay on record. What is left in "
    "dispute is a question for Judgment.",
    "nomic init Ann Bob Cleo && nomic propose enact --text 'Whoever moves maeks tea.' --as Ann\n"
    "nomic call-vote --as Ann && nomic vote for --as Ann && nomic vote for --as Bob && nomic vote for --as Cleo\n"
    "nomic correct --cause 'a slip' --rule 301 --before maeks --after makes --as Bob\n"
    "nomic object 38 --reason 'It was meant.' --as Cleo",
    make_command<Object>,
};

}  // namespace nomic::tools
