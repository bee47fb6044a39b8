// nomic scores: who has how many points.
#include "commands/all.h"
#include "nomic/service/score_views.h"
#include "nomic/words/terminal_text.h"
#include "render/score_text.h"
#include "shared/file_word.h"
#include "shared/moment_options.h"

namespace nomic::tools {
namespace {

class Scores : public Command {
 public:
  void declare(Arguments& arguments) override {
    file_.declare(arguments);
    when_.declare(arguments);
    when_.declare_revised(arguments);
  }

  [[nodiscard]] Result<std::string> file_asked() const override { return file_.asked(); }

  Result<Exit> run(Call& call) override {
    NOMIC_ASSIGN(auto game, call.game(ledger::Access::READ));
    NOMIC_ASSIGN(auto moment, when_.moment(*game));
    const v1::ScoresView view = scores_view(moment.engine());
    if (call.out.is_text()) {
      const replay::State& state = moment.engine().state();
      call.out.text(scores_table(state, call.out.table_width()) + unknown_changes_text(state) + holdings_text(view));
    } else if (call.out.format() == Format::JSON) {
      call.out.json(view);
    } else {
      for (const auto& score : view.scores()) call.out.json(score);
    }
    return Exit::DONE;
  }

 private:
  FileWord file_;
  MomentOptions when_;
};

}  // namespace

const CommandSpec SCORES = {
    "scores",
    "Look",
    "[FILE | -] [--at POINT]",
    "Shows the players' points.",
    "Players who have left the game keep a score that cannot win.",
    "nomic init Ann Bob Cleo\n"
    "nomic scores\n"
    "nomic scores --at start --format json",
    make_command<Scores>,
};

}  // namespace nomic::tools
