#include "dispute/told_again.h"

#include <algorithm>

#include "dispute/contested.h"
#include "dispute/judge.h"
#include "moves/moves.h"
#include "nomic/replay/reference.h"

namespace nomic::replay {

Status emit_fallen(Play& play, std::uint64_t record, v1::Consequence::MoveFallen::Why why, const Refusals& refusals) {
  NOMIC_TRY(emit_of_record(play, record, &v1::Consequence::mutable_move_fallen));
  auto& fallen = *play.consequences.back().mutable_move_fallen();
  fallen.set_why(why);
  *fallen.mutable_refusals() = refusals;
  return ledger::Done{};
}

Refusals what_is_left(const v1::ContestedMove& contested, const Prohibitions& waived, const v1::Refusal& refused) {
  Refusals left;
  *left.Add() = refused;
  for (int at = 0; at < contested.against_size(); ++at) {
    const auto& against = contested.against(at);
    const bool same = against.code() == refused.code() && against.variant() == refused.variant();
    const auto& prohibition = contested.prohibitions(at);
    if (same || (prohibition.code() != 0 && is_among(waived, prohibition))) continue;
    *left.Add() = against;
  }
  return left;
}

Refusals why_fallen(const State& state, const Disposition& disposition, const Story& story, std::uint64_t record) {
  Refusals refusals;
  const auto reason = story.reasons.find(record);
  if (reason == story.reasons.end()) return refusals;
  const auto upheld = disposition.upheld.find(record);
  const int contested = place_of_record(state.contested(), record);
  if (contested >= 0 && upheld != disposition.upheld.end()) {
    return what_is_left(state.contested(contested), upheld->second, reason->second);
  }
  *refusals.Add() = reason->second;
  return refusals;
}

namespace {

v1::Consequence& emit_by_judgment(Play& play) {
  return play.emit(judgment_rule(play.state, play.law()).source("seat"));
}

// What falls, and was not without effect before; and what a Judgment of this record upholds in vain.
Status emit_newly_fallen(Play& play, const State& before, const State& after, const Story& story,
                         const Disposition& disposition) {
  const auto fallen_before = set_of(before.dispute().fallen());
  for (const auto record : after.dispute().fallen()) {
    if (fallen_before.count(record) != 0 && !disposition.now.contains(record)) continue;
    const auto why = why_fallen(before, disposition, story, record);
    NOMIC_TRY(emit_fallen(play, record,
                          why.empty() ? v1::Consequence::MoveFallen::NOT_DERIVED : v1::Consequence::MoveFallen::REFUSED,
                          why));
  }
  return ledger::Done{};
}

// The number that an upheld proposal has, and nothing if the record proposes nothing. Fails only as the history fails.
Status emit_upheld_proposal(Play& play, const State& derived, std::uint64_t record) {
  const auto& all = derived.issued();
  const auto issued = std::find_if(all.begin(), all.end(),
                                   [&](const auto& one) { return one.record() == record && one.change() == 0; });
  if (issued == all.end()) return ledger::Done{};
  NOMIC_ASSIGN(auto move, play.history.at(record));
  const auto event = event_in(move);
  if (!event.has_proposal_made() || event.proposal_made().changes().empty()) return ledger::Done{};
  auto& made = *play.emit(play.law().numbering({}).source("first")).mutable_proposal_made();
  made.set_player(move.author);
  made.set_proposal(reference(issued->number()));
  made.set_changed(event.proposal_made().changes(0).kind());
  made.set_from_number(event.proposal_made().changes(0).rule());
  if (says_its_number(event.proposal_made())) made.set_players_number(true);
  made.set_about(record);
  return ledger::Done{};
}

bool same_finding(const v1::FallenFinding& one, const v1::FallenFinding& other) {
  return one.judgment() == other.judgment() && one.finding().SerializeAsString() == other.finding().SerializeAsString();
}

template <class List>
bool has_finding(const List& list, const v1::FallenFinding& wanted) {
  return std::any_of(list.begin(), list.end(), [&](const auto& one) { return same_finding(one, wanted); });
}

std::string judge_of(const State& state, std::uint64_t judgment) {
  const int at = place_of_record(state.judgments(), judgment);
  return at < 0 ? std::string() : state.judgments(at).judge();
}

bool stands(const State& state, std::uint64_t judgment) {
  const int at = place_of_record(state.judgments(), judgment);
  return at >= 0 && !state.judgments(at).overruled();
}

// Which findings count no more, and which do again (L61). Those of a Judgment that is overruled fall with it.
void emit_findings(Play& play, const State& before, const State& after) {
  const auto& fallen_before = before.dispute().fallen_findings();
  const auto& fallen_after = after.dispute().fallen_findings();
  for (const auto& one : fallen_after) {
    if (has_finding(fallen_before, one)) continue;
    auto& fallen = *emit_by_judgment(play).mutable_finding_fallen();
    fallen.set_player(judge_of(before, one.judgment()));
    fallen.set_about(one.judgment());
    *fallen.mutable_finding() = one.finding();
    *fallen.mutable_refusal() = one.refusal();
  }
  for (const auto& one : fallen_before) {
    if (has_finding(fallen_after, one) || !stands(before, one.judgment())) continue;
    auto& counts = *emit_by_judgment(play).mutable_finding_stands();
    counts.set_player(judge_of(before, one.judgment()));
    counts.set_about(one.judgment());
    *counts.mutable_finding() = one.finding();
  }
}

}  // namespace

Status emit_records(Play& play, const State& before, const State& after, const Story& story,
                    const Disposition& disposition) {
  const auto struck_before = set_of(before.dispute().struck());
  for (const auto record : after.dispute().struck()) {
    if (struck_before.count(record) != 0) continue;
    NOMIC_TRY(emit_of_record(play, record, &v1::Consequence::mutable_move_struck));
  }
  for (const auto& contested : after.contested()) {
    if (!contested.upheld() || is_upheld(before, contested.record())) continue;
    NOMIC_TRY(emit_of_record(play, contested.record(), &v1::Consequence::mutable_move_upheld));
    NOMIC_TRY(emit_upheld_proposal(play, after, contested.record()));
  }
  NOMIC_TRY(emit_newly_fallen(play, before, after, story, disposition));
  auto without_effect = set_of(after.dispute().struck());
  without_effect.insert(after.dispute().fallen().begin(), after.dispute().fallen().end());
  for (const auto* list : {&before.dispute().struck(), &before.dispute().fallen()}) {
    for (const auto record : *list) {
      const int contested = place_of_record(after.contested(), record);
      const bool waits = contested >= 0 && !after.contested(contested).upheld();
      const bool upheld_now = is_upheld(after, record) && !is_upheld(before, record);
      if (waits || upheld_now || without_effect.count(record) != 0) continue;
      NOMIC_TRY(emit_of_record(play, record, &v1::Consequence::mutable_move_stands));
    }
  }
  for (const auto& contested : before.contested()) {
    const auto record = contested.record();
    if (!contested.upheld() || is_upheld(after, record) || without_effect.count(record) != 0) continue;
    NOMIC_TRY(emit_fallen(play, record, v1::Consequence::MoveFallen::NOT_UPHELD));
  }
  emit_findings(play, before, after);
  return ledger::Done{};
}

}  // namespace nomic::replay
