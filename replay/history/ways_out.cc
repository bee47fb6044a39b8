#include "nomic/replay/ways_out.h"

#include <algorithm>

#include "ways_tried.h"

namespace nomic::replay {
namespace {

// So many records at a time are looked through for a player's last.
constexpr std::uint64_t LOOKED_THROUGH = 512;

// Whether the record has an effect that could be mended.
bool has_effect(const Mark& mark) {
  switch (mark.standing) {
    case Mark::Standing::STANDS:
    case Mark::Standing::UPHELD:
    case Mark::Standing::CORRECTED:
    case Mark::Standing::PARTLY:
      return true;
    case Mark::Standing::NOT_LAWFUL:
    case Mark::Standing::CONTESTED:
    case Mark::Standing::STRUCK:
    case Mark::Standing::FALLEN:
    case Mark::Standing::OVERRULED:
    case Mark::Standing::OBJECTED:
      return false;
  }
  return false;
}

}  // namespace

Result<WaysOut> ways_out(Game& game, std::uint64_t record, const WaysOutAsked& asked) {
  const State& state = game.engine().state();
  if (record >= state.size()) {
    return error_of(ErrorCode::NO_SUCH_RECORD, "", {{"record", record}, {"last", state.size() - 1}});
  }
  WaysOut found;
  NOMIC_ASSIGN(auto move, game.history().at(record));
  found.record = std::move(move);
  NOMIC_ASSIGN(auto marks, marks_of(game, state.size(), {record, record + 1}));
  found.mark = marks.of(record);
  found.turn_since = state.dispute().base() != 0 ? state.dispute().base() : state.turn().first_record();
  found.turn_is_over = record >= state.founding().founding_records() && record < found.turn_since;
  WaysTried tried(game, found.record, asked);
  if (!has_effect(found.mark)) {
    if (found.mark.standing == Mark::Standing::STRUCK) NOMIC_TRY(tried.find_after_strike());
    found.ways = std::move(tried.ways());
    return found;
  }
  NOMIC_TRY(tried.find_of_players());
  NOMIC_TRY(tried.find_of_judges());
  found.ways = std::move(tried.ways());
  std::stable_sort(found.ways.begin(), found.ways.end(),
                   [](const WayOut& one, const WayOut& other) { return one.kind < other.kind; });
  return found;
}

Result<std::optional<std::uint64_t>> last_record_of(Game& game, const std::string& player) {
  std::optional<std::uint64_t> last;
  for (std::uint64_t end = game.head().size; end > 0 && !last;) {
    const std::uint64_t from = end > LOOKED_THROUGH ? end - LOOKED_THROUGH : 0;
    NOMIC_TRY(game.history().read(from, end, [&](const Move& move) {
      if (player.empty() || move.author == player) last = move.index;
      return true;
    }));
    end = from;
  }
  return last;
}

Result<bool> WaysTried::add(WayOut way) {
  TriedGame tried(game_, asked_.now);
  for (StepOut& step : way.steps) {
    auto made = tried.make(step.player, step.event);
    if (made) continue;
    if (kind_of(made.error().code) == Kind::LEDGER) return made.error();
    return false;
  }
  ways_.push_back(std::move(way));
  return true;
}

Result<bool> WaysTried::add(WayOut::Kind kind, const std::string& player, v1::Event event, LeftOpen blank) {
  WayOut way;
  way.kind = kind;
  way.may_be_objected_to = kind == WayOut::Kind::CORRECT;
  way.steps.push_back({player, std::move(event), blank});
  return add(std::move(way));
}

std::vector<std::string> WaysTried::anybody() const {
  std::vector<std::string> names;
  for (const std::string& first : {asked_.by, record_.author}) {
    if (!first.empty() && std::find(names.begin(), names.end(), first) == names.end()) names.push_back(first);
  }
  for (const v1::Player& player : state().players()) {
    const std::string& name = player.names().name();
    if (player.left_at() == 0 && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

}  // namespace nomic::replay
