// nomic status: who must act, what everybody may do, and what there is to know.
#include "commands/all.h"
#include "nomic/views/status_asked.h"
#include "render/status_text.h"
#include "shared/file_word.h"
#include "shared/moment_options.h"

namespace nomic::tools {
namespace {

class StatusCommand : public Command {
 public:
  void declare(Arguments& arguments) override {
    file_.declare(arguments);
    arguments.option("--player", "NAME", "Only what this player must or may do, beside what there is to know.",
                     player_);
    arguments.may_be_empty();
    when_.declare(arguments);
  }

  [[nodiscard]] Result<std::string> file_asked() const override { return file_.asked(); }

  Result<Exit> run(Call& call) override {
    NOMIC_ASSIGN(auto game, call.game(ledger::Access::READ));
    NOMIC_ASSIGN(auto ledger, ledger_looked_at(call));
    NOMIC_ASSIGN(const auto view, status_asked(*ledger, *game, {when_.viewpoint(), player_}, call.io.now()));
    if (call.out.is_text()) {
      call.out.text(status_text(view, call.out.wrap_width()));
    } else {
      call.out.json(view);
    }
    return Exit::DONE;
  }

 private:
  FileWord file_;
  MomentOptions when_;
  std::optional<std::string> player_;
};

}  // namespace

const CommandSpec STATUS = {
    "status",
    "Look",
    "[FILE | -] [--player NAME] [--at POINT]",
    "Says who must act, what everybody may do and by which rule, what is open, and what there is to know.",
    "Who is moving and who may begin the next turn are two things: until the next proposal the turn is the last "
    "mover's. Every move that can be made now is listed as a command, with what is still to be filled in in capitals, "
    "and "
    "none that would be refused; what falls due by now has happened then. What is in dispute in this turn is listed: "
    "questions and who judges them, Judgments and whose votes on "
    "overruling are cast, contested moves, whose consent is missing (212). Where play cannot go on it says why, and "
    "what the rules offer then (213).",
    "nomic init Ann Bob Cleo\n"
    "nomic status\n"
    "nomic status --player Bob\n"
    "nomic status --format json",
    make_command<StatusCommand>,
};

}  // namespace nomic::tools
