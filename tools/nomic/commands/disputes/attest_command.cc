// nomic attest: declares how a vote ended, where no rule can say it or it was held elsewhere.
#include <fmt/format.h>

#include "commands/all.h"
#include "nomic/replay/reference.h"
#include "nomic/service/confirmation.h"
#include "nomic/views/emitted_text.h"
#include "nomic/views/suggest.h"
#include "nomic/views/typed_numbers.h"
#include "nomic/words/terminal_text.h"
#include "shared/asked_moves.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class Attest : public MoveCommand {
 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("P adopted|defeated", "The proposal, and how its vote ended.", words_);
    arguments.option("--for", "N", "Votes in favour, as far as they are known.", for_);
    arguments.option("--against", "M", "Votes against, as far as they are known.", against_);
    arguments.option("--votes", "unknown", "How many votes there were, and whose, is not known.", votes_);
    declare_yes(arguments, yes_);
  }

  Status read(Call& /*call*/) override {
    if (words_.size() != 2) {
      return usage("which vote, and how did it end?", "for example: nomic attest 301 adopted --for 4 --against 1");
    }
    if ((words_[0] == "adopted" || words_[0] == "defeated") && looks_like_proposal(words_[1])) {
      return usage("the proposal comes before its outcome.",
                   fmt::format("did you mean nomic attest {} {}?", on_one_line(words_[1]), words_[0]));
    }
    v1::Request::Attest& attest = *request_.mutable_attest();
    NOMIC_TRY(read_proposal(words_, 0, attest));
    if (words_[1] != "adopted" && words_[1] != "defeated") {
      return unknown_word("outcome", words_[1], {"adopted", "defeated"});
    }
    attest.set_adopted(words_[1] == "adopted");
    if (for_) attest.set_votes_for(for_->value);
    if (against_) attest.set_votes_against(against_->value);
    if (votes_ && *votes_ != "unknown") return unknown_word("tally", *votes_, {"unknown"});
    if (votes_ && for_ && against_) return usage("the votes are given, so they are known", "leave out --votes unknown");
    attest.set_votes_unknown(votes_.has_value());
    return ledger::Done{};
  }

  // Where a vote is held in the program, an outcome that is declared is seldom what is meant: a vote is.
  [[nodiscard]] bool looks_first() const override { return true; }
  Result<std::optional<Question>> question(Call& call, Service& service, const Means& means) override {
    const v1::Request::Attest& attest = request_.attest();
    if (!must_confirm_attestation(service.game().engine().state(), replay::number_in(attest.proposal())))
      return std::optional<Question>{};
    NOMIC_ASSIGN(auto tried, tried_to_ask(call, service, request_, means, yes_));
    if (!tried) return std::optional<Question>{};
    const std::string who = on_one_line(request_.author());
    const std::string how = attest.adopted() ? "adopted" : "defeated";
    return std::optional<Question>{
        {fmt::format("{} would declare that the proposal was {}, which is no vote on it: {} Attest it?", who, how,
                     emitted(tried->consequences)),
         "nothing was recorded: to vote on it is nomic vote for|against",
         fmt::format("to attest is to declare by one's own word that the proposal was {}, and not to vote on it.",
                     how)}};
  }

 private:
  std::optional<Size> for_;
  std::optional<Size> against_;
  std::optional<std::string> votes_;
};

}  // namespace

const CommandSpec ATTEST = {
    "attest",
    "Disputes",
    "P adopted|defeated [--for N --against M | --votes unknown] [--yes]",
    "Declare how a vote ended that is open, or whose outcome no rule determines.",
    "To attest is to declare the outcome, and not to vote. In a live game a vote is settled when as many players "
    "attest "
    "the same outcome, with the same votes, as adoption would need: by rule 203 all of them. A later attestation of a "
    "player replaces their earlier one. `nomic status` shows who attests what, and what it still takes. In a game "
    "recorded afterwards the word of one player settles the vote.\n"
    "Ballots on record that contradict the outcome, or its votes, refuse it. Where no rule in force says what adopts a "
    "proposal, only a Judgment decides (`nomic judgment deliver ... --outcome`). In a game recorded afterwards the "
    "contradiction is recorded, and `nomic audit` lists it.\n"
    "Beside an outcome that the rules give an attestation is a remark. Attested votes are kept apart from ballots, and "
    "every view marks them. --occurred-at says when the vote was held.\n"
    "In a live game the command asks first on a terminal, and takes --yes elsewhere; not so of a vote whose outcome no "
    "rule tells, and in a play.\n"
    "Votes that are left out are not known, unless every ballot is on record. What follows from them (points for the "
    "proposal and its votes, what its turn gives, rules that change after so many circuits) then does not happen, and "
    "is listed as not known by scores, explain and audit.",
    "nomic init Ann Bob Cleo && nomic propose repeal 209 --call-vote --as Ann\n"
    "for name in Ann Bob Cleo; do nomic attest 301 adopted --for 3 --against 0 --as $name --yes; done\n"
    "nomic show-rules 209 || echo 'repealed'",
    make_command<Attest>,
};

}  // namespace nomic::tools
