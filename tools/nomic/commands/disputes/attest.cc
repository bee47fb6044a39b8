// nomic attest: declares how a vote ended, where no rule can say it or it was held elsewhere.
#include <fmt/format.h>

#include "cli/suggest.h"
#include "cli/typed_numbers.h"
#include "commands/all.h"
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
  }

  Status read(Call& /*call*/) override {
    if (words_.size() != 2) {
      return usage("which vote, and how did it end?", "for example: nomic attest 301 adopted --for 4 --against 1");
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

 private:
  std::optional<Size> for_;
  std::optional<Size> against_;
  std::optional<std::string> votes_;
};

}  // namespace

const CommandSpec ATTEST = {
    "attest",
    "Disputes",
    "P adopted|defeated [--for N --against M | --votes unknown]",
    "Declares how a vote ended, where no rule can tell or it was held elsewhere.",
    "Settles a proposal whose vote is open, or whose outcome no rule determines, and is marked as attested wherever it "
    "shows. Beside an outcome that the rules give it is a remark: it does not prevail, and what differs is said. "
    "--occurred-at says when the vote was held.\n"
    "Votes that are left out are not known, unless every ballot is on record. What follows from them (points for the "
    "proposal and its votes, what its turn gives, rules that change after so many circuits) then does not happen, and "
    "is listed as not known by scores, explain and audit.",
    "nomic init Ann Bob Cleo && nomic propose repeal 209 --call-vote --as Ann\n"
    "nomic attest 301 adopted --for 3 --against 0 --occurred-at 2012-05-30T20:00Z --as Bob\n"
    "nomic show-rules 209 || echo 'repealed'",
    make_command<Attest>,
};

}  // namespace nomic::tools
