#include <algorithm>
#include <set>
#include <vector>

#include "dispute/judge.h"
#include "nomic/replay/reference.h"
#include "play.h"
#include "status_parts.h"
#include "turn/turn.h"

namespace nomic::replay {
namespace {

template <class List>
bool contains(const List& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

// Notes of one kind. Views of a status list all questions, moves and acts, also those without a note.
constexpr std::size_t NOTES_LIMIT = 100;

// Notes the last NOTES_LIMIT of the messages that `is_noted`, and then, by the variant `left`, how many others there
// are.
template <class Messages, class IsNoted, class MakeRemark>
void note_last(const Messages& messages, const IsNoted& is_noted, const MakeRemark& remark, const char* left,
               StatusOf& status) {
  std::vector<int> places;
  for (int at = 0; at < messages.size(); ++at) {
    if (is_noted(messages[at])) places.push_back(at);
  }
  const std::size_t more = places.size() > NOTES_LIMIT ? places.size() - NOTES_LIMIT : 0;
  for (std::size_t i = more; i < places.size(); ++i) status.notes.push_back(remark(messages[places[i]]));
  if (more != 0) status.notes.push_back(remark_of(Topic::NOTE, left, {{"count", more}}));
}

void note_questions_without_judge(const Engine& engine, StatusOf& status) {
  note_last(
      engine.state().questions(),
      [&](const auto& question) { return question.answered_by() == 0 && judges_of(engine, question).empty(); },
      [](const auto& question) {
        return remark_of(Topic::NOTE, "no_judge_left", {{"record", question.record()}});
      },
      "questions_left", status);
}

// Before the next turn, and to close a game that is won.
void say_who_consents(const Engine& engine, StatusOf& status) {
  const auto& state = engine.state();
  const auto& law = engine.law();
  const bool won = state.turn().phase() == v1::Turn::WON;
  status.consents_are_idle = !won && !consent_is_awaited(state, law);
  if (status.consents_are_idle) return;
  const std::string next = won ? std::string() : next_for_consent(state, law);
  status.consents_needed = won ? closing_consents_missing(state, law) : consents_missing(state, law, next);
  const auto& given = won ? state.dispute().closing_consents() : state.dispute().consents();
  for (const auto& player : won ? losers(state) : consenters_for(state, law, next)) {
    if (!contains(given, player)) status.consents_missing.push_back(player);
  }
  if (won) {
    status.notes.push_back(remark_of(Topic::NOTE, "closing", {{"needed", status.consents_needed}}));
  } else if (status.consents_needed != 0) {
    status.notes.push_back(remark_of(Topic::NOTE, next.empty() ? "consent_before_anybody" : "consent_before",
                                     {{"needed", status.consents_needed}, {"player", next}}));
  }
}

void note_contested(const State& state, StatusOf& status) {
  note_last(
      state.contested(), [](const auto& contested) { return !contested.upheld(); },
      [](const auto& contested) {
        return remark_of(Topic::NOTE, contested.left().empty() ? "contested" : "upheld_in_vain",
                         {{"record", contested.record()}, {"player", contested.player()}});
      },
      "contested_left", status);
}

// What an act does beside giving its author something, players must hear of while they can contest it.
void note_acts(const Engine& engine, StatusOf& status) {
  const State& state = engine.state();
  if (state.acts().empty()) return;
  std::set<std::uint64_t> upheld;
  for (const auto& judgment : state.judgments()) {
    if (!judgment.overruled()) upheld.insert(judgment.upholds().begin(), judgment.upholds().end());
  }
  const auto* const variant = judgment_is_provided(state, engine.law()) ? "act_not_judged" : "act_without_judge";
  note_last(
      state.acts(), [&](const auto& act) { return !upheld.contains(act.record()); },
      [&](const auto& act) {
        return remark_of(Topic::NOTE, variant,
                         {{"record", act.record()}, {"player", act.player()}, {"rule", act.cited().number()}});
      },
      "acts_left", status);
}

}  // namespace

std::uint32_t rule_on_overruling(const Engine& engine) {
  return judgment_rule(engine.state(), engine.law()).source("overrule").number();
}

std::uint32_t rule_on_judges(const Engine& engine) {
  return judgment_rule(engine.state(), engine.law()).source("seat").number();
}

std::vector<const v1::DeliveredJudgment*> judgments_in_dispute(const State& state) {
  std::vector<const v1::DeliveredJudgment*> all;
  if (const auto* judgment = judgment_of_turn(state)) all.push_back(judgment);
  for (const auto& judgment : state.judgments()) all.push_back(&judgment);
  return all;
}

std::uint64_t upheld_by(const State& state, std::uint64_t act) {
  std::uint64_t by = 0;
  for (const auto& judgment : state.judgments()) {
    const auto& upholds = judgment.upholds();
    if (counts(judgment) && std::find(upholds.begin(), upholds.end(), act) != upholds.end()) by = judgment.record();
  }
  return by;
}

std::vector<std::string> judges_of(const Engine& engine, const v1::Question& question) {
  if (question.answered_by() != 0) return {};
  return judges_of(engine.state(), engine.law(), &question);
}

std::vector<std::string> overrulers_missing(const Engine& engine, const v1::DeliveredJudgment& judgment) {
  std::vector<std::string> names;
  const auto rule = judgment_rule(engine.state(), engine.law());
  // Without a rule on overruling nobody has a vote (L71).
  if (!counts(judgment) || !rule.value.has_overrule()) return names;
  if (overruling_has_failed(engine.state(), engine.law(), judgment)) return names;
  for (const auto& name : overrulers_of(engine.state(), engine.law(), judgment)) {
    const bool voted = contains(judgment.for_overruling(), name) || contains(judgment.against_overruling(), name);
    if (!voted) names.push_back(name);
  }
  return names;
}

void add_dispute(const Engine& engine, StatusOf& status) {
  const auto& state = engine.state();
  if (!state.closed()) note_acts(engine, status);
  if (state.closed() || !judgment_is_provided(state, engine.law())) return;
  const auto judges = judges_of(state, engine.law(), nullptr);
  if (!judges.empty()) status.would_judge = judges.front();
  if (!state.questions().empty() || state.dispute().debate_asked() != 0) status.judge = status.would_judge;
  for (const auto& question : state.questions()) {
    const auto sitting = judges_of(engine, question);
    if (sitting.empty()) continue;
    status.judge = sitting.front();
    break;
  }
  note_questions_without_judge(engine, status);
  say_who_consents(engine, status);
  note_contested(state, status);
}

}  // namespace nomic::replay
