// nomic explain: why something is as it is.
#include "cli/progress.h"
#include "commands/all.h"
#include "nomic/views/explain_asked.h"
#include "render/explanation_text.h"
#include "shared/moment_options.h"

namespace nomic::tools {
namespace {

class Explain : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("score NAME | rule N | proposal P | record I | winner", "What is to be explained.", words_);
    arguments.may_be_empty();
    when_.declare(arguments);
    arguments.option("--limit", "N", "Of a score: only its last N changes.", limit_);
    arguments.flag("--dependents", "Of a record: what rests on it later, and how.", dependents_);
  }

  Result<Exit> run(Call& call) override {
    const ExplainAsked asked{words_, limit_ ? std::optional(limit_->value) : std::nullopt, dependents_};
    NOMIC_TRY(check_asked(asked));
    NOMIC_ASSIGN(auto held, call.game(ledger::Access::READ));
    replay::Game& game = *held;
    NOMIC_ASSIGN(auto size, when_.size(game));
    Progress progress(call.io, "explain", size);
    auto view = explain_asked(game, size, asked, [&](std::uint64_t done) { progress.at(done); });
    if (!view) return view.error();
    if (call.out.is_text()) {
      call.out.text(explanation_text(*view, call.out.wrap_width()));
    } else if (call.out.format() == Format::JSON) {
      call.out.json(*view);
    } else {
      for (const auto& step : view->steps()) call.out.json(step);
      for (const auto& dependent : view->dependents()) call.out.json(dependent);
    }
    return Exit::DONE;
  }

 private:
  std::vector<std::string> words_;
  MomentOptions when_;
  std::optional<Size> limit_;
  bool dependents_ = false;
};

}  // namespace

const CommandSpec EXPLAIN = {
    "explain",
    "Look",
    "score NAME [--limit N] | rule N | proposal P | record I [--dependents] | winner [--at POINT]",
    "Says why: the chain of causes, each with its record and the rule that required it.",
    "Every point of a score, every version of a rule, every step of a proposal is a consequence of a record, required "
    "by a rule as it stood then: its text and provisions of that moment are shown below. A score is a table by turn, "
    "the "
    "last change first: its points add up, and each entry says how it is reckoned: the share of votes with the ballots "
    "behind it, the faces of a throw, what a reward or a penalty is for.\n"
    "With --dependents, what rests on a record later: what a rule that it made required, votes on its proposal, "
    "Judgments that name it, scores reckoned on from it.",
    "nomic init Ann Bob Cleo\n"
    "nomic propose repeal 209 --call-vote --as Ann\n"
    "nomic vote for --as Ann && nomic vote for --as Bob && nomic vote against --as Cleo && nomic roll 4 --as Ann\n"
    "nomic explain score Ann\n"
    "nomic explain proposal 301",
    make_command<Explain>,
};

}  // namespace nomic::tools
