#include "nomic/views/afterwards_view.h"

#include <fmt/format.h>

#include <utility>

#include "nomic/replay/afterwards.h"
#include "nomic/replay/engine.h"
#include "nomic/service/view_values.h"
#include "nomic/words/afterwards_words.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {

std::optional<v1::AfterwardsView> afterwards_view(const replay::State& state) {
  if (!replay::has_times_by_word(state)) return std::nullopt;
  v1::AfterwardsView view;
  view.set_in_words(afterwards_words(state.live_at()));
  view.set_zone(state.founding().zone());
  view.set_live_at(count32(state.live_at()));
  return view;
}

replay::Result<std::optional<v1::DayView>> day_view(const replay::History& history, std::uint64_t record) {
  NOMIC_ASSIGN(auto move, history.at(record));
  if (!move.event.afterwards() || !move.event.has_occurred_day()) return std::optional<v1::DayView>();
  v1::DayView view;
  view.set_written(move.event.occurred_day().written());
  view.set_zone(move.event.occurred_day().zone());
  return std::optional(std::move(view));
}

std::string day_words(const v1::DayView& day) {
  return fmt::format("{} ({})", on_one_line(day.written()), on_one_line(day.zone()));
}

}  // namespace nomic::tools
