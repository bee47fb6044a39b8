#include "replay/game/held.h"

#include <algorithm>
#include <set>

#include "nomic/replay/afterwards.h"
#include "nomic/replay/reference.h"

namespace nomic::replay::test {
namespace {

bool is_player(const State& state, const std::string& name) {
  return std::any_of(state.players().begin(), state.players().end(),
                     [&](const auto& player) { return player.names().name() == name; });
}

// A version is named by its number and the record since which it is in force: it stood just before the record or just
// after, or came into force (and went) at it.
void cites_what_was_in_force(const v1::Consequence& one, const State& before, const State& now, bool anew) {
  bool found = anew || one.rule().since() == one.record();
  for (const auto* state : {&before, &now}) {
    for (const auto& rule : state->rules()) {
      const bool this_one = rule.number() == one.rule().number() && rule.since() == one.rule().since();
      found = found || (this_one && rule.lineage() == one.rule().lineage());
    }
  }
  EXPECT_TRUE(found) << one.ShortDebugString();
}

void rules_are_in_order(const State& now) {
  std::uint32_t last = 0;
  std::set<std::uint32_t> lineages;
  for (const auto& rule : now.rules()) {
    EXPECT_TRUE(comes_before(last, rule.number())) << "rules ascend, and no two bear one number";
    last = rule.number();
    EXPECT_TRUE(lineages.insert(rule.lineage()).second) << "lineage " << rule.lineage() << " twice";
    EXPECT_LT(rule.since(), now.size());
  }
  // A number that players gave a rule moves no count.
  if (!has_times_by_word(now)) {
    EXPECT_GT(now.next_number(), plain_of(last));
  }
  for (const auto& rule : now.repealed()) EXPECT_TRUE(lineages.insert(rule.lineage()).second) << rule.lineage();
  for (const auto number : now.void_rules()) {
    EXPECT_TRUE(
        std::any_of(now.rules().begin(), now.rules().end(), [&](const auto& rule) { return rule.number() == number; }))
        << "void rule " << number;
  }
}

void proposals_are_in_order(const State& now) {
  std::set<std::string> players;
  for (const auto& player : now.players()) EXPECT_TRUE(players.insert(player.names().name()).second);
  std::uint64_t last = 0;
  std::set<std::uint32_t> open;
  for (const auto& proposal : now.proposals()) {
    EXPECT_TRUE(open.insert(proposal.number()).second) << "no two proposals have one number";
    // A contested one has the number that was next when it was upheld. In a game that is recorded afterwards players
    // number them in an order of their own, or not at all.
    if (!has_times_by_word(now)) {
      EXPECT_LT(proposal.number(), now.next_number());
    }
    EXPECT_GE(proposal.made_at(), last);
    last = proposal.made_at();
    EXPECT_EQ(players.count(proposal.proponent()), 1U);
    std::set<std::string> voted;
    for (const auto& ballot : ballots_on(now, proposal.number()).ballots()) {
      EXPECT_EQ(players.count(ballot.player()), 1U) << ballot.player();
      EXPECT_TRUE(voted.insert(ballot.player()).second) << ballot.player();
    }
  }
  for (const auto& ballots : now.ballots()) EXPECT_EQ(open.count(ballots.proposal()), 1U) << ballots.proposal();
  for (const auto& pending : now.pending()) EXPECT_EQ(open.count(pending.proposal().number()), 0U);
}

}  // namespace

void Held::after(const Move& move, const Consequences& emitted, const State& before, const State& now) {
  const bool anew = has(emitted, v1::Consequence::kAppliesFrom);
  // What a turn derived again cites may have come and gone in it.
  const bool again =
      has(emitted, v1::Consequence::kJudgmentDelivered) || has(emitted, v1::Consequence::kJudgmentOverruled);
  if (again) last_number_ = 0;
  std::uint32_t order = 0;
  for (const auto& one : emitted) {
    EXPECT_EQ(one.record(), move.index);
    EXPECT_EQ(one.order(), order++);
    if (one.kind_case() == v1::Consequence::kScore) {
      scores_[one.score().player()] += one.score().points();
      EXPECT_EQ(one.score().total(), scores_[one.score().player()]) << one.ShortDebugString();
    }
    if (one.kind_case() == v1::Consequence::kProposalMade && !again) number_given(one, emitted, before);
    if (one.has_rule()) cites_what_was_in_force(one, before, now, anew || again);
  }
  if (anew) start_anew(before, now);
  for (const auto& player : now.players()) {
    EXPECT_EQ(player.points(), scores_[player.names().name()]) << "of " << player.names().name();
  }
  // Founding rules are in force from the last founding record on.
  if (now.size() >= now.founding().founding_records()) rules_are_in_order(now);
  proposals_are_in_order(now);
}

// In a game derived anew somebody may never have joined, or have joined all the same: his sum begins with that.
void Held::start_anew(const State& before, const State& now) {
  for (auto& [name, points] : scores_) {
    if (!is_player(now, name)) points = 0;
  }
  for (const auto& player : now.players()) {
    if (!is_player(before, player.names().name())) scores_[player.names().name()] = player.points();
  }
}

// Each bears the next integer after those that rules took before it in the record, in a game derived anew too.
void Held::number_given(const v1::Consequence& made, const Consequences& emitted, const State& before) {
  // In a game that is recorded afterwards players give proposals and rules numbers in an order of their own.
  if (has_times_by_word(before)) return;
  EXPECT_GT(proposal_of(made), last_number_);
  last_number_ = proposal_of(made);
  std::set<std::uint32_t> taken;
  bool anew = false;
  for (const auto& one : emitted) {
    if (one.order() == made.order()) break;
    anew = anew || one.has_applies_from();
    taken.insert(one.has_reckoned_anew() ? number_in(one.reckoned_anew().rule().to_number()) : to_number_of(one));
  }
  auto next = before.next_number();
  while (taken.count(next) != 0) ++next;
  EXPECT_GE(proposal_of(made), next);
  if (!anew) {
    EXPECT_EQ(proposal_of(made), next);
  }
}

}  // namespace nomic::replay::test
