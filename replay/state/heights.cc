#include "nomic/replay/heights.h"

#include <algorithm>
#include <string>
#include <utility>

namespace nomic::replay {
namespace {

constexpr int AT_HAND = 64;

bool stands_higher(const State& state, int seat) {
  if (seat >= state.heights_size()) return true;
  const auto& points = state.heights(seat).points();
  return points.empty() || points[points.size() - 1] < state.players(seat).points();
}

void move_to_chunk(State& state, v1::Heights& heights) {
  v1::RuleChunk chunk;
  auto& named = *heights.mutable_older();
  chunk.set_before(named.newest());
  chunk.mutable_points()->Swap(heights.mutable_points());
  chunk.mutable_records()->Swap(heights.mutable_records());
  named.set_newest(state.edit_chunks().add(std::move(chunk)));
  named.set_count(named.count() + 1);
}

// The place of the first height of at least `points`; the size of the list: none.
int place_in(const google::protobuf::RepeatedField<std::int64_t>& heights, std::int64_t points) {
  return static_cast<int>(std::lower_bound(heights.begin(), heights.end(), points) - heights.begin());
}

}  // namespace

void note_heights(State& state, std::uint64_t record) {
  for (int seat = 0; seat < state.players_size(); ++seat) {
    if (!stands_higher(state, seat)) continue;
    auto& of_all = state.edit_heights();
    auto& heights = seat < of_all.size() ? of_all.edit(seat) : of_all.add();
    // The highest is always at hand.
    if (heights.points_size() == AT_HAND) move_to_chunk(state, heights);
    heights.add_points(state.players(seat).points());
    heights.add_records(record);
  }
}

std::optional<std::uint64_t> first_at(const State& state, int seat, std::int64_t points) {
  if (seat >= state.heights_size()) return std::nullopt;
  const v1::Heights& heights = state.heights(seat);
  int place = place_in(heights.points(), points);
  if (place == heights.points_size()) return std::nullopt;
  std::uint64_t first = heights.records(place);
  // Where the lowest of a list is high enough, one before it may be.
  const std::string* name = &heights.older().newest();
  while (place == 0 && !name->empty()) {
    const v1::RuleChunk& chunk = state.chunks().get(*name);
    place = place_in(chunk.points(), points);
    if (place == chunk.points_size()) break;
    first = chunk.records(place);
    name = &chunk.before();
  }
  return first;
}

}  // namespace nomic::replay
