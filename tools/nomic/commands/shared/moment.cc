#include "shared/moment.h"

#include "nomic/replay/afterwards.h"
#include "nomic/replay/game.h"
#include "nomic/service/zone.h"
#include "nomic/views/suggest.h"

namespace nomic::tools {

void declare_point(Arguments& arguments, std::string name, std::string help, std::optional<replay::Point>& point) {
  arguments.option(std::move(name), "POINT", std::move(help), [&point](const std::string& typed) -> Status {
    auto parsed = replay::parse_point(typed);
    if (!parsed) return failure_of(parsed.error());
    point = std::move(*parsed);
    return ledger::Done{};
  });
}

void MomentOptions::declare(Arguments& arguments) {
  declare_point(arguments, "--at",
                "As it was at a point: 57, turn:12, circuit:2, proposal:305, a time, start, head, or ^ before one.",
                at_);
  declare_reading(arguments);
}

void MomentOptions::declare_revised(Arguments& arguments) {
  arguments.flag("--revised", "As rule-changes that act on the past have it by now, not as it was at the time.",
                 revised_);
}

void MomentOptions::declare_reading(Arguments& arguments) {
  arguments.option(
      "--by", "TIME",
      "Which time a point names: recorded (as it is without this option, in a live game), or occurred: when it is "
      "said to have happened.",
      [this](const std::string& typed) -> Status {
        if (typed != "recorded" && typed != "occurred") {
          return unknown_word("time", typed, {"recorded", "occurred"});
        }
        by_occurred_ = typed == "occurred";
        by_is_said_ = true;
        return ledger::Done{};
      });
  declare_point(arguments, "--known", "As it was known at a point: what was recorded later does not count.", known_);
}

// What was known is a question of when it was recorded.
Result<std::uint64_t> MomentOptions::known(replay::Game& game) const {
  if (!known_) return game.head().size;
  auto size = game.resolve(*known_);
  if (!size) return failure_of(size.error());
  return *size;
}

Result<std::uint64_t> MomentOptions::size_at(replay::Game& game, std::optional<replay::Point> point) const {
  auto records = known(game);
  if (!records) return records.error();
  if (!point) return *records;
  point->by_occurred = by_occurred_;
  if (!by_is_said_) NOMIC_TRY(take_games_clock(game, *point));
  auto size = game.resolve(*point, *records);
  if (!size) return failure_of(size.error());
  return *size;
}

Result<Moment> MomentOptions::moment_at(replay::Game& game, const std::optional<replay::Point>& point) const {
  auto size = size_at(game, point);
  if (!size) return size.error();
  if (!revised_) return Moment::of(game, *size);
  auto records = known(game);
  if (!records) return records.error();
  return Moment::revised(game, *size, *records);
}

Result<Moment> Moment::of(replay::Game& game, std::uint64_t size) {
  if (size == game.engine().state().size()) return Moment(&game.engine());
  auto engine = game.at(size);
  if (!engine) return failure_of(engine.error());
  return Moment(std::move(*engine));
}

Result<Moment> Moment::revised(replay::Game& game, std::uint64_t size, std::uint64_t known) {
  auto engine = game.revised(size, known);
  if (!engine) return failure_of(engine.error());
  return Moment(std::move(*engine));
}

Status take_games_clock(const replay::Game& game, replay::Point& point) {
  const bool goes_by_it = replay::has_times_by_word(game.engine().state());
  if (!goes_by_it || point.kind != replay::Point::Kind::TIME) return ledger::Done{};
  point.by_occurred = true;
  auto day = day_of(game, point);
  if (!day) return day.error();
  if (*day) point.time = (*day)->ends;
  return ledger::Done{};
}

Result<std::optional<DaySpan>> day_of(const replay::Game& game, const replay::Point& point) {
  const replay::State& state = game.engine().state();
  const std::string_view typed = std::string_view(point.words).substr(point.before);
  const bool is_day = point.kind == replay::Point::Kind::TIME && is_day_alone(typed);
  if (!is_day || !replay::has_times_by_word(state)) return std::optional<DaySpan>();
  auto day = day_in_zone(typed, state.founding().zone());
  if (!day) return failure_of(day.error());
  return std::optional(*day);
}

Result<std::uint64_t> size_at(replay::Game& game, std::optional<replay::Point> at) {
  if (!at) return game.head().size;
  NOMIC_TRY(take_games_clock(game, *at));
  auto size = game.resolve(*at);
  if (!size) return failure_of(size.error());
  return *size;
}

Result<ledger::Hash> hash_at(Call& call, const replay::Game& game, std::uint64_t size) {
  if (size == game.head().size) return game.head().head_hash;
  if (size == 0) return ledger::Hash{};
  auto folder = call.session.find_ledger(call.settings.ledger);
  if (!folder) return folder.error();
  auto ledger = call.session.ledger(*folder, ledger::Access::READ);
  if (!ledger) return ledger.error();
  auto record = (*ledger)->record(game.head().game, {size - 1});
  if (!record) return failure_of(record.error());
  return record->leaf;
}

}  // namespace nomic::tools
