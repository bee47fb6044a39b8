#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>

#include "dispute/judge.h"
#include "play.h"
#include "status_parts.h"
#include "turn/turn.h"

namespace nomic::replay {
namespace {

template <class List>
bool contains(const List& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

int open_questions(const v1::Dispute& dispute) {
  return static_cast<int>(std::count_if(dispute.questions().begin(), dispute.questions().end(),
                                        [](const auto& question) { return question.answered_by() == 0; }));
}

int standing_judgments(const v1::Dispute& dispute) {
  return static_cast<int>(std::count_if(dispute.judgments().begin(), dispute.judgments().end(),
                                        [](const auto& judgment) { return !judgment.overruled(); }));
}

void ways_to_judge(const Engine& engine, StatusOf& status) {
  const auto& dispute = engine.state().dispute();
  const auto seat = engine.law().judgment({}).source("seat");
  const bool several = open_questions(dispute) > 1;
  for (const auto& question : dispute.questions()) {
    if (question.answered_by() != 0) continue;
    const std::string which = several ? fmt::format(" --question {}", question.record()) : "";
    const auto bench = judges_of(engine, question);
    for (const auto& judge : bench) {
      const bool answered = std::any_of(question.answers().begin(), question.answers().end(),
                                        [&](const auto& answer) { return answer.judge() == judge; });
      if (answered) continue;
      must(status, {judge, fmt::format("nomic judgment deliver ANSWER --reasons REASONS{}", which), seat});
    }
    if (bench.empty()) {
      status.notes.push_back(
          fmt::format("nobody is left to judge the question of #{}: it stays open, and nothing is declared by itself",
                      question.record()));
    }
  }
}

void ways_to_overrule(const Engine& engine, StatusOf& status) {
  const auto& dispute = engine.state().dispute();
  const auto rule = engine.law().judgment({}).source("overrule");
  const bool several = standing_judgments(dispute) > 1;
  for (const auto& judgment : dispute.judgments()) {
    const std::string which = several ? fmt::format(" --judgment {}", judgment.record()) : "";
    for (const auto& player : overrulers_missing(engine, judgment)) {
      status.ways.push_back({player, "nomic judgment overrule for|against" + which, rule});
    }
  }
}

// Before the next turn, and to close a game that is won.
void ways_to_consent(const Engine& engine, StatusOf& status) {
  const auto& state = engine.state();
  const auto& law = engine.law();
  const bool won = state.turn().phase() == v1::Turn::WON;
  if (!won && !consent_is_needed(state, law)) return;
  const auto rule = law.judgment({}).source("consent");
  const std::string next = won ? std::string() : next_for_consent(state, law);
  status.consents_needed = won ? closing_consents_missing(state, law) : consents_missing(state, law, next);
  // Until the turn is complete the next could not begin anyway.
  const bool waits = status.consents_needed != 0 && state.turn().phase() == v1::Turn::TURN_COMPLETE;
  for (const auto& player : won ? losers(state) : consenters_for(state, law, next)) {
    if (contains(state.dispute().consents(), player)) {
      status.ways.push_back({player, "nomic consent --withdraw", rule});
      continue;
    }
    status.consents_missing.push_back(player);
    if (waits) {
      must(status, {player, "nomic consent", rule});
    } else {
      status.ways.push_back({player, "nomic consent", rule});
    }
  }
  if (won) {
    status.notes.push_back(
        fmt::format("the game is closed when {} more of those who have not won consent", status.consents_needed));
  } else if (status.consents_needed != 0) {
    status.notes.push_back(
        fmt::format("Judgment was invoked in this turn: {} more must consent before {} begins the next",
                    status.consents_needed, next.empty() ? "anybody" : next));
  }
}

void note_contested(const v1::Dispute& dispute, StatusOf& status) {
  for (const auto& contested : dispute.contested()) {
    if (contested.upheld()) continue;
    status.notes.push_back(
        fmt::format("#{}, by {}, is contested: without effect unless a Judgment of this turn upholds it",
                    contested.record(), contested.player()));
  }
}

}  // namespace

std::vector<std::string> judges_of(const Engine& engine, const v1::Question& question) {
  if (question.answered_by() != 0) return {};
  return judges_of(engine.state(), engine.law(), &question);
}

std::vector<std::string> overrulers_missing(const Engine& engine, const v1::DeliveredJudgment& judgment) {
  std::vector<std::string> names;
  if (judgment.overruled() || overruling_has_failed(engine.law(), judgment)) return names;
  for (const auto& name : overrulers_of(engine.state(), engine.law(), judgment)) {
    const bool voted = contains(judgment.for_overruling(), name) || contains(judgment.against_overruling(), name);
    if (!voted) names.push_back(name);
  }
  return names;
}

void must(StatusOf& status, Way way) {
  way.must = true;
  if (!contains(status.waiting_for, way.player)) status.waiting_for.push_back(way.player);
  status.ways.push_back(std::move(way));
}

void add_dispute(const Engine& engine, StatusOf& status) {
  const auto& state = engine.state();
  const auto& dispute = state.dispute();
  if (state.closed() || !judgment_is_provided(engine.law())) return;
  const auto bench = judges_of(state, engine.law(), nullptr);
  if (!bench.empty()) status.would_judge = bench.front();
  if (!dispute.questions().empty() || dispute.debate_asked() != 0) status.judge = status.would_judge;
  for (const auto& question : dispute.questions()) {
    const auto sitting = judges_of(engine, question);
    if (sitting.empty()) continue;
    status.judge = sitting.front();
    break;
  }
  ways_to_judge(engine, status);
  ways_to_overrule(engine, status);
  ways_to_consent(engine, status);
  note_contested(dispute, status);
  const auto seat = engine.law().judgment({}).source("seat");
  for (const auto& player : playing_order(engine)) {
    status.ways.push_back({player, "nomic judgment invoke QUESTION", seat});
    status.ways.push_back({player, "nomic contest COMMAND...", seat});
  }
}

void add_what_is_free(const Engine& engine, StatusOf& status) {
  const auto& state = engine.state();
  const auto phase = state.turn().phase();
  if (phase == v1::Turn::WON || phase == v1::Turn::PHASE_UNSPECIFIED) return;
  const bool between =
      (phase == v1::Turn::PROPOSING || phase == v1::Turn::TURN_COMPLETE) && state.other_turns().empty();
  const auto free = engine.law().permission({}).source("unregulated");
  for (const auto& player : playing_order(engine)) {
    for (const auto& proposal : state.proposals()) {
      if (proposal.phase() != v1::Proposal::UNDETERMINED) continue;
      status.ways.push_back({player, fmt::format("nomic attest {} adopted|defeated", proposal.number()), free});
    }
    for (const auto& correction : state.corrections()) {
      status.ways.push_back({player, fmt::format("nomic object {}", correction.record()), free});
    }
    status.ways.push_back({player, "nomic act --cite N TEXT", free});
    status.ways.push_back({player, "nomic correct RECORD --cause CAUSE ...", free});
    if (between) status.ways.push_back({player, "nomic team NAME", free});
  }
  const auto joining = engine.law().joining({});
  const bool shut = joining.value.has_open() && !joining.value.open();
  if (!shut && (between || joining.value.when() == v1::Joining::ANY_TIME)) {
    status.ways.push_back(
        {{}, "nomic join NAME", joining.source("when").number() == 0 ? free : joining.source("when")});
  }
}

}  // namespace nomic::replay
