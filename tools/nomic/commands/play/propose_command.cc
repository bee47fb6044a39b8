// nomic propose: begins a turn with a proposal (103, 108, 202).
#include "commands/all.h"
#include "nomic/replay/reference.h"
#include "nomic/views/typed_numbers.h"
#include "play/proposing_command.h"
#include "shared/form_options.h"

namespace nomic::tools {
namespace {

class Propose : public ProposingCommand {
 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words(
        "KIND [N...]",
        "enact, or amend, repeal, transmute, reenact, restore or retitle with the rule's number. restore repeals the "
        "latest amendment that still stands. retitle gives the rule another title, with --title, where the rules know "
        "such a rule-change. nothing: what is proposed changes no rule.",
        words_);
    form_.declare(arguments);
    form_.recipe_says_kind();
    arguments.option(
        "--number", "N|unknown",
        "In a game recorded afterwards: the number that the players gave it, in whatever order, 340a too; or that it "
        "is not known.",
        number_);
    arguments.option("--reason", "REASON", "Why, for people.", *request_.mutable_propose()->mutable_reason());
    arguments.may_be_empty();
    arguments.flag("--call-vote", "Calls the vote at once: no debate.", call_vote_);
    editing_.declare(arguments);
  }

  Status read(Call& call) override {
    v1::Request::Propose& propose = *request_.mutable_propose();
    propose.set_call_vote(call_vote_);
    NOMIC_TRY(read_number(propose));
    if (editing_.asked()) form_.text_comes_later();
    NOMIC_TRY(form_.read(call, words_, propose));
    if (form_.names_changes()) return ledger::Done{};
    return usage("what is proposed?",
                 "for example: nomic propose enact --text TEXT, or: nomic propose amend N --text TEXT");
  }

 private:
  Status read_number(v1::Request::Propose& propose) const {
    if (!number_) return ledger::Done{};
    propose.set_number_unknown(*number_ == "unknown");
    if (propose.number_unknown()) return ledger::Done{};
    NOMIC_ASSIGN(auto number, parse_rule_number(*number_, "a proposal's number"));
    propose.set_number(replay::reference(number.value));
    return ledger::Done{};
  }

  FormOptions form_;
  bool call_vote_ = false;
  std::optional<std::string> number_;
};

}  // namespace

const CommandSpec PROPOSE = {
    "propose",
    "Play",
    "KIND [N...] [--text TEXT | --file FILE | -] [OPTIONS]",
    "Proposes a rule-change, which begins the proponent's turn.",
    "The proposal bears the next number. An amended, transmuted, re-enacted or restored rule takes that number when "
    "the proposal is adopted.\n"
    "A rule's text is for people; --provision gives it provisions that the program plays by. An amendment replaces the "
    "text and the provisions together.\n"
    "Several rule-changes in one proposal, where the rules allow it (rule 202 does not), come from a file: --changes.\n"
    "A game recorded afterwards (init --retrospective) takes the numbers that its players gave: --number, of proposals "
    "in any order, and --rule-number, of the rules that they made. A proposal without a known number gives none to a "
    "rule, and is named by its record: nomic vote for record:57.",
    "nomic init Ann Bob Cleo\n"
    "nomic propose enact --title Tea --text 'Whoever moves makes tea.' --as Ann\n"
    "nomic propose amend 206 --text 'The proponent of a defeated proposal loses 5 points.' --provision 'award { "
    "occasion: DEFEATED recipient: THE_PROPONENT amount { points: \"-5\" } reckoned: BEFORE_EFFECT }' --as Ann "
    "--dry-run "
    "|| echo 'not before the turn is over'",
    make_command<Propose>,
};

}  // namespace nomic::tools
