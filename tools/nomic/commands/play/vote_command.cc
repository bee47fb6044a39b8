// nomic vote: casts a ballot (105, 207).
#include <fmt/format.h>

#include <algorithm>

#include "commands/all.h"
#include "nomic/views/suggest.h"
#include "nomic/views/typed_numbers.h"
#include "nomic/words/terminal_text.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class Vote : public MoveCommand {
 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words(
        "for|against|abstain|withdraw [P]",
        "The vote, and the proposal; it may be left out where only one is open. withdraw takes a vote back.", words_);
    arguments.option("--form", "HASH",
                     "The form that the vote is for, as status --format json has it; left out: the one that is open.",
                     form_);
  }

  Status read(Call& /*call*/) override {
    if (words_.empty()) return usage("for or against?", "for example: nomic vote for --as NAME");
    static const std::vector<std::pair<std::string, v1::VoteCast::Choice>> CHOICES = {
        {"for", v1::VoteCast::FOR}, {"against", v1::VoteCast::AGAINST}, {"abstain", v1::VoteCast::ABSTAIN}};
    const auto choice =
        std::find_if(CHOICES.begin(), CHOICES.end(), [&](const auto& known) { return known.first == words_[0]; });
    if (choice == CHOICES.end() && words_[0] != "withdraw") {
      if (looks_like_proposal(words_[0])) return choice_is_missing();
      return unknown_word("vote", words_[0], {"for", "against", "abstain", "withdraw"});
    }
    if (words_.size() > 2) return usage("a vote is on one proposal.", "for example: nomic vote for 301 --as NAME");
    if (choice == CHOICES.end()) {
      if (form_) return usage("a vote is taken back whatever form it is for.", "leave --form out");
      return read_proposal(words_, 1, *request_.mutable_withdraw_vote());
    }
    request_.mutable_vote()->set_choice(choice->second);
    if (form_) request_.mutable_vote()->set_form(*form_);
    return read_proposal(words_, 1, *request_.mutable_vote());
  }

 private:
  // "vote 301 for": the other way round; "vote 301": half of it.
  [[nodiscard]] Failure choice_is_missing() const {
    const std::string said = words_.size() == 2 ? words_[1] : std::string();
    const bool is_choice = said == "for" || said == "against" || said == "abstain" || said == "withdraw";
    return usage(is_choice ? "the vote comes before the proposal." : "for or against?",
                 is_choice ? fmt::format("did you mean nomic vote {} {}?", said, on_one_line(words_[0]))
                           : fmt::format("for example: nomic vote for {}", on_one_line(words_[0])));
  }

  std::optional<std::string> form_;
};

}  // namespace

const CommandSpec VOTE = {
    "vote",
    "Play",
    "for|against|abstain|withdraw [P]",
    "Votes on a proposal.",
    "The vote is complete with the vote of the last eligible voter, and takes effect with that record.\n"
    "It names the form of the proposal that it is for, and counts for no other: if the proposal is revised before a "
    "signed vote is put in, the vote is refused.\n"
    "Abstaining, voting once more and taking a vote back are refused until a rule provides for them: see "
    "docs/provisions.md.",
    "nomic init Ann Bob && nomic propose repeal 209 --call-vote --as Ann\n"
    "nomic vote for --as Ann\n"
    "nomic vote against 301 --as Bob",
    make_command<Vote>,
};

}  // namespace nomic::tools
