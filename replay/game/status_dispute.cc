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
    const Remark deliver = several ? remark_of(Topic::WAY, "deliver_on", {{"record", question.record()}})
                                   : remark_of(Topic::WAY, "deliver");
    const auto judges = judges_of(engine, question);
    for (const auto& judge : judges) {
      const bool answered = std::any_of(question.answers().begin(), question.answers().end(),
                                        [&](const auto& answer) { return answer.judge() == judge; });
      if (answered) continue;
      must(status, {judge, deliver, seat});
    }
    if (judges.empty()) {
      status.notes.push_back(remark_of(Topic::NOTE, "no_judge_left", {{"record", question.record()}}));
    }
  }
}

void ways_to_overrule(const Engine& engine, StatusOf& status) {
  const auto& dispute = engine.state().dispute();
  const auto rule = engine.law().judgment({}).source("overrule");
  const bool several = standing_judgments(dispute) > 1;
  for (const auto& judgment : dispute.judgments()) {
    const Remark overrule = several ? remark_of(Topic::WAY, "overrule_of", {{"record", judgment.record()}})
                                    : remark_of(Topic::WAY, "overrule");
    for (const auto& player : overrulers_missing(engine, judgment)) {
      status.ways.push_back({player, overrule, rule});
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
    const auto& given = won ? state.dispute().closing_consents() : state.dispute().consents();
    if (contains(given, player)) {
      status.ways.push_back({player, remark_of(Topic::WAY, "withdraw_consent"), rule});
      continue;
    }
    status.consents_missing.push_back(player);
    if (waits) {
      must(status, {player, remark_of(Topic::WAY, "consent"), rule});
    } else {
      status.ways.push_back({player, remark_of(Topic::WAY, "consent"), rule});
    }
  }
  if (won) {
    status.notes.push_back(remark_of(Topic::NOTE, "closing", {{"needed", status.consents_needed}}));
  } else if (status.consents_needed != 0) {
    status.notes.push_back(remark_of(Topic::NOTE, next.empty() ? "consent_before_anybody" : "consent_before",
                                     {{"needed", status.consents_needed}, {"player", next}}));
  }
}

void note_contested(const v1::Dispute& dispute, StatusOf& status) {
  for (const auto& contested : dispute.contested()) {
    if (contested.upheld()) continue;
    status.notes.push_back(
        remark_of(Topic::NOTE, "contested", {{"record", contested.record()}, {"player", contested.player()}}));
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
  const auto judges = judges_of(state, engine.law(), nullptr);
  if (!judges.empty()) status.would_judge = judges.front();
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
    status.ways.push_back({player, remark_of(Topic::WAY, "invoke"), seat});
    status.ways.push_back({player, remark_of(Topic::WAY, "contest"), seat});
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
      status.ways.push_back({player, remark_of(Topic::WAY, "attest", {{"proposal", proposal.number()}}), free});
    }
    for (const auto& correction : state.corrections()) {
      status.ways.push_back({player, remark_of(Topic::WAY, "object", {{"record", correction.record()}}), free});
    }
    status.ways.push_back({player, remark_of(Topic::WAY, "act"), free});
    status.ways.push_back({player, remark_of(Topic::WAY, "correct"), free});
    if (between) status.ways.push_back({player, remark_of(Topic::WAY, "team"), free});
  }
  const auto joining = engine.law().joining({});
  const bool shut = joining.value.has_open() && !joining.value.open();
  if (!shut && (between || joining.value.when() == v1::Joining::ANY_TIME)) {
    status.ways.push_back(
        {{}, remark_of(Topic::WAY, "join"), joining.source("when").number() == 0 ? free : joining.source("when")});
  }
}

}  // namespace nomic::replay
