#include "nomic/views/dispute_views.h"

#include <fmt/format.h>

#include <algorithm>

#include "nomic/replay/law.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "nomic/service/score_views.h"
#include "nomic/service/view_values.h"
#include "nomic/views/event_view.h"
#include "nomic/words/dispute_sentences.h"
#include "nomic/words/refusals.h"
#include "nomic/words/remarks.h"
#include "nomic/words/sentences.h"

namespace nomic::tools {
namespace {

template <class List, class Add>
void add_records(const List& list, Add add) {
  for (const auto record : list) add(count32(record));
}

v1::FoundView found_view(const v1::Finding& finding) {
  v1::FoundView view;
  view.set_cited(finding.cited());
  view.set_words(words_of(finding));
  switch (finding.kind_case()) {
    case v1::Finding::kVoidRule:
      view.set_kind("VOID_RULE");
      view.set_number(finding.void_rule());
      break;
    case v1::Finding::kPrevailingRule:
      view.set_kind("PREVAILING_RULE");
      view.set_number(finding.prevailing_rule());
      break;
    case v1::Finding::kPlayer:
      view.set_kind("PLAYER");
      view.set_player(finding.player().player());
      view.set_choice(finding.player().in() ? "IN" : "OUT");
      break;
    case v1::Finding::kBallot: {
      const auto choice = finding.ballot().choice();
      view.set_kind("BALLOT");
      view.set_number(finding.ballot().proposal());
      view.set_player(finding.ballot().player());
      view.set_choice(choice == v1::VoteCast::CHOICE_UNSPECIFIED ? "NONE" : v1::VoteCast::Choice_Name(choice));
      break;
    }
    case v1::Finding::kOutcome:
      view.set_kind("OUTCOME");
      view.set_number(finding.outcome().proposal());
      view.set_choice(finding.outcome().adopted() ? "ADOPTED" : "DEFEATED");
      break;
    case v1::Finding::kPoints:
      view.set_kind("POINTS");
      view.set_player(finding.points().player());
      view.set_points(in_points(finding.points().points()));
      break;
    case v1::Finding::kWinner:
      view.set_kind("WINNER");
      view.set_player(finding.winner());
      break;
    case v1::Finding::kEndOfDebate:
      view.set_kind("END_OF_DEBATE");
      break;
    case v1::Finding::kNumber:
      view.set_kind("NUMBER");
      view.set_number(finding.number().rule());
      view.set_borne(finding.number().number());
      view.set_choice(finding.number().all_along() ? "ALL_ALONG" : "FROM_HERE_ON");
      break;
    case v1::Finding::KIND_NOT_SET:
      break;
  }
  return view;
}

void fill_judgment(const v1::JudgmentDelivered& judgment, v1::EventView& view) {
  view.set_record(count32(judgment.question()));
  view.set_text(judgment.answer());
  view.set_reason(judgment.reasons());
  for (const std::uint32_t rule : replay::numbers_in(judgment.cited())) view.add_cited(replay::reference(rule));
  add_records(judgment.strikes(), [&](std::uint32_t record) { view.add_strikes(record); });
  add_records(judgment.upholds(), [&](std::uint32_t record) { view.add_upholds(record); });
  view.set_paradox(judgment.paradox());
  for (const v1::Finding& finding : judgment.findings()) *view.add_findings() = found_view(finding);
}

void fill_contested(const v1::MoveContested& contested, v1::EventView& view) {
  *view.add_contested() = event_view(contested_event(contested));
  *view.mutable_cited() = contested.against();
  view.set_reason(contested.refusal());
}

void fill_act(const v1::ActPerformed& act, v1::EventView& view) {
  view.add_cited(act.cited());
  view.set_text(act.text());
  for (const v1::PointsFinding& points : act.points()) {
    auto* given = view.add_points();
    given->set_player(points.player());
    given->set_points(in_points(points.points()));
  }
  for (const v1::Attribute& attribute : act.attributes()) *view.add_attributes() = attribute_view(attribute);
  for (const v1::Holding& holding : act.holdings()) *view.add_holdings() = holding_view(holding);
  for (const v1::RuleChange& change : act.changes()) *view.add_changes() = change_view(change);
}

void fill_attested(const v1::OutcomeAttested& attested, v1::EventView& view) {
  view.set_proposal(attested.proposal());
  view.set_choice(attested.adopted() ? "ADOPTED" : "DEFEATED");
  if (attested.has_votes_for()) view.add_votes_for(attested.votes_for());
  if (attested.has_votes_against()) view.add_votes_against(attested.votes_against());
}

void fill_corrected(const v1::RecordCorrected& corrected, v1::EventView& view) {
  view.set_record(count32(corrected.record()));
  view.set_reason(corrected.cause());
  switch (corrected.what_case()) {
    case v1::RecordCorrected::kText:
      view.set_rule(corrected.text().rule());
      view.set_lang(corrected.text().lang());
      view.set_before(corrected.text().before());
      view.set_after(corrected.text().after());
      if (corrected.text().whole()) view.set_whole(true);
      break;
    case v1::RecordCorrected::kTitle:
      view.set_rule(corrected.title().rule());
      view.set_before(corrected.title().before());
      view.set_after(corrected.title().after());
      break;
    case v1::RecordCorrected::kNumber:
      view.set_rule(corrected.number().rule());
      view.set_number(corrected.number().number());
      view.set_all_along(corrected.number().all_along());
      if (corrected.number().swap()) view.set_swap(true);
      break;
    case v1::RecordCorrected::kOccurredAt:
      view.set_occurred_at(replay::print_time(corrected.occurred_at()));
      break;
    case v1::RecordCorrected::kName:
      view.set_player(corrected.name().name());
      break;
    case v1::RecordCorrected::WHAT_NOT_SET:
      break;
  }
}

replay::Result<v1::Event> event_at(const replay::History& history, std::uint64_t record) {
  NOMIC_ASSIGN(auto move, history.at(record));
  return std::move(move.event);
}

// What a status has of a long text.
std::string cut_off(const std::string& text) {
  constexpr std::size_t MOST = 4'000;
  if (text.size() <= MOST) return text;
  std::size_t end = MOST;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;  // no character is split
  return text.substr(0, end) + " [...]";
}

replay::Status add_questions(const replay::Engine& engine, const replay::History& history, v1::StatusView& view) {
  for (const v1::Question& question : engine.state().questions()) {
    NOMIC_ASSIGN(const auto event, event_at(history, question.record()));
    auto* to = view.add_questions();
    to->set_record(count32(question.record()));
    to->set_asker(question.asker());
    to->set_text(cut_off(event.judgment_invoked().question()));
    add_records(event.judgment_invoked().about(), [&](std::uint32_t record) { to->add_about(record); });
    for (const std::string& judge : replay::judges_of(engine, question)) to->add_judges(judge);
    for (const std::string& judge : question.overruled()) to->add_overruled(judge);
    to->set_answered_by(count32(question.answered_by()));
    for (const v1::BenchAnswer& answer : question.answers()) to->add_answered(answer.judge());
  }
  return ledger::Done{};
}

replay::Status add_judgments(const replay::Engine& engine, const replay::History& history, v1::StatusView& view) {
  const std::uint32_t rule = replay::rule_on_overruling(engine);
  const v1::Dispute& dispute = engine.state().dispute();
  for (const v1::DeliveredJudgment* delivered : replay::judgments_in_dispute(engine.state())) {
    const v1::DeliveredJudgment& judgment = *delivered;
    NOMIC_ASSIGN(const auto event, event_at(history, judgment.record()));
    auto* to = view.add_judgments();
    to->set_began_turn(judgment.begins() != 0);
    for (const v1::FallenFinding& fallen : dispute.fallen_findings()) {
      if (fallen.judgment() != judgment.record() || judgment.overruled()) continue;
      to->add_fallen(fmt::format("{}: {}", words_of(fallen.finding()), words_of(fallen.refusal()).what));
    }
    if (judgment.fallen()) {
      to->add_fallen(
          fmt::format("it decides anything: {} was not the Judge of the turn that goes on", judgment.judge()));
    }
    to->set_record(count32(judgment.record()));
    to->set_question(count32(judgment.question()));
    to->set_judge(judgment.judge());
    to->set_answer(cut_off(event.judgment_delivered().answer()));
    to->set_reasons(cut_off(event.judgment_delivered().reasons()));
    for (const std::string& order : orders_of(event.judgment_delivered())) to->add_orders(order);
    to->set_overruled(judgment.overruled());
    *to->mutable_for_overruling() = judgment.for_overruling();
    *to->mutable_against_overruling() = judgment.against_overruling();
    for (const std::string& player : replay::overrulers_missing(engine, judgment)) to->add_missing(player);
    to->set_rule(replay::reference(rule));
  }
  return ledger::Done{};
}

// All that stood against it, and what of that is left though Judgments uphold it.
void add_reasons(const replay::State& state, const v1::ContestedMove& contested, v1::StatusView::Contested& to) {
  for (std::string& reason : reasons_in_words(contested.against())) to.add_reasons(std::move(reason));
  for (const v1::DeliveredJudgment& judgment : state.judgments()) {
    const auto& upholds = judgment.upholds();
    const bool upheld = std::find(upholds.begin(), upholds.end(), contested.record()) != upholds.end();
    if (upheld && !judgment.overruled() && !judgment.fallen()) to.add_upheld_by(count32(judgment.record()));
  }
  for (std::string& left : reasons_in_words(contested.left())) to.add_left(std::move(left));
  for (const v1::Refusal& refusal : contested.left()) {
    for (const std::string& rule : refusal.rules()) {
      const auto& known = to.left_rules();
      if (std::find(known.begin(), known.end(), rule) == known.end()) to.add_left_rules(rule);
    }
  }
}

replay::Status add_contested(const replay::Engine& engine, const replay::History& history, v1::StatusView& view) {
  for (const v1::ContestedMove& contested : engine.state().contested()) {
    NOMIC_ASSIGN(const auto event, event_at(history, contested.record()));
    auto* to = view.add_contested();
    to->set_record(count32(contested.record()));
    to->set_player(contested.player());
    to->set_move(cut_off(sentence_of(contested_event(event.move_contested()), contested.player())));
    for (const std::uint32_t rule : replay::numbers_in(event.move_contested().against()))
      to->add_against(replay::reference(rule));
    to->set_upheld(contested.upheld());
    add_reasons(engine.state(), contested, *to);
  }
  return ledger::Done{};
}

replay::Status add_corrections(const replay::Engine& engine, const replay::History& history, v1::StatusView& view) {
  for (const v1::Correction& correction : engine.state().corrections()) {
    NOMIC_ASSIGN(const auto event, event_at(history, correction.record()));
    auto* to = view.add_corrections();
    to->set_record(count32(correction.record()));
    to->set_corrects(count32(correction.corrects()));
    to->set_author(correction.author());
    to->set_what(cut_off(words_of(event.record_corrected())));
  }
  return ledger::Done{};
}

}  // namespace

void fill_dispute(const v1::Event& event, v1::EventView& view) {
  if (event.has_judgment_invoked()) {
    view.set_text(event.judgment_invoked().question());
    add_records(event.judgment_invoked().about(), [&](std::uint32_t record) { view.add_about(record); });
  } else if (event.has_judgment_delivered()) {
    fill_judgment(event.judgment_delivered(), view);
  } else if (event.has_overrule_voted()) {
    view.set_record(count32(event.overrule_voted().judgment()));
    view.set_choice(event.overrule_voted().overrule() ? "FOR" : "AGAINST");
  } else if (event.has_debate_end_asked()) {
    view.set_proposal(event.debate_end_asked().proposal());
  } else if (event.has_consent_given()) {
    view.set_choice(event.consent_given().withdrawn() ? "WITHDRAWN" : "GIVEN");
  } else if (event.has_move_contested()) {
    fill_contested(event.move_contested(), view);
  } else if (event.has_team_assigned()) {
    view.set_text(event.team_assigned().team());
  } else if (event.has_key_registered()) {
    view.set_player(event.key_registered().player());
    view.set_text(event.key_registered().key_name());
    view.add_keys(hex_of(event.key_registered().public_key()));
  } else if (event.has_key_rotated()) {
    view.set_text(event.key_rotated().key_name());
    view.add_keys(hex_of(event.key_rotated().new_key()));
    view.add_keys(hex_of(event.key_rotated().old_key()));
  } else if (event.has_key_revoked()) {
    view.set_reason(event.key_revoked().reason());
    view.set_record(count32(event.key_revoked().judgment()));
    view.add_keys(hex_of(event.key_revoked().public_key()));
    if (!event.key_revoked().successor().empty()) view.add_keys(hex_of(event.key_revoked().successor()));
  } else if (event.has_seat_restored()) {
    view.set_player(event.seat_restored().player());
    view.set_reason(event.seat_restored().reason());
  } else if (event.has_act_performed()) {
    fill_act(event.act_performed(), view);
  } else if (event.has_outcome_attested()) {
    fill_attested(event.outcome_attested(), view);
  } else if (event.has_record_corrected()) {
    fill_corrected(event.record_corrected(), view);
  } else if (event.has_objection_raised()) {
    view.set_record(count32(event.objection_raised().record()));
    view.set_reason(event.objection_raised().reason());
  } else if (event.has_rule_annotated()) {
    const v1::RuleAnnotated& note = event.rule_annotated();
    view.set_rule(note.rule());
    view.set_text(note.text());
    view.set_record(count32(note.removes()));
    if (note.judgment() != 0) view.add_about(count32(note.judgment()));
  }
}

replay::Status fill_dispute(const replay::Engine& engine, const replay::History& history,
                            const replay::StatusOf& status, v1::StatusView& view) {
  const v1::Dispute& dispute = engine.state().dispute();
  view.set_judge(status.judge);
  view.set_would_judge(status.would_judge);
  const bool won = engine.state().turn().phase() == v1::Turn::WON;
  if (!status.consents_are_idle) *view.mutable_consents() = won ? dispute.closing_consents() : dispute.consents();
  for (const std::string& player : status.consents_missing) view.add_consents_missing(player);
  view.set_consents_needed(status.consents_needed);
  NOMIC_TRY(add_questions(engine, history, view));
  NOMIC_TRY(add_judgments(engine, history, view));
  NOMIC_TRY(add_contested(engine, history, view));
  NOMIC_TRY(add_corrections(engine, history, view));
  add_records(dispute.struck(), [&](std::uint32_t record) { view.add_struck(record); });
  add_records(dispute.fallen(), [&](std::uint32_t record) { view.add_fallen(record); });
  view.set_debate_asked(replay::reference(dispute.debate_asked()));
  view.set_closed(engine.state().closed());
  NOMIC_ASSIGN(auto standstills, replay::standstills_of(engine, history));
  for (const replay::Standstill& standstill : standstills) {
    auto* to = view.add_standstills();
    to->set_what(words_of(standstill.what));
    to->set_offer(words_of(standstill.offer));
    to->set_rule(replay::reference(standstill.rule.number()));
  }
  return ledger::Done{};
}

}  // namespace nomic::tools
