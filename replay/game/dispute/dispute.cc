#include "dispute/dispute.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "derivation/differences.h"
#include "dispute/contested.h"
#include "dispute/judge.h"
#include "nomic/replay/game/votes.h"
#include "turn/turn.h"

namespace nomic::replay {
namespace {

// What is to be emitted of a turn that is derived again, beside what its state says: why moves fell, by their records;
// and how the votes ended, by their proposals.
struct Story {
  std::map<std::uint64_t, v1::Refusal> reasons;
  std::map<std::uint32_t, v1::Consequence> outcomes;
};

template <class List>
bool contains(const List& list, std::uint64_t record) {
  return std::find(list.begin(), list.end(), record) != list.end();
}

std::set<std::uint64_t> set_of(const google::protobuf::RepeatedField<std::uint64_t>& records) {
  return {records.begin(), records.end()};
}

v1::Consequence& emit_by_judgment(Play& play) {
  return play.emit(play.law().judgment({}).source("seat"));
}

// Emits what a Judgment does to a record. Fails only as the history fails.
template <class Message>
Status emit_of_record(Play& play, std::uint64_t record, Message* (v1::Consequence::*kind)()) {
  auto move = play.history.at(record);
  if (!move) return move.error();
  auto& emitted = *(emit_by_judgment(play).*kind)();
  emitted.set_about(record);
  emitted.set_player(move->author);
  return ledger::Done{};
}

Status emit_fallen(Play& play, std::uint64_t record, v1::Consequence::MoveFallen::Why why,
                   const v1::Refusal* refusal = nullptr) {
  NOMIC_TRY(emit_of_record(play, record, &v1::Consequence::mutable_move_fallen));
  auto& fallen = *play.consequences.back().mutable_move_fallen();
  fallen.set_why(why);
  if (refusal != nullptr) *fallen.mutable_refusal() = *refusal;
  return ledger::Done{};
}

// What falls, and was not without effect before.
Status emit_newly_fallen(Play& play, const State& before, const State& after, const Story& story) {
  const auto fallen_before = set_of(before.dispute().fallen());
  for (const auto record : after.dispute().fallen()) {
    if (fallen_before.count(record) != 0) continue;
    // In a game that is derived anew besides, what falls may have been lawful when the turn came to it.
    const auto reason = story.reasons.find(record);
    auto done = reason == story.reasons.end()
                    ? emit_fallen(play, record, v1::Consequence::MoveFallen::NOT_DERIVED)
                    : emit_fallen(play, record, v1::Consequence::MoveFallen::REFUSED, &reason->second);
    if (!done) return done;
  }
  return ledger::Done{};
}

// Which records count no more, and which do again. Fails only as the history fails.
Status emit_records(Play& play, const State& before, const State& after, const Story& story) {
  const auto struck_before = set_of(before.dispute().struck());
  for (const auto record : after.dispute().struck()) {
    if (struck_before.count(record) != 0) continue;
    NOMIC_TRY(emit_of_record(play, record, &v1::Consequence::mutable_move_struck));
  }
  for (const auto& contested : after.contested()) {
    if (!contested.upheld() || is_upheld(before, contested.record())) continue;
    NOMIC_TRY(emit_of_record(play, contested.record(), &v1::Consequence::mutable_move_upheld));
  }
  NOMIC_TRY(emit_newly_fallen(play, before, after, story));
  auto without_effect = set_of(after.dispute().struck());
  without_effect.insert(after.dispute().fallen().begin(), after.dispute().fallen().end());
  for (const auto* list : {&before.dispute().struck(), &before.dispute().fallen()}) {
    for (const auto record : *list) {
      const int contested = place_of_record(after.contested(), record);
      const bool waits = contested >= 0 && !after.contested(contested).upheld();
      if (waits || without_effect.count(record) != 0) continue;
      NOMIC_TRY(emit_of_record(play, record, &v1::Consequence::mutable_move_stands));
    }
  }
  for (const auto& contested : before.contested()) {
    const auto record = contested.record();
    if (!contested.upheld() || is_upheld(after, record) || without_effect.count(record) != 0) continue;
    NOMIC_TRY(emit_fallen(play, record, v1::Consequence::MoveFallen::NOT_UPHELD));
  }
  return ledger::Done{};
}

// The dispute itself is as it was; what it is about is as it was derived. `state`: the derived one.
void set_dispute_after(State& state, const State& before, std::uint64_t base, std::uint64_t record) {
  const State derived = state;
  v1::Dispute dispute = before.dispute();
  const auto& then = derived.dispute();
  *dispute.mutable_struck() = then.struck();
  *dispute.mutable_fallen() = then.fallen();
  dispute.set_debate_asked(then.debate_asked());
  *dispute.mutable_numbers() = then.numbers();
  merge_meanings(dispute, before.dispute(), record);
  dispute.clear_base();
  // Who consented that another's victory stand has not consented to this.
  if (game_winners(before) != game_winners(derived)) dispute.clear_closing_consents();
  state.edit_dispute() = std::move(dispute);
  if (first_record_of_turn(state) != base) state.edit_dispute().set_base(base);
  state.edit_questions() = before.questions();
  state.edit_judgments() = before.judgments();
  state.edit_contested() = before.contested();
  for (int at = 0; at < state.contested_size(); ++at) {
    const bool upheld = is_upheld(derived, state.contested(at).record());
    if (state.contested(at).upheld() != upheld) state.edit_contested().edit(at).set_upheld(upheld);
  }
}

// The state before the first record of the turn: kept while the turn is played, else derived. Fails only as the history
// fails.
Result<State> beginning_of_turn(const Play& play) {
  const auto first = first_record_of_turn(play.state);
  if (play.turn_begin && play.turn_begin->size() == first) return *play.turn_begin;
  auto derived = fold(Engine(State(), play.derivation.under(nullptr)), first, play.history);
  if (!derived) return derived.error();
  return derived->state();
}

void note_outcomes(Story& story, const Consequences& emitted) {
  for (const auto& one : emitted) {
    if (const auto* outcome = outcome_in(one)) story.outcomes[outcome->proposal()] = one;
  }
}

// Derives the records of the turn again, up to `end`.
Result<Engine> derive(const State& begin, Derivation derivation, const History& history, std::uint64_t end,
                      Story& story) {
  return fold(Engine(begin, std::move(derivation)), end, history, [&](const Derived& derived) {
    for (const auto& one : derived.consequences) {
      if (one.has_not_lawful()) story.reasons[derived.move.index] = one.not_lawful().refusal();
      if (one.has_move_fallen()) story.reasons[one.move_fallen().about()] = one.move_fallen().refusal();
    }
    note_outcomes(story, derived.consequences);
    return true;
  });
}

// The orders of the turn before this record changed them: without its Judgment, and with those that it overruled last,
// together.
std::shared_ptr<const Disposition> disposition_before(const Play& play) {
  State before = play.state;
  const auto overrules = [](const v1::Consequence& one) { return one.has_judgment_overruled(); };
  auto& judgments = before.edit_judgments();
  auto last = std::find_if(play.consequences.rbegin(), play.consequences.rend(), overrules);
  for (; last != play.consequences.rend() && overrules(*last); ++last) {
    const int at = place_of_record(judgments, last->judgment_overruled().about());
    if (at >= 0) judgments.edit(at).set_overruled(false);
  }
  judgments.erase_if([&](const auto& judgment) { return judgment.record() == play.move.index; });
  return disposition_of(before, play.move.index);
}

bool same_outcome(const v1::Consequence& one, const v1::Consequence& other) {
  const auto& a = *outcome_in(one);
  const auto& b = *outcome_in(other);
  return one.kind_case() == other.kind_case() && a.votes_for() == b.votes_for() &&
         a.votes_against() == b.votes_against() && a.abstentions() == b.abstentions() && a.eligible() == b.eligible();
}

// The votes of the turn that end otherwise, or are open again. Fails only as the history fails.
Status emit_outcomes(Play& play, const State& begin, const Story& then, const v1::RuleRef& by) {
  Story before;
  auto as_it_was = play.derivation.under(disposition_before(play)).without_looking_back();
  auto done = derive(begin, std::move(as_it_was), play.history, play.move.index, before);
  if (!done) return done.error();
  note_outcomes(before, play.fell_due);
  for (const auto& [proposal, outcome] : then.outcomes) {
    const auto known = before.outcomes.find(proposal);
    if (known != before.outcomes.end() && same_outcome(known->second, outcome)) continue;
    // Under its own record and order.
    auto& emitted = play.emit(outcome.rule());
    const auto order = emitted.order();
    emitted = outcome;
    emitted.clear_happened_at();
    emitted.set_record(play.move.index);
    emitted.set_order(order);
  }
  for (const auto& [proposal, outcome] : before.outcomes) {
    if (then.outcomes.count(proposal) != 0) continue;
    play.emit(by).mutable_reckoned_anew()->set_no_outcome(proposal);
  }
  return ledger::Done{};
}

// Derives the turn again and emits what is different. A Judgment's findings come after its orders, at its record.
Status derive_turn_again(Play& play) {
  const bool is_judgment = play.move.event.has_judgment_delivered();
  Disposition orders = *disposition_of(play.state, play.move.index);
  orders.injects = play.injects;
  const auto disposition = std::make_shared<const Disposition>(std::move(orders));
  auto begin = beginning_of_turn(play);
  if (!begin) return begin.error();
  Story story;
  const auto end = is_judgment ? play.move.index : play.move.index + 1;
  auto engine = derive(*begin, play.derivation.under(disposition), play.history, end, story);
  if (!engine) return engine.error();
  if (is_judgment) {
    // As it did in the turn that is compared with: what falls due before the Judgment is no difference.
    auto fell_due = engine->let_fall_due(play.move, play.history);
    if (!fell_due) return fell_due.error();
    note_outcomes(story, *fell_due);
  }

  const State before = play.state;
  const v1::RuleRef by = play.law().judgment({}).source("seat");
  NOMIC_TRY(emit_records(play, before, engine->state(), story));
  // Whoever looks for how a vote of long ago ended does not look at what this one takes back.
  if (play.derivation.looks_back) {
    NOMIC_TRY(emit_outcomes(play, *begin, story, by));
  }
  emit_differences(play, engine->state(), by, 0, disposition->base);
  play.put_in_place(engine->state(), true);
  if (is_judgment) {
    Move judgment = play.move;
    judgment.event = with_present_numbers(engine->state(), *disposition, judgment.index, judgment.event);
    auto own = engine->move(judgment, play.history);
    if (!own && kind_of(own.error().code) == Kind::LEDGER) return own.error();
    if (!own && own.error().code != ErrorCode::BAD_FINDING) own = engine->replay(play.move, play.history);
    if (!own) return own.error();
    for (auto& consequence : *own) {
      consequence.set_order(static_cast<std::uint32_t>(play.consequences.size()));
      play.consequences.push_back(std::move(consequence));
    }
  }
  State then = engine->state();
  set_dispute_after(then, before, disposition->base, play.move.index);
  then.set_size(before.size());
  then.set_recorded_at(before.recorded_at());
  play.put_in_place(std::move(then), false);
  return ledger::Done{};
}

Status derive_if_due(Play& play) {
  if (!play.asked.turn_again) return ledger::Done{};
  // What was to apply from earlier on is asked again as the turn is derived.
  play.asked = {};
  return derive_turn_again(play);
}

// The Judgment falls: its question is open again, for the player before its Judge.
void overrule(Play& play, v1::DeliveredJudgment& judgment) {
  const auto behind = judges_behind(play.state, judgment);
  judgment.set_overruled(true);
  if (const int at = place_of_record(play.state.questions(), judgment.question()); at >= 0) {
    auto& question = play.state.edit_questions().edit(at);
    question.clear_answered_by();
    question.clear_answers();
    for (const auto& judge : behind) question.add_overruled(judge);
  }
  auto& overruled = *play.emit(play.law().judgment({}).source("overrule")).mutable_judgment_overruled();
  overruled.set_player(judgment.judge());
  overruled.set_about(judgment.record());
  const bool moves_anything = !judgment.strikes().empty() || !judgment.upholds().empty() || judgment.finds();
  if (moves_anything) play.asked.turn_again = true;
}

struct Fall {
  std::size_t overruling;  // the place of the consequence
  std::uint64_t question;  // the record
};

// Overrules every Judgment that enough players have voted against by now.
std::vector<Fall> overrule_together(Play& play) {
  // Most Judgments have no vote against them. The rules are not asked about those, since there may be many in a turn.
  const bool falls_without_votes = !play.state.judgments().empty() && is_overruled_without_votes(play.law());
  std::vector<int> falling;
  for (int at = 0; at < play.state.judgments_size(); ++at) {
    const auto& judgment = play.state.judgments(at);
    const bool may_fall = !judgment.overruled() && (falls_without_votes || !judgment.for_overruling().empty());
    if (may_fall && is_overruled_by_votes(play.state, play.law(), judgment)) falling.push_back(at);
  }
  std::vector<Fall> falls;
  for (const int at : falling) {
    falls.push_back({play.consequences.size(), play.state.judgments(at).question()});
    overrule(play, play.state.edit_judgments().edit(at));
  }
  return falls;
}

// Who judges the question next is found when the turn stands as it does without the Judgment.
void name_next_judges(Play& play, std::size_t overruling, std::uint64_t question_at) {
  for (const auto& question : play.state.questions()) {
    if (question.record() != question_at) continue;
    const auto judges = judges_of(play.state, play.law(), &question);
    *play.consequences[overruling].mutable_judgment_overruled()->mutable_judges() = {judges.begin(), judges.end()};
  }
}

// Whether the upheld move has waited for the Judgment, to begin a turn: else it was made where it stands, or fell
// there.
bool waits_for_judgment(const State& state, const Move& move) {
  return !is_upheld(state, move.index) && !contains(state.dispute().fallen(), move.index) &&
         upheld_begins_turn(state, move.author);
}

}  // namespace

bool is_upheld(const State& state, std::uint64_t record) {
  const int at = place_of_record(state.contested(), record);
  return at >= 0 && state.contested(at).upheld();
}

std::shared_ptr<const Disposition> disposition_of(const State& state, std::uint64_t now) {
  Disposition disposition;
  const auto& dispute = state.dispute();
  disposition.base = first_record_of_turn(state);
  disposition.making = now;
  disposition.refused = {dispute.refused().begin(), dispute.refused().end()};
  disposition.sitting = dispute.sitting();
  disposition.numbers = {dispute.numbers().begin(), dispute.numbers().end()};
  for (const auto& judgment : state.judgments()) {
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
  return std::make_shared<const Disposition>(std::move(disposition));
}

bool is_derived_again(const Play& play) {
  const auto& disposition = play.derivation.disposition;
  return disposition != nullptr && play.move.index >= disposition->base;
}

Status settle_dispute(Play& play) {
  if (is_derived_again(play)) return ledger::Done{};
  // If a struck `forfeit` counts again, fewer players are left, and their votes may suffice against other Judgments.
  for (int steps = 0;; ++steps) {
    const auto falls = overrule_together(play);
    if (falls.empty()) break;
    if (steps == FALLS_LIMIT) return refuse(ErrorCode::BEYOND_LIMIT, "falls", {{"limit", FALLS_LIMIT}});
    NOMIC_TRY(derive_if_due(play));
    for (const auto& fall : falls) name_next_judges(play, fall.overruling, fall.question);
  }
  NOMIC_TRY(derive_if_due(play));
  return begin_upheld_turn(play);
}

Status begin_upheld_turn(Play& play) {
  const auto& judgments = play.state.judgments();
  if (judgments.empty() || judgments.rbegin()->record() != play.move.index) return ledger::Done{};
  // What is upheld changes the state.
  const auto& orders = judgments.rbegin()->upholds();
  const std::vector<std::uint64_t> upholds(orders.begin(), orders.end());
  for (const auto record : upholds) {
    auto move = play.history.at(record);
    if (!move) return move.error();
    Move inner = *move;
    inner.event = event_in(*move);
    if (!inner.event.has_proposal_made() || !waits_for_judgment(play.state, *move)) continue;
    inner.index = play.move.index;
    inner.recorded_at = play.move.recorded_at;
    inner.within = play.move.within;
    auto made = make_upheld(play, inner, record);
    if (!made && kind_of(made.error().code) == Kind::LEDGER) return made;
    if (!made) {
      const auto refusal = to_refusal(made.error());
      NOMIC_TRY(emit_fallen(play, record, v1::Consequence::MoveFallen::REFUSED, &refusal));
      continue;
    }
    NOMIC_TRY(emit_of_record(play, record, &v1::Consequence::mutable_move_upheld));
    // What is in dispute from here on is of the turn that begins: it is derived again from the record after this.
    play.state.edit_dispute().set_base(play.move.index + 1);
    return ledger::Done{};
  }
  return ledger::Done{};
}

}  // namespace nomic::replay
