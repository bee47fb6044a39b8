// nomic attest: declares how a vote ended, where no rule can say it or it was held elsewhere.
#include <fmt/format.h>

#include "cli/suggest.h"
#include "cli/typed_numbers.h"
#include "commands/all.h"
#include "nomic/replay/limits.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class Attest : public MoveCommand {
 public:
  Attest() : MoveCommand("attest") {}

 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("P adopted|defeated", "The proposal, and how its vote ended.", words_);
    arguments.option("--for", "N", "Votes in favour, as far as they are known.", for_);
    arguments.option("--against", "M", "Votes against, as far as they are known.", against_);
  }

  Status prepare(Call& /*call*/, RequestParts& /*asked*/) override {
    if (words_.size() != 2) {
      return usage("which vote, and how did it end?", "for example: nomic attest 301 adopted --for 4 --against 1");
    }
    auto number = parse_rule_number(words_[0], "a proposal's number");
    if (!number) return number.error();
    proposal_ = *number;
    if (words_[1] != "adopted" && words_[1] != "defeated") {
      return unknown_word("outcome", words_[1], {"adopted", "defeated"});
    }
    for (const auto& votes : {for_, against_}) {
      if (votes && votes->value > replay::VOTES_LIMIT) {
        return usage(fmt::format("a tally has at most {} votes.", replay::VOTES_LIMIT));
      }
    }
    return ledger::Done{};
  }

  [[nodiscard]] bool needs_game() const override { return false; }

  Result<v1::Event> event(Call& /*call*/, replay::Game& /*game*/) override {
    v1::Event event;
    v1::OutcomeAttested* attested = event.mutable_outcome_attested();
    attested->set_proposal(proposal_.value);
    attested->set_adopted(words_[1] == "adopted");
    if (for_) attested->set_votes_for(static_cast<std::uint32_t>(for_->value));
    if (against_) attested->set_votes_against(static_cast<std::uint32_t>(against_->value));
    return event;
  }

 private:
  RuleNumber proposal_;
  std::optional<Size> for_;
  std::optional<Size> against_;
};

}  // namespace

const CommandSpec ATTEST = {
    "attest",
    "Disputes",
    "P adopted|defeated [--for N --against M]",
    "Declares how a vote ended, where no rule can tell or it was held elsewhere.",
    "Settles a proposal whose vote is open, or whose outcome no rule determines, and is marked as attested wherever it "
    "shows. Beside an outcome that the rules give it is a remark: it does not prevail, and what differs is said. "
    "--occurred-at says when the vote was held.",
    "nomic init Ann Bob Cleo && nomic propose repeal 209 --call-vote --as Ann\n"
    "nomic attest 301 adopted --for 3 --against 0 --occurred-at 2012-05-30T20:00Z --as Bob\n"
    "nomic show-rules 209 || echo 'repealed'",
    make_command<Attest>,
};

}  // namespace nomic::tools
