// What a view says of a game that was recorded afterwards.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "nomic/replay/history.h"
#include "nomic/replay/state.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// Nothing: it is, and always was, live.
std::optional<v1::AfterwardsView> afterwards_view(const replay::State& state);

// The day of a record of which no time of day is known, as it was written; nothing: its time is known. Reads the
// record; fails as the history does.
replay::Result<std::optional<v1::DayView>> day_view(const replay::History& history, std::uint64_t record);

// "2012-05-30 (Asia/Tokyo)".
std::string day_words(const v1::DayView& day);

// When the record was, of a view with `day` and `recorded_at`: the day, or the time.
template <class View>
std::string day_or_time(const View& view) {
  return view.has_day() ? day_words(view.day()) : view.recorded_at();
}

}  // namespace nomic::tools
