// What lies between two states of one game: for `diff`.
#pragma once

#include <string>

#include "nomic/replay/engine.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// A rule as a version of it stood, without what other rules had to say to it then. In all its languages.
v1::RulesView::Rule version_view(const replay::Engine& engine, const v1::Rule& rule);

// How a rule differs from an earlier version of itself, the authoritative texts by word; whether anything does.
bool version_difference(const v1::Rule& before, const v1::Rule& after, v1::CompareView::Rule& rule);

// A game at a point, and the history that has the texts of its rules. Both outlive it.
struct DiffSide {
  const replay::Engine& engine;
  const replay::History& history;
};
replay::Result<v1::DiffView> diff_view(const DiffSide& before_side, const DiffSide& after_side);

}  // namespace nomic::tools
