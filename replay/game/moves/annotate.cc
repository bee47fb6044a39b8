// A note under a rule: what players want to be read with it, a Judgment of note among it. It is no part of the rule's
// text, and nothing follows from it; so anybody who plays puts one there, and takes one away (116).

#include <algorithm>

#include "change/rule_changes.h"
#include "dispute/contested.h"
#include "moves/moves.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/reference.h"

namespace nomic::replay {
namespace {

// The number of the rule in force that has the note; 0: none has.
std::uint32_t rule_with_note(const State& state, std::uint64_t note) {
  for (const auto& rule : state.rules()) {
    const auto& all = rule.notes();
    if (std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.record() == note; })) {
      return rule.number();
    }
  }
  return 0;
}

v1::Rule& edit_rule(State& state, std::uint32_t number) {
  const auto& rules = state.rules();
  int at = 0;
  while (rules[at].number() != number) ++at;
  return state.edit_rules().edit(at);
}

v1::Consequence::RuleAnnotated& emit_annotated(Play& play, std::uint32_t rule) {
  auto& emitted = *play.emit(play.law().permission({}).source("unregulated")).mutable_rule_annotated();
  emitted.set_player(play.move.author);
  emitted.set_number(reference(rule));
  return emitted;
}

Status take_away(Play& play, const v1::RuleAnnotated& event) {
  const auto rule = rule_with_note(play.state, event.removes());
  const bool says_more = !event.rule().empty() || !event.text().empty() || event.judgment() != 0;
  if (rule == 0 || says_more) {
    return refuse(ErrorCode::NO_SUCH_NOTE, says_more ? "says_more" : "", {{"record", event.removes()}});
  }
  auto& notes = *edit_rule(play.state, rule).mutable_notes();
  notes.erase(
      std::find_if(notes.begin(), notes.end(), [&](const auto& one) { return one.record() == event.removes(); }));
  emit_annotated(play, rule).set_about(event.removes());
  return ledger::Done{};
}

// The record of a Judgment that was delivered, of any turn.
Status is_a_judgment(const Play& play, std::uint64_t record) {
  if (record == 0) return ledger::Done{};
  if (record >= play.move.index) {
    return refuse(ErrorCode::NO_SUCH_RECORD, "", {{"record", record}, {"last", play.move.index - 1}});
  }
  NOMIC_ASSIGN(auto move, play.history.at(record));
  if (event_in(move).has_judgment_delivered()) return ledger::Done{};
  return refuse(ErrorCode::NO_SUCH_JUDGMENT, "noted", {{"record", record}});
}

}  // namespace

Status play_annotate(Play& play, const v1::RuleAnnotated& event) {
  NOMIC_TRY(must_be_playing(play));
  if (event.removes() != 0) return take_away(play, event);
  if (event.text().empty()) return refuse(ErrorCode::TEXT_EMPTY, "of_note");
  if (event.text().size() > TEXT_LIMIT) {
    return refuse(ErrorCode::TEXT_TOO_LONG, "of_note", {{"size", event.text().size()}, {"limit", TEXT_LIMIT}});
  }
  const auto* rule = find_rule(play.state, number_in(event.rule()));
  if (rule == nullptr) return no_such_rule(play.state, number_in(event.rule()));
  NOMIC_TRY(is_a_judgment(play, event.judgment()));
  if (rule->notes_size() >= NOTES_LIMIT) {
    return refuse(ErrorCode::TOO_MANY_NOTES, "", {{"rule", number_in(event.rule())}, {"limit", NOTES_LIMIT}});
  }

  edit_rule(play.state, number_in(event.rule())).add_notes()->set_record(play.move.index);
  auto& emitted = emit_annotated(play, number_in(event.rule()));
  emitted.set_note(event.text());
  emitted.set_judgment(event.judgment());
  return ledger::Done{};
}

}  // namespace nomic::replay
