// Judgment (212): it is invoked, delivered, overruled; the Judge is asked to end a debate (111).

#include <algorithm>

#include "dispute/dispute.h"
#include "dispute/judge.h"
#include "moves/moves.h"
#include "nomic/ledger/hash.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"
#include "voting/tally.h"

namespace nomic::replay {
namespace {

template <class List, class Value>
bool contains(const List& list, const Value& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

v1::RuleVersion seat_rule(const Play& play) {
  return judgment_rule(play.state, play.law()).source("seat");
}

Status must_be_provided(const Play& play) {
  if (judgment_is_provided(play.state, play.law())) return ledger::Done{};
  return refuse(ErrorCode::NO_JUDGMENT, "not_provided");
}

// A text that players read.
Status must_be_text(const std::string& text, std::string_view what) {
  if (text.empty()) return refuse(ErrorCode::TEXT_EMPTY, what);
  if (text.size() <= TEXT_LIMIT) return ledger::Done{};
  return refuse(ErrorCode::TEXT_TOO_LONG, what, {{"size", text.size()}, {"limit", TEXT_LIMIT}});
}

v1::Question* open_question(State& state, std::uint64_t record) {
  const int at = place_of_record(state.questions(), record);
  return at < 0 || state.questions(at).answered_by() != 0 ? nullptr : &state.edit_questions().edit(at);
}

bool has_orders(const v1::DeliveredJudgment& judgment) {
  return !judgment.strikes().empty() || !judgment.upholds().empty();
}

// Each open question is offered to its Judge after every move.
Status leaves_room_for_questions(const Play& play) {
  const auto& all = play.state.questions();
  const auto open = std::count_if(all.begin(), all.end(), [&](const v1::Question& one) {
    return one.answered_by() == 0 && one.asker() == play.move.author;
  });
  if (open < QUESTIONS_LIMIT) return ledger::Done{};
  return refuse(ErrorCode::BEYOND_LIMIT, "questions", {{"player", play.move.author}, {"limit", QUESTIONS_LIMIT}});
}

// Each that strikes or upholds derives the turn again, now and whenever the game is verified.
Status leaves_room_for_orders(const Play& play) {
  const auto& all = play.state.judgments();
  if (std::count_if(all.begin(), all.end(), has_orders) < ORDERS_LIMIT) return ledger::Done{};
  return refuse(ErrorCode::BEYOND_LIMIT, "orders", {{"limit", ORDERS_LIMIT}});
}

Status may_order(const Play& play, const v1::JudgmentDelivered& event) {
  for (const auto number : numbers_in(event.cited())) {
    if (find_rule(play.state, number) != nullptr) continue;
    return refuse(ErrorCode::CITED_NOT_IN_FORCE, "of_judgment", {{"rule", number}}, {},
                  what_became_of(play.state, number));
  }
  for (const auto record : event.strikes()) {
    NOMIC_TRY(may_strike(play, record));
  }
  for (const auto record : event.upholds()) {
    NOMIC_TRY(may_uphold(play, record));
    if (!contains(event.strikes(), record)) continue;
    return refuse(ErrorCode::NOT_STRIKABLE, "struck_and_upheld", {{"record", record}}, {seat_rule(play)});
  }
  for (const auto& finding : event.findings()) {
    NOMIC_TRY(may_find(play, finding));
  }
  return ledger::Done{};
}

// Of several Judges: whether most of them have given this answer, which is what it orders, waives and finds.
bool judges_agree(v1::Question& question, const Play& play, const v1::JudgmentDelivered& event,
                  const std::vector<v1::Waiver>& waivers, const std::vector<std::string>& sitting) {
  v1::JudgmentDelivered orders = event;
  orders.clear_answer();
  orders.clear_reasons();
  orders.clear_cited();
  std::string said = orders.SerializeAsString();
  for (const auto& waiver : waivers) said += waiver.SerializeAsString();
  const auto digest = ledger::sha256(said).raw();
  auto& answers = *question.mutable_answers();
  const auto mine = std::find_if(answers.begin(), answers.end(),
                                 [&](const auto& answer) { return answer.judge() == play.move.author; });
  auto& answer = mine == answers.end() ? *answers.Add() : *mine;
  answer.set_judge(play.move.author);
  answer.set_record(play.move.index);
  answer.set_digest(digest);
  const auto same = std::count_if(answers.begin(), answers.end(),
                                  [&](const auto& a) { return a.digest() == digest && contains(sitting, a.judge()); });
  return static_cast<std::size_t>(same) * 2 > sitting.size();
}

v1::DeliveredJudgment* standing_judgment(State& state, std::uint64_t record) {
  const int at = place_of_record(state.judgments(), record);
  if (at >= 0) return counts(state.judgments(at)) ? &state.edit_judgments().edit(at) : nullptr;
  const auto* before = judgment_of_turn(state);
  if (before == nullptr || before->record() != record) return nullptr;
  auto& judgments = *state.edit_rests_on().mutable_judgments();
  return &*std::find_if(judgments.begin(), judgments.end(), [&](const auto& one) { return one.record() == record; });
}

// A paradox is declared (213): who wins by it is named by a finding (L45).
void emit_paradox(Play& play) {
  v1::RuleVersion rule;
  for (const auto& way : play.law().victories()) {
    if (way.value.unable_to_complete_turn()) rule = way.source;
  }
  auto& emitted = *play.emit(rule.number() == 0 ? seat_rule(play) : rule).mutable_found();
  emitted.mutable_paradox()->set_wins(rule.number() != 0);
}

Status must_judge(const Play& play, const std::vector<std::string>& sitting) {
  if (contains(sitting, play.move.author)) return ledger::Done{};
  return sitting.empty() ? refuse(ErrorCode::NOT_THE_JUDGE, "nobody_left", {}, {seat_rule(play)})
                         : refuse(ErrorCode::NOT_THE_JUDGE, "others",
                                  {{"player", play.move.author}, {"judges", sitting}}, {seat_rule(play)});
}

// In a turn that is derived again: what was asked, answered and voted stays as it was; what was found is found again.
Status find_again(Play& play, const v1::JudgmentDelivered& event) {
  if (play.derivation.disposition->finding.count(play.move.index) != 0) {
    NOMIC_ASSIGN(auto whole, with_upheld_judgments(play, event));
    NOMIC_TRY(apply_findings(play, whole));
  }
  return ledger::Done{};
}

}  // namespace

Status play_invoke(Play& play, const v1::JudgmentInvoked& event) {
  if (is_derived_again(play)) {
    const auto& disposition = *play.derivation.disposition;
    auto& dispute = play.state.edit_dispute();
    dispute.set_sitting(disposition.sitting);
    *dispute.mutable_sat_before() = {disposition.sat_before.begin(), disposition.sat_before.end()};
    return ledger::Done{};
  }
  NOMIC_TRY(must_be_disputing(play));
  NOMIC_TRY(must_be_provided(play));
  NOMIC_TRY(must_be_text(event.question(), "question"));
  for (const auto record : event.about()) {
    if (record < play.move.index) continue;
    return refuse(ErrorCode::NO_SUCH_RECORD, "", {{"record", record}, {"last", play.move.index - 1}});
  }
  NOMIC_TRY(leaves_room_for_questions(play));
  auto& dispute = play.state.edit_dispute();
  auto& question = play.state.edit_questions().add();
  question.set_record(play.move.index);
  question.set_asker(play.move.author);
  // Asked anew, consent is to be given anew.
  dispute.clear_consents();
  dispute.clear_closing_consents();
  seat_judge(play.state, play.law());
  const auto sitting = judges_of(play.state, play.law(), &question);
  auto& emitted = *play.emit(seat_rule(play)).mutable_judgment_invoked();
  emitted.set_player(play.move.author);
  *emitted.mutable_judges() = {sitting.begin(), sitting.end()};
  return ledger::Done{};
}

Status play_deliver(Play& play, const v1::JudgmentDelivered& event) {
  // A contested Judgment that is upheld counts by the one that upholds it.
  if (play.upheld) return ledger::Done{};
  if (is_derived_again(play)) return find_again(play, event);
  NOMIC_TRY(must_be_disputing(play));
  NOMIC_TRY(must_be_provided(play));
  auto* question = open_question(play.state, event.question());
  if (question == nullptr) {
    return refuse(ErrorCode::NO_SUCH_QUESTION, "", {{"record", event.question()}}, {seat_rule(play)});
  }
  const auto sitting = judges_of(play.state, play.law(), question);
  if (auto may = must_judge(play, sitting); bars(play, may)) return may;
  NOMIC_TRY(must_be_text(event.answer(), "answer"));
  if (event.reasons().size() > TEXT_LIMIT) return must_be_text(event.reasons(), "reasons");
  NOMIC_TRY(may_order(play, event));
  NOMIC_ASSIGN(auto whole, with_upheld_judgments(play, event));
  if (!whole.strikes().empty() || !whole.upholds().empty()) {
    NOMIC_TRY(leaves_room_for_orders(play));
  }

  auto& emitted = *play.emit(seat_rule(play)).mutable_judgment_delivered();
  emitted.set_player(play.move.author);
  emitted.set_about(event.question());
  const auto waivers = waivers_of(play, event, whole);
  if (sitting.size() > 1 && !judges_agree(*question, play, event, waivers, sitting)) {
    emitted.set_awaits_others(true);
    return ledger::Done{};
  }
  question->set_answered_by(play.move.index);
  auto& judgment = play.state.edit_judgments().add();
  judgment.set_record(play.move.index);
  judgment.set_question(event.question());
  judgment.set_judge(play.move.author);
  *judgment.mutable_strikes() = whole.strikes();
  *judgment.mutable_upholds() = whole.upholds();
  *judgment.mutable_waivers() = {waivers.begin(), waivers.end()};
  judgment.set_finds(!whole.findings().empty());
  if (event.paradox()) emit_paradox(play);
  // What it finds, it finds on the turn as it stands with what it orders.
  play.asked.turn_again = has_orders(judgment);
  return play.asked.turn_again ? Status(ledger::Done{}) : apply_findings(play, whole);
}

Status play_overrule(Play& play, const v1::OverruleVoted& event) {
  if (is_derived_again(play)) return ledger::Done{};
  NOMIC_TRY(must_be_disputing(play));
  auto* judgment = standing_judgment(play.state, event.judgment());
  const auto rule = judgment_rule(play.state, play.law());
  if (judgment == nullptr) {
    return refuse(ErrorCode::NO_SUCH_JUDGMENT, "overruling", {{"record", event.judgment()}}, {rule.source("overrule")});
  }
  if (!rule.value.has_overrule()) {
    return refuse(ErrorCode::NO_JUDGMENT, "no_overruling");
  }
  const auto& author = play.move.author;
  const bool voted = contains(judgment->for_overruling(), author) || contains(judgment->against_overruling(), author);
  if (voted) {
    return refuse(ErrorCode::VOTED_ALREADY, "on_overruling", {{"player", author}}, {rule.source("overrule")});
  }
  if (!contains(overrulers_of(play.state, play.law(), *judgment), author)) {
    const bool own = contains(judges_behind(play.state, *judgment), author);
    return own ? refuse(ErrorCode::MAY_NOT_OVERRULE, "own", {{"player", author}}, {rule.source("overrule")})
               : refuse(ErrorCode::MAY_NOT_OVERRULE, "no_vote", {{"player", author}}, {rule.source("overrule")});
  }
  if (overruling_has_failed(play.state, play.law(), *judgment)) {
    return refuse(ErrorCode::MAY_NOT_OVERRULE, "failed", {{"player", judgment->against_overruling(0)}},
                  {rule.source("overrule")});
  }
  *(event.overrule() ? judgment->add_for_overruling() : judgment->add_against_overruling()) = author;
  auto& emitted = *play.emit(rule.source("overrule")).mutable_overrule_voted();
  emitted.set_player(author);
  emitted.set_overrules(event.overrule());
  emitted.set_about(event.judgment());
  return ledger::Done{};
}

Status play_ask_time(Play& play, const v1::DebateEndAsked& event) {
  NOMIC_TRY(must_be_playing(play));
  NOMIC_ASSIGN(auto open, open_proposal(play, number_in(event.proposal())));
  const auto debate = play.law().debate({});
  const auto sitting = judges_of(play.state, play.law(), nullptr);
  if (!debate.value.judge_may_be_asked() || sitting.empty()) {
    return refuse(ErrorCode::NO_JUDGMENT, "debate_end", {},
                  {debate.source("judge_may_be_asked"), debate.source("caller")});
  }
  if (open->phase() != v1::Proposal::DEBATE) {
    return refuse(ErrorCode::VOTE_CALLED_ALREADY, "", {{"proposal", number_in(event.proposal())}},
                  {debate.source("caller")});
  }
  if (play.state.dispute().debate_asked() == number_in(event.proposal())) {
    return refuse(ErrorCode::VOTED_ALREADY, "debate_end", {{"proposal", number_in(event.proposal())}},
                  {debate.source("judge_may_be_asked")});
  }
  play.state.edit_dispute().set_debate_asked(number_in(event.proposal()));
  auto& emitted = *play.emit(debate.source("judge_may_be_asked")).mutable_debate_end_asked();
  emitted.set_proposal(event.proposal());
  emitted.set_player(play.move.author);
  *emitted.mutable_judges() = {sitting.begin(), sitting.end()};
  return ledger::Done{};
}

Status play_consent(Play& play, const v1::ConsentGiven& event) {
  if (is_derived_again(play)) return ledger::Done{};
  NOMIC_TRY(must_be_disputing(play));
  const auto& author = play.move.author;
  const bool won = play.state.turn().phase() == v1::Turn::WON;
  const auto rule = judgment_rule(play.state, play.law());
  if (!won && !consent_is_needed(play.state, play.law())) {
    return refuse(ErrorCode::CONSENT_NOT_COUNTED, "not_invoked", {}, {rule.source("consent")});
  }
  if (won && !rule.value.has_consent()) {
    return refuse(ErrorCode::CONSENT_NOT_COUNTED, "of_victory");
  }
  const auto next = won ? std::string() : next_for_consent(play.state, play.law());
  const auto asked = won ? losers(play.state) : consenters_for(play.state, play.law(), next);
  if (!contains(asked, author)) {
    return refuse(ErrorCode::CONSENT_NOT_COUNTED, won ? "of_winner" : "of_next", {{"player", author}},
                  {rule.source("consent_among"), rule.source("consent")});
  }
  auto& dispute = play.state.edit_dispute();
  auto& given = won ? *dispute.mutable_closing_consents() : *dispute.mutable_consents();
  const auto mine = std::find(given.begin(), given.end(), author);
  if ((mine != given.end()) != event.withdrawn()) {
    return event.withdrawn()
               ? refuse(ErrorCode::VOTED_ALREADY, "not_consented", {{"player", author}}, {rule.source("consent")})
               : refuse(ErrorCode::VOTED_ALREADY, "consented", {{"player", author}}, {rule.source("consent")});
  }
  if (event.withdrawn()) {
    given.erase(mine);
  } else {
    *given.Add() = author;
  }
  auto& emitted = *play.emit(rule.source("consent")).mutable_consented();
  emitted.set_player(author);
  emitted.set_given(!event.withdrawn());
  emitted.set_consents(static_cast<std::uint32_t>(given.size()));
  const auto missing =
      won ? closing_consents_missing(play.state, play.law()) : consents_missing(play.state, play.law(), next);
  emitted.set_needed(missing);
  if (won && missing == 0) {
    play.state.set_closed(true);
    play.emit(rule.source("consent")).mutable_game_closed();
  }
  return ledger::Done{};
}

}  // namespace nomic::replay
