#include "nomic/views/history_view.h"

#include <fmt/format.h>

#include "nomic/replay/afterwards.h"
#include "nomic/replay/consequence.h"
#include "nomic/replay/reference.h"
#include "nomic/service/consequence_views.h"
#include "nomic/service/view_values.h"
#include "nomic/views/afterwards_view.h"
#include "nomic/views/event_view.h"
#include "nomic/views/state_diff.h"
#include "nomic/words/sentences.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

std::string standing_name(replay::CastVote::Standing standing) {
  switch (standing) {
    case replay::CastVote::Standing::COUNTS:
      return "COUNTS";
    case replay::CastVote::Standing::SUPERSEDED:
      return "SUPERSEDED";
    case replay::CastVote::Standing::WITHDRAWN:
      return "WITHDRAWN";
    case replay::CastVote::Standing::DROPPED:
      return "DROPPED";
    case replay::CastVote::Standing::STRUCK:
      return "STRUCK";
  }
  return "";
}

std::string origin_name(replay::Origin::Kind kind) {
  switch (kind) {
    case replay::Origin::Kind::FOUNDING:
      return "FOUNDING";
    case replay::Origin::Kind::PROPOSAL:
      return "PROPOSAL";
    case replay::Origin::Kind::ACT:
      return "ACT";
    case replay::Origin::Kind::CORRECTION:
      return "CORRECTION";
    case replay::Origin::Kind::UPKEEP:
      return "UPKEEP";
  }
  return "";
}

v1::HistoryView::Attestation attestation_view(const replay::AttestedOutcome& one) {
  const auto& word = one.attested.outcome_attested();
  v1::HistoryView::Attestation view;
  view.set_player(word.player());
  view.set_record(count32(one.attested.record()));
  view.set_outcome(word.adopted() ? "ADOPTED" : "DEFEATED");
  const bool any = word.votes_for() + word.votes_against() != 0;
  if (any) view.add_votes_for(word.votes_for());
  if (any) view.add_votes_against(word.votes_against());
  if (word.votes_unknown()) view.set_votes_unknown(true);
  view.set_assenting(word.assenting());
  view.set_needed(word.needed());
  if (one.struck) view.set_without_effect(true);
  return view;
}

// What the form that stands in the record says. Whether the record was made in a game that was recorded afterwards.
replay::Result<bool> add_form_voted_on(const replay::History& history, std::uint64_t record,
                                       v1::HistoryView::Proposal& view) {
  NOMIC_ASSIGN(const auto move, history.at(record));
  const v1::Event event = replay::event_in(move);
  if (!event.has_proposal_made() && !event.has_proposal_revised()) return false;
  const bool made = event.has_proposal_made();
  const auto& changes = made ? event.proposal_made().changes() : event.proposal_revised().changes();
  for (const v1::RuleChange& change : changes) *view.add_changes() = change_view(change);
  view.set_change(words_of_all(changes));
  view.set_reason(made ? event.proposal_made().reason() : event.proposal_revised().reason());
  view.set_digest(replay::digest_of_form(move).hex());
  return move.event.afterwards();
}

replay::Result<v1::HistoryView::Version> version_of(const replay::Game& game, const replay::Histories& histories,
                                                    const replay::RuleHistory& life, std::size_t at) {
  const replay::RuleVersion& version = life.versions[at];
  v1::HistoryView::Version view;
  view.set_record(count32(version.record));
  view.set_recorded_at(shown_time(version.recorded_at));
  if (replay::has_times_by_word(game.engine().state())) {
    NOMIC_ASSIGN(auto day, day_view(game.history(), version.record));
    if (day) *view.mutable_day() = *std::move(day);
  }
  view.set_in_force(version.in_force);
  *view.mutable_rule() = version_view(game.engine(), version.rule);
  std::uint32_t proposal = 0;
  for (const v1::Consequence& cause : version.causes) {
    *view.add_causes() = consequence_view(cause);
    // A sentence may bear the styles of a terminal, which no JSON may.
    view.add_in_words(paint(sentence_of(cause), false));
    if (const auto by = replay::proposal_of(cause); by != 0) proposal = by;
  }
  if (proposal == 0 && version.in_force && version.rule.since() == version.record) proposal = version.rule.proposal();
  if (at > 0) version_difference(life.versions[at - 1].rule, version.rule, *view.mutable_changed());
  if (const auto* made_by = replay::proposal_of(histories, proposal, version.record)) {
    NOMIC_ASSIGN(auto made, proposal_view(game.history(), *made_by));
    *view.mutable_proposal() = std::move(made);
  }
  return view;
}

}  // namespace

replay::Result<v1::HistoryView::Proposal> proposal_view(const replay::History& history,
                                                        const replay::ProposalHistory& life) {
  v1::HistoryView::Proposal view;
  view.set_number(replay::reference(life.number));
  view.set_proponent(life.proponent);
  view.set_made(count32(life.made));
  view.set_made_at(replay::print_time(life.made_at));
  for (const std::uint64_t record : life.revised) view.add_revised(count32(record));
  view.set_called(count32(life.called));
  for (const replay::CastVote& vote : life.votes) {
    auto* to = view.add_votes();
    to->set_player(vote.player);
    to->set_choice(v1::VoteCast::Choice_Name(vote.choice));
    to->set_record(count32(vote.record));
    to->set_standing(standing_name(vote.standing));
  }
  for (const replay::AttestedOutcome& one : life.attested) *view.add_attestations() = attestation_view(one);
  NOMIC_ASSIGN(auto afterwards, add_form_voted_on(history, life.form, view));
  if (afterwards) {
    NOMIC_ASSIGN(auto day, day_view(history, life.made));
    if (day) *view.mutable_made_day() = *std::move(day);
  }
  if (life.without_effect_since != 0) view.set_without_effect_since(count32(life.without_effect_since));
  if (life.no_outcome_since != 0) view.set_no_outcome_since(count32(life.no_outcome_since));
  if (life.outcome.kind_case() == v1::Consequence::KIND_NOT_SET) return view;
  view.set_outcome(replay::kind_name(life.outcome.kind_case()));
  if (const auto* outcome = replay::outcome_in(life.outcome)) {
    view.set_votes_for(outcome->votes_for());
    view.set_votes_against(outcome->votes_against());
    view.set_abstentions(outcome->abstentions());
    view.set_eligible(outcome->eligible());
    if (outcome->votes_unknown()) view.set_votes_unknown(true);
    *view.mutable_attested_by() = outcome->attested().players();
    *view.mutable_attested_in() = outcome->attested().records();
    *view.mutable_contradicted_by() = outcome->attested().contradicted_by();
  }
  view.set_rule(replay::reference(life.outcome.rule().number()));
  view.set_rule_since(count32(life.outcome.rule().since()));
  view.set_ended(count32(life.outcome.record()));
  view.set_ended_at(replay::print_time(life.ended_at));
  if (afterwards) {
    NOMIC_ASSIGN(auto day, day_view(history, life.outcome.record()));
    if (day) *view.mutable_ended_day() = *std::move(day);
  }
  return view;
}

replay::Result<v1::HistoryView> history_view(const replay::Game& game, const replay::Histories& histories) {
  v1::HistoryView view;
  for (const replay::RuleHistory& life : histories.rules) {
    auto* to = view.add_rules();
    to->set_lineage(replay::reference(life.lineage));
    for (const replay::NumberBorne& borne : life.numbers) {
      auto* number = to->add_numbers();
      number->set_number(replay::reference(borne.number));
      number->set_from(count32(borne.from));
      number->set_until(count32(borne.until));
      if (borne.all_along_by != 0) number->set_all_along_by(count32(borne.all_along_by));
    }
    for (std::size_t at = 0; at < life.versions.size(); ++at) {
      NOMIC_ASSIGN(auto version, version_of(game, histories, life, at));
      *to->add_versions() = std::move(version);
    }
    for (const v1::Consequence& mark : life.marks) {
      *to->add_marks() = consequence_view(mark);
      const auto fallen = life.marks_fallen.find({mark.record(), mark.order()});
      to->add_marks_in_words(fmt::format(
          "#{}: {}{}", mark.record(), sentence_of(mark),
          fallen == life.marks_fallen.end() ? "" : fmt::format(" Without effect since #{}.", fallen->second)));
    }
  }
  return view;
}

replay::Result<v1::BlameView> blame_view(const replay::Game& game, const replay::RuleHistory& life,
                                         const replay::Histories& histories, const std::string& lang) {
  const replay::RuleVersion& last = life.versions.back();
  v1::BlameView view;
  view.set_number(replay::reference(last.rule.number()));
  view.set_lineage(replay::reference(life.lineage));
  view.set_in_force(last.in_force);
  view.set_lang(lang.empty() && !last.rule.texts().empty() ? last.rule.texts(0).lang() : lang);
  for (const replay::BlamedSentence& blamed : replay::blame(life, lang)) {
    const replay::RuleVersion& version = life.versions[blamed.version];
    auto* sentence = view.add_sentences();
    sentence->set_text(blamed.sentence);
    sentence->set_record(count32(version.record));
    sentence->set_recorded_at(shown_time(version.recorded_at));
    if (replay::has_times_by_word(game.engine().state())) {
      NOMIC_ASSIGN(auto day, day_view(game.history(), version.record));
      if (day) *sentence->mutable_day() = *std::move(day);
    }
    sentence->set_proposal(replay::reference(version.rule.proposal()));
    sentence->set_number(replay::reference(version.rule.number()));
    const replay::Origin origin = replay::origin_of(life, blamed.version);
    sentence->set_brought_by(origin_name(origin.kind));
    if (origin.kind == replay::Origin::Kind::ACT || origin.kind == replay::Origin::Kind::CORRECTION) {
      NOMIC_ASSIGN(auto made, game.history().at(origin.record));
      sentence->set_author(made.author);
    }
    if (const auto* made_by = replay::proposal_of(histories, version.rule.proposal(), version.record)) {
      sentence->set_proponent(made_by->proponent);
    }
    if (origin.kind == replay::Origin::Kind::UPKEEP) {
      sentence->clear_proposal();
      sentence->clear_proponent();
    }
  }
  return view;
}

}  // namespace nomic::tools
