// A clerical correction: of a rule's text, title or number, of the time of a record, of a player's name. It says what
// it replaces, who made it and why; what it replaces stays on record. What a rule does is changed by rule-changes only.

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "change/corrections.h"
#include "change/numbers_found.h"
#include "change/rule_changes.h"
#include "dispute/contested.h"
#include "moves/moves.h"
#include "nomic/replay/afterwards.h"
#include "nomic/replay/content.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"

namespace nomic::replay {
namespace {

// What nothing regulates is permitted, and a rule says so.
v1::RuleVersion permitted_by(const Play& play) {
  return play.law().permission({}).source("unregulated");
}

// What changes a rule is a rule-change.
Error not_clerical(const Play& play, std::string_view variant, std::vector<Parameter> parameters = {}) {
  v1::RuleChange amending;
  amending.set_kind(v1::AMEND);
  return refuse(ErrorCode::NOT_CLERICAL, variant, std::move(parameters),
                {play.law().rule_change_kinds(case_of(amending)).source("kinds")});
}

Error not_in_that_record(std::string_view variant, std::vector<Parameter> parameters) {
  return refuse(ErrorCode::NOT_IN_THAT_RECORD, variant, std::move(parameters));
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

// The rule of that number, whose present version the record holds.
Result<const v1::Rule*> rule_in_record(const Play& play, std::uint32_t number, std::uint64_t record) {
  const auto* found = find_rule(play.state, number);
  if (found == nullptr) return no_such_rule(play.state, number);
  const auto source = found->sources().rbegin()->record();
  if (source == record) return found;
  return not_in_that_record("other_text", {{"record", record}, {"rule", number}, {"source", source}});
}

Status may_be_corrected(const Play& play, const v1::Rule& rule) {
  const auto& all = rule.sources().rbegin()->corrections();
  if (std::count_if(all.begin(), all.end(), is_clerical) < SLIPS_LIMIT) return ledger::Done{};
  return not_clerical(play, "too_often", {{"limit", SLIPS_LIMIT}});
}

void apply_to_version(Play& play, std::uint32_t number, v1::AppliedCorrection applied) {
  for (int at = 0; at < play.state.rules_size(); ++at) {
    if (play.state.rules(at).number() != number) continue;
    auto& rule = play.state.edit_rules().edit(at);
    if (applied.has_title()) rule.set_title(applied.title().after());
    *rule.mutable_sources()->rbegin()->add_corrections() = std::move(applied);
    return;
  }
}

Status is_a_slip(const Play& play, const v1::TextCorrection& slip) {
  if (slip.whole() != slip.before().empty()) {
    return not_clerical(play, slip.whole() ? "whole_and_words" : "nothing_named");
  }
  if (!slip.whole() && slip.before() == slip.after()) return not_clerical(play, "nothing_changed");
  return ledger::Done{};
}

// Whether the slip stands there, once, and what is left without it is a text; what it replaces.
Result<std::string> words_replaced(const Play& play, const v1::Rule& rule, std::vector<v1::Text> texts,
                                   const v1::TextCorrection& slip) {
  // What a version says may have been found only after it was recorded that it is not on record.
  if (slip.whole() && texts.empty()) texts.emplace_back().set_lang(slip.lang());
  const auto* text = text_of(texts, slip.lang());
  if (text == nullptr) {
    return refuse(ErrorCode::SLIP_NOT_FOUND, "no_language", {{"rule", rule.number()}, {"lang", slip.lang()}});
  }
  if (slip.whole() && text->text() == slip.after()) return not_clerical(play, "nothing_changed");
  const auto replaced = slip.whole() ? text->text() : slip.before();
  const auto times = slip.whole() ? 1 : times_in(text->text(), replaced);
  if (times == 0) {
    return refuse(ErrorCode::SLIP_NOT_FOUND, "no_words", {{"words", replaced}, {"rule", rule.number()}});
  }
  if (times > 1) {
    return refuse(ErrorCode::SLIP_NOT_UNIQUE, "", {{"words", replaced}, {"times", times}, {"rule", rule.number()}});
  }
  const auto size = text->text().size() - replaced.size() + slip.after().size();
  if (size == 0) return refuse(ErrorCode::TEXT_EMPTY, "left");
  if (size > TEXT_LIMIT) {
    return refuse(ErrorCode::TEXT_TOO_LONG, "left", {{"size", size}, {"limit", TEXT_LIMIT}});
  }
  return replaced;
}

Status correct_text(Play& play, const v1::RecordCorrected& event) {
  const auto& slip = event.text();
  NOMIC_ASSIGN(auto found, rule_in_record(play, number_in(slip.rule()), event.record()));
  NOMIC_TRY(is_a_slip(play, slip));
  NOMIC_TRY(may_be_corrected(play, *found));
  NOMIC_ASSIGN(auto texts, texts_of(play.history, *found));
  NOMIC_ASSIGN(auto replaced, words_replaced(play, *found, std::move(texts), slip));

  const auto kept = as_kept(play.move, slip);
  apply_to_version(play, number_in(slip.rule()), kept);
  v1::Consequence::Corrected difference;
  difference.mutable_text()->set_rule(slip.rule());
  difference.mutable_text()->set_before(std::move(replaced));
  difference.mutable_text()->set_after(slip.after());
  if (slip.whole()) difference.mutable_text()->set_whole(true);
  auto& correction = note(play, event, std::move(difference));
  *correction.mutable_text() = kept.text();
  return ledger::Done{};
}

// ---- A rule's title ------------------------------------------------------------------------------------------------

Status correct_title(Play& play, const v1::RecordCorrected& event) {
  const auto& slip = event.title();
  NOMIC_ASSIGN(auto found, rule_in_record(play, number_in(slip.rule()), event.record()));
  if (slip.before() != found->title()) {
    return refuse(ErrorCode::SLIP_NOT_FOUND, found->title().empty() ? "no_title" : "other_title",
                  {{"rule", number_in(slip.rule())}, {"title", slip.before()}, {"has", found->title()}});
  }
  if (slip.before() == slip.after()) return not_clerical(play, "same_title");
  NOMIC_TRY(may_be_corrected(play, *found));

  v1::AppliedCorrection applied;
  applied.set_record(play.move.index);
  *applied.mutable_title() = slip;
  apply_to_version(play, number_in(slip.rule()), std::move(applied));
  v1::Consequence::Corrected difference;
  difference.mutable_title()->set_rule(slip.rule());
  difference.mutable_title()->set_before(slip.before());
  difference.mutable_title()->set_after(slip.after());
  *note(play, event, std::move(difference)).mutable_title() = slip;
  return ledger::Done{};
}

// ---- A rule's number -----------------------------------------------------------------------------------------------

// Which rule prevails over which, on what. Rules of which neither prevails are named in the order of their numbers.
using Prevails = std::set<std::tuple<Conflict::End, std::uint32_t, std::uint32_t, std::string>>;

Prevails what_prevails(const Law& law) {
  Prevails all;
  for (const auto& one : law.conflicts()) {
    auto winner = one.winner.lineage();
    auto loser = one.loser.lineage();
    if (one.end == Conflict::End::UNDECIDED && loser < winner) std::swap(winner, loser);
    all.emplace(one.end, winner, loser, one.point);
  }
  return all;
}

Status correct_number(Play& play, const v1::RecordCorrected& event) {
  const auto& slip = event.number();
  NOMIC_TRY(rule_in_record(play, number_in(slip.rule()), event.record()).status());
  NOMIC_TRY(may_bear(play, slip));

  const auto prevailed = what_prevails(play.law());
  bear_number(play, slip);
  v1::Consequence::Corrected difference;
  auto& renumbering = *difference.mutable_renumbering();
  renumbering.set_from_number(slip.rule());
  renumbering.set_to_number(slip.number());
  renumbering.set_all_along(slip.all_along());
  v1::Consequence::Corrected other = difference;
  *note(play, event, std::move(difference)).mutable_number() = slip;
  if (slip.swap()) {
    other.mutable_renumbering()->set_from_number(slip.number());
    other.mutable_renumbering()->set_to_number(slip.rule());
    other.set_player(play.move.author);
    other.set_about(event.record());
    *play.emit(permitted_by(play)).mutable_corrected() = std::move(other);
  }
  play.numbers_changed();
  // One player decides no conflict of rules (211). The keeper of a game recorded afterwards says what it came to.
  if (is_recorded_afterwards(play.state) || what_prevails(play.law()) == prevailed) return ledger::Done{};
  return not_clerical(play, "prevails", {{"rule", number_in(slip.rule())}, {"number", number_in(slip.number())}});
}

// ---- When a record happened ----------------------------------------------------------------------------------------

Status correct_time(Play& play, const v1::RecordCorrected& event, const Move& record) {
  auto& times = play.state.edit_times();
  const auto at = std::lower_bound(times.begin(), times.end(), event.record(),
                                   [](const auto& time, std::uint64_t index) { return time.record() < index; });
  const bool there = at != times.end() && at->record() == event.record();
  const auto before = there ? at->occurred_at() : record.event.occurred_at();
  // Of a record whose time is somebody's word, the game does not know when it was made.
  const bool too_late = !record.event.afterwards() && event.occurred_at() > record.recorded_at;
  if (event.occurred_at() <= 0 || too_late) {
    return not_in_that_record("later", {{"record", event.record()}, {"time", Moment{record.recorded_at}}});
  }
  if (event.occurred_at() == before) return not_clerical(play, "same_time");
  if (times.size() >= TIMES_LIMIT) {
    return not_clerical(play, "too_many_times", {{"limit", TIMES_LIMIT}});
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
  if (player == nullptr) return not_in_that_record("no_player", {{"record", event.record()}});
  const auto& names = event.name();
  if (names.name().empty() || names.folded().empty()) {
    return refuse(ErrorCode::NAME_EMPTY, "right_name");
  }
  const bool one_line = std::none_of(names.name().begin(), names.name().end(),
                                     [](char c) { return static_cast<unsigned char>(c) < ' '; });
  if (!one_line || std::max(names.name().size(), names.folded().size()) > NAME_BYTES_LIMIT) {
    return refuse(ErrorCode::NAME_NOT_ALLOWED, "right_name", {{"limit", NAME_LIMIT}});
  }
  const auto& shown = player->has_shown() ? player->shown().name() : player->names().name();
  if (names.name() == shown) return not_clerical(play, "same_name", {{"player", shown}});
  NOMIC_TRY(name_is_free(play, names, recorded));

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
  NOMIC_TRY(must_be_playing(play));
  if (event.cause().empty()) return refuse(ErrorCode::TEXT_EMPTY, "cause");
  if (event.cause().size() > TEXT_LIMIT) {
    return refuse(ErrorCode::TEXT_TOO_LONG, "cause", {{"size", event.cause().size()}, {"limit", TEXT_LIMIT}});
  }
  if (event.record() >= play.move.index) {
    return refuse(ErrorCode::NO_SUCH_RECORD, "", {{"record", event.record()}, {"last", play.move.index - 1}});
  }
  if (event.has_text()) return correct_text(play, event);
  if (event.has_title()) return correct_title(play, event);
  if (event.has_number()) return correct_number(play, event);
  NOMIC_ASSIGN(auto record, play.history.at(event.record()));
  if (event.what_case() == v1::RecordCorrected::kOccurredAt) return correct_time(play, event, record);
  if (event.has_name()) return correct_name(play, event, record);
  return not_clerical(play, "other");
}

}  // namespace nomic::replay
