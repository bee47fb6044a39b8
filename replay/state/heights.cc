#include "nomic/replay/heights.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/wire_format_lite.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace nomic::replay {
namespace {

constexpr int AT_HAND = 64;
constexpr std::size_t CHUNK = 2048;  // a multiple of that

struct Height {
  std::int64_t points = 0;
  std::uint64_t record = 0;
};

using google::protobuf::internal::WireFormatLite;

std::string as_bytes(const std::vector<Height>& heights) {
  std::string bytes;
  google::protobuf::io::StringOutputStream stream(&bytes);
  google::protobuf::io::CodedOutputStream out(&stream);
  Height before;
  for (const Height& height : heights) {
    const auto risen = static_cast<std::uint64_t>(height.points - before.points);
    out.WriteVarint64(&height == heights.data() ? WireFormatLite::ZigZagEncode64(height.points) : risen);
    out.WriteVarint64(height.record - before.record);
    before = height;
  }
  out.Trim();
  return bytes;
}

// None: the bytes are no heights.
std::optional<std::vector<Height>> read_heights(const std::string& bytes) {
  google::protobuf::io::CodedInputStream in(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                            static_cast<int>(bytes.size()));
  std::vector<Height> heights;
  heights.reserve(CHUNK);
  Height height;
  while (in.CurrentPosition() < static_cast<int>(bytes.size())) {
    std::uint64_t risen = 0;
    std::uint64_t later = 0;
    if (!in.ReadVarint64(&risen) || !in.ReadVarint64(&later)) return std::nullopt;
    const std::uint64_t points = heights.empty() ? static_cast<std::uint64_t>(WireFormatLite::ZigZagDecode64(risen))
                                                 : static_cast<std::uint64_t>(height.points) + risen;
    height = {static_cast<std::int64_t>(points), height.record + later};
    heights.push_back(height);
  }
  return heights;
}

// Of a chunk that has_heights() has found good.
std::vector<Height> heights_of(const v1::RuleChunk& chunk) {
  return read_heights(chunk.heights()).value_or(std::vector<Height>());
}

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
  std::vector<Height> all;
  if (!before.empty()) all = heights_of(state.chunks().get(before));
  if (!before.empty() && all.size() < CHUNK) {
    chunk.set_before(state.chunks().get(before).before());
    if (!is_named_by_others(state, seat, before)) state.edit_chunks().erase(before);
  } else {
    all.clear();
    chunk.set_before(before);
    named.set_count(named.count() + 1);
  }
  for (int at = 0; at < heights.points_size(); ++at) all.push_back({heights.points(at), heights.records(at)});
  chunk.set_heights(as_bytes(all));
  heights.clear_points();
  heights.clear_records();
  named.set_newest(state.edit_chunks().add(std::move(chunk)));
}

// The place of the first height of at least `points`; the size of the list: none.
int place_in(const google::protobuf::RepeatedField<std::int64_t>& heights, std::int64_t points) {
  return static_cast<int>(std::lower_bound(heights.begin(), heights.end(), points) - heights.begin());
}

}  // namespace

bool has_heights(const v1::RuleChunk& chunk) {
  const auto heights = read_heights(chunk.heights());
  return heights && !heights->empty();
}

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
    const std::vector<Height> older = heights_of(chunk);
    const auto reached = std::lower_bound(older.begin(), older.end(), points,
                                          [](const Height& height, std::int64_t at) { return height.points < at; });
    if (reached == older.end()) break;
    first = reached->record;
    place = static_cast<int>(reached - older.begin());
    name = &chunk.before();
  }
  return first;
}

}  // namespace nomic::replay
