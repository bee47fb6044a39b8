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
  NOMIC_ASSIGN(auto moment, asked.when.moment(game));
  const replay::State& state = moment.engine().state();
  NOMIC_ASSIGN(auto hash, hash_at(ledger, game, state.size()));
  const bool present = state.size() == game.head().size;
  NOMIC_ASSIGN(auto view, status_view(moment.engine(), game.history(), game.head(), hash,
                                      present ? std::optional(now) : std::nullopt));
  if (!asked.player) return view;
  NOMIC_ASSIGN(auto player, game.player(*asked.player));
  keep_only(shown_name(state, player), view);
  return view;
}

}  // namespace nomic::tools
