// Events of what the rules leave free: acts, attested outcomes, corrections of the record and objections to them.
#include <algorithm>
#include <limits>

#include "making.h"
#include "nomic/replay/content.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"
#include "requested_changes.h"
#include "said_time.h"

namespace nomic::tools {

using replay::error_of;
using replay::ErrorCode;
using replay::Result;

namespace {

Result<v1::Attribute> attribute_of(const Making& making, v1::Attribute attribute) {
  NOMIC_ASSIGN(auto key, replay::clean_line(attribute.key(), "value_name", replay::LABEL_LIMIT));
  NOMIC_ASSIGN(auto value, replay::clean_line(attribute.value(), "value", replay::VALUE_LIMIT));
  attribute.set_key(std::move(key));
  attribute.set_value(std::move(value));
  if (!attribute.player().empty()) NOMIC_TRY(making.spell_player(*attribute.mutable_player()));
  return attribute;
}

Result<v1::Holding> holding_of(const Making& making, const v1::Request::Holding& asked) {
  NOMIC_ASSIGN(auto amount, read_amount(asked.amount(), "things"));
  NOMIC_ASSIGN(auto owner, replay::clean_line(asked.owner(), "owner", replay::LABEL_LIMIT));
  NOMIC_ASSIGN(auto thing, replay::clean_line(asked.thing(), "thing", replay::LABEL_LIMIT));
  v1::Holding holding;
  holding.set_owner(std::move(owner));
  holding.set_thing(std::move(thing));
  holding.set_amount(amount);
  // An owner who is no player is a name of the players' own: the bank, the tavern.
  NOMIC_ASSIGN(auto game, making.game());
  if (auto player = game->player(holding.owner())) holding.set_owner(std::move(*player));
  return holding;
}

replay::Status put_votes(const std::optional<std::uint64_t>& votes, v1::OutcomeAttested& attested, bool in_favour) {
  if (!votes) return ledger::Done{};
  if (*votes > replay::VOTES_LIMIT) {
    return error_of(ErrorCode::BAD_TALLY, "too_many", {{"limit", replay::VOTES_LIMIT}});
  }
  const auto count = static_cast<std::uint32_t>(*votes);
  in_favour ? attested.set_votes_for(count) : attested.set_votes_against(count);
  return ledger::Done{};
}

// The record that holds the text in force; of a rule that is not, the game says so.
std::uint64_t record_of_text(const replay::State& state, std::uint32_t number) {
  for (const v1::Rule& rule : state.rules()) {
    if (rule.number() == number && !rule.sources().empty()) return rule.sources().rbegin()->record();
  }
  return 0;
}

// A text in the game's language is recorded without one.
Result<std::string> recorded_lang(const replay::Game& game, std::uint32_t number, const std::string& lang) {
  const replay::State& state = game.engine().state();
  for (const v1::Rule& rule : state.rules()) {
    if (rule.number() != number || lang.empty()) continue;
    NOMIC_ASSIGN(const auto texts, replay::texts_of(game.history(), rule));
    const bool named =
        std::any_of(texts.begin(), texts.end(), [&](const v1::Text& text) { return text.lang() == lang; });
    if (!named && lang == state.founding().lang()) return std::string();
  }
  return lang;
}

Result<v1::TextCorrection> text_correction(const Making& making, const v1::Request::TextSlip& slip) {
  if (slip.whole() && !slip.before().empty()) return error_of(ErrorCode::BAD_REQUEST, "whole_and_words");
  NOMIC_ASSIGN(auto before, slip.whole() ? Result<std::string>(std::string())
                                         : replay::clean_text(slip.before(), "words_with_slip"));
  NOMIC_ASSIGN(auto after, replay::clean_text(slip.after(), slip.whole() ? "rule_text" : "words_instead"));
  if (before == after) return error_of(ErrorCode::BAD_REQUEST, "same_words");
  if (!slip.lang().empty() && !replay::is_language_tag(slip.lang())) {
    return error_of(ErrorCode::BAD_LANGUAGE, "none", {{"typed", slip.lang()}});
  }
  NOMIC_ASSIGN(auto game, making.game());
  NOMIC_ASSIGN(auto lang, recorded_lang(*game, replay::number_in(slip.rule()), slip.lang()));
  v1::TextCorrection text;
  text.set_rule(slip.rule());
  text.set_lang(std::move(lang));
  text.set_before(std::move(before));
  text.set_after(std::move(after));
  text.set_whole(slip.whole());
  return text;
}

// The title that it replaces is the one that the rule has.
Result<v1::TitleCorrection> title_correction(const Making& making, const v1::Request::TitleSlip& slip) {
  NOMIC_ASSIGN(auto after, slip.after().empty() ? Result<std::string>(std::string())
                                                : replay::clean_line(slip.after(), "rule_title", replay::TITLE_LIMIT));
  NOMIC_ASSIGN(auto state, making.state());
  v1::TitleCorrection title;
  title.set_rule(slip.rule());
  for (const v1::Rule& rule : state->rules()) {
    if (rule.number() == replay::number_in(slip.rule())) title.set_before(rule.title());
  }
  title.set_after(std::move(after));
  return title;
}

// The rule of which something is corrected; 0: of none.
std::uint32_t rule_corrected(const v1::Request::Correct& move) {
  if (move.has_text()) return replay::number_in(move.text().rule());
  return move.has_title() ? replay::number_in(move.title().rule()) : replay::number_in(move.number().rule());
}

replay::Status put_slip(const Making& making, const v1::Request::Correct& move, v1::RecordCorrected& corrected) {
  switch (move.slip_case()) {
    case v1::Request::Correct::kText: {
      NOMIC_ASSIGN(auto text, text_correction(making, move.text()));
      *corrected.mutable_text() = std::move(text);
      return ledger::Done{};
    }
    case v1::Request::Correct::kOccurredAt: {
      NOMIC_ASSIGN(auto time, said_time(making, move.occurred_at()));
      corrected.set_occurred_at(time);
      return ledger::Done{};
    }
    case v1::Request::Correct::kName: {
      NOMIC_ASSIGN(auto names, replay::player_names(move.name(), "", ""));
      *corrected.mutable_name() = std::move(names);
      return ledger::Done{};
    }
    case v1::Request::Correct::kTitle: {
      NOMIC_ASSIGN(auto title, title_correction(making, move.title()));
      *corrected.mutable_title() = std::move(title);
      return ledger::Done{};
    }
    case v1::Request::Correct::kNumber:
      *corrected.mutable_number() = move.number();
      return ledger::Done{};
    case v1::Request::Correct::SLIP_NOT_SET:
      break;
  }
  return error_of(ErrorCode::BAD_REQUEST, "no_slip");
}

}  // namespace

Result<v1::Event> event_of(Making& making, const v1::Request::Act& move) {
  NOMIC_ASSIGN(auto text, replay::clean_text(move.text(), "what_is_done"));
  if (move.cited().empty()) return error_of(ErrorCode::BAD_REQUEST, "act_cites_nothing");
  v1::Event event;
  v1::ActPerformed& act = *event.mutable_act_performed();
  act.set_cited(move.cited());
  act.set_text(std::move(text));
  for (const v1::Request::Points& asked : move.points()) {
    NOMIC_ASSIGN(auto points, read_amount(asked.points(), "points"));
    v1::PointsFinding& given = *act.add_points();
    given.set_player(asked.player());
    given.set_points(points);
    NOMIC_TRY(making.spell_player(*given.mutable_player()));
  }
  for (const v1::Attribute& asked : move.attributes()) {
    NOMIC_ASSIGN(auto attribute, attribute_of(making, asked));
    *act.add_attributes() = std::move(attribute);
  }
  for (const v1::Request::Holding& asked : move.holdings()) {
    NOMIC_ASSIGN(auto holding, holding_of(making, asked));
    *act.add_holdings() = std::move(holding);
  }
  NOMIC_ASSIGN(auto changes, changes_of(making, move.changes()));
  *act.mutable_changes() = std::move(changes);
  return event;
}

Result<v1::Event> event_of(Making& making, const v1::Request::Attest& move) {
  v1::Event event;
  v1::OutcomeAttested& attested = *event.mutable_outcome_attested();
  attested.set_proposal(replay::reference(making.named_proposal(replay::number_in(move.proposal()))));
  attested.set_adopted(move.adopted());
  NOMIC_TRY(put_votes(move.has_votes_for() ? std::optional(move.votes_for()) : std::nullopt, attested, true));
  NOMIC_TRY(put_votes(move.has_votes_against() ? std::optional(move.votes_against()) : std::nullopt, attested, false));
  attested.set_votes_unknown(move.votes_unknown());
  return event;
}

Result<v1::Event> event_of(Making& making, const v1::Request::Correct& move) {
  if (move.cause().empty()) return error_of(ErrorCode::BAD_REQUEST, "no_cause");
  NOMIC_ASSIGN(auto cause, replay::clean_line(move.cause(), "cause", replay::REASON_LIMIT));
  v1::Event event;
  v1::RecordCorrected& corrected = *event.mutable_record_corrected();
  corrected.set_cause(std::move(cause));
  NOMIC_TRY(put_slip(making, move, corrected));
  if (move.has_record()) {
    corrected.set_record(move.record());
  } else if (move.has_text() || move.has_title() || move.has_number()) {
    NOMIC_ASSIGN(auto state, making.state());
    corrected.set_record(record_of_text(*state, rule_corrected(move)));
  } else {
    return error_of(ErrorCode::BAD_REQUEST, "no_record");
  }
  return event;
}

Result<v1::Event> event_of(Making& /*making*/, const v1::Request::Object& move) {
  NOMIC_ASSIGN(auto reason, clean_reason(move.reason()));
  v1::Event event;
  event.mutable_objection_raised()->set_record(move.record());
  event.mutable_objection_raised()->set_reason(std::move(reason));
  return event;
}

Result<v1::Event> event_of(Making& /*making*/, const v1::Request::Annotate& move) {
  v1::Event event;
  v1::RuleAnnotated& note = *event.mutable_rule_annotated();
  if (move.has_removes() == (!move.rule().empty())) return error_of(ErrorCode::BAD_REQUEST, "note_of_nothing");
  note.set_removes(move.removes());
  if (move.has_removes()) return event;
  NOMIC_ASSIGN(auto text, replay::clean_text(move.text(), "note"));
  note.set_rule(move.rule());
  note.set_text(std::move(text));
  note.set_judgment(move.judgment());
  return event;
}

}  // namespace nomic::tools
