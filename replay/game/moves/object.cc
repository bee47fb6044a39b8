// An objection to a clerical correction, by any player until a turn of another player than the one who made it
// begins: it stands no longer, nor does what rests on it.

#include <algorithm>

#include "change/corrections.h"
#include "change/numbers_found.h"
#include "moves/moves.h"
#include "nomic/replay/content.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/rule_past.h"
#include "nomic/replay/text.h"

namespace nomic::replay {
namespace {

v1::Consequence::CorrectionObjected& emit_objected(Play& play, std::uint64_t correction, std::uint64_t rests_on) {
  auto& emitted = *play.emit(play.law().permission({}).source("unregulated")).mutable_correction_objected();
  emitted.set_player(play.move.author);
  emitted.set_about(correction);
  emitted.set_rests_on(rests_on);
  return emitted;
}

void forget(State& state, std::uint64_t record) {
  state.edit_corrections().erase_if([&](const auto& one) { return one.record() == record; });
}

bool holds(const v1::VersionSource& source, std::uint64_t record) {
  return std::any_of(source.corrections().begin(), source.corrections().end(),
                     [&](const auto& one) { return one.record() == record && is_clerical(one); });
}

// The sources of a rule up to the version that the correction is of; none if it is of none of them.
Sources up_to_corrected(const Sources& sources, std::uint64_t record) {
  Sources kept;
  for (const auto& source : sources) {
    *kept.Add() = source;
    if (holds(source, record)) return kept;
  }
  return {};
}

void drop(v1::VersionSource& source, std::uint64_t record) {
  auto& all = *source.mutable_corrections();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.record() == record && is_clerical(one); });
  if (found != all.end()) all.erase(found);
}

// The title of a rule in force without what is dropped: that of its versions, unless it has one that none of them sets.
Status title_without(const Play& play, v1::Rule& rule, const Sources& before, const Sources& after) {
  NOMIC_ASSIGN(auto with, version_at(play.history, before, before.size()));
  if (rule.title() != with.title) return ledger::Done{};
  NOMIC_ASSIGN(auto without, version_at(play.history, after, after.size()));
  rule.set_title(without.title);
  return ledger::Done{};
}

Status title_without(const Play& /*play*/, v1::RepealedRule& /*rule*/, const Sources& /*before*/,
                     const Sources& /*after*/) {
  return ledger::Done{};  // it has none, but for its versions
}

// Takes the correction out of a rule in force or a repealed one, if it is of one of its versions; whether it was.
template <class Rules>
Result<bool> take_back_words(Play& play, Rules& rules, int at, const v1::Correction& correction) {
  Sources all = all_sources(play.state, rules[at]);
  const auto sources = up_to_corrected(all, correction.record());
  if (sources.empty()) return false;
  auto& rule = rules.edit(at);
  // On a title no other correction rests.
  NOMIC_ASSIGN(auto fallen, correction.has_title() ? Result<std::vector<std::uint64_t>>(std::vector<std::uint64_t>())
                                                   : resting_on(play.history, sources, correction.record()));
  const Sources before = all;
  auto& source = *all.Mutable(sources.size() - 1);
  drop(source, correction.record());
  for (const auto record : fallen) drop(source, record);
  if (correction.has_title()) NOMIC_TRY(title_without(play, rule, before, all));
  put_sources(play.state, rule, all);
  emit_objected(play, correction.record(), 0);
  for (const auto record : fallen) {
    emit_objected(play, record, correction.record());
    forget(play.state, record);
  }
  return true;
}

Status object_to_words(Play& play, const v1::Correction& correction) {
  for (int at = 0; at < play.state.rules_size(); ++at) {
    NOMIC_ASSIGN(auto done, take_back_words(play, play.state.edit_rules(), at, correction));
    if (done) return ledger::Done{};
  }
  for (int at = 0; at < play.state.repealed_size(); ++at) {
    NOMIC_ASSIGN(auto done, take_back_words(play, play.state.edit_repealed(), at, correction));
    if (done) return ledger::Done{};
  }
  // The version is gone: an amendment that was repealed.
  emit_objected(play, correction.record(), 0);
  return ledger::Done{};
}

// Rules bear their old numbers again: of what fell, each rule of each correction, in the order in which it fell.
Status object_to_number(Play& play, const v1::Correction& correction) {
  // By the rules as they stand until then.
  NOMIC_ASSIGN(auto back, take_back_number(play, correction.record()));
  for (const auto& one : back) {
    auto& emitted =
        emit_objected(play, one.correction, one.correction == correction.record() ? 0 : correction.record());
    if (one.to != 0) {
      emitted.set_from_number(reference(one.from));
      emitted.set_to_number(reference(one.to));
    }
    forget(play.state, one.correction);
  }
  play.numbers_changed();
  return ledger::Done{};
}

bool is_of_rule(const v1::Correction& correction) {
  return correction.has_text() || correction.has_title() || correction.has_number();
}

// The next correction of the same thing: what it replaced is what the one before it had replaced.
v1::Correction* next_of(State& state, const v1::Correction& correction) {
  for (int at = 0; at < state.corrections_size(); ++at) {
    const auto& other = state.corrections(at);
    if (other.record() <= correction.record() || is_of_rule(other)) continue;
    const bool same = correction.player().empty() ? other.player().empty() && other.corrects() == correction.corrects()
                                                  : other.player() == correction.player();
    if (same) return &state.edit_corrections().edit(at);
  }
  return nullptr;
}

void object_to_name(Play& play, const v1::Correction& correction) {
  emit_objected(play, correction.record(), 0);
  if (auto* next = next_of(play.state, correction)) {
    next->clear_shown();
    if (correction.has_shown()) *next->mutable_shown() = correction.shown();
    return;
  }
  auto& player = *edit_player(play.state, correction.player());
  player.clear_shown();
  if (correction.has_shown()) *player.mutable_shown() = correction.shown();
}

Status object_to_time(Play& play, const v1::Correction& correction) {
  NOMIC_ASSIGN(auto record, play.history.at(correction.corrects()));
  emit_objected(play, correction.record(), 0);
  if (auto* next = next_of(play.state, correction)) {
    next->set_occurred_at(correction.occurred_at());
    return ledger::Done{};
  }
  auto& times = play.state.edit_times();
  const auto found =
      std::find_if(times.begin(), times.end(), [&](const auto& t) { return t.record() == correction.corrects(); });
  if (found == times.end()) return ledger::Done{};
  const auto at = static_cast<int>(found - times.begin());
  if (correction.occurred_at() == record.event.occurred_at()) {
    times.erase(at);
  } else {
    times.edit(at).set_occurred_at(correction.occurred_at());
  }
  return ledger::Done{};
}

}  // namespace

Status play_object(Play& play, const v1::ObjectionRaised& event) {
  NOMIC_TRY(must_be_playing(play));
  if (event.reason().size() > TEXT_LIMIT) {
    return refuse(ErrorCode::TEXT_TOO_LONG, "reason", {{"size", event.reason().size()}, {"limit", TEXT_LIMIT}});
  }
  const auto& all = play.state.corrections();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.record() == event.record(); });
  if (found == all.end()) {
    return refuse(ErrorCode::NOT_CORRECTED, "", {{"record", event.record()}});
  }
  v1::Correction correction;  // a copy: it leaves the state below
  correction.CopyFrom(*found);
  if (correction.has_text() || correction.has_title()) {
    NOMIC_TRY(object_to_words(play, correction));
  } else if (correction.has_number()) {
    NOMIC_TRY(object_to_number(play, correction));
  } else if (correction.player().empty()) {
    NOMIC_TRY(object_to_time(play, correction));
  } else {
    object_to_name(play, correction);
  }
  forget(play.state, correction.record());
  return ledger::Done{};
}

}  // namespace nomic::replay
