#include "nomic/views/viewpoint.h"

#include "nomic/replay/afterwards.h"
#include "nomic/views/suggest.h"

namespace nomic::tools {

Result<Moment> Moment::of(replay::Game& game, std::uint64_t size) {
  if (size == game.engine().state().size()) return Moment(&game.engine());
  NOMIC_ASSIGN(auto engine, game.at(size));
  return Moment(std::move(engine));
}

Result<Moment> Moment::revised(replay::Game& game, std::uint64_t size, std::uint64_t known) {
  NOMIC_ASSIGN(auto engine, game.revised(size, known));
  return Moment(std::move(engine));
}

// What was known is a question of when it was recorded.
Result<std::uint64_t> Viewpoint::known_size(replay::Game& game) const {
  if (!known) return game.head().size;
  return or_failure(game.resolve(*known));
}

Result<std::uint64_t> Viewpoint::size_at(replay::Game& game, std::optional<replay::Point> point) const {
  NOMIC_ASSIGN(auto records, known_size(game));
  if (!point) return records;
  point->by_occurred = by_occurred.value_or(false);
  if (!by_occurred) NOMIC_TRY(take_games_clock(game, *point));
  return or_failure(game.resolve(*point, records));
}

Result<Moment> Viewpoint::moment_at(replay::Game& game, const std::optional<replay::Point>& point) const {
  NOMIC_ASSIGN(auto then, size_at(game, point));
  if (!revised) return Moment::of(game, then);
  NOMIC_ASSIGN(auto records, known_size(game));
  return Moment::revised(game, then, records);
}

Status read_point(const std::string& typed, std::optional<replay::Point>& point) {
  NOMIC_ASSIGN(auto parsed, replay::parse_point(typed));
  point = std::move(parsed);
  return ledger::Done{};
}

Status read_by(const std::string& typed, Viewpoint& viewpoint) {
  if (typed != "recorded" && typed != "occurred") return unknown_word("time", typed, {"recorded", "occurred"});
  viewpoint.by_occurred = typed == "occurred";
  return ledger::Done{};
}

Status take_games_clock(const replay::Game& game, replay::Point& point) {
  const bool goes_by_it = replay::has_times_by_word(game.engine().state());
  if (!goes_by_it || point.kind != replay::Point::Kind::TIME) return ledger::Done{};
  point.by_occurred = true;
  NOMIC_ASSIGN(auto day, day_of(game, point));
  if (day) point.time = day->ends;
  return ledger::Done{};
}

Result<std::optional<DaySpan>> day_of(const replay::Game& game, const replay::Point& point) {
  const replay::State& state = game.engine().state();
  const std::string_view typed = std::string_view(point.words).substr(point.before);
  const bool is_day = point.kind == replay::Point::Kind::TIME && is_day_alone(typed);
  if (!is_day || !replay::has_times_by_word(state)) return std::optional<DaySpan>();
  NOMIC_ASSIGN(auto day, day_in_zone(typed, state.founding().zone()));
  return std::optional(day);
}

Result<std::uint64_t> size_at(replay::Game& game, std::optional<replay::Point> at) {
  if (!at) return game.head().size;
  NOMIC_TRY(take_games_clock(game, *at));
  return or_failure(game.resolve(*at));
}

Result<ledger::Hash> hash_at(ledger::Ledger& ledger, const replay::Game& game, std::uint64_t size) {
  if (size == game.head().size) return game.head().head_hash;
  if (size == 0) return ledger::Hash{};
  NOMIC_ASSIGN(auto record, ledger.record(game.head().game, {size - 1}));
  return record.leaf;
}

}  // namespace nomic::tools
