// A clerical correction: a slip in a rule's text, in the time of a record, in a player's name. It says what it
// replaces, who made it and why; what it replaces stays on record. What a rule does is changed by rule-changes only.

#include <fmt/core.h>

#include <algorithm>

#include "change/corrections.h"
#include "change/rule_changes.h"
#include "dispute/contested.h"
#include "moves/moves.h"
#include "nomic/replay/point.h"
#include "nomic/replay/text.h"

namespace nomic::replay {
namespace {

// What nothing regulates is permitted, and a rule says so.
v1::RuleRef permitted_by(const Play& play) {
  return play.law().permission({}).source("unregulated");
}

// What changes a rule is a rule-change.
Error not_clerical(const Play& play, std::string what) {
  v1::RuleChange amending;
  amending.set_kind(v1::AMEND);
  return refuse(ErrorCode::NOT_CLERICAL, std::move(what), "propose an amendment: `nomic propose amend`",
                {play.law().rule_change_kinds(case_of(amending)).source("kinds")});
}

Error not_in_that_record(const v1::RecordCorrected& event, const std::string& what, const std::string& hint = {}) {
  return refuse(ErrorCode::NOT_IN_THAT_RECORD, fmt::format("record #{} {}", event.record(), what), hint);
}

v1::Correction& note(Play& play, const v1::RecordCorrected& event, v1::Consequence::Corrected difference) {
  auto& correction = play.state.edit_corrections().add();
  correction.set_record(play.move.index);
  correction.set_corrects(event.record());
  correction.set_author(play.move.author);
  difference.set_player(play.move.author);
  difference.set_about(event.record());
  *play.emit(permitted_by(play)).mutable_corrected() = std::move(difference);
  return correction;
}

// ---- A rule's text -------------------------------------------------------------------------------------------------

Status is_a_slip(const Play& play, const v1::TextCorrection& slip, const v1::VersionSource& source) {
  if (slip.before().empty()) return not_clerical(play, "the words with the slip are not given");
  if (slip.before() == slip.after()) return not_clerical(play, "the correction replaces the words by themselves");
  if (std::max(slip.before().size(), slip.after().size()) > SLIP_LIMIT) {
    return not_clerical(play, fmt::format("a correction is of at most {} bytes", SLIP_LIMIT));
  }
  if (source.corrections_size() < SLIPS_LIMIT) return ledger::Done{};
  return not_clerical(play, fmt::format("this version has {} corrections already", SLIPS_LIMIT));
}

// The texts as corrected.
Result<std::vector<v1::Text>> corrected_texts(const v1::Rule& rule, const v1::TextCorrection& slip) {
  std::vector<v1::Text> texts(rule.texts().begin(), rule.texts().end());
  const auto* text = text_of(texts, slip.lang());
  const auto times = text == nullptr ? 0 : times_in(text->text(), slip.before());
  if (times == 0) {
    return refuse(ErrorCode::SLIP_NOT_FOUND,
                  text == nullptr
                      ? fmt::format("rule {} has no text in \"{}\"", rule.number(), slip.lang())
                      : fmt::format("\"{}\" does not stand in the text of rule {}", slip.before(), rule.number()),
                  fmt::format("`nomic show-rule {}` shows the text", rule.number()));
  }
  if (times > 1) {
    return refuse(ErrorCode::SLIP_NOT_UNIQUE,
                  fmt::format("\"{}\" stands {} times in the text of rule {}", slip.before(), times, rule.number()),
                  "give more of the words around it");
  }
  const auto size = text->text().size() - slip.before().size() + slip.after().size();
  if (size == 0) return refuse(ErrorCode::TEXT_EMPTY, "nothing would be left of the rule's text");
  if (size > TEXT_LIMIT) {
    return refuse(ErrorCode::TEXT_TOO_LONG,
                  fmt::format("the rule's text would have {} bytes; at most {} are allowed", size, TEXT_LIMIT));
  }
  correct(texts, slip);
  return texts;
}

Status correct_text(Play& play, const v1::RecordCorrected& event) {
  const auto& slip = event.text();
  const auto* found = find_rule(play.state, slip.rule());
  if (found == nullptr) return no_such_rule(play.state, slip.rule());
  const auto& source = *found->sources().rbegin();
  if (source.record() != event.record()) {
    return not_in_that_record(event, fmt::format("does not hold the text of rule {} that is in force", slip.rule()),
                              fmt::format("it stands in record #{}", source.record()));
  }
  if (auto clerical = is_a_slip(play, slip, source); !clerical) return clerical;
  auto texts = corrected_texts(*found, slip);
  if (!texts) return texts.error();

  for (int at = 0; at < play.state.rules_size(); ++at) {
    if (play.state.rules(at).number() != slip.rule()) continue;
    auto& rule = play.state.edit_rules().edit(at);
    *rule.mutable_texts() = {texts->begin(), texts->end()};
    auto& applied = *rule.mutable_sources()->rbegin()->add_corrections();
    applied.set_record(play.move.index);
    *applied.mutable_text() = slip;
  }
  v1::Consequence::Corrected difference;
  difference.mutable_text()->set_rule(slip.rule());
  difference.mutable_text()->set_before(slip.before());
  difference.mutable_text()->set_after(slip.after());
  auto& correction = note(play, event, std::move(difference));
  *correction.mutable_text() = slip;
  return ledger::Done{};
}

// ---- When a record happened ----------------------------------------------------------------------------------------

Status correct_time(Play& play, const v1::RecordCorrected& event, const Move& record) {
  auto& times = play.state.edit_times();
  const auto at = std::lower_bound(times.begin(), times.end(), event.record(),
                                   [](const auto& time, std::uint64_t index) { return time.record() < index; });
  const bool there = at != times.end() && at->record() == event.record();
  const auto before = there ? at->occurred_at() : record.event.occurred_at();
  if (event.occurred_at() <= 0 || event.occurred_at() > record.recorded_at) {
    return not_in_that_record(
        event, fmt::format("was recorded at {}: it did not happen after that", print_time(record.recorded_at)));
  }
  if (event.occurred_at() == before) return not_clerical(play, "that is the time at which it is said to have happened");
  if (times.size() >= TIMES_LIMIT) {
    return not_clerical(play, fmt::format("a game keeps at most {} times that are corrected", TIMES_LIMIT));
  }

  v1::Consequence::Corrected difference;
  difference.mutable_time()->set_before(before);
  difference.mutable_time()->set_after(event.occurred_at());
  auto& correction = note(play, event, std::move(difference));
  correction.set_occurred_at(before);
  const auto place = static_cast<int>(at - times.begin());
  if (!there) times.insert(place, {});
  auto& time = times.edit(place);
  time.set_record(event.record());
  time.set_by(play.move.index);
  time.set_occurred_at(event.occurred_at());
  return ledger::Done{};
}

// ---- How a player is called ----------------------------------------------------------------------------------------

Status correct_name(Play& play, const v1::RecordCorrected& event, const Move& record) {
  const auto inner = event_in(record);
  const auto& recorded =
      inner.has_player_seated() ? inner.player_seated().player().name() : inner.player_joined().player().name();
  auto* player = edit_player(play.state, recorded);
  if (player == nullptr) return not_in_that_record(event, "seats no player, and by it nobody has joined");
  const auto& names = event.name();
  if (names.name().empty() || names.folded().empty()) {
    return refuse(ErrorCode::NAME_EMPTY, "the name that is right is not given");
  }
  const bool one_line = std::none_of(names.name().begin(), names.name().end(),
                                     [](char c) { return static_cast<unsigned char>(c) < ' '; });
  if (!one_line || std::max(names.name().size(), names.folded().size()) > NAME_BYTES_LIMIT) {
    return refuse(ErrorCode::NAME_NOT_ALLOWED, fmt::format("a name is one line of at most {} characters", NAME_LIMIT));
  }
  const auto& shown = player->has_shown() ? player->shown().name() : player->names().name();
  if (names.name() == shown) return not_clerical(play, fmt::format("{} is shown by that name already", shown));
  if (auto free = name_is_free(play, names, recorded); !free) return free;

  v1::Consequence::Corrected difference;
  difference.mutable_name()->set_before(shown);
  difference.mutable_name()->set_after(names.name());
  auto& correction = note(play, event, std::move(difference));
  correction.set_player(recorded);
  if (player->has_shown()) *correction.mutable_shown() = player->shown();
  player->clear_shown();
  if (names.name() != recorded) {
    player->mutable_shown()->set_name(names.name());
    player->mutable_shown()->set_folded(names.folded());
  }
  return ledger::Done{};
}

}  // namespace

Status play_correct(Play& play, const v1::RecordCorrected& event) {
  if (auto playing = must_be_playing(play); !playing) return playing;
  if (event.cause().empty()) return refuse(ErrorCode::TEXT_EMPTY, "the cause of the correction is not given");
  if (event.cause().size() > TEXT_LIMIT) {
    return refuse(ErrorCode::TEXT_TOO_LONG,
                  fmt::format("the cause has {} bytes; at most {} are allowed", event.cause().size(), TEXT_LIMIT));
  }
  if (event.record() >= play.move.index) {
    return refuse(ErrorCode::NO_SUCH_RECORD, fmt::format("there is no record #{}", event.record()),
                  fmt::format("the last is #{}", play.move.index - 1));
  }
  if (event.has_text()) return correct_text(play, event);
  auto record = play.history.at(event.record());
  if (!record) return record.error();
  if (event.what_case() == v1::RecordCorrected::kOccurredAt) return correct_time(play, event, *record);
  if (event.has_name()) return correct_name(play, event, *record);
  return not_clerical(play, "a correction is of a rule's text, of a time or of a name: what a rule does is none");
}

}  // namespace nomic::replay
