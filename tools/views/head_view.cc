#include "nomic/views/head_view.h"

#include "nomic/replay/afterwards.h"
#include "nomic/service/view_values.h"

namespace nomic::tools {

std::optional<std::string> zone_of_days(const replay::State& state) {
  if (!replay::is_recorded_afterwards(state)) return std::nullopt;
  const std::string& zone = state.founding().zone();
  return zone.empty() ? "UTC" : zone;
}

v1::HeadView head_view(const replay::Game& game) {
  const ledger::Head& head = game.head();
  v1::HeadView view;
  view.set_game(head.game.hash.hex());
  view.set_size(count32(head.size));
  view.set_head(head.head_hash.hex());
  view.set_root(head.root.hex());
  if (auto zone = zone_of_days(game.engine().state())) view.set_zone(*zone);
  return view;
}

}  // namespace nomic::tools
