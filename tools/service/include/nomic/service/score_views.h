// Views of players: their names as shown, their points, what they hold.
#pragma once

#include <string>

#include "nomic/replay/engine.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

v1::ScoresView scores_view(const replay::Engine& engine);

// How the player is called: as records know them, unless a clerical correction says otherwise.
std::string shown_name(const v1::Player& player);
std::string shown_name(const replay::State& state, const std::string& name);

// Values and holdings, as views of events have them too.
v1::AttributeView attribute_view(const v1::Attribute& attribute);
v1::HoldingView holding_view(const v1::Holding& holding);

// Puts those of the state into the view.
template <class View>
void fill_holdings(const replay::State& state, View& view);

}  // namespace nomic::tools
