#include "nomic/views/shown_names.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/reference.h"
#include "nomic/service/score_views.h"

namespace nomic::tools {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// Every text field that a status has, by message and field. A test asks for each.
const std::map<std::string_view, TextIs>& fields() {
  static const std::map<std::string_view, TextIs> ALL = {
      {"StatusView.game", TextIs::ANYTHING},
      {"StatusView.name", TextIs::ANYTHING},
      {"StatusView.turn_of", TextIs::A_NAME},
      {"StatusView.next", TextIs::A_NAME},
      {"StatusView.waiting_for", TextIs::A_NAME},
      {"StatusView.judge", TextIs::A_NAME},
      {"StatusView.would_judge", TextIs::A_NAME},
      {"StatusView.consents", TextIs::A_NAME},
      {"StatusView.consents_missing", TextIs::A_NAME},
      {"StatusView.players", TextIs::A_NAME},
      {"StatusView.notes", TextIs::ANYTHING},
      {"StatusView.edition", TextIs::ANYTHING},
      {"StatusView.mode", TextIs::ANYTHING},
      {"StatusView.head_hash", TextIs::ANYTHING},
      {"StatusView.recorded_at", TextIs::ANYTHING},
      {"StatusView.ways_at", TextIs::ANYTHING},
      {"StatusView.inactive", TextIs::A_NAME},
      {"StatusView.applicants", TextIs::A_NAME},
      {"StatusView.OpenProposal.proponent", TextIs::A_NAME},
      {"StatusView.OpenProposal.change", TextIs::ANYTHING},
      {"StatusView.OpenProposal.voted", TextIs::A_NAME},
      {"StatusView.OpenProposal.missing", TextIs::A_NAME},
      {"StatusView.OpenProposal.in_words", TextIs::ANYTHING},
      {"StatusView.OpenProposal.form", TextIs::ANYTHING},
      {"StatusView.Attested.outcome", TextIs::ANYTHING},
      {"StatusView.Attested.players", TextIs::A_NAME},
      {"ChangeView.kind", TextIs::ANYTHING},
      {"ChangeView.title", TextIs::ANYTHING},
      {"ChangeView.text", TextIs::ANYTHING},
      {"ChangeView.lang", TextIs::ANYTHING},
      {"ChangeView.provisions", TextIs::ANYTHING},
      {"ChangeView.in_words", TextIs::ANYTHING},
      {"TargetView.title", TextIs::ANYTHING},
      {"TargetView.text", TextIs::ANYTHING},
      {"TargetView.lang", TextIs::ANYTHING},
      {"TargetView.new_title", TextIs::ANYTHING},
      {"TargetView.lost_langs", TextIs::ANYTHING},
      {"TargetView.provisions_lost", TextIs::ANYTHING},
      {"TargetView.provisions_gained", TextIs::ANYTHING},
      {"TargetView.provisions_kept", TextIs::ANYTHING},
      {"TargetSinceView.in_words", TextIs::ANYTHING},
      {"PassageView.before", TextIs::ANYTHING},
      {"PassageView.after", TextIs::ANYTHING},
      {"CompareView.Piece.text", TextIs::ANYTHING},
      {"RulesView.Rule.LangText.lang", TextIs::ANYTHING},
      {"RulesView.Rule.LangText.text", TextIs::ANYTHING},
      {"OfferView.player", TextIs::A_NAME},
      {"OfferView.command", TextIs::ANYTHING},
      {"OfferView.kind", TextIs::ANYTHING},
      {"OfferView.choices", TextIs::ANYTHING},
      {"OfferView.about", TextIs::A_NAME},
      {"StatusView.Actor.player", TextIs::A_NAME},
      {"StatusView.Question.asker", TextIs::A_NAME},
      {"StatusView.Question.text", TextIs::ANYTHING},
      {"StatusView.Question.judges", TextIs::A_NAME},
      {"StatusView.Question.overruled", TextIs::A_NAME},
      {"StatusView.Question.answered", TextIs::A_NAME},
      {"StatusView.Judgment.judge", TextIs::A_NAME},
      {"StatusView.Judgment.answer", TextIs::ANYTHING},
      {"StatusView.Judgment.reasons", TextIs::ANYTHING},
      {"StatusView.Judgment.orders", TextIs::ANYTHING},
      {"StatusView.Judgment.for_overruling", TextIs::A_NAME},
      {"StatusView.Judgment.against_overruling", TextIs::A_NAME},
      {"StatusView.Judgment.missing", TextIs::A_NAME},
      {"StatusView.Judgment.fallen", TextIs::ANYTHING},
      {"StatusView.Contested.player", TextIs::A_NAME},
      {"StatusView.Contested.move", TextIs::ANYTHING},
      {"StatusView.Contested.reasons", TextIs::ANYTHING},
      {"StatusView.Contested.left", TextIs::ANYTHING},
      {"ActsUnderView.text", TextIs::ANYTHING},
      {"CitedActView.player", TextIs::A_NAME},
      {"CitedActView.text", TextIs::ANYTHING},
      {"CitedActView.in_words", TextIs::ANYTHING},
      {"CitedActView.contest", TextIs::ANYTHING},
      {"StatusView.Correction.author", TextIs::A_NAME},
      {"StatusView.Correction.what", TextIs::ANYTHING},
      {"StatusView.Standstill.what", TextIs::ANYTHING},
      {"StatusView.Standstill.offer", TextIs::ANYTHING},
      {"StatusView.Winner.player", TextIs::A_NAME},
      {"StatusView.Winner.ends", TextIs::ANYTHING},
      {"StatusView.Due.at", TextIs::ANYTHING},
      {"StatusView.Due.what", TextIs::ANYTHING},
      {"AfterwardsView.in_words", TextIs::ANYTHING},
      {"AfterwardsView.zone", TextIs::ANYTHING},
      {"DayView.written", TextIs::ANYTHING},
      {"DayView.zone", TextIs::ANYTHING},
      {"AttributeView.player", TextIs::A_NAME},
      {"AttributeView.key", TextIs::ANYTHING},
      {"AttributeView.value", TextIs::ANYTHING},
      {"HoldingView.owner", TextIs::A_NAME},
      {"HoldingView.thing", TextIs::ANYTHING},
      {"ThrowView.player", TextIs::A_NAME},
      {"ThrowView.phase", TextIs::ANYTHING},
      {"ThrowView.committers", TextIs::A_NAME},
      {"ThrowView.committed", TextIs::A_NAME},
      {"ThrowView.revealed", TextIs::A_NAME},
      {"ThrowView.commitments", TextIs::ANYTHING},
      {"ThrowView.dice_game", TextIs::ANYTHING},
      {"ThrowView.folded", TextIs::ANYTHING},
  };
  return ALL;
}

void show_names_in(const replay::State& state, Message& message) {
  const auto& reflection = *message.GetReflection();
  std::vector<const FieldDescriptor*> set;
  reflection.ListFields(message, &set);
  for (const FieldDescriptor* field : set) {
    const bool is_message = field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
    if (!is_message && text_is(*field) != TextIs::A_NAME) continue;
    if (!field->is_repeated()) {
      if (is_message) {
        show_names_in(state, *reflection.MutableMessage(&message, field));
      } else {
        reflection.SetString(&message, field, shown_name(state, reflection.GetString(message, field)));
      }
      continue;
    }
    for (int i = 0; i < reflection.FieldSize(message, field); ++i) {
      if (is_message) {
        show_names_in(state, *reflection.MutableRepeatedMessage(&message, field, i));
      } else {
        const std::string name = reflection.GetRepeatedString(message, field, i);
        reflection.SetRepeatedString(&message, field, i, shown_name(state, name));
      }
    }
  }
}

}  // namespace

TextIs text_is(const FieldDescriptor& field) {
  if (field.cpp_type() != FieldDescriptor::CPPTYPE_STRING || replay::refers(field)) return TextIs::ANYTHING;
  std::string_view name = field.full_name();
  name.remove_prefix(std::string_view("nomic.v1.").size());
  const auto found = fields().find(name);
  return found == fields().end() ? TextIs::NOT_LISTED : found->second;
}

void show_names(const replay::State& state, Message& view) {
  const bool any = std::any_of(state.players().begin(), state.players().end(),
                               [](const v1::Player& player) { return player.has_shown(); });
  if (any) show_names_in(state, view);
}

}  // namespace nomic::tools
