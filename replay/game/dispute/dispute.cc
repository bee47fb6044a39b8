#include "dispute/dispute.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "derivation/differences.h"
#include "dispute/contested.h"
#include "dispute/judge.h"
#include "dispute/judged_turns.h"
#include "dispute/told_again.h"
#include "moves/moves.h"
#include "nomic/ledger/hash.h"
#include "nomic/replay/game/votes.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/reference.h"
#include "turn/turn.h"

namespace nomic::replay {
namespace {

template <class List>
bool contains(const List& list, std::uint64_t record) {
  return std::find(list.begin(), list.end(), record) != list.end();
}

// What the contested moves are after the turn was derived again; those of which nothing is different stay as they are.
void settle_contested(State& state, const State& before, const State& derived, const Disposition& disposition,
                      const Story& story) {
  const auto fallen = set_of(derived.dispute().fallen());
  for (int at = 0; at < state.contested_size(); ++at) {
    const auto& contested = state.contested(at);
    const auto record = contested.record();
    const bool upheld = is_upheld(derived, record);
    const bool waits = contested.waits() && !upheld && disposition.upheld.contains(record);
    const bool has_left = !waits && (!contested.left().empty() || fallen.count(record) != 0);
    if (upheld == contested.upheld() && waits == contested.waits() && !has_left) continue;
    auto& edited = state.edit_contested().edit(at);
    edited.set_upheld(upheld);
    edited.set_waits(waits);
    if (waits) continue;
    *edited.mutable_left() = fallen.count(record) != 0 ? why_fallen(before, disposition, story, record) : Refusals();
  }
}

// The dispute itself is as it was; what it is about is as it was derived. `state`: the derived one.
void set_dispute_after(State& state, const State& before, const Disposition& disposition, const Story& story) {
  const State derived = state;
  v1::Dispute dispute = before.dispute();
  const auto& then = derived.dispute();
  *dispute.mutable_struck() = then.struck();
  *dispute.mutable_fallen() = then.fallen();
  dispute.set_debate_asked(then.debate_asked());
  *dispute.mutable_fallen_findings() = then.fallen_findings();
  dispute.clear_judgment();
  if (then.has_judgment()) *dispute.mutable_judgment() = then.judgment();
  *dispute.mutable_judgment_by() = then.judgment_by();
  dispute.clear_base();
  // Who consented that another's victory stand has not consented to this.
  if (game_winners(before) != game_winners(derived)) dispute.clear_closing_consents();
  state.edit_dispute() = std::move(dispute);
  if (first_record_of_turn(state) != disposition.base) state.edit_dispute().set_base(disposition.base);
  state.edit_questions() = before.questions();
  state.edit_judgments() = before.judgments();
  state.edit_contested() = before.contested();
  settle_contested(state, before, derived, disposition, story);
  state.clear_rests_on();
  if (before.has_rests_on()) state.edit_rests_on() = before.rests_on();
}

// The state before the first record of the turn: kept while the turn is played, else derived. Fails only as the history
// fails.
Result<State> beginning_of_turn(const Play& play) {
  const auto first = first_record_of_turn(play.state);
  if (play.turn_begin && play.turn_begin->size() == first) return *play.turn_begin;
  NOMIC_ASSIGN(auto derived, fold(Engine(State(), play.derivation.under(nullptr)), first, play.history));
  return derived.state();
}

void note_outcomes(Story& story, const Consequences& emitted) {
  for (const auto& one : emitted) {
    if (const auto* outcome = outcome_in(one)) story.outcomes[number_in(outcome->proposal())] = one;
  }
}

// What of a record's consequences can be without effect while the record has effect: what was decided, given and
// changed.
bool is_effect(const v1::Consequence& one) {
  switch (one.kind_case()) {
    case v1::Consequence::kProposalAdopted:
    case v1::Consequence::kProposalDefeated:
    case v1::Consequence::kOutcomeUndetermined:
    case v1::Consequence::kRuleEnacted:
    case v1::Consequence::kRuleAmended:
    case v1::Consequence::kRuleRepealed:
    case v1::Consequence::kRuleTransmuted:
    case v1::Consequence::kRuleReenacted:
    case v1::Consequence::kRuleRestored:
    case v1::Consequence::kRuleRetitled:
    case v1::Consequence::kRuleChangedItself:
    case v1::Consequence::kScore:
    case v1::Consequence::kVictory:
    case v1::Consequence::kHoldingChanged:
    case v1::Consequence::kAttributeSet:
      return true;
    default:
      return false;
  }
}

// A score's total, and a rule's version, depend on what was before: what is given is the same.
void note_effects(Story& story, std::uint64_t record, const Consequences& emitted) {
  for (v1::Consequence one : emitted) {
    if (!is_effect(one)) continue;
    one.clear_order();
    one.clear_rule();
    if (one.has_score()) one.mutable_score()->clear_total();
    if (one.has_holding_changed()) one.mutable_holding_changed()->clear_total();
    if (one.has_victory()) {
      one.mutable_victory()->clear_total();
      one.mutable_victory()->clear_reached_at();
    }
    const auto bytes = one.SerializeAsString();
    story.effects[record] += fmt::format("{}:", bytes.size()) + bytes;
  }
}

// Derives the records of the turn again, up to `end`.
Result<Engine> derive(const State& begin, Derivation derivation, const History& history, std::uint64_t end,
                      Story& story) {
  return fold(Engine(begin, std::move(derivation)), end, history, [&](const Derived& derived) {
    for (const auto& one : derived.consequences) {
      if (one.has_not_lawful()) story.reasons[derived.move.index] = one.not_lawful().refusal();
      if (one.has_move_fallen() && !one.move_fallen().refusals().empty())
        story.reasons[one.move_fallen().about()] = one.move_fallen().refusals(0);
    }
    note_outcomes(story, derived.consequences);
    note_effects(story, derived.move.index, derived.consequences);
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
  for (const auto record : play.judged_in_vain) {
    const int at = place_of_record(judgments, record);
    if (at >= 0) judgments.edit(at).clear_fallen();
  }
  judgments.erase_if([&](const auto& judgment) { return judgment.record() == play.move.index; });
  return disposition_of(before, play.move.index);
}

std::string digest_of_effects(const Story& story, std::uint64_t record) {
  const auto found = story.effects.find(record);
  return ledger::sha256(found == story.effects.end() ? std::string() : found->second).raw();
}

// The records of which something else says that they, or what they found, have no effect: they are struck, fallen or
// overruled, or are Judgments of which a finding has fallen.
std::set<std::uint64_t> said_otherwise(const State& state) {
  const auto& dispute = state.dispute();
  auto records = set_of(dispute.struck());
  records.insert(dispute.fallen().begin(), dispute.fallen().end());
  for (const auto& one : dispute.fallen_findings()) records.insert(one.judgment());
  for (const auto& one : state.judgments()) {
    if (!counts(one)) records.insert(one.record());
  }
  return records;
}

// Which records have effect without some of what they brought about, and which have all of it again (L61). `after`: as
// it was derived. The Judgments are as they were before that.
Status emit_partly_fallen(Play& play, const State& after, const Story& before, const Story& then) {
  std::map<std::uint64_t, std::string> known;
  for (const auto& one : play.state.dispute().partly()) known[one.record()] = one.effects();
  std::map<std::uint64_t, std::string> looked_at = known;
  for (const auto& [record, effects] : before.effects) looked_at.try_emplace(record, digest_of_effects(before, record));
  const auto otherwise_before = said_otherwise(play.state);
  auto otherwise = said_otherwise(after);
  for (const auto& one : play.state.judgments()) {
    if (!counts(one)) otherwise.insert(one.record());
  }
  google::protobuf::RepeatedPtrField<v1::PartlyFallen> all;
  for (const auto& [record, effects] : looked_at) {
    const bool without = otherwise.count(record) != 0;
    const bool differs = without || digest_of_effects(then, record) != effects;
    const bool was_without = otherwise_before.count(record) != 0;
    if (!without && differs && (was_without || known.count(record) == 0)) {
      NOMIC_TRY(emit_of_record(play, record, &v1::Consequence::mutable_effects_fallen));
    } else if (!differs && !was_without && known.count(record) != 0) {
      NOMIC_TRY(emit_of_record(play, record, &v1::Consequence::mutable_effects_stand));
    }
    if (!differs || (without && known.count(record) == 0)) continue;
    auto& partly = *all.Add();
    partly.set_record(record);
    partly.set_effects(effects);
  }
  *play.state.edit_dispute().mutable_partly() = std::move(all);
  return ledger::Done{};
}

v1::Consequence::Outcome& edit_outcome_in(v1::Consequence& one) {
  if (one.has_proposal_adopted()) return *one.mutable_proposal_adopted();
  if (one.has_proposal_defeated()) return *one.mutable_proposal_defeated();
  return *one.mutable_outcome_undetermined();
}

// Emits under its own record and order what a vote comes to by now, with the record at which it was complete (L71).
void emit_outcome(Play& play, const v1::Consequence& outcome) {
  auto& emitted = play.emit(outcome.rule());
  const auto order = emitted.order();
  emitted = outcome;
  emitted.clear_happened_at();
  emitted.set_record(play.move.index);
  emitted.set_order(order);
  auto& told = edit_outcome_in(emitted);
  if (told.has_completed() || outcome.record() >= play.move.index) return;
  told.set_completed(static_cast<std::uint32_t>(outcome.record()));
}

// The votes of the turn that end otherwise, or are open again, and the records that bring about something else. Fails
// only as the history fails.
Status emit_outcomes(Play& play, const State& begin, const Story& then, const v1::RuleVersion& by, const State& after) {
  Story before;
  auto as_it_was = play.derivation.under(disposition_before(play)).without_looking_back();
  NOMIC_TRY(derive(begin, std::move(as_it_was), play.history, play.move.index, before).status());
  note_outcomes(before, play.fell_due);
  NOMIC_TRY(emit_partly_fallen(play, after, before, then));
  for (const auto& [proposal, outcome] : then.outcomes) {
    const auto known = before.outcomes.find(proposal);
    const bool is_known = known != before.outcomes.end() && is_same_outcome(known->second, outcome);
    // The same outcome may come of the ballots before a Judgment again.
    if (is_known && known->second.record() <= outcome.record()) continue;
    emit_outcome(play, outcome);
  }
  for (const auto& [proposal, outcome] : before.outcomes) {
    if (then.outcomes.count(proposal) != 0) continue;
    play.emit(by).mutable_reckoned_anew()->set_no_outcome(reference(proposal));
  }
  return ledger::Done{};
}

// Derives the turn again and emits what is different. A Judgment's findings come after its orders, at its record.
Status derive_turn_again(Play& play) {
  const bool is_judgment = play.move.event.has_judgment_delivered();
  Disposition orders = *disposition_of(play.state, play.move.index);
  orders.injects = play.injects;
  const auto disposition = std::make_shared<const Disposition>(std::move(orders));
  NOMIC_ASSIGN(auto begin, beginning_of_turn(play));
  Story story;
  const auto end = is_judgment ? play.move.index : play.move.index + 1;
  NOMIC_ASSIGN(auto engine, derive(begin, play.derivation.under(disposition), play.history, end, story));
  if (is_judgment) {
    // As it did in the turn that is compared with: what falls due before the Judgment is no difference.
    NOMIC_ASSIGN(auto fell_due, engine.let_fall_due(play.move, play.history));
    note_outcomes(story, fell_due);
  }

  const v1::RuleVersion by = judgment_rule(play.state, play.law()).source("seat");
  NOMIC_TRY(emit_records(play, play.state, engine.state(), story, *disposition));
  // Whoever looks for how a vote of long ago ended does not look at what this one takes back.
  if (play.derivation.looks_back) {
    NOMIC_TRY(emit_outcomes(play, begin, story, by, engine.state()));
  }
  const State before = play.state;
  emit_differences(play, engine.state(), by, 0, disposition->base);
  play.put_in_place(engine.state(), true);
  if (is_judgment) {
    auto own = engine.move(play.move, play.history);
    if (!own && kind_of(own.error().code) == Kind::LEDGER) return own.error();
    if (!own && own.error().code != ErrorCode::BAD_FINDING) own = engine.replay(play.move, play.history);
    if (!own) return own.error();
    for (auto& consequence : *own) {
      consequence.set_order(static_cast<std::uint32_t>(play.consequences.size()));
      play.consequences.push_back(std::move(consequence));
    }
  }
  State then = engine.state();
  set_dispute_after(then, before, *disposition, story);
  then.set_size(before.size());
  then.set_recorded_at(before.recorded_at());
  // What was given stays given, though nothing has it any more.
  then.set_next_number(std::max(then.next_number(), before.next_number()));
  if (before.has_players_numbers()) then.edit_players_numbers() = before.players_numbers();
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
  auto& overruled = *play.emit(judgment_rule(play.state, play.law()).source("overrule")).mutable_judgment_overruled();
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
  const bool falls_without_votes =
      !play.state.judgments().empty() && is_overruled_without_votes(play.state, play.law());
  std::vector<int> falling;
  for (int at = 0; at < play.state.judgments_size(); ++at) {
    const auto& judgment = play.state.judgments(at);
    const bool may_fall = counts(judgment) && (falls_without_votes || !judgment.for_overruling().empty());
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

// A Judgment of a turn that has not begun after all counts no more. Its question is open again.
void let_fall(State& state, std::uint64_t record) {
  auto& judgment = state.edit_judgments().edit(place_of_record(state.judgments(), record));
  judgment.set_fallen(true);
  const int at = place_of_record(state.questions(), judgment.question());
  if (at < 0) return;
  auto& question = state.edit_questions().edit(at);
  question.clear_answered_by();
  question.clear_answers();
}

// Of those Judgments the ones whose authors are the Judge without the turn stand: at each record it is asked who sits
// in the turn that goes on (L26). Fails only as the history fails.
Status let_stand_by_judge(Play& play, const std::vector<std::uint64_t>& records) {
  NOMIC_ASSIGN(auto begin, beginning_of_turn(play));
  auto derivation = play.derivation.under(disposition_of(play.state, play.move.index)).without_looking_back();
  std::vector<std::uint64_t> stand;
  const auto look = [&](const Derived& derived) {
    const auto record = derived.move.index;
    if (!contains(records, record)) return true;
    const auto& judgment = play.state.judgments(place_of_record(play.state.judgments(), record));
    const int at = place_of_record(play.state.questions(), judgment.question());
    if (at < 0) return true;
    const auto& question = play.state.questions(at);
    const auto judges = judges_of(derived.after.state(), derived.after.law(), &question);
    if (std::find(judges.begin(), judges.end(), judgment.judge()) != judges.end()) stand.push_back(record);
    return true;
  };
  NOMIC_TRY(fold(Engine(begin, std::move(derivation)), play.move.index, play.history, look).status());
  for (const auto record : stand) {
    auto& judgment = play.state.edit_judgments().edit(place_of_record(play.state.judgments(), record));
    judgment.clear_fallen();
    const int at = place_of_record(play.state.questions(), judgment.question());
    play.state.edit_questions().edit(at).set_answered_by(record);
  }
  return ledger::Done{};
}

// Fails only as the history fails.
Status emit_fallen_judgments(Play& play, const std::vector<std::uint64_t>& records) {
  const auto rule = judgment_rule(play.state, play.law()).source("seat");
  for (const auto record : records) {
    const auto& judgment = play.state.judgments(place_of_record(play.state.judgments(), record));
    if (!judgment.fallen()) continue;
    const int at = place_of_record(play.state.questions(), judgment.question());
    const auto judges = judges_of(play.state, play.law(), at < 0 ? nullptr : &play.state.questions(at));
    const auto why = judges.empty() ? refuse(ErrorCode::NOT_THE_JUDGE, "nobody_left", {}, {rule})
                                    : refuse(ErrorCode::NOT_THE_JUDGE, "others",
                                             {{"player", judgment.judge()}, {"judges", judges}}, {rule});
    Refusals refusals;
    *refusals.Add() = to_refusal(why);
    NOMIC_TRY(emit_fallen(play, record, v1::Consequence::MoveFallen::REFUSED, refusals));
  }
  return ledger::Done{};
}

// Where the Judgment with which the turn began is overruled, the turn has not begun (L63).
Status settle_judgment_of_turn(Play& play) {
  const auto* judgment = judgment_of_turn(play.state);
  if (judgment == nullptr || !is_overruled_by_votes(play.state, play.law(), *judgment)) return ledger::Done{};
  const auto record = judgment->record();
  const auto question = judgment->question();
  const auto delivered = dispute_without_turn(play.state);
  for (const auto later : delivered) let_fall(play.state, later);
  const auto overruling = play.consequences.size();
  overrule(play, play.state.edit_judgments().edit(place_of_record(play.state.judgments(), record)));
  if (!delivered.empty()) {
    NOMIC_TRY(let_stand_by_judge(play, delivered));
  }
  play.judged_in_vain = delivered;
  NOMIC_TRY(derive_if_due(play));
  play.judged_in_vain.clear();
  name_next_judges(play, overruling, question);
  return emit_fallen_judgments(play, delivered);
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
  disposition.sat_before = {dispute.sat_before().begin(), dispute.sat_before().end()};
  disposition.issued = state.issued();
  for (const auto& judgment : state.judgments()) {
    if (!counts(judgment)) continue;
    if (judgment.finds()) disposition.finding.insert(judgment.record());
    if (judgment.begins() != 0) disposition.begins[judgment.began_at()] = judgment.begins();
    if (judgment.record() == now) disposition.now = {judgment.upholds().begin(), judgment.upholds().end()};
    // A later Judgment departs from an earlier one.
    for (const auto record : judgment.strikes()) {
      disposition.struck.insert(record);
      disposition.upheld.erase(record);
    }
    for (const auto record : judgment.upholds()) {
      disposition.upheld.try_emplace(record);
      disposition.struck.erase(record);
    }
    for (const auto& waiver : judgment.waivers()) {
      auto& waived = disposition.upheld[waiver.record()];
      waived.insert(waived.end(), waiver.prohibitions().begin(), waiver.prohibitions().end());
    }
  }
  for (const auto& contested : state.contested()) {
    if (contested.waits()) disposition.waiting.insert(contested.record());
  }
  for (const auto record : disposition.now) disposition.waiting.erase(record);
  return std::make_shared<const Disposition>(std::move(disposition));
}

bool is_derived_again(const Play& play) {
  const auto& disposition = play.derivation.disposition;
  return disposition != nullptr && play.move.index >= disposition->base;
}

Status settle_dispute(Play& play) {
  if (is_derived_again(play)) return begin_turn_again(play);
  NOMIC_TRY(settle_judgment_of_turn(play));
  // If a struck `forfeit` counts again, fewer players are left, and their votes may suffice against other Judgments.
  for (int steps = 0;; ++steps) {
    const auto falls = overrule_together(play);
    if (falls.empty()) break;
    if (steps == FALLS_LIMIT) return refuse(ErrorCode::BEYOND_LIMIT, "falls", {{"limit", FALLS_LIMIT}});
    NOMIC_TRY(derive_if_due(play));
    for (const auto& fall : falls) name_next_judges(play, fall.overruling, fall.question);
  }
  NOMIC_TRY(derive_if_due(play));
  NOMIC_TRY(begin_upheld_turn(play));
  if (!play.state.questions().empty()) seat_judge(play.state, play.law());
  return ledger::Done{};
}

}  // namespace nomic::replay
