#include "nomic/replay/marks.h"

#include <algorithm>
#include <optional>

#include "consequence_reading.h"
#include "nomic/replay/game_index.h"

namespace nomic::replay {
namespace {

using Standing = Mark::Standing;

template <class List>
bool contains(const List& list, std::uint64_t record) {
  return std::find(list.begin(), list.end(), record) != list.end();
}

// The Judgment of the turn that orders it, as the state has it; `otherwise` where the turn is over.
std::uint64_t judgment_on(const State& state, std::uint64_t record, bool strikes, std::uint64_t otherwise) {
  for (const auto& judgment : state.judgments()) {
    if (judgment.overruled() || judgment.fallen()) continue;
    if (contains(strikes ? judgment.strikes() : judgment.upholds(), record)) return judgment.record();
  }
  return otherwise;
}

// Whether the record may say anything of an earlier one, or be one of which later ones do.
bool may_mark(const v1::Event& event) {
  return event.has_judgment_delivered() || event.has_move_contested() || event.has_record_corrected();
}

}  // namespace

std::vector<MarkChange> mark_changes(const Move& move, const Consequences& consequences, const State& after) {
  using What = MarkChange::What;
  std::vector<MarkChange> changes;
  if (move.event.has_record_corrected() || move.event.has_move_contested()) {
    const v1::Event event = event_in(move);
    if (event.has_record_corrected())
      changes.push_back({event.record_corrected().record(), What::CORRECTION, move.index});
  }
  for (const v1::Consequence& one : consequences) {
    const std::optional<MarkClaim> claimed = mark_claim(one);
    if (!claimed) continue;
    MarkChange change{claimed->about, claimed->what, one.record()};
    if (change.what == What::UPHELD) change.by = judgment_on(after, change.about, false, one.record());
    if (change.what == What::STRUCK) change.by = judgment_on(after, change.about, true, one.record());
    changes.push_back(change);
  }
  return changes;
}

void Marks::add(const Played& played) {
  for (const MarkChange& change : mark_changes(played.move, played.consequences, played.after.state())) add(change);
}

void Marks::add(const MarkChange& change) {
  using What = MarkChange::What;
  const std::uint64_t about = change.about;
  switch (change.what) {
    case What::NOT_LAWFUL:
      marks_[about] = {Standing::NOT_LAWFUL, change.by};
      break;
    case What::CONTESTED:
      marks_[about] = {Standing::CONTESTED, change.by};
      break;
    case What::UPHELD:
      marks_[about] = {Standing::UPHELD, change.by};
      break;
    case What::STRUCK:
      marks_[about] = {Standing::STRUCK, change.by};
      break;
    case What::FALLEN: {
      const auto known = marks_.find(about);
      const bool contested = known != marks_.end() && (known->second.standing == Standing::UPHELD ||
                                                       known->second.standing == Standing::CONTESTED);
      marks_[about] = {contested ? Standing::CONTESTED : Standing::FALLEN, change.by};
      break;
    }
    case What::STANDS:
      // Of a contested one that stands again, it was said that it is upheld.
      if (marks_[about].standing != Standing::UPHELD) marks_.erase(about);
      break;
    case What::OVERRULED:
      marks_[about] = {Standing::OVERRULED, change.by};
      break;
    case What::OBJECTED:
      marks_[about] = {Standing::OBJECTED, change.by};
      break;
    case What::CORRECTION:
      corrections_[about].push_back(change.by);
      break;
    case What::PARTLY:
      marks_.try_emplace(about, Mark{Standing::PARTLY, change.by});
      break;
    case What::WHOLE:
      if (const auto known = marks_.find(about); known != marks_.end() && known->second.standing == Standing::PARTLY)
        marks_.erase(known);
      break;
  }
}

Mark Marks::of(std::uint64_t record) const {
  const auto known = marks_.find(record);
  if (known != marks_.end()) return known->second;
  const auto corrections = corrections_.find(record);
  if (corrections == corrections_.end()) return {};
  const auto& all = corrections->second;
  const auto last = std::find_if(all.rbegin(), all.rend(), [&](std::uint64_t correction) {
    const Standing now = of(correction).standing;
    return now == Standing::STANDS || now == Standing::UPHELD || now == Standing::CORRECTED;
  });
  return last == all.rend() ? Mark() : Mark{Standing::CORRECTED, *last};
}

Result<Marks> marks_of(Game& game, std::uint64_t size, Records records) {
  NOMIC_ASSIGN(auto index, game.index(size));
  if (index) return index->marks(records);
  Marks marks;
  bool any = false;
  auto looked = game.read(size, [&](const Move& move) {
    any = any || may_mark(move.event);
    return !any;
  });
  if (!looked) return looked.error();
  if (!any) return marks;
  auto derived = game.replay(size, [&](const Played& played) {
    marks.add(played);
    return true;
  });
  if (!derived) return derived.error();
  return marks;
}

namespace {

// As a clerical correction says; nothing if none does.
std::optional<std::int64_t> corrected_time(const Move& move, const State& known) {
  const auto& times = known.times();
  const auto at = std::lower_bound(times.begin(), times.end(), move.index,
                                   [](const auto& time, std::uint64_t index) { return time.record() < index; });
  if (at == times.end() || at->record() != move.index) return std::nullopt;
  return at->occurred_at();
}

}  // namespace

std::int64_t time_of(const Move& move, const State& known) {
  if (const auto corrected = corrected_time(move, known)) return *corrected;
  return move.event.occurred_at() != 0 ? move.event.occurred_at() : move.recorded_at;
}

std::int64_t latest_time_of(const Move& move, const State& known) {
  if (const auto corrected = corrected_time(move, known)) return *corrected;
  return move.event.has_occurred_day() ? move.event.occurred_day().ends_at() : time_of(move, known);
}

}  // namespace nomic::replay
