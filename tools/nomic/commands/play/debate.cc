// nomic debate: says something on a proposal before its vote is called (111).
#include "commands/all.h"
#include "nomic/replay/text.h"
#include "shared/move_command.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

class Debate : public MoveCommand {
 public:
  Debate() : MoveCommand("debate") { words_are_text_ = true; }

 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("TEXT", "What is said; - is standard input.", words_);
    arguments.option("--on", "P", "The proposal; may be left out where only one is open.", on_);
    source_.declare(arguments);
  }

  Status prepare(Call& call, RequestParts& asked) override {
    if (words_.size() > 1) return usage("what is said is several words: put it in quotes.");
    if (!words_.empty() && words_[0] == "-") source_.take_dash();
    auto read = source_.read(call);
    if (!read) return read.error();
    const bool spoken = !words_.empty() && words_[0] != "-";
    if (spoken && *read) return usage("what is said is given in two ways.");
    if (!spoken && !*read) return usage("what is said?", "for example: nomic debate 'I am for it.' --as NAME");
    const std::string& said = spoken ? words_[0] : **read;
    asked.add("text", said);
    auto clean = replay::clean_text(said, "what is said");
    if (!clean) return failure_of(clean.error());
    said_ = std::move(*clean);
    return ledger::Done{};
  }

  [[nodiscard]] bool needs_game() const override { return !on_; }

  Result<v1::Event> event(Call& /*call*/, replay::Game& game) override {
    auto number = proposal_named(game.engine(), on_);
    if (!number) return number.error();
    v1::Event event;
    event.mutable_debate_spoken()->set_proposal(*number);
    event.mutable_debate_spoken()->set_text(said_);
    return event;
  }

 private:
  std::optional<std::string> on_;
  TextSource source_;
  std::string said_;
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
