// nomic judgment: questions, answers and their overruling (212, 213), and the end of debate (111).
#include <fmt/format.h>

#include <algorithm>

#include "cli/suggest.h"
#include "commands/all.h"
#include "disputes/finding_options.h"
#include "nomic/replay/game_status.h"
#include "nomic/replay/text.h"
#include "nomic/words/listing.h"
#include "shared/move_command.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

const std::vector<std::string>& verbs() {
  static const std::vector<std::string> VERBS = {"invoke", "deliver", "overrule", "ask-time"};
  return VERBS;
}

class JudgmentCommand : public MoveCommand {
 public:
  JudgmentCommand() : MoveCommand("judgment") {}

 protected:
  void declare_move(Arguments& arguments) override {
    arguments.words("invoke QUESTION | deliver ANSWER | overrule for|against | ask-time [P]",
                    "What is done. A lone - for QUESTION or ANSWER is standard input.", words_);
    source_.declare(arguments);
    arguments.section("To invoke", true);
    declare_records(arguments, "--about", "A record that the question is about.", about_);
    arguments.section("To deliver", true);
    arguments.option("--reasons", "REASONS", "Why it is decided so.", reasons_);
    declare_record(arguments, "--question",
                   "The record of the question. Else the oldest open one that is this Judge's.", question_);
    declare_records(arguments, "--strike", "A record of this turn that is to have no effect.", strikes_);
    declare_records(arguments, "--uphold", "A contested record of this turn that is to have effect.", upholds_);
    arguments.flag(
        "--paradox",
        "Finds that a move is legal and illegal alike, or that play cannot go on (213); by itself it names no "
        "winner: --winner does.",
        paradox_);
    findings_.declare(arguments);
    arguments.section("To overrule", true);
    declare_record(arguments, "--judgment", "The record of the Judgment, where several stand.", judgment_);
  }

  Status prepare(Call& call, RequestParts& asked) override {
    if (words_.empty()) return usage("what of Judgment?", "for example: nomic judgment invoke 'Was this legal?'");
    const std::string& verb = words_[0];
    if (std::find(verbs().begin(), verbs().end(), verb) == verbs().end()) {
      return unknown_word("part of Judgment", verb, verbs());
    }
    if (words_.size() > 2) return usage("what is said is several words: put it in quotes.");
    if (auto fits = check_options(verb); !fits) return fits;
    const auto word = words_.size() == 2 ? std::optional(words_[1]) : std::nullopt;
    if (verb == "invoke") return read_text(call, word, "the question", "nomic judgment invoke 'Was #34 legal?'", asked);
    if (verb == "deliver") return prepare_delivery(call, word, asked);
    if (verb == "ask-time") return ledger::Done{};
    if (!word) return usage("for or against overruling it?", "for example: nomic judgment overrule for --as NAME");
    if (*word != "for" && *word != "against") return unknown_word("vote", *word, {"for", "against"});
    return ledger::Done{};
  }

  Result<v1::Event> event(Call& call, replay::Game& game) override {
    const std::string& verb = words_[0];
    if (verb == "invoke") return invocation();
    if (verb == "deliver") return delivery(call, game);
    if (verb == "overrule") return overruling(game);
    auto number = proposal_named(game.engine(), words_.size() == 2 ? std::optional(words_[1]) : std::nullopt);
    if (!number) return number.error();
    v1::Event event;
    event.mutable_debate_end_asked()->set_proposal(*number);
    return event;
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

  Status read_text(Call& call, const std::optional<std::string>& word, std::string_view what,
                   const std::string& example, RequestParts& asked) {
    auto text = source_.said(call, word, what, example, asked);
    if (!text) return text.error();
    text_ = std::move(*text);
    return ledger::Done{};
  }

  Status prepare_delivery(Call& call, const std::optional<std::string>& word, RequestParts& asked) {
    const std::string example = "nomic judgment deliver 'The vote stands.' --reasons 'Rule 207 allows it.'";
    if (auto read = read_text(call, word, "the answer", example, asked); !read) return read;
    if (!reasons_) return usage("a Judgment gives its reasons.", "for example: " + example);
    auto clean = replay::clean_text(*reasons_, "the reasons");
    if (!clean) return failure_of(clean.error());
    reasons_ = std::move(*clean);
    return findings_.read(asked);
  }

  [[nodiscard]] v1::Event invocation() const {
    v1::Event event;
    event.mutable_judgment_invoked()->set_question(text_);
    for (const std::uint64_t record : about_) event.mutable_judgment_invoked()->add_about(record);
    return event;
  }

  Result<v1::Event> delivery(Call& call, replay::Game& game) {
    auto question = question_asked(call, game);
    if (!question) return question.error();
    v1::Event event;
    v1::JudgmentDelivered* delivered = event.mutable_judgment_delivered();
    delivered->set_question(*question);
    delivered->set_answer(text_);
    delivered->set_reasons(*reasons_);
    for (const std::uint64_t record : strikes_) delivered->add_strikes(record);
    for (const std::uint64_t record : upholds_) delivered->add_upholds(record);
    delivered->set_paradox(paradox_);
    if (auto filled = findings_.fill(game, *delivered); !filled) return filled.error();
    return event;
  }

  // The oldest open question that this player judges; where he judges none, the oldest open one: the game says whose it
  // is.
  Result<std::uint64_t> question_asked(Call& call, replay::Game& game) {
    if (question_) return *question_;
    auto typed = author(call);
    if (!typed) return typed.error();
    auto judge = game.player(*typed);
    if (!judge) return failure_of(judge.error());
    std::optional<std::uint64_t> oldest;
    for (const v1::Question& question : game.engine().state().dispute().questions()) {
      if (question.answered_by() != 0) continue;
      const auto judges = replay::judges_of(game.engine(), question);
      if (std::find(judges.begin(), judges.end(), *judge) != judges.end()) return question.record();
      if (!oldest) oldest = question.record();
    }
    if (oldest) return *oldest;
    return refused("no question is open in this turn.", "nomic judgment invoke QUESTION asks one.");
  }

  Result<v1::Event> overruling(replay::Game& game) {
    std::vector<std::uint64_t> standing;
    for (const v1::DeliveredJudgment& judgment : game.engine().state().dispute().judgments()) {
      if (!judgment.overruled()) standing.push_back(judgment.record());
    }
    if (!judgment_ && standing.empty()) {
      return refused("no Judgment of this turn stands.", "nomic status says which questions are open.");
    }
    if (!judgment_ && standing.size() > 1) {
      std::vector<std::string> records;
      records.reserve(standing.size());
      for (const std::uint64_t record : standing) records.push_back(fmt::format("#{}", record));
      return usage(fmt::format("several Judgments stand: {}.", listed(records)),
                   "name the one that is meant: --judgment " + records.back().substr(1));
    }
    v1::Event event;
    event.mutable_overrule_voted()->set_judgment(judgment_ ? *judgment_ : standing.front());
    event.mutable_overrule_voted()->set_overrule(words_[1] == "for");
    return event;
  }

  TextSource source_;
  std::string text_;
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
    "Any player may ask, at any moment of a turn. The player before the one moving judges; nomic status names him. All "
    "other players together may overrule a Judgment before the next turn begins: then the player before that Judge "
    "judges the question.\n"
    "A Judgment may strike moves of the turn (the turn is then reckoned again without them) and uphold contested ones. "
    "What it finds (points, a player, a ballot, an outcome, a winner, a rule void or prevailing) holds from its record "
    "on, until a later Judgment departs from it. Each finding needs the rule that it construes: the --cite after it, "
    "or, "
    "where a --cite stands before the first finding, the one before it.\n"
    "Judges go by game-custom and the spirit of the game before other standards (212): earlier Judgments are in nomic "
    "log.\n"
    "ask-time puts the end of the debate in the Judge's hands, where the rules provide for it (111, in the set of "
    "1990): "
    "only the Judge calls that vote then.",
    "nomic init Ann Bob Cleo\n"
    "nomic propose repeal 209 --as Ann\n"
    "nomic judgment invoke 'May Ann repeal a rule that nobody has tried?' --about 32 --as Bob\n"
    "nomic judgment deliver 'She may.' --reasons 'Rule 103 names repeal, and asks for no trial.' --cite 103 --as Cleo\n"
    "nomic judgment overrule for --as Bob\n"
    "nomic judgment ask-time --as Bob",
    make_command<JudgmentCommand>,
};

}  // namespace nomic::tools
