// nomic propose: begins a turn with a proposal (103, 108, 202).
#include "nomic/changes.h"
#include "nomic/commands/all.h"
#include "nomic/move.h"
#include "nomic/replay/text.h"

namespace nomic::tools {
namespace {

constexpr std::size_t REASON_LIMIT = 2000;

class Propose : public MoveCommand {
 public:
  Propose() : MoveCommand("propose") {}

 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words(
        "KIND [N...]",
        "enact, or amend, repeal, transmute, reenact or restore with the rule's number. restore repeals the "
        "latest amendment that still stands.",
        words_);
    change_.declare(arguments);
    arguments.section("The proposal", true);
    arguments.option("--reason", "REASON", "Why, for people.", reason_);
    arguments.flag("--call-vote", "Calls the vote at once: no debate.", call_vote_);
  }

  Status prepare(Call& call, RequestParts& asked) override {
    if (auto read = change_.read_words(words_); !read) return read;
    if (!change_.has_kind()) {
      return usage("what is proposed?",
                   "for example: nomic propose enact --text TEXT, or: nomic propose amend N --text TEXT");
    }
    if (reason_) {
      auto clean = replay::clean_line(*reason_, "the reason", REASON_LIMIT);
      if (!clean) return failure_of(clean.error());
      reason_ = std::move(*clean);
    }
    return change_.read_texts(call, asked);
  }

  Result<v1::Event> event(Call& /*call*/, replay::Game& game) override {
    auto changes = change_.build(game.engine(), warnings_);
    if (!changes) return changes.error();
    v1::Event event;
    v1::ProposalMade* made = event.mutable_proposal_made();
    for (v1::RuleChange& change : *changes) *made->add_changes() = std::move(change);
    made->set_reason(reason_.value_or(""));
    made->set_call_vote(call_vote_);
    return event;
  }

 private:
  ChangeOptions change_;
  std::optional<std::string> reason_;
  bool call_vote_ = false;
};

}  // namespace

const CommandSpec PROPOSE = {
    "propose",
    "Play",
    "KIND [N...] [--text TEXT | --file FILE | -] [OPTIONS]",
    "Proposes a rule-change, which begins the proponent's turn.",
    "The proposal bears the next number. An amended, transmuted, re-enacted or restored rule takes that number when "
    "the "
    "proposal is adopted.\n"
    "A rule's text is for people; --provision gives it provisions that the program plays by. An amendment replaces the "
    "text and "
    "the provisions together.",
    "nomic init Ann Bob Cleo\n"
    "nomic propose enact --title Tea --text 'Whoever moves makes tea.' --as Ann\n"
    "nomic propose amend 206 --text 'The proponent of a defeated proposal loses 5 points.' "
    "--provision 'award { occasion: DEFEATED recipient: THE_PROPONENT amount { fixed: -5000 } reckoned: BEFORE_EFFECT "
    "}' "
    "--as Ann --dry-run || echo 'not before the turn is over'",
    make_command<Propose>,
};

}  // namespace nomic::tools
