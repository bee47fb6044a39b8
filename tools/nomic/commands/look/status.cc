// nomic status: who must act, what everybody may do, and what there is to know.
#include <algorithm>

#include "commands/all.h"
#include "nomic/service/score_views.h"
#include "nomic/views/status_view.h"
#include "render/status_text.h"
#include "shared/file_word.h"
#include "shared/moment.h"

namespace nomic::tools {
namespace {

// What anybody may do who plays: of a join the name is still to be said.
bool is_anybodys(const v1::OfferView& way) {
  const auto& blanks = way.blanks();
  return way.player().empty() && std::find(blanks.begin(), blanks.end(), v1::OfferView::NAME) == blanks.end();
}

// Leaves only what that player must or may do.
void keep_only(const std::string& player, v1::StatusView& view) {
  auto& ways = *view.mutable_ways();
  ways.erase(std::remove_if(ways.begin(), ways.end(),
                            [&](const auto& way) { return way.player() != player && !is_anybodys(way); }),
             ways.end());
  auto& actors = *view.mutable_actors();
  actors.erase(
      std::remove_if(actors.begin(), actors.end(), [&](const auto& actor) { return actor.player() != player; }),
      actors.end());
}

class StatusCommand : public Command {
 public:
  void declare(Arguments& arguments) override {
    file_.declare(arguments);
    arguments.option("--player", "NAME", "Only what this player must or may do, beside what there is to know.",
                     player_);
    when_.declare(arguments);
  }

  [[nodiscard]] Result<std::string> file_asked() const override { return file_.asked(); }

  Result<Exit> run(Call& call) override {
    auto game = call.game(ledger::Access::READ);
    if (!game) return game.error();
    auto moment = when_.moment(**game);
    if (!moment) return moment.error();
    auto hash = hash_at(call, **game, moment->engine().state().size());
    if (!hash) return hash.error();
    // Of the game as it stands: what falls due by now has happened before the next move.
    const bool present = moment->engine().state().size() == (*game)->head().size;
    const auto now = present ? std::optional<std::int64_t>(call.io.now()) : std::nullopt;
    auto read = status_view(moment->engine(), (*game)->history(), (*game)->head(), *hash, now);
    if (!read) return failure_of(read.error());
    v1::StatusView& view = *read;
    if (player_) {
      auto player = (*game)->player(*player_);
      if (!player) return failure_of(player.error());
      keep_only(shown_name(moment->engine().state(), *player), view);
    }
    if (call.out.is_text()) {
      call.out.text(status_text(view, call.out.wrap_width()));
    } else {
      call.out.json(view);
    }
    return Exit::DONE;
  }

 private:
  FileWord file_;
  MomentOptions when_;
  std::optional<std::string> player_;
};

}  // namespace

const CommandSpec STATUS = {
    "status",
    "Look",
    "[FILE | -] [--player NAME] [--at POINT]",
    "Says who must act, what everybody may do and by which rule, what is open, and what there is to know.",
    "Who is moving and who may begin the next turn are two things: until the next proposal the turn is the last "
    "mover's. Every move that can be made now is listed as a command, with what is still to be filled in in capitals, "
    "and "
    "none that would be refused; what falls due by now has happened then. What is in dispute in this turn is listed: "
    "questions and who judges them, Judgments and whose votes on "
    "overruling are cast, contested moves, whose consent is missing (212). Where play cannot go on it says why, and "
    "what the rules offer then (213).",
    "nomic init Ann Bob Cleo\n"
    "nomic status\n"
    "nomic status --player Bob\n"
    "nomic status --format json",
    make_command<StatusCommand>,
};

}  // namespace nomic::tools
