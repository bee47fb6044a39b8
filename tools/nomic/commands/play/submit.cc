// nomic submit: puts in a statement that was prepared and signed elsewhere.
#include <fmt/format.h>

#include "cli/typed_numbers.h"
#include "commands/all.h"
#include "nomic/words/terminal_text.h"
#include "shared/move_command.h"
#include "shared/prepared_statement.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

class Submit : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("FILE|-", "The signed statement, as --prepare wrote it; - is standard input.", words_);
    arguments.option("--expect", "N", "Puts it in only if the game has N records.", expect_);
    arguments.flag("--dry-run", "Says what would happen, and records nothing.", dry_run_);
  }

  Result<Exit> run(Call& call) override {
    if (words_.size() != 1) return usage("which statement?", "for example: nomic submit vote.txt");
    auto text = read_file(call, words_[0]);
    if (!text) return text.error();
    auto prepared = ledger::from_armored(*text);
    if (!prepared) return failure_of(prepared.error());
    auto statement = ledger::read_statement(prepared->statement);
    if (!statement) return failure_of(statement.error());

    auto held = game_of(call, *statement);
    if (!held) return held.error();
    replay::Game& game = **held;
    replay::Submission submission;
    submission.now = call.io.now();
    submission.dry_run = dry_run_;
    if (expect_) submission.expect = expect_->value;
    submission.prepared = std::move(*prepared);
    auto receipt = game.submit(submission);
    if (!receipt) return failure_of(receipt.error());
    if (!receipt->dry_run) call.recorded = receipt->index;
    print_receipt(call, *receipt, statement->request_id, {});
    return Exit::DONE;
  }

 private:
  // The statement says which game it belongs to; a game that is named must be that one.
  [[nodiscard]] Result<replay::Game*> game_of(Call& call, const ledger::Statement& statement) const {
    const auto access = dry_run_ ? ledger::Access::READ : ledger::Access::WRITE;
    if (!call.settings.game.empty()) return call.game(access);
    auto folder = call.session.find_ledger(call.settings.ledger);
    if (!folder) return folder.error();
    auto ledger = call.session.ledger(*folder, access);
    if (!ledger) return ledger.error();
    const std::string id = statement.game.hash.hex();
    if (!(*ledger)->find(id)) {
      return usage(fmt::format("the statement belongs to game {}, which this ledger does not hold.", id),
                   "put it into the ledger that does: --ledger DIR");
    }
    return call.session.game(*folder, id, access);
  }

  std::vector<std::string> words_;
  std::optional<Size> expect_;
  bool dry_run_ = false;
};

}  // namespace

const CommandSpec SUBMIT = {
    "submit",
    "Play",
    "FILE|-",
    "Puts in a move that was signed elsewhere with --prepare.",
    "Anybody can put it in: what it says is its author's, and cannot be altered. It is refused if its signature does "
    "not hold, if its author had seen another history, or if the rules do not allow it now. Put in twice, it is "
    "recorded once.",
    "nomic key new ann.key && nomic init Ann Bob\n"
    "nomic key register --as Ann --key ann.key\n"
    "nomic propose repeal 209 --call-vote --as Ann --key ann.key\n"
    "nomic head > seen.txt\n"
    "nomic vote for 301 --as Ann --key ann.key --prepare vote.txt --seen seen.txt\n"
    "nomic submit vote.txt",
    make_command<Submit>,
};

}  // namespace nomic::tools
