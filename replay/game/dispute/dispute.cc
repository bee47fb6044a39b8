#include "dispute/dispute.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "derivation/differences.h"
#include "dispute/contested.h"
#include "dispute/judge.h"
#include "moves/moves.h"
#include "nomic/replay/game/votes.h"
#include "settle.h"
#include "turn/turn.h"

namespace nomic::replay {
namespace {

// What is told of a turn that is derived again, beside what its state says: why moves fell, by their records; and how
// the votes ended, by their proposals.
struct Story {
  std::map<std::uint64_t, v1::Refusal> reasons;
  std::map<std::uint32_t, v1::Consequence> outcomes;
};

template <class List>
bool contains(const List& list, std::uint64_t record) {
  return std::find(list.begin(), list.end(), record) != list.end();
}

// The move being played is not yet on record.
class WithThisMove : public History {
 public:
  explicit WithThisMove(const Play& play) : play_(play) {}
  [[nodiscard]] Result<Move> at(std::uint64_t index) const override {
    return index == play_.move.index ? Result<Move>(play_.move) : play_.history.at(index);
  }

 private:
  const Play& play_;
};

v1::Consequence& emit_by_judgment(Play& play) {
  return play.emit(play.law().judgment({}).source("seat"));
}

// Of which record something is decided, and whose it is.
template <class Told>
Told& note_record(const Play& play, std::uint64_t record, Told* told) {
  told->set_about(record);
  if (auto move = WithThisMove(play).at(record)) told->set_player(move->author);
  return *told;
}

void tell_fallen(Play& play, std::uint64_t record, v1::Consequence::MoveFallen::Why why,
                 const v1::Refusal* refusal = nullptr) {
  auto& fallen = note_record(play, record, emit_by_judgment(play).mutable_move_fallen());
  fallen.set_why(why);
  if (refusal != nullptr) *fallen.mutable_refusal() = *refusal;
}

// Which records count no more, and which do again.
void tell_records(Play& play, const v1::Dispute& before, const v1::Dispute& after, const Story& story) {
  for (const auto record : after.struck()) {
    if (!contains(before.struck(), record)) note_record(play, record, emit_by_judgment(play).mutable_move_struck());
  }
  for (const auto& contested : after.contested()) {
    if (contested.upheld() && !is_upheld(before, contested.record())) {
      note_record(play, contested.record(), emit_by_judgment(play).mutable_move_upheld());
    }
  }
  for (const auto record : after.fallen()) {
    if (contains(before.fallen(), record)) continue;
    // In a game that is derived anew besides, what falls may have been lawful when the turn came to it.
    const auto reason = story.reasons.find(record);
    if (reason == story.reasons.end()) {
      tell_fallen(play, record, v1::Consequence::MoveFallen::NOT_DERIVED);
    } else {
      tell_fallen(play, record, v1::Consequence::MoveFallen::REFUSED, &reason->second);
    }
  }
  for (const auto* list : {&before.struck(), &before.fallen()}) {
    for (const auto record : *list) {
      const bool still = contains(after.struck(), record) || contains(after.fallen(), record);
      const bool contested = std::any_of(after.contested().begin(), after.contested().end(),
                                         [&](const auto& one) { return one.record() == record && !one.upheld(); });
      if (!still && !contested) note_record(play, record, emit_by_judgment(play).mutable_move_stands());
    }
  }
  for (const auto& contested : before.contested()) {
    const auto record = contested.record();
    const bool told_already = contains(after.struck(), record) || contains(after.fallen(), record);
    if (contested.upheld() && !is_upheld(after, record) && !told_already) {
      tell_fallen(play, record, v1::Consequence::MoveFallen::NOT_UPHELD);
    }
  }
}

// The dispute itself is as it was; what it is about is as it was derived.
v1::Dispute dispute_after(const State& before, const State& derived, std::uint64_t base, std::uint64_t record) {
  v1::Dispute dispute = before.dispute();
  const auto& then = derived.dispute();
  *dispute.mutable_struck() = then.struck();
  *dispute.mutable_fallen() = then.fallen();
  dispute.set_debate_asked(then.debate_asked());
  for (auto& contested : *dispute.mutable_contested()) contested.set_upheld(is_upheld(then, contested.record()));
  *dispute.mutable_numbers() = then.numbers();
  merge_meanings(dispute, before.dispute(), record);
  dispute.set_base(derived.turn().first_record() == base ? 0 : base);
  // Who consented that the next turn begin has not consented that a game stay won, nor the other way round.
  if (game_winners(before) != game_winners(derived)) dispute.clear_consents();
  return dispute;
}

// Derives the records of the turn again, up to `end`.
Status derive(Engine& engine, const History& history, std::uint64_t end, Story& story) {
  for (std::uint64_t index = engine.state().size(); index < end; ++index) {
    auto move = history.at(index);
    if (!move) return move.error();
    auto told = engine.replay(*move, history);
    if (!told) return told.error();
    for (const auto& one : *told) {
      if (one.has_not_lawful()) story.reasons[index] = one.not_lawful().refusal();
      if (const auto* outcome = outcome_in(one)) story.outcomes[outcome->proposal()] = one;
    }
  }
  return ledger::Done{};
}

// The orders of the turn before this record changed them: without its Judgment, and with the one that it overrules
// last.
Disposition disposition_before(const Play& play) {
  State before = play.state;
  const auto overruled = std::find_if(play.told.rbegin(), play.told.rend(), [](const auto& told) {
    return told.kind_case() == v1::Consequence::kJudgmentOverruled;
  });
  auto& judgments = *before.edit_dispute().mutable_judgments();
  for (auto at = judgments.begin(); at != judgments.end();) {
    if (overruled != play.told.rend() && at->record() == overruled->judgment_overruled().about())
      at->set_overruled(false);
    at = at->record() == play.move.index ? judgments.erase(at) : at + 1;
  }
  return disposition_of(before, play.move.index);
}

bool same_outcome(const v1::Consequence& one, const v1::Consequence& other) {
  const auto& a = *outcome_in(one);
  const auto& b = *outcome_in(other);
  return one.kind_case() == other.kind_case() && a.votes_for() == b.votes_for() &&
         a.votes_against() == b.votes_against() && a.abstentions() == b.abstentions() && a.eligible() == b.eligible();
}

// The votes of the turn that end otherwise, or are open again. Fails only as the history fails.
Status tell_outcomes(Play& play, const State& begin, std::uint64_t end, const Story& then, const v1::RuleRef& by) {
  const WithThisMove history(play);
  const Disposition as_it_was = disposition_before(play);
  Engine engine{State(begin)};
  engine.derive_under(&as_it_was, play.revision);
  engine.leave_out_first_reached();
  Story before;
  if (auto done = derive(engine, history, end, before); !done) return done;
  for (const auto& [proposal, outcome] : then.outcomes) {
    const auto known = before.outcomes.find(proposal);
    if (known != before.outcomes.end() && same_outcome(known->second, outcome)) continue;
    // Under its own record and order.
    auto& told = play.emit(outcome.rule());
    const auto order = told.order();
    told = outcome;
    told.set_record(play.move.index);
    told.set_order(order);
  }
  for (const auto& [proposal, outcome] : before.outcomes) {
    if (then.outcomes.count(proposal) != 0) continue;
    play.emit(by).mutable_reckoned_anew()->set_no_outcome(proposal);
  }
  return ledger::Done{};
}

// Derives the turn again and tells what is different. A Judgment's findings come after its orders, at its record.
Status derive_turn_again(Play& play) {
  const WithThisMove history(play);
  const bool is_judgment = play.move.event.has_judgment_delivered();
  const Disposition disposition = disposition_of(play.state, play.move.index);
  auto begin = play.before_turn();
  if (!begin) return begin.error();
  Engine engine{State(*begin)};
  engine.derive_under(&disposition, play.revision);
  if (!play.finds_first_reached) engine.leave_out_first_reached();
  Story story;
  const auto end = is_judgment ? play.move.index : play.move.index + 1;
  if (auto done = derive(engine, history, end, story); !done) return done;

  const State before = play.state;
  const v1::RuleRef by = play.law().judgment({}).source("seat");
  tell_records(play, before.dispute(), engine.state().dispute(), story);
  // Whoever looks for the record at which points were first reached does not look at outcomes.
  if (play.finds_first_reached) {
    if (auto told = tell_outcomes(play, *begin, play.move.index, story, by); !told) return told;
  }
  tell_differences(play, engine.state(), by, 0, disposition.base);
  play.put_in_place(engine.state(), true);
  if (is_judgment) {
    auto own = engine.replay(play.move, history);
    if (!own) return own.error();
    for (auto& told : *own) {
      told.set_order(static_cast<std::uint32_t>(play.told.size()));
      play.told.push_back(std::move(told));
    }
  }
  State then = engine.state();
  then.edit_dispute() = dispute_after(before, then, disposition.base, play.move.index);
  then.set_size(before.size());
  then.set_recorded_at(before.recorded_at());
  play.put_in_place(std::move(then), false);
  return ledger::Done{};
}

Status derive_if_due(Play& play) {
  if (!play.turn_is_due_again) return ledger::Done{};
  play.turn_is_due_again = false;
  // What was to apply from earlier on is asked again as the turn is derived.
  play.asked_revisions.clear();
  return derive_turn_again(play);
}

// The Judgment falls: its question is open again, for the player before its Judge.
void overrule(Play& play, v1::DeliveredJudgment& judgment) {
  const auto behind = judges_behind(play.state, judgment);
  judgment.set_overruled(true);
  for (auto& question : *play.state.edit_dispute().mutable_questions()) {
    if (question.record() != judgment.question()) continue;
    question.clear_answered_by();
    question.clear_answers();
    for (const auto& judge : behind) question.add_overruled(judge);
  }
  auto& told = *play.emit(play.law().judgment({}).source("overrule")).mutable_judgment_overruled();
  told.set_player(judgment.judge());
  told.set_about(judgment.record());
  const bool moves_anything = !judgment.strikes().empty() || !judgment.upholds().empty() || judgment.finds();
  if (moves_anything) play.turn_is_due_again = true;
}

// Who judges the question next is found when the turn stands as it does without the Judgment.
void tell_next_judges(Play& play, std::size_t told, std::uint64_t question_at) {
  for (const auto& question : play.state.dispute().questions()) {
    if (question.record() != question_at) continue;
    const auto judges = judges_of(play.state, play.law(), &question);
    *play.told[told].mutable_judgment_overruled()->mutable_judges() = {judges.begin(), judges.end()};
  }
}

// With everything that follows from it, as at a record of its own.
Status begin_within(Play& play, const Move& inner, std::uint64_t form_at) {
  Play sub = play.within(inner);
  sub.form_at = form_at;
  sub.waives = true;
  if (auto made = play_event(sub); !made) return made;
  sub.waives = false;
  auto settled = settle(sub);
  add_told(play, sub);
  play.take_over(sub);
  return settled;
}

// Whether the upheld move has waited for the Judgment, to begin a turn: else it was made where it stands, or fell
// there.
bool waits_for_judgment(const State& state, std::uint64_t record) {
  const auto& dispute = state.dispute();
  return !is_upheld(dispute, record) && !contains(dispute.fallen(), record) && is_between_turns(state);
}

}  // namespace

bool is_upheld(const v1::Dispute& dispute, std::uint64_t record) {
  return std::any_of(dispute.contested().begin(), dispute.contested().end(),
                     [&](const auto& contested) { return contested.record() == record && contested.upheld(); });
}

Disposition disposition_of(const State& state, std::uint64_t now) {
  Disposition disposition;
  const auto& dispute = state.dispute();
  disposition.base = first_record_of_turn(state);
  disposition.refused = {dispute.refused().begin(), dispute.refused().end()};
  disposition.sitting = dispute.sitting();
  disposition.numbers = {dispute.numbers().begin(), dispute.numbers().end()};
  for (const auto& judgment : dispute.judgments()) {
    if (judgment.overruled()) continue;
    if (judgment.finds()) disposition.finding.insert(judgment.record());
    if (judgment.record() == now) disposition.now = {judgment.upholds().begin(), judgment.upholds().end()};
    // A later Judgment departs from an earlier one.
    for (const auto record : judgment.strikes()) {
      disposition.struck.insert(record);
      disposition.upheld.erase(record);
    }
    for (const auto record : judgment.upholds()) {
      disposition.upheld.insert(record);
      disposition.struck.erase(record);
    }
  }
  return disposition;
}

bool is_derived_again(const Play& play) {
  return play.disposition != nullptr && play.move.index >= play.disposition->base;
}

Status settle_dispute(Play& play) {
  if (is_derived_again(play)) return ledger::Done{};
  // What falls with one Judgment can leave another overruled by all who are left.
  for (int at = 0; at < play.state.dispute().judgments_size(); ++at) {
    const auto& judgment = play.state.dispute().judgments(at);
    const bool falls = !judgment.overruled() && is_overruled_by_votes(play.state, play.law(), judgment);
    if (!falls) continue;
    const auto question = judgment.question();
    const auto told = play.told.size();
    overrule(play, *play.state.edit_dispute().mutable_judgments(at));
    if (auto done = derive_if_due(play); !done) return done;
    tell_next_judges(play, told, question);
    at = -1;
  }
  if (auto done = derive_if_due(play); !done) return done;
  return begin_upheld_turn(play);
}

Status begin_upheld_turn(Play& play) {
  const auto judgments = play.state.dispute().judgments();
  if (judgments.empty() || judgments.rbegin()->record() != play.move.index) return ledger::Done{};
  for (const auto record : judgments.rbegin()->upholds()) {
    if (!waits_for_judgment(play.state, record)) continue;
    auto move = play.history.at(record);
    if (!move) return move.error();
    Move inner = *move;
    inner.event = event_in(*move);
    if (!inner.event.has_proposal_made()) continue;
    inner.index = play.move.index;
    inner.recorded_at = play.move.recorded_at;
    const State before = play.state;
    const auto told = play.told.size();
    auto made = begin_within(play, inner, record);
    if (!made && kind_of(made.error().code) == Kind::LEDGER) return made;
    if (!made) {
      play.told.resize(told);
      play.put_in_place(before, false);
      const auto refusal = to_refusal(made.error());
      tell_fallen(play, record, v1::Consequence::MoveFallen::REFUSED, &refusal);
      continue;
    }
    note_record(play, record, emit_by_judgment(play).mutable_move_upheld());
    // What is in dispute from here on is of the turn that begins: it is derived again from the record after this.
    play.state.edit_dispute().set_base(play.move.index + 1);
    return ledger::Done{};
  }
  return ledger::Done{};
}

}  // namespace nomic::replay
