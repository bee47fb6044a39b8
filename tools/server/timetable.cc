#include "nomic/server/timetable.h"

#include <algorithm>

namespace nomic::tools {
namespace {

constexpr std::int64_t SHORTEST = 1'000'000;
constexpr std::int64_t LONGEST = 60 * SHORTEST;
constexpr std::int64_t LONGEST_REST = 60 * LONGEST;

}  // namespace

void Timetable::put(const ledger::GameId& game, std::uint64_t size, std::optional<std::int64_t> due) {
  Entry& entry = games_[game];
  if (entry.size != size) entry.refused = false;
  entry.size = size;
  entry.due = due;
}

bool Timetable::knows(const ledger::GameId& game, std::uint64_t size) const {
  const auto found = games_.find(game);
  return found != games_.end() && found->second.size == size;
}

std::vector<Timetable::Due> Timetable::take(std::int64_t now, std::size_t limit) {
  std::vector<Due> taken;
  for (auto& [game, entry] : games_) {
    if (taken.size() == limit) break;
    if (!is_open(entry) || *entry.due > now) continue;
    // A clock that was set back since does not make it wait longer.
    if (entry.again > now && entry.again - now <= LONGEST) continue;
    if (is_resting(entry) && entry.rested > now && entry.rested - now <= entry.rest) continue;
    entry.taken = true;
    taken.push_back({game, entry.size});
  }
  return taken;
}

void Timetable::ticked(const Due& tick, std::int64_t now) {
  Entry& entry = games_[tick.game];
  entry.taken = false;
  entry.delay = entry.again = 0;
  entry.rest = tick.size == entry.after_tick ? std::clamp(entry.rest * 2, SHORTEST, LONGEST_REST) : 0;
  entry.after_tick = tick.size + 1;
  entry.rested = now + entry.rest;
}

void Timetable::refused(const Due& tried) {
  Entry& entry = games_[tried.game];
  entry.taken = false;
  entry.delay = entry.again = 0;
  entry.refused = entry.size == tried.size;
}

void Timetable::failed(const ledger::GameId& game, std::int64_t now) {
  Entry& entry = games_[game];
  entry.taken = false;
  entry.delay = std::clamp(entry.delay * 2, SHORTEST, LONGEST);
  entry.again = now + entry.delay;
}

std::optional<std::int64_t> Timetable::next() const {
  std::optional<std::int64_t> next;
  for (const auto& [game, entry] : games_) {
    if (!is_open(entry)) continue;
    const std::int64_t at = std::max({*entry.due, entry.again, is_resting(entry) ? entry.rested : 0});
    if (!next || at < *next) next = at;
  }
  return next;
}

}  // namespace nomic::tools
