#include "report_entries.h"

#include <fmt/format.h>

#include <algorithm>

#include "nomic/replay/consequence.h"
#include "nomic/replay/reference.h"
#include "nomic/service/view_values.h"
#include "nomic/views/event_view.h"
#include "nomic/words/reckoning_words.h"
#include "nomic/words/sentences.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

// What a record brings about of itself is known without later ones.
replay::Mark mark_in(const replay::Played& played, const replay::Marks& marks) {
  const bool refused = std::any_of(played.consequences.begin(), played.consequences.end(),
                                   [](const auto& emitted) { return emitted.has_not_lawful(); });
  const replay::Mark mark = marks.of(played.move.index);
  if (!refused || mark.standing != replay::Mark::Standing::STANDS) return mark;
  return {replay::Mark::Standing::NOT_LAWFUL, played.move.index};
}

// What the document says elsewhere, and what nobody reads.
void leave_out(v1::LogView& view) {
  view.clear_hash();
  view.clear_request_id();
  view.clear_seen_size();
  if (view.happened_at() == view.recorded_at()) view.clear_happened_at();
  v1::EventView& event = *view.mutable_event();
  event.clear_kind();
  event.clear_changes();
  event.clear_digest();
  if (view.kind() == "RULE_FOUNDED") event.clear_text();
}

}  // namespace

v1::ReportEntry report_entry(const replay::Played& played, const replay::Marks& marks, const replay::State& known) {
  v1::ReportEntry entry;
  v1::LogView view = log_view(played, mark_in(played, marks), replay::time_of(played.move, known));
  v1::LogView scores;
  for (const v1::ConsequenceView& one : view.consequences()) {
    if (one.has_score()) *scores.add_consequences() = one;
  }
  // An assignment would keep those that are left out for later use.
  view.mutable_consequences()->Swap(scores.mutable_consequences());
  leave_out(view);
  *entry.mutable_record() = std::move(view);
  entry.set_in_words(paint(sentence_of(played.move.event, played.record.author), false));
  for (const v1::Consequence& one : played.consequences) {
    // A sentence may bear the styles of a terminal.
    entry.add_brought(paint(sentence_of(one), false));
    if (one.has_score()) entry.add_reckoned(paint(reckoning_words(one.score()), false));
  }
  return entry;
}

void NamedPoints::see(const replay::Played& played, v1::ReportView& view) {
  for (const v1::Consequence& one : played.consequences) {
    if (const auto* outcome = replay::outcome_in(one)) {
      const std::uint32_t number = replay::proposal_of(one);
      // What no rule determined is declared after the vote was complete.
      const std::string_view what = outcome->has_completed() ? "outcome" : "proposal";
      add(fmt::format("{}:{}", what, replay::typed_reference(number)), played, view);
    }
    if (one.has_turn_ended()) add(fmt::format("turn:{}", one.turn_ended().turn()), played, view);
    if (one.has_circuit_ended()) add(fmt::format("circuit:{}", one.circuit_ended().circuit()), played, view);
  }
}

void NamedPoints::add(const std::string& name, const replay::Played& played, v1::ReportView& view) {
  if (!known_.insert(name).second) return;
  auto& point = *view.add_points();
  point.set_name(name);
  point.set_record(count32(played.record.index.value));
}

}  // namespace nomic::tools
