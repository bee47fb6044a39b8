// Values as the views hold them: counts, points, bytes.
#pragma once

#include <cstdint>
#include <string>

#include "nomic/replay/unnumbered.h"

namespace nomic::tools {

// Counts go out as 32 bits, which JSON has as numbers; what does not fit is shown as the most that does.
std::uint32_t count32(std::uint64_t count);

// Points as they are shown: 14300 thousandths are 14.3.
double in_points(std::int64_t thousandths);

// The proposal that a view is about: its number, or the record that made one without a number.
template <class View>
void put_proposal(std::uint32_t number, View& view) {
  if (replay::is_unnumbered(number)) {
    view.set_proposal_record(replay::record_of_unnumbered(number));
  } else {
    view.set_proposal(number);
  }
}

// RFC 3339, UTC; empty for 0, which is no time.
std::string shown_time(std::int64_t time);

// In lower-case digits, two a byte.
std::string hex_of(const std::string& raw);

}  // namespace nomic::tools
