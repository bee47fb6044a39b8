#include "nomic/views/event_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "nomic/ledger/hash.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/work.h"
#include "nomic/service/consequence_views.h"
#include "nomic/service/view_values.h"
#include "nomic/views/dispute_views.h"
#include "nomic/views/via_view.h"
#include "nomic/words/dispute_sentences.h"
#include "nomic/words/provision_words.h"
#include "nomic/words/sentences.h"

namespace nomic::tools {

v1::ChangeView change_view(const v1::RuleChange& change) {
  v1::ChangeView view;
  view.set_kind(v1::ChangeKind_Name(change.kind()));
  view.set_rule(change.rule());
  view.set_title(change.title());
  if (!change.texts().empty()) {
    view.set_text(change.texts(0).text());
    view.set_lang(change.texts(0).lang());
  }
  for (const v1::Text& text : change.texts()) {
    replay::spend_text(text.text().size());
    auto* to = view.add_texts();
    to->set_lang(text.lang());
    to->set_text(text.text());
    to->set_authoritative(&text == &change.texts(0));
  }
  for (const v1::Provision& provision : change.provisions()) {
    view.add_provisions(replay::print_provision(provision));
    view.add_in_words(words_of(provision));
  }
  if (!change.number().empty()) view.set_players_number(change.number());
  if (change.text_unknown()) view.set_text_unknown(true);
  return view;
}

namespace {

template <class Changes>
void add_changes(const Changes& changes, v1::EventView& view) {
  for (const v1::RuleChange& change : changes) *view.add_changes() = change_view(change);
}

void fill_founding(const v1::Event& event, v1::EventView& view) {
  if (event.has_game_founded()) {
    view.set_text(event.game_founded().name());
    view.set_source(event.game_founded().ruleset_source());
  } else if (event.has_rule_founded()) {
    const v1::RuleBody& rule = event.rule_founded().rule();
    view.set_rule(rule.number());
    view.set_title(rule.title());
    if (!rule.texts().empty()) view.set_text(rule.texts(0).text());
  } else if (event.has_player_seated()) {
    view.set_player(event.player_seated().player().name());
  } else if (event.has_player_joined()) {
    view.set_player(event.player_joined().player().name());
  }
}

template <class Form>
void add_form(const Form& form, v1::EventView& view) {
  add_changes(form.changes(), view);
  if (form.effect_at() != 0) view.set_effect_at(replay::print_time(form.effect_at()));
  view.set_effect_from(count32(form.effect_from()));
  view.set_together(form.together());
}

std::string hex_of_hash(const std::string& bytes) {
  const auto hash = ledger::Hash::from_raw(bytes);
  return hash ? hash->hex() : std::string();
}

void fill_position(const v1::DicePosition& position, v1::EventView& view) {
  view.set_proposal(position.proposal());
  view.set_round(position.round());
}

void fill_proposal(const v1::Event& event, v1::EventView& view) {
  if (event.has_proposal_made()) {
    view.set_reason(event.proposal_made().reason());
    add_form(event.proposal_made(), view);
    if (!event.proposal_made().number().empty()) view.set_players_number(event.proposal_made().number());
    if (event.proposal_made().number_unknown()) view.set_number_unknown(true);
  } else if (event.has_proposal_revised()) {
    view.set_proposal(event.proposal_revised().proposal());
    view.set_reason(event.proposal_revised().reason());
    add_form(event.proposal_revised(), view);
  } else if (event.has_debate_spoken()) {
    view.set_proposal(event.debate_spoken().proposal());
    view.set_text(event.debate_spoken().text());
  } else if (event.has_vote_called()) {
    view.set_proposal(event.vote_called().proposal());
  } else if (event.has_vote_cast()) {
    view.set_proposal(event.vote_cast().proposal());
    view.set_choice(v1::VoteCast::Choice_Name(event.vote_cast().choice()));
    view.set_digest(hex_of_hash(event.vote_cast().form()));
  } else if (event.has_vote_withdrawn()) {
    view.set_proposal(event.vote_withdrawn().proposal());
  } else if (event.has_proposal_withdrawn()) {
    view.set_proposal(event.proposal_withdrawn().proposal());
  } else if (event.has_activity_changed()) {
    view.set_choice(event.activity_changed().active() ? "ACTIVE" : "INACTIVE");
    view.set_reason(event.activity_changed().reason());
  } else if (event.has_approval_given()) {
    view.set_choice(event.approval_given().approve() ? "APPROVED" : "REFUSED");
    view.set_player(event.approval_given().player());
  } else if (event.has_dice_thrown()) {
    for (const std::uint32_t face : event.dice_thrown().faces()) view.add_faces(face);
    view.set_source(v1::DiceThrown::Source_Name(event.dice_thrown().source()));
  } else if (event.has_dice_committed()) {
    view.set_commitment(hex_of_hash(event.dice_committed().commitment()));
    fill_position(event.dice_committed().position(), view);
  } else if (event.has_dice_revealed()) {
    view.set_secret(hex_of_hash(event.dice_revealed().secret()));
    fill_position(event.dice_revealed().position(), view);
  }
}

}  // namespace

v1::EventView event_view(const v1::Event& event) {
  v1::EventView view;
  view.set_kind(kind_name(event));
  fill_founding(event, view);
  fill_proposal(event, view);
  fill_dispute(event, view);
  const auto holds_form = [](const v1::Event& one) { return one.has_proposal_made() || one.has_proposal_revised(); };
  // Of the record's own payload, where the form is in a contested move too.
  const bool contested = event.has_move_contested() && holds_form(contested_event(event.move_contested()));
  if (holds_form(event) || contested) {
    auto& form = contested ? *view.mutable_contested(0) : view;
    form.set_digest(ledger::sha256(event.SerializeAsString()).hex());
  }
  return view;
}

namespace {

// "STRUCK".
std::string name_of(replay::Mark::Standing standing) {
  using Standing = replay::Mark::Standing;
  switch (standing) {
    case Standing::STANDS:
      return "STANDS";
    case Standing::NOT_LAWFUL:
      return "NOT_LAWFUL";
    case Standing::CONTESTED:
      return "CONTESTED";
    case Standing::UPHELD:
      return "UPHELD";
    case Standing::STRUCK:
      return "STRUCK";
    case Standing::FALLEN:
      return "FALLEN";
    case Standing::OVERRULED:
      return "OVERRULED";
    case Standing::OBJECTED:
      return "OBJECTED";
    case Standing::CORRECTED:
      return "CORRECTED";
    case Standing::PARTLY:
      return "PARTLY";
  }
  return "";
}

}  // namespace

v1::LogView log_view(const replay::Played& played, const replay::Mark& mark, std::int64_t happened_at) {
  v1::LogView view;
  view.set_index(count32(played.record.index.value));
  view.set_recorded_at(replay::print_time(played.record.recorded_at.value));
  if (const std::int64_t time = played.move.event.occurred_at(); time != 0)
    view.set_occurred_at(replay::print_time(time));
  if (played.move.event.afterwards()) view.set_afterwards(true);
  if (played.move.event.has_occurred_day()) {
    const v1::OccurredDay& day = played.move.event.occurred_day();
    view.set_occurred_day(day.written());
    view.set_zone(day.zone());
    view.set_occurred_until(replay::print_time(day.ends_at()));
  }
  if (const auto& written = played.move.event.occurred_as_written(); !written.empty())
    view.set_occurred_as_written(written);
  view.set_author(played.record.author);
  view.set_kind(kind_name(played.move.event));
  view.set_hash(played.record.leaf.hex());
  view.set_request_id(played.record.request_id);
  for (const v1::Consequence& consequence : played.consequences)
    *view.add_consequences() = consequence_view(consequence);
  *view.mutable_event() = event_view(played.move.event);
  view.set_standing(name_of(mark.standing));
  view.set_standing_by(count32(mark.by));
  // The founding of a game that says no time for it happened before its first move.
  if (happened_at != 0 || !played.move.event.afterwards()) view.set_happened_at(replay::print_time(happened_at));
  view.mutable_signed_by()->Reserve(static_cast<int>(played.move.signers.size()));
  for (const std::string& key : played.move.signers) view.add_signed_by(hex_of(key));
  view.set_seen_size(count32(played.record.seen_size));
  view.set_via(via_name(played.record.via));
  return view;
}

std::string words_of(const replay::Mark& mark) {
  using Standing = replay::Mark::Standing;
  switch (mark.standing) {
    case Standing::STANDS:
      return {};
    case Standing::NOT_LAWFUL:
      return "without effect: not lawful";
    case Standing::CONTESTED:
      return "contested: without effect";
    case Standing::UPHELD:
      return fmt::format("contested, and upheld by #{}", mark.by);
    case Standing::STRUCK:
      return fmt::format("struck by #{}: without effect", mark.by);
    case Standing::FALLEN:
      return fmt::format("fell at #{}: without effect", mark.by);
    case Standing::OVERRULED:
      return fmt::format("overruled at #{}", mark.by);
    case Standing::OBJECTED:
      return fmt::format("objected to in #{}: it stands no longer", mark.by);
    case Standing::CORRECTED:
      return fmt::format("corrected by #{}", mark.by);
    case Standing::PARTLY:
      return fmt::format("in part without effect since #{}", mark.by);
  }
  return {};
}

}  // namespace nomic::tools
