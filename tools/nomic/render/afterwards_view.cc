#include "render/afterwards_view.h"

#include "nomic/replay/afterwards.h"
#include "nomic/service/view_values.h"
#include "nomic/words/afterwards.h"

namespace nomic::tools {

std::optional<v1::AfterwardsView> afterwards_view(const replay::State& state) {
  if (!replay::has_times_by_word(state)) return std::nullopt;
  v1::AfterwardsView view;
  view.set_in_words(afterwards_words(state.live_at()));
  view.set_zone(state.founding().zone());
  view.set_live_at(count32(state.live_at()));
  return view;
}

}  // namespace nomic::tools
