// nomic diff: what lies between two points of a game.
#include "commands/all.h"
#include "nomic/views/state_diff.h"
#include "render/state_diff_text.h"
#include "shared/moment_options.h"

namespace nomic::tools {
namespace {

class Diff : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("A [B]", "The points: 57, proposal:305, turn:12, a time, ^POINT; B is the head if it is left out.",
                    words_);
    when_.declare_reading(arguments);
    when_.declare_revised(arguments);
  }

  Result<Exit> run(Call& call) override {
    if (words_.empty() || words_.size() > 2) {
      return usage("between which points?", "for example: nomic diff start, or nomic diff turn:1 turn:2");
    }
    std::vector<replay::Point> points;
    for (const std::string& word : words_) {
      NOMIC_ASSIGN(auto point, replay::parse_point(word));
      points.push_back(std::move(point));
    }
    NOMIC_ASSIGN(auto game, call.game(ledger::Access::READ));
    NOMIC_ASSIGN(auto before, when_.moment_at(*game, points[0]));
    NOMIC_ASSIGN(auto after, when_.moment_at(*game, points.size() == 2 ? std::optional(points[1]) : std::nullopt));
    const replay::History& history = game->history();
    NOMIC_ASSIGN(const auto view, diff_view({before.engine(), history}, {after.engine(), history}));
    if (call.out.is_text()) {
      call.out.text(diff_text(view, call.out.wrap_width()));
    } else {
      call.out.json(view);
    }
    return Exit::DONE;
  }

 private:
  std::vector<std::string> words_;
  MomentOptions when_;
};

}  // namespace

const CommandSpec DIFF = {
    "diff",
    "Look",
    "A [B]",
    "Shows what lies between two points: rules, scores, players.",
    "Rules are followed along their lineages: one that was amended is shown as one rule that changed its number, with "
    "its text compared by word. Without B it is compared with the game as it is now.",
    "nomic init Ann Bob Cleo\n"
    "nomic propose amend 206 --text 'A defeated proponent loses 5 points.' --call-vote --as Ann\n"
    "nomic vote for --as Ann && nomic vote for --as Bob && nomic vote for --as Cleo && nomic roll 4 --as Ann\n"
    "nomic diff start",
    make_command<Diff>,
};

}  // namespace nomic::tools
