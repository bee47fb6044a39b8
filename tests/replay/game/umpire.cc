#include "replay/game/umpire.h"

#include <algorithm>
#include <set>

#include "nomic/replay/reference.h"
#include "replay/game/dispute_moves.h"

namespace nomic::replay::test {
namespace {

std::vector<std::string> in_game(const State& state) {
  std::vector<std::string> names;
  for (const auto& player : state.players()) {
    if (player.left_at() == 0) names.push_back(player.names().name());
  }
  return names;
}

// The nearest earlier place round the table that somebody holds who is in the game, is not moving and is none of those.
std::string before_mover(const State& state, const std::set<std::string>& not_these) {
  const int seats = state.players_size();
  int mover = 0;
  while (mover < seats && state.players(mover).names().name() != state.turn().mover()) ++mover;
  for (int step = 1; step < seats; ++step) {
    const auto& player = state.players((mover - step + seats) % seats);
    if (player.left_at() == 0 && not_these.count(player.names().name()) == 0) return player.names().name();
  }
  return {};
}

void look_at_invocation(const v1::Consequence& one, const State& now) {
  // Who was named first sits for the turn: that is the engine's memory. The first question shows whom the rule names.
  if (now.questions_size() == 1) {
    EXPECT_EQ(judge_named({one}), before_mover(now, {})) << one.ShortDebugString();
  }
}

// A rule that the record itself put in force is not the Initial Set's, even where the overruling undoes it.
bool was_in_force(const v1::RuleVersion& ref, const State& before) {
  return std::any_of(before.rules().begin(), before.rules().end(),
                     [&](const auto& rule) { return rule.lineage() == ref.lineage() && rule.since() == ref.since(); });
}

// All the others are those who were in the game before the record and are after it: who leaves in it has no say, nor
// who comes back by it, or leaves and comes back by what falls with it.
void look_at_overruling(const v1::Consequence& one, const Consequences& emitted, const State& before,
                        const State& now) {
  const auto were = in_game(before);
  for (const auto& judgment : now.judgments()) {
    if (judgment.record() != about(one)) continue;
    EXPECT_TRUE(judgment.against_overruling().empty());
    std::set<std::string> agreed(judgment.for_overruling().begin(), judgment.for_overruling().end());
    for (const auto& name : in_game(now)) {
      const bool left = std::any_of(emitted.begin(), emitted.end(), [&](const auto& other) {
        return other.has_player_left() && other.player_left().player() == name;
      });
      if (!left && name != judgment.judge() && std::find(were.begin(), were.end(), name) != were.end()) {
        EXPECT_EQ(agreed.count(name), 1U) << name;
      }
    }
    EXPECT_EQ(agreed.count(judgment.judge()), 0U);
  }
}

// Consent may be given by the record itself, where a proposal that was upheld before awaited it; and who leaves in such
// a record has no say.
void look_at_consent(const v1::Consequence& began, const Consequences& emitted, const State& before) {
  const auto& given = before.dispute().consents();
  std::set<std::string> agreed(given.begin(), given.end());
  auto players = in_game(before);
  const auto& mover = began.turn_began().player();
  for (const auto& one : emitted) {
    if (one.has_consented() && one.consented().given()) agreed.insert(one.consented().player());
    if (one.has_player_left()) players.erase(std::find(players.begin(), players.end(), one.player_left().player()));
  }
  const auto others = std::count_if(players.begin(), players.end(), [&](const auto& p) { return p != mover; });
  const auto consented =
      std::count_if(players.begin(), players.end(), [&](const auto& p) { return p != mover && agreed.count(p) != 0; });
  EXPECT_TRUE(others == 0 || 2 * consented > others) << consented << " of " << others;
}

}  // namespace

bool judges_by_the_initial_set(const State& state) {
  bool judgment = false;
  bool order = false;
  for (const auto& rule : state.rules()) {
    const auto& voids = state.void_rules();
    const bool as_founded =
        rule.sources_size() == 1 && std::find(voids.begin(), voids.end(), rule.number()) == voids.end();
    for (const auto& provision : rule.provisions()) {
      if (provision.has_inactivity()) return false;
      const bool own = as_founded && (rule.lineage() == 212 || rule.lineage() == 201);
      if ((provision.has_judgment() || provision.has_turn_order()) && !own) return false;
      judgment = judgment || provision.has_judgment();
      order = order || provision.has_turn_order();
    }
  }
  return judgment && order && state.founding().mode() == v1::TABLE;
}

void umpire(const Consequences& emitted, const State& before, const State& now) {
  if (!judges_by_the_initial_set(before) || !judges_by_the_initial_set(now)) return;
  const bool by_judgment = has(emitted, v1::Consequence::kJudgmentDelivered);
  for (const auto& one : emitted) {
    if (one.kind_case() == v1::Consequence::kJudgmentInvoked) look_at_invocation(one, now);
    const bool overruled = one.kind_case() == v1::Consequence::kJudgmentOverruled && was_in_force(one.rule(), before);
    if (overruled) look_at_overruling(one, emitted, before, now);
    // The first turn has begun with the founding.
    const bool first = before.turn().phase() == v1::Turn::PROPOSING;
    const bool needs_consent = !before.questions().empty() && !by_judgment && !first;
    if (one.kind_case() == v1::Consequence::kTurnBegan && needs_consent) look_at_consent(one, emitted, before);
  }
}

}  // namespace nomic::replay::test
