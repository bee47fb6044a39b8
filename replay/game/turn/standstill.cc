#include "turn/standstill.h"

#include <algorithm>
#include <optional>

#include "change/rule_changes.h"
#include "dispute/judge.h"
#include "nomic/replay/game_status.h"
#include "nomic/replay/reference.h"
#include "play.h"
#include "turn/turn.h"
#include "voting/electorate.h"

namespace nomic::replay {
namespace {

constexpr v1::ChangeKind ALL_KINDS[] = {
    v1::ENACT, v1::AMEND, v1::REPEAL, v1::TRANSMUTE_TO_MUTABLE, v1::TRANSMUTE_TO_IMMUTABLE, v1::REENACT, v1::RESTORE};

// The votes that all eligible voters have together on such a proposal.
std::uint64_t votes_there_are(const State& state, const Law& law, const v1::Proposal& proposal) {
  std::uint64_t votes = 0;
  for (const auto& player : state.players()) {
    if (is_eligible(law, proposal, player)) votes += votes_of(law, proposal, player.names().name());
  }
  return votes;
}

// The rule that gives the game to the first player unable to complete a turn; number 0: none does.
v1::RuleVersion rule_for_the_unable(const Law& law) {
  for (const auto& victory : law.victories()) {
    if (victory.value.unable_to_complete_turn()) return victory.source;
  }
  return {};
}

// What 213, or whatever rule stands in its place, offers.
Remark offer_of(const Engine& engine, const v1::RuleVersion& rule) {
  const auto mover = player_moving(engine.state(), engine.law());
  if (rule.number() == 0) return remark_of(Topic::OFFER, "no_rule");
  const bool judged = !judges_of(engine.state(), engine.law(), nullptr).empty();
  if (mover.empty()) {
    return remark_of(Topic::OFFER, judged ? "nobody_unable_judged" : "nobody_unable", {{"rule", rule.number()}});
  }
  return remark_of(Topic::OFFER, judged ? "unable_judged" : "unable", {{"player", mover}, {"rule", rule.number()}});
}

std::vector<v1::ChangeKind> kinds_that_may_be_proposed(const Law& law) {
  const auto kinds = law.rule_change_kinds({}).value.kinds();
  if (kinds.empty()) return {std::begin(ALL_KINDS), std::end(ALL_KINDS)};
  std::vector<v1::ChangeKind> list;
  for (const auto kind : kinds) list.push_back(static_cast<v1::ChangeKind>(kind));
  return list;
}

// Why no rule-change of any kind could be adopted; none: some could.
std::optional<Remark> why_nothing_is_adopted(const Engine& engine) {
  std::optional<Remark> why;
  for (const auto kind : kinds_that_may_be_proposed(engine.law())) {
    const auto found = adoptable(engine.state(), engine.law(), kind);
    switch (found.is) {
      case Adoptable::Is::POSSIBLE:
        return std::nullopt;
      case Adoptable::Is::NOT_REGULATED:
        why = remark_of(Topic::STANDSTILL, "adoption_not_regulated");
        break;
      case Adoptable::Is::NOBODY_VOTES:
        why = remark_of(Topic::STANDSTILL, "nobody_votes");
        break;
      case Adoptable::Is::TOO_FEW_VOTES:
        why = remark_of(Topic::STANDSTILL, "too_few_votes", {{"needed", found.needed}, {"votes", found.votes}});
        break;
    }
  }
  return why;
}

bool any_mutable(const State& state) {
  return std::any_of(state.rules().begin(), state.rules().end(),
                     [](const v1::Rule& rule) { return rule.status() == v1::MUTABLE; });
}

bool anybody_takes_turns(const Engine& engine) {
  const auto& players = engine.state().players();
  return std::any_of(players.begin(), players.end(),
                     [&](const v1::Player& player) { return in_game(player) && takes_turns(engine.law(), player); });
}

// Questions on moves that nobody is left to judge, while the turn goes on.
Status add_unanswerable(const Engine& engine, const History& history, const v1::RuleVersion& unable,
                        std::vector<Standstill>& found) {
  const auto& state = engine.state();
  for (const auto& question : state.questions()) {
    if (question.answered_by() != 0 || !judges_of(state, engine.law(), &question).empty()) continue;
    NOMIC_ASSIGN(const auto asked, history.at(question.record()));
    const bool of_moves = !asked.event.judgment_invoked().about().empty();
    // A turn that is complete was completed without the answer; and what is no question of legality stops no turn.
    if (!of_moves || state.turn().phase() == v1::Turn::TURN_COMPLETE) continue;
    found.push_back({remark_of(Topic::STANDSTILL, "no_judge_left", {{"record", question.record()}}),
                     offer_of(engine, unable), unable});
  }
  return ledger::Done{};
}

Status add_paradoxes(const Engine& engine, const History& history, const v1::RuleVersion& unable,
                     std::vector<Standstill>& found) {
  for (const auto& judgment : engine.state().judgments()) {
    if (!counts(judgment)) continue;
    NOMIC_ASSIGN(const auto delivered, history.at(judgment.record()));
    if (!delivered.event.judgment_delivered().paradox()) continue;
    found.push_back(
        {remark_of(Topic::STANDSTILL, "paradox", {{"record", judgment.record()}}), offer_of(engine, unable), unable});
  }
  return ledger::Done{};
}

}  // namespace

Adoptable adoptable(const State& state, const Law& law, v1::ChangeKind kind) {
  v1::Proposal next;
  next.add_changes()->set_kind(kind);
  if (!state.players().empty()) next.set_proponent(state.players(0).names().name());
  const auto adoption = law.adoption(case_of(next));
  if (!adoption.value.has_quota()) return {Adoptable::Is::NOT_REGULATED, 0, 0, {}};
  const auto votes = votes_there_are(state, law, next);
  if (votes == 0) return {Adoptable::Is::NOBODY_VOTES, 0, 0, {}};
  const auto in_favour = adoption.value.least_in_favour();
  const auto taking_part = adoption.value.quorum_votes();
  const auto needed = std::max(in_favour, taking_part);
  if (needed <= votes) return {};
  return {Adoptable::Is::TOO_FEW_VOTES, needed, votes,
          adoption.source(in_favour >= taking_part ? "least_in_favour" : "quorum_votes")};
}

Result<std::vector<Standstill>> standstills_of(const Engine& engine, const History& history) {
  std::vector<Standstill> found;
  const auto& state = engine.state();
  const auto phase = state.turn().phase();
  if (phase == v1::Turn::WON || phase == v1::Turn::PHASE_UNSPECIFIED) return found;
  const auto unable = rule_for_the_unable(engine.law());
  const Remark offer = offer_of(engine, unable);
  if (auto nothing = why_nothing_is_adopted(engine)) found.push_back({*std::move(nothing), offer, unable});
  if (!any_mutable(state)) found.push_back({remark_of(Topic::STANDSTILL, "nothing_mutable"), offer, unable});
  if (!anybody_takes_turns(engine)) {
    found.push_back({remark_of(Topic::STANDSTILL, "nobody_takes_turns"), offer, unable});
  }
  NOMIC_TRY(add_unanswerable(engine, history, unable, found));
  NOMIC_TRY(add_paradoxes(engine, history, unable, found));
  return found;
}

}  // namespace nomic::replay
