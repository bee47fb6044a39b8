// nomic submit: puts in a statement that was prepared and signed elsewhere.
#include <fmt/format.h>

#include "commands/all.h"
#include "nomic/views/typed_numbers.h"
#include "shared/move_command.h"
#include "shared/record_through.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

class Submit : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("FILE|-", "The signed statement, as --prepare wrote it; - is standard input.", words_);
    arguments.option("--as", "NAME", "Vouches that a first key, or a join, comes from NAME, the statement's author.",
                     as_);
    arguments.option("--expect", "N", "Puts it in only if the game has N records.", expect_);
    arguments.flag("--dry-run", "Says what would happen, and records nothing.", dry_run_);
    arguments.flag("--alike", "Of who joins: a name that looks like another player's is meant.", alike_);
  }

  Result<Exit> run(Call& call) override {
    if (words_.size() != 1) return usage("which statement?", "for example: nomic submit vote.txt");
    NOMIC_ASSIGN(auto text, read_file(call, words_[0]));
    v1::Request request;
    request.mutable_signed_move()->set_armored(text);
    if (as_) request.set_author(*as_);
    request.set_dry_run(dry_run_);
    request.set_alike(alike_);
    if (expect_) request.set_expect(expect_->value);
    NOMIC_ASSIGN(auto id, or_failure(game_of(request.signed_move())));
    NOMIC_ASSIGN(auto outcome, put_in(call, id, request));
    print_outcome(call, outcome);
    return Exit::DONE;
  }

  [[nodiscard]] bool may_wait() const override { return true; }

 private:
  [[nodiscard]] Result<Outcome> put_in(Call& call, const ledger::GameId& id, const v1::Request& request) const {
    NOMIC_ASSIGN(auto server, dry_run_ ? Result<GameServer*>(static_cast<GameServer*>(nullptr)) : call.keeper());
    if (server != nullptr) {
      const std::string& named = call.settings.game;
      auto outcome = record_through(call, *server, named.empty() ? id.hash.hex() : named, {request});
      if (!outcome && named.empty() && outcome.error().code == "NO_SUCH_GAME") return held_elsewhere(id);
      return outcome;
    }
    NOMIC_ASSIGN(auto service, service_of(call, id));
    return or_failure(service.submit(request, {.now = call.io.now()}));
  }

  static Failure held_elsewhere(const ledger::GameId& id) {
    return usage(fmt::format("the statement belongs to game {}, which this ledger does not hold.", id.hash.hex()),
                 "put it into the ledger that does: --ledger DIR");
  }

  // The statement says which game it belongs to; a game that is named must be that one.
  [[nodiscard]] Result<Service> service_of(Call& call, const ledger::GameId& id) const {
    const auto access = dry_run_ ? ledger::Access::READ : ledger::Access::WRITE;
    if (!call.settings.game.empty()) return call.service(access);
    NOMIC_ASSIGN(auto folder, call.session.find_ledger(call.settings.ledger));
    NOMIC_ASSIGN(auto ledger, call.session.ledger(folder, access));
    const std::string name = id.hash.hex();
    if (!ledger->find(name)) return held_elsewhere(id);
    NOMIC_ASSIGN(auto game, call.session.game(folder, name, access));
    return Service(*ledger, *game);
  }

  std::vector<std::string> words_;
  std::optional<std::string> as_;
  std::optional<Size> expect_;
  bool dry_run_ = false;
  bool alike_ = false;
};

}  // namespace

const CommandSpec SUBMIT = {
    "submit",
    "Play",
    "FILE|-",
    "Puts in a move that was signed elsewhere with --prepare.",
    "Anybody can put it in: what it says is its author's, and cannot be altered. It is refused if its signature does "
    "not hold, if its author had seen another history, or if the rules do not allow it now. Put in twice, it is "
    "recorded once.\n"
    "A statement that gives a player a first key, or lets somebody join, proves only that its sender holds that key. "
    "Say with --as NAME that you know that it comes from them.",
    "nomic key new ann.key && nomic init Ann Bob\n"
    "nomic key register --as Ann --key ann.key\n"
    "nomic propose repeal 209 --call-vote --as Ann --key ann.key\n"
    "nomic vote for 301 --as Ann --key ann.key --prepare vote.txt\n"
    "nomic submit vote.txt",
    make_command<Submit>,
};

}  // namespace nomic::tools
