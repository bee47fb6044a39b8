#include "dispute/judged_turns.h"

#include <algorithm>
#include <utility>

#include "dispute/contested.h"
#include "dispute/dispute.h"
#include "dispute/judge.h"
#include "dispute/told_again.h"
#include "turn/turn.h"

namespace nomic::replay {
namespace {

// How many turns in a row that began with a Judgment are remembered, so that each can be undone after the next.
constexpr int TURNS_REMEMBERED = 16;

template <class List>
bool contains(const List& list, std::uint64_t record) {
  return std::find(list.begin(), list.end(), record) != list.end();
}

// Whether the upheld move has waited for the Judgment, to begin a turn: else it was made where it stands, or fell
// there.
bool waits_for_judgment(const Play& play, const Move& move) {
  return !is_upheld(play.state, move.index) && !contains(play.state.dispute().fallen(), move.index) &&
         upheld_begins_turn(play, move.author);
}

// What of the new turn's needs the Judgment does not waive stands against it, and the turn does not begin.
Status leave_waiting(Play& play, std::uint64_t record, const Prohibitions& waived, const Error& why) {
  auto& contested = play.state.edit_contested().edit(place_of_record(play.state.contested(), record));
  contested.set_waits(true);
  *contested.mutable_left() = what_is_left(contested, waived, to_refusal(why));
  const Refusals left = contested.left();
  return emit_fallen(play, record, v1::Consequence::MoveFallen::REFUSED, left);
}

// With the turns before, each of which began with a Judgment, so far as they are remembered.
v1::DisputeBefore in_dispute_now(const State& state) {
  v1::DisputeBefore now;
  if (state.has_rests_on()) {
    *now.mutable_before() = state.rests_on();
    auto* oldest = &now;
    for (int turns = 0; turns < TURNS_REMEMBERED && oldest->has_before(); ++turns) oldest = oldest->mutable_before();
    oldest->clear_before();
  }
  *now.mutable_dispute() = state.dispute();
  for (const auto& one : state.questions()) *now.add_questions() = one;
  for (const auto& one : state.judgments()) *now.add_judgments() = one;
  for (const auto& one : state.contested()) *now.add_contested() = one;
  return now;
}

// The turn that has begun rests on the Judgment: what was in dispute before is kept while it can be overruled, and what
// is in dispute from here on is derived again from the record after this.
void rest_on(Play& play, v1::DisputeBefore before, std::uint64_t first, std::uint64_t contested,
             std::uint64_t judgment) {
  before.mutable_dispute()->set_base(first);
  for (auto& one : *before.mutable_contested()) {
    if (one.record() != contested) continue;
    one.set_upheld(true);
    one.clear_waits();
    one.clear_left();
  }
  for (auto& one : *before.mutable_judgments()) {
    if (one.record() != judgment) continue;
    one.set_begins(contested);
    one.set_began_at(play.move.index);
  }
  play.state.edit_dispute().set_base(play.move.index + 1);
  play.state.edit_rests_on() = std::move(before);
}

// Puts what `list` has before what the collection has.
template <class M, int BUCKET>
void put_before(const google::protobuf::RepeatedPtrField<M>& list, Collection<M, BUCKET>& collection) {
  const Collection<M, BUCKET> after = collection;
  collection.clear();
  for (const auto& one : list) collection.add(M(one));
  for (const auto& one : after) collection.add(M(one));
}

// The contested proposal as it is made at this record.
Move made_now(const Play& play, const Move& contested) {
  Move inner = contested;
  inner.event = event_in(contested);
  inner.index = play.move.index;
  inner.recorded_at = play.move.recorded_at;
  inner.within = play.move.within;
  return inner;
}

// Whether it was upheld, and nothing but consent is missing to it (L51, L63).
bool awaits_consent(const v1::ContestedMove& contested) {
  const auto& left = contested.left();
  return contested.waits() && !left.empty() && std::all_of(left.begin(), left.end(), [](const auto& refusal) {
           return refusal.code() == name_of(ErrorCode::CONSENT_MISSING);
         });
}

// The contested moves that may begin a turn at this record: those that its Judgment upholds, and those that awaited
// consent until now.
std::vector<std::uint64_t> may_begin_now(const Play& play) {
  std::vector<std::uint64_t> records;
  const auto& judgments = play.state.judgments();
  if (!judgments.empty() && judgments.rbegin()->record() == play.move.index) {
    const auto& upholds = judgments.rbegin()->upholds();
    records = {upholds.begin(), upholds.end()};
  }
  for (const auto& contested : play.state.contested()) {
    const bool has_consent =
        awaits_consent(contested) && consents_missing(play.state, play.law(), contested.player()) == 0;
    if (has_consent && !contains(records, contested.record())) records.push_back(contested.record());
  }
  return records;
}

// The last Judgment in force that upholds it; 0: none does.
std::uint64_t judgment_upholding(const State& state, std::uint64_t contested) {
  std::uint64_t record = 0;
  for (const auto& judgment : state.judgments()) {
    if (counts(judgment) && contains(judgment.upholds(), contested)) record = judgment.record();
  }
  return record;
}

// Begins the turn with that contested proposal, if nothing stands against it. Answers whether it began. Fails only as
// the history fails.
Result<bool> begin_with(Play& play, std::uint64_t record) {
  NOMIC_ASSIGN(auto move, play.history.at(record));
  const Move inner = made_now(play, move);
  const auto judgment = judgment_upholding(play.state, record);
  if (judgment == 0 || !inner.event.has_proposal_made() || !waits_for_judgment(play, move)) return false;
  const auto disposition = disposition_of(play.state, play.move.index);
  const auto& waived = disposition->upheld.at(record);
  v1::DisputeBefore before = in_dispute_now(play.state);
  const auto first = first_record_of_turn(play.state);
  auto made = make_upheld(play, inner, record, waived);
  if (!made && kind_of(made.error().code) == Kind::LEDGER) return made.error();
  if (!made) {
    NOMIC_TRY(leave_waiting(play, record, waived, made.error()));
    return false;
  }
  NOMIC_TRY(emit_of_record(play, record, &v1::Consequence::mutable_move_upheld));
  rest_on(play, std::move(before), first, record, judgment);
  return true;
}

}  // namespace

Status begin_turn_again(Play& play) {
  const auto& disposition = *play.derivation.disposition;
  const auto found = disposition.begins.find(play.move.index);
  if (found == disposition.begins.end()) return ledger::Done{};
  const auto contested = found->second;
  const auto upheld = disposition.upheld.find(contested);
  NOMIC_ASSIGN(auto move, play.history.at(contested));
  if (upheld == disposition.upheld.end() || !waits_for_judgment(play, move)) return ledger::Done{};
  auto made = make_upheld(play, made_now(play, move), contested, upheld->second);
  if (!made) return kind_of(made.error().code) == Kind::LEDGER ? made : Status(ledger::Done{});
  const int again = place_of_record(play.state.contested(), contested);
  if (again >= 0) play.state.edit_contested().edit(again).set_upheld(true);
  return ledger::Done{};
}

Status begin_upheld_turn(Play& play) {
  // What is upheld changes the state.
  for (const auto record : may_begin_now(play)) {
    NOMIC_ASSIGN(auto began, begin_with(play, record));
    if (began) break;
  }
  return ledger::Done{};
}

std::vector<std::uint64_t> dispute_without_turn(State& state) {
  std::vector<std::uint64_t> delivered;
  for (const auto& judgment : state.judgments()) {
    if (counts(judgment)) delivered.push_back(judgment.record());
  }
  const v1::DisputeBefore before = state.rests_on();
  const v1::Dispute now = state.dispute();
  v1::Dispute whole = before.dispute();
  whole.mutable_refused()->MergeFrom(now.refused());
  whole.mutable_struck()->MergeFrom(now.struck());
  whole.mutable_fallen()->MergeFrom(now.fallen());
  whole.mutable_fallen_findings()->MergeFrom(now.fallen_findings());
  whole.mutable_partly()->MergeFrom(now.partly());
  // Asked anew, consent is to be given anew.
  if (!state.questions().empty()) whole.clear_consents();
  put_before(before.questions(), state.edit_questions());
  put_before(before.judgments(), state.edit_judgments());
  put_before(before.contested(), state.edit_contested());
  state.edit_dispute() = std::move(whole);
  state.clear_rests_on();
  // The turn before may rest on a Judgment in its turn.
  if (before.has_before()) state.edit_rests_on() = before.before();
  return delivered;
}

}  // namespace nomic::replay
