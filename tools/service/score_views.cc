#include "nomic/service/score_views.h"

#include <algorithm>

#include "nomic/service/score_view.h"
#include "nomic/service/view_values.h"

namespace nomic::tools {

std::string shown_name(const v1::Player& player) {
  return player.has_shown() ? player.shown().name() : player.names().name();
}

std::string shown_name(const replay::State& state, const std::string& name) {
  for (const v1::Player& player : state.players()) {
    if (player.names().name() == name) return shown_name(player);
  }
  return name;
}

v1::AttributeView attribute_view(const v1::Attribute& attribute) {
  v1::AttributeView view;
  view.set_player(attribute.player());
  view.set_key(attribute.key());
  view.set_value(attribute.value());
  return view;
}

v1::HoldingView holding_view(const v1::Holding& holding) {
  v1::HoldingView view;
  view.set_owner(holding.owner());
  view.set_thing(holding.thing());
  view.set_amount(in_points(holding.amount()));
  return view;
}

v1::ScoresView::Score score_view(const replay::State& state, const v1::Player& player) {
  v1::ScoresView::Score score;
  score.set_player(shown_name(player));
  if (player.has_shown()) score.set_recorded_as(player.names().name());
  score.set_points(in_points(player.points()));
  if (player.points_unknown() != 0) score.set_unknown_since(count32(player.points_unknown()));
  score.set_in_game(player.left_at() == 0);
  score.set_team(player.names().team());
  score.set_won(std::any_of(state.winners().begin(), state.winners().end(), [&](const v1::Winner& winner) {
    const bool game = winner.ends() == v1::Victory::GAME || winner.ends() == v1::Victory::ENDS_UNSPECIFIED;
    return game && winner.player() == player.names().name();
  }));
  return score;
}

v1::ScoresView scores_view(const replay::Engine& engine) {
  v1::ScoresView view;
  const replay::State& state = engine.state();
  for (const v1::Player& player : state.players()) *view.add_scores() = score_view(state, player);
  fill_holdings(state, view);
  return view;
}

template <class View>
void fill_holdings(const replay::State& state, View& view) {
  for (const v1::Attribute& attribute : state.attributes()) *view.add_attributes() = attribute_view(attribute);
  for (const v1::Holding& holding : state.holdings()) *view.add_holdings() = holding_view(holding);
}

template void fill_holdings(const replay::State&, v1::StatusView&);
template void fill_holdings(const replay::State&, v1::ScoresView&);

}  // namespace nomic::tools
