// nomic try: what would a proposal do? Nothing is recorded.
#include <fmt/format.h>

#include <algorithm>

#include "commands/all.h"
#include "nomic/replay/trial.h"
#include "nomic/service/form_to_propose.h"
#include "nomic/views/emitted_text.h"
#include "nomic/words/remarks.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"
#include "render/trial_view.h"
#include "shared/form_options.h"
#include "shared/moment_options.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

class Try : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("propose KIND [N...]", "The proposal, as `nomic propose` takes it.", words_);
    form_.declare(arguments);
    form_.recipe_says_kind();
    arguments.option("--as", "NAME", "As the move would have it; who proposes changes nothing that is shown.", as_);
    arguments.option("--against", "POINT..",
                     "Derives the past anew from just before that point, as if the rule-change had been in force.",
                     [this](const std::string& typed) -> Status {
                       std::string point = typed;
                       if (point.ends_with("..")) point.resize(point.size() - 2);
                       NOMIC_ASSIGN(auto parsed, replay::parse_point(point));
                       against_ = std::move(parsed);
                       return ledger::Done{};
                     });
  }

  Result<Exit> run(Call& call) override {
    if (words_.empty() || words_.front() != "propose") {
      return usage("what is to be tried?", "for example: nomic try propose repeal 206");
    }
    v1::Request::Propose propose;
    NOMIC_TRY(form_.read(call, {words_.begin() + 1, words_.end()}, propose));
    if (!form_.names_changes())
      return usage("which rule-change is to be tried?", "for example: nomic try propose repeal 206");
    NOMIC_ASSIGN(auto held, call.game(ledger::Access::READ));
    replay::Game& game = *held;

    NOMIC_ASSIGN(auto proposed, or_failure(proposed_form(game, propose)));
    std::optional<std::uint64_t> against;
    if (against_) {
      NOMIC_ASSIGN(auto size, size_at(game, against_));
      against = size;
    }
    NOMIC_ASSIGN(auto trial, replay::try_form(game, proposed.form, against));
    const v1::TrialView view = trial_view(game.engine(), trial);
    if (call.out.is_text()) {
      call.out.text(trial_text(view, emitted(trial.consequences), call.out.wrap_width()));
    } else {
      call.out.json(view);
    }
    for (const replay::Remark& warning : trial.warnings) {
      // A conflict is shown among what would come about.
      const auto& all = trial.conflicts;
      const bool shown = warning.because && std::find(all.begin(), all.end(), *warning.because) != all.end();
      if (!shown) tell(call, warning);
    }
    for (const replay::Remark& warning : proposed.warnings) tell(call, warning);
    return Exit::DONE;
  }

 private:
  static void tell(const Call& call, const replay::Remark& remark) {
    const std::string words = words_of(remark);
    remark.topic == replay::Topic::NOTE ? call.out.note(words) : call.out.warning(words);
  }

  std::vector<std::string> words_;
  FormOptions form_;
  std::optional<replay::Point> against_;
  // A move can be tried as it stands, by putting `try` before it.
  std::optional<std::string> as_;
};

}  // namespace

const CommandSpec TRY = {
    "try",
    "Look",
    "propose KIND [N...] [OPTIONS] [--against POINT..]",
    "Says what a proposal would do, and records nothing.",
    "Shows what would come about if it were adopted and took effect now: the rules and provisions that would change, "
    "the conflicts that would arise, the scores. With --against also how the votes and turns since that point would "
    "have gone under it: the moves are those on record, and what the changed rules would not have allowed falls.",
    "nomic init Ann Bob Cleo\n"
    "nomic try propose repeal 208\n"
    "nomic try propose amend 206 --text 'A defeated proponent loses 5 points.' --provision "
    "'award { occasion: DEFEATED recipient: THE_PROPONENT amount { points: \"-5\" } reckoned: BEFORE_EFFECT }' "
    "--against start..",
    make_command<Try>,
};

}  // namespace nomic::tools
