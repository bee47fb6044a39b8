// nomic judgment: questions, answers and their overruling (212, 213), and the end of debate (111).
#include <algorithm>

#include "commands/all.h"
#include "disputes/finding_options.h"
#include "nomic/views/suggest.h"
#include "shared/move_command.h"
#include "shared/record_options.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

const std::vector<std::string>& verbs() {
  static const std::vector<std::string> VERBS = {"invoke", "deliver", "overrule", "ask-time"};
  return VERBS;
}

class JudgmentCommand : public MoveCommand {
 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("invoke QUESTION | deliver ANSWER | overrule for|against | ask-time [P]",
                    "What is done. A lone - for QUESTION or ANSWER is standard input.", words_);
    arguments.may_be_empty();
    source_.declare(arguments);
    arguments.section("To invoke");
    declare_records(arguments, "--about", "A record that the question is about.", about_);
    arguments.section("To deliver");
    arguments.option("--reasons", "REASONS", "Why it is decided so.", reasons_);
    arguments.may_be_empty();
    declare_record(arguments, "--question",
                   "The record of the question. Else the oldest open one that is this Judge's.", question_);
    declare_records(arguments, "--strike", "A record of this turn that is to have no effect.", strikes_);
    declare_records(
        arguments, "--uphold",
        "A contested record of this turn that is to have effect, or an act that its rule provides for. Of the rules "
        "against a contested one those that --cite names are waived; if it names none of them, all are.",
        upholds_);
    arguments.flag(
        "--paradox",
        "Finds that a move is legal and illegal alike, or that play cannot go on (213); by itself it names no "
        "winner: --winner does.",
        paradox_);
    findings_.declare(arguments);
    arguments.section("To overrule");
    declare_record(arguments, "--judgment", "The record of the Judgment, where several stand.", judgment_);
  }

  Status read(Call& call) override {
    if (words_.empty())
      return usage("which step of Judgment is it?", "for example: nomic judgment invoke 'Was this legal?'");
    const std::string& verb = words_[0];
    if (std::find(verbs().begin(), verbs().end(), verb) == verbs().end()) {
      return unknown_word("part of Judgment", verb, verbs());
    }
    if (words_.size() > 2) return usage("what is said is several words: put it in quotes.");
    NOMIC_TRY(check_options(verb));
    const auto word = words_.size() == 2 ? std::optional(words_[1]) : std::nullopt;
    if (verb == "invoke") return read_invocation(call, word);
    if (verb == "deliver") return read_delivery(call, word);
    if (verb == "ask-time") return read_proposal(words_, 1, *request_.mutable_ask_time());
    if (!word) return usage("for or against overruling it?", "for example: nomic judgment overrule for --as NAME");
    if (*word != "for" && *word != "against") return unknown_word("vote", *word, {"for", "against"});
    request_.mutable_overrule()->set_overrule(*word == "for");
    if (judgment_) request_.mutable_overrule()->set_judgment(*judgment_);
    return ledger::Done{};
  }

 private:
  // An option of another verb would be passed over in silence.
  [[nodiscard]] Status check_options(const std::string& verb) const {
    const bool delivers =
        reasons_ || question_ || !strikes_.empty() || !upholds_.empty() || paradox_ || findings_.given();
    if (!about_.empty() && verb != "invoke") return usage("--about goes with judgment invoke.");
    if (delivers && verb != "deliver") {
      return usage("reasons, orders and findings go with judgment deliver.",
                   "for example: nomic judgment deliver "
                   "'It stands.' --reasons '...'");
    }
    if (judgment_ && verb != "overrule") return usage("--judgment goes with judgment overrule.");
    return ledger::Done{};
  }

  Status read_invocation(Call& call, const std::optional<std::string>& word) {
    NOMIC_ASSIGN(auto question,
                 source_.word_or_text(call, word, "the question", "nomic judgment invoke 'Was #34 legal?'"));
    v1::Request::Invoke& invoke = *request_.mutable_invoke();
    invoke.set_question(question);
    invoke.mutable_about()->Add(about_.begin(), about_.end());
    return ledger::Done{};
  }

  Status read_delivery(Call& call, const std::optional<std::string>& word) {
    const std::string example = "nomic judgment deliver 'The vote stands.' --reasons 'Rule 207 allows it.'";
    NOMIC_ASSIGN(auto answer, source_.word_or_text(call, word, "the answer", example));
    if (!reasons_) return usage("a Judgment gives its reasons.", "for example: " + example);
    v1::Request::Deliver& deliver = *request_.mutable_deliver();
    deliver.set_answer(answer);
    deliver.set_reasons(*reasons_);
    if (question_) deliver.set_question(*question_);
    deliver.mutable_strikes()->Add(strikes_.begin(), strikes_.end());
    deliver.mutable_upholds()->Add(upholds_.begin(), upholds_.end());
    deliver.set_paradox(paradox_);
    findings_.fill(deliver);
    return ledger::Done{};
  }

  TextSource source_;
  std::vector<std::uint64_t> about_;
  std::optional<std::string> reasons_;
  std::optional<std::uint64_t> question_;
  std::vector<std::uint64_t> strikes_;
  std::vector<std::uint64_t> upholds_;
  bool paradox_ = false;
  FindingOptions findings_;
  std::optional<std::uint64_t> judgment_;
};

}  // namespace

const CommandSpec JUDGMENT = {
    "judgment",
    "Disputes",
    "invoke QUESTION [--about I]... | deliver ANSWER --reasons R [OPTIONS] | overrule for|against | ask-time [P]",
    "Invokes Judgment, delivers it, overrules it, or asks the Judge to end a debate.",
    "Any player may ask, at any moment of a turn. The player before the one moving judges; nomic status names them. "
    "All other players together may overrule a Judgment before the next turn begins: then the player before that Judge "
    "judges the question.\n"
    "A Judgment may strike moves of the turn (the turn is then reckoned again without them) and uphold contested ones. "
    "What it finds (points, a player, a ballot, an outcome, a winner, a rule void or prevailing) holds from its record "
    "on, until a later Judgment departs from it. Each finding needs the rule that it construes: the --cite after it, "
    "or, where a --cite stands before the first finding, the one before it.\n"
    "Judges go by game-custom and the spirit of the game before other standards (212): earlier Judgments are in nomic "
    "log.\n"
    "ask-time puts the end of the debate in the Judge's hands, where the rules provide for it (111, in the set of "
    "1990): only the Judge calls that vote then.",
    "nomic init Ann Bob Cleo\n"
    "nomic propose repeal 209 --as Ann\n"
    "nomic judgment invoke 'May Ann repeal a rule that nobody has tried?' --about 32 --as Bob\n"
    "nomic judgment deliver 'She may.' --reasons 'Rule 103 names repeal, and asks for no trial.' --cite 103 --as Cleo\n"
    "nomic judgment overrule for --as Bob\n"
    "nomic judgment ask-time --as Bob",
    make_command<JudgmentCommand>,
};

}  // namespace nomic::tools
