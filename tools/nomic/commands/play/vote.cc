// nomic vote: casts a ballot (105, 207).
#include <fmt/format.h>

#include <algorithm>

#include "cli/suggest.h"
#include "commands/all.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class Vote : public MoveCommand {
 public:
  Vote() : MoveCommand("vote") {}

 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words(
        "for|against|abstain|withdraw [P]",
        "The vote, and the proposal; it may be left out where only one is open. withdraw takes a vote back.", words_);
  }

  Status prepare(Call& /*call*/, RequestParts& /*asked*/) override {
    if (words_.empty()) return usage("for or against?", "for example: nomic vote for --as NAME");
    const std::vector<std::string> known = {"for", "against", "abstain", "withdraw"};
    if (std::find(known.begin(), known.end(), words_[0]) == known.end()) {
      return unknown_word("vote", words_[0], known);
    }
    if (words_.size() > 2) return usage("a vote is on one proposal.", "for example: nomic vote for 301 --as NAME");
    if (words_.size() == 2) proposal_ = words_[1];
    return ledger::Done{};
  }

  [[nodiscard]] bool needs_game() const override { return !proposal_; }

  Result<v1::Event> event(Call& /*call*/, replay::Game& game) override {
    auto number = proposal_named(game.engine(), proposal_);
    if (!number) return number.error();
    v1::Event event;
    if (words_[0] == "withdraw") {
      event.mutable_vote_withdrawn()->set_proposal(*number);
      return event;
    }
    event.mutable_vote_cast()->set_proposal(*number);
    event.mutable_vote_cast()->set_choice(words_[0] == "for"       ? v1::VoteCast::FOR
                                          : words_[0] == "against" ? v1::VoteCast::AGAINST
                                                                   : v1::VoteCast::ABSTAIN);
    return event;
  }

 private:
  std::optional<std::string> proposal_;
};

}  // namespace

const CommandSpec VOTE = {
    "vote",
    "Play",
    "for|against|abstain|withdraw [P]",
    "Votes on a proposal.",
    "The vote is complete with the vote of the last eligible voter, and takes effect with that record.\n"
    "Abstaining, voting once more and taking a vote back are refused until a rule provides for them: see "
    "docs/provisions.md.",
    "nomic init Ann Bob && nomic propose repeal 209 --call-vote --as Ann\n"
    "nomic vote for --as Ann\n"
    "nomic vote against 301 --as Bob",
    make_command<Vote>,
};

}  // namespace nomic::tools
