#include "nomic/replay/heights.h"

#include <algorithm>
#include <string>
#include <utility>

namespace nomic::replay {
namespace {

constexpr int AT_HAND = 64;

bool stands_higher(const v1::Player& player) {
  const auto& points = player.height_points();
  return points.empty() || points[points.size() - 1] < player.points();
}

void move_to_chunk(State& state, v1::Player& player) {
  v1::RuleChunk chunk;
  auto& named = *player.mutable_height_chunks();
  chunk.set_before(named.newest());
  chunk.mutable_points()->Swap(player.mutable_height_points());
  chunk.mutable_records()->Swap(player.mutable_height_records());
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
    if (!stands_higher(state.players(seat))) continue;
    auto& player = state.edit_players().edit(seat);
    // The highest is always at hand.
    if (player.height_points_size() == AT_HAND) move_to_chunk(state, player);
    player.add_height_points(player.points());
    player.add_height_records(record);
  }
}

std::optional<std::uint64_t> first_at(const State& state, const v1::Player& player, std::int64_t points) {
  int place = place_in(player.height_points(), points);
  if (place == player.height_points_size()) return std::nullopt;
  std::uint64_t first = player.height_records(place);
  // Where the lowest of a list is high enough, one before it may be.
  const std::string* name = &player.height_chunks().newest();
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
