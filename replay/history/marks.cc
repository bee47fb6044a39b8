#include "nomic/replay/marks.h"

#include <algorithm>

namespace nomic::replay {
namespace {

using Standing = Mark::Standing;

template <class List>
bool contains(const List& list, std::uint64_t record) {
  return std::find(list.begin(), list.end(), record) != list.end();
}

// The Judgment of the turn that orders it, as the state has it; `otherwise` where the turn is over.
std::uint64_t judgment_on(const v1::Dispute& dispute, std::uint64_t record, bool strikes, std::uint64_t otherwise) {
  for (const auto& judgment : dispute.judgments()) {
    if (judgment.overruled()) continue;
    if (contains(strikes ? judgment.strikes() : judgment.upholds(), record)) return judgment.record();
  }
  return otherwise;
}

// Whether the record may say anything of an earlier one, or be one of which later ones do.
bool may_mark(const v1::Event& event) {
  return event.has_judgment_delivered() || event.has_move_contested() || event.has_record_corrected();
}

}  // namespace

void Marks::add(const Played& played) {
  const v1::Dispute& dispute = played.after.state().dispute();
  const v1::Event event = event_in(played.move);
  if (event.has_record_corrected()) corrections_[event.record_corrected().record()].push_back(played.move.index);
  for (const v1::Consequence& told : played.consequences) note(told, dispute);
}

void Marks::note(const v1::Consequence& told, const v1::Dispute& dispute) {
  const std::uint64_t about = told.reached_at();
  switch (told.kind()) {
    case v1::Consequence::NOT_LAWFUL:
      marks_[told.record()] = {Standing::NOT_LAWFUL, told.record()};
      break;
    case v1::Consequence::MOVE_CONTESTED:
      marks_[told.record()] = {Standing::CONTESTED, told.record()};
      break;
    case v1::Consequence::MOVE_UPHELD:
      marks_[about] = {Standing::UPHELD, judgment_on(dispute, about, false, told.record())};
      break;
    case v1::Consequence::MOVE_STRUCK:
      marks_[about] = {Standing::STRUCK, judgment_on(dispute, about, true, told.record())};
      break;
    case v1::Consequence::MOVE_FALLEN: {
      const auto known = marks_.find(about);
      const bool upheld = known != marks_.end() && known->second.standing == Standing::UPHELD;
      marks_[about] = {upheld ? Standing::CONTESTED : Standing::FALLEN, told.record()};
      break;
    }
    case v1::Consequence::MOVE_STANDS:
      // Of a contested one that stands again, it was said that it is upheld.
      if (marks_[about].standing != Standing::UPHELD) marks_.erase(about);
      break;
    case v1::Consequence::JUDGMENT_OVERRULED:
      marks_[about] = {Standing::OVERRULED, told.record()};
      break;
    case v1::Consequence::CORRECTION_OBJECTED:
      marks_[about] = {Standing::OBJECTED, told.record()};
      break;
    default:
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

Result<Marks> marks_of(Game& game, std::uint64_t size) {
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

std::int64_t time_of(const Move& move, const State& known) {
  const auto& times = known.times();
  const auto at = std::lower_bound(times.begin(), times.end(), move.index,
                                   [](const auto& time, std::uint64_t index) { return time.record() < index; });
  if (at != times.end() && at->record() == move.index) return at->occurred_at();
  return move.event.occurred_at() != 0 ? move.event.occurred_at() : move.recorded_at;
}

}  // namespace nomic::replay
