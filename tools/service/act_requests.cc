// Events of what the rules leave free: acts, attested outcomes, corrections of the record and objections to them.
#include <algorithm>
#include <limits>

#include "making.h"
#include "nomic/replay/content.h"
#include "nomic/replay/point.h"
#include "nomic/replay/text.h"
#include "requested_changes.h"
#include "said_time.h"

namespace nomic::tools {

using replay::error_of;
using replay::ErrorCode;
using replay::Result;

namespace {

Result<v1::Attribute> attribute_of(const Making& making, v1::Attribute attribute) {
  auto key = replay::clean_line(attribute.key(), "value_name", replay::LABEL_LIMIT);
  if (!key) return key.error();
  auto value = replay::clean_line(attribute.value(), "value", replay::VALUE_LIMIT);
  if (!value) return value.error();
  attribute.set_key(std::move(*key));
  attribute.set_value(std::move(*value));
  if (!attribute.player().empty()) NOMIC_TRY(making.spell_player(*attribute.mutable_player()));
  return attribute;
}

Result<v1::Holding> holding_of(const Making& making, const v1::Request::Holding& asked) {
  auto amount = read_amount(asked.amount(), "things");
  if (!amount) return amount.error();
  auto owner = replay::clean_line(asked.owner(), "owner", replay::LABEL_LIMIT);
  if (!owner) return owner.error();
  auto thing = replay::clean_line(asked.thing(), "thing", replay::LABEL_LIMIT);
  if (!thing) return thing.error();
  v1::Holding holding;
  holding.set_owner(std::move(*owner));
  holding.set_thing(std::move(*thing));
  holding.set_amount(*amount);
  // An owner who is no player is a name of the players' own: the bank, the tavern.
  auto game = making.game();
  if (!game) return game.error();
  if (auto player = (*game)->player(holding.owner())) holding.set_owner(std::move(*player));
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
    const auto texts = replay::texts_of(game.history(), rule);
    if (!texts) return texts.error();
    const bool named =
        std::any_of(texts->begin(), texts->end(), [&](const v1::Text& text) { return text.lang() == lang; });
    if (!named && lang == state.founding().lang()) return std::string();
  }
  return lang;
}

Result<v1::TextCorrection> text_correction(const Making& making, const v1::Request::TextSlip& slip) {
  if (slip.whole() && !slip.before().empty()) return error_of(ErrorCode::BAD_REQUEST, "whole_and_words");
  auto before =
      slip.whole() ? Result<std::string>(std::string()) : replay::clean_text(slip.before(), "words_with_slip");
  if (!before) return before.error();
  auto after = replay::clean_text(slip.after(), slip.whole() ? "rule_text" : "words_instead");
  if (!after) return after.error();
  if (*before == *after) return error_of(ErrorCode::BAD_REQUEST, "same_words");
  if (!slip.lang().empty() && !replay::is_language_tag(slip.lang())) {
    return error_of(ErrorCode::BAD_LANGUAGE, "none", {{"typed", slip.lang()}});
  }
  auto game = making.game();
  if (!game) return game.error();
  auto lang = recorded_lang(**game, slip.rule(), slip.lang());
  if (!lang) return lang.error();
  v1::TextCorrection text;
  text.set_rule(slip.rule());
  text.set_lang(std::move(*lang));
  text.set_before(std::move(*before));
  text.set_after(std::move(*after));
  text.set_whole(slip.whole());
  return text;
}

// The title that it replaces is the one that the rule has.
Result<v1::TitleCorrection> title_correction(const Making& making, const v1::Request::TitleSlip& slip) {
  auto after = slip.after().empty() ? Result<std::string>(std::string())
                                    : replay::clean_line(slip.after(), "rule_title", replay::TITLE_LIMIT);
  if (!after) return after.error();
  auto state = making.state();
  if (!state) return state.error();
  v1::TitleCorrection title;
  title.set_rule(slip.rule());
  for (const v1::Rule& rule : (*state)->rules()) {
    if (rule.number() == slip.rule()) title.set_before(rule.title());
  }
  title.set_after(std::move(*after));
  return title;
}

// The rule of which something is corrected; 0: of none.
std::uint32_t rule_corrected(const v1::Request::Correct& move) {
  if (move.has_text()) return move.text().rule();
  return move.has_title() ? move.title().rule() : move.number().rule();
}

replay::Status put_slip(const Making& making, const v1::Request::Correct& move, v1::RecordCorrected& corrected) {
  switch (move.slip_case()) {
    case v1::Request::Correct::kText: {
      auto text = text_correction(making, move.text());
      if (!text) return text.error();
      *corrected.mutable_text() = std::move(*text);
      return ledger::Done{};
    }
    case v1::Request::Correct::kOccurredAt: {
      auto time = said_time(making, move.occurred_at());
      if (!time) return time.error();
      corrected.set_occurred_at(*time);
      return ledger::Done{};
    }
    case v1::Request::Correct::kName: {
      auto names = replay::player_names(move.name(), "", "");
      if (!names) return names.error();
      *corrected.mutable_name() = std::move(*names);
      return ledger::Done{};
    }
    case v1::Request::Correct::kTitle: {
      auto title = title_correction(making, move.title());
      if (!title) return title.error();
      *corrected.mutable_title() = std::move(*title);
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
  auto text = replay::clean_text(move.text(), "what_is_done");
  if (!text) return text.error();
  if (move.cited() == 0) return error_of(ErrorCode::BAD_REQUEST, "act_cites_nothing");
  v1::Event event;
  v1::ActPerformed& act = *event.mutable_act_performed();
  act.set_cited(move.cited());
  act.set_text(std::move(*text));
  for (const v1::Request::Points& asked : move.points()) {
    auto points = read_amount(asked.points(), "points");
    if (!points) return points.error();
    v1::PointsFinding& given = *act.add_points();
    given.set_player(asked.player());
    given.set_points(*points);
    NOMIC_TRY(making.spell_player(*given.mutable_player()));
  }
  for (const v1::Attribute& asked : move.attributes()) {
    auto attribute = attribute_of(making, asked);
    if (!attribute) return attribute.error();
    *act.add_attributes() = std::move(*attribute);
  }
  for (const v1::Request::Holding& asked : move.holdings()) {
    auto holding = holding_of(making, asked);
    if (!holding) return holding.error();
    *act.add_holdings() = std::move(*holding);
  }
  auto changes = changes_of(making, move.changes());
  if (!changes) return changes.error();
  *act.mutable_changes() = std::move(*changes);
  return event;
}

Result<v1::Event> event_of(Making& making, const v1::Request::Attest& move) {
  v1::Event event;
  v1::OutcomeAttested& attested = *event.mutable_outcome_attested();
  attested.set_proposal(making.named_proposal(move.proposal()));
  attested.set_adopted(move.adopted());
  NOMIC_TRY(put_votes(move.has_votes_for() ? std::optional(move.votes_for()) : std::nullopt, attested, true));
  NOMIC_TRY(put_votes(move.has_votes_against() ? std::optional(move.votes_against()) : std::nullopt, attested, false));
  attested.set_votes_unknown(move.votes_unknown());
  return event;
}

Result<v1::Event> event_of(Making& making, const v1::Request::Correct& move) {
  if (move.cause().empty()) return error_of(ErrorCode::BAD_REQUEST, "no_cause");
  auto cause = replay::clean_line(move.cause(), "cause", replay::REASON_LIMIT);
  if (!cause) return cause.error();
  v1::Event event;
  v1::RecordCorrected& corrected = *event.mutable_record_corrected();
  corrected.set_cause(std::move(*cause));
  NOMIC_TRY(put_slip(making, move, corrected));
  if (move.has_record()) {
    corrected.set_record(move.record());
  } else if (move.has_text() || move.has_title() || move.has_number()) {
    auto state = making.state();
    if (!state) return state.error();
    corrected.set_record(record_of_text(**state, rule_corrected(move)));
  } else {
    return error_of(ErrorCode::BAD_REQUEST, "no_record");
  }
  return event;
}

Result<v1::Event> event_of(Making& /*making*/, const v1::Request::Object& move) {
  auto reason = clean_reason(move.reason());
  if (!reason) return reason.error();
  v1::Event event;
  event.mutable_objection_raised()->set_record(move.record());
  event.mutable_objection_raised()->set_reason(std::move(*reason));
  return event;
}

}  // namespace nomic::tools
