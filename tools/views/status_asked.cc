#include "nomic/views/status_asked.h"

#include <algorithm>

#include "nomic/service/score_views.h"
#include "nomic/views/status_view.h"

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

}  // namespace

Result<v1::StatusView> status_asked(ledger::Ledger& ledger, replay::Game& game, const StatusAsked& asked,
                                    std::int64_t now) {
  auto moment = asked.when.moment(game);
  if (!moment) return moment.error();
  const replay::State& state = moment->engine().state();
  auto hash = hash_at(ledger, game, state.size());
  if (!hash) return hash.error();
  const bool present = state.size() == game.head().size;
  auto view =
      status_view(moment->engine(), game.history(), game.head(), *hash, present ? std::optional(now) : std::nullopt);
  if (!view) return failure_of(view.error());
  if (!asked.player) return *std::move(view);
  auto player = game.player(*asked.player);
  if (!player) return failure_of(player.error());
  keep_only(shown_name(state, *player), *view);
  return *std::move(view);
}

}  // namespace nomic::tools
