#include "nomic/replay/heights.h"

#include <algorithm>
#include <string>
#include <utility>

namespace nomic::replay {
namespace {

constexpr int AT_HAND = 64;
constexpr int CHUNK = 1024;  // a multiple of that

bool stands_higher(const State& state, int seat) {
  if (seat >= state.heights_size()) return true;
  const auto& points = state.heights(seat).points();
  return points.empty() || points[points.size() - 1] < state.players(seat).points();
}

// Players whose scores rose together have a chunk in common.
bool is_named_by_others(const State& state, int seat, const std::string& name) {
  for (int other = 0; other < state.heights_size(); ++other) {
    if (other != seat && state.heights(other).older().newest() == name) return true;
  }
  return false;
}

// Into the newest chunk while it has room, which then is another chunk.
void move_to_chunk(State& state, int seat) {
  v1::Heights& heights = state.edit_heights().edit(seat);
  auto& named = *heights.mutable_older();
  const std::string before = named.newest();
  v1::RuleChunk chunk;
  if (!before.empty() && state.chunks().get(before).points_size() < CHUNK) {
    chunk = state.chunks().get(before);
    if (!is_named_by_others(state, seat, before)) state.edit_chunks().erase(before);
  } else {
    chunk.set_before(before);
    named.set_count(named.count() + 1);
  }
  chunk.mutable_points()->MergeFrom(heights.points());
  chunk.mutable_records()->MergeFrom(heights.records());
  heights.clear_points();
  heights.clear_records();
  named.set_newest(state.edit_chunks().add(std::move(chunk)));
}

// The place of the first height of at least `points`; the size of the list: none.
int place_in(const google::protobuf::RepeatedField<std::int64_t>& heights, std::int64_t points) {
  return static_cast<int>(std::lower_bound(heights.begin(), heights.end(), points) - heights.begin());
}

}  // namespace

void note_heights(State& state, std::uint64_t record) {
  for (int seat = 0; seat < state.players_size(); ++seat) {
    if (!stands_higher(state, seat)) continue;
    if (seat == state.heights_size()) state.edit_heights().add();
    // The highest is always at hand.
    if (state.heights(seat).points_size() == AT_HAND) move_to_chunk(state, seat);
    auto& heights = state.edit_heights().edit(seat);
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
