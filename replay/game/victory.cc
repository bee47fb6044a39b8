#include "game/victory.h"

#include "game/scopes.h"

namespace nomic::replay {
namespace {

// The record at which the player first stood at `points`, found by deriving the game again up to this record.
Result<std::uint64_t> first_reached(const Play& play, const std::string& name, std::int64_t points) {
  Engine again;
  for (std::uint64_t index = 0; index < play.move.index; ++index) {
    auto move = play.history.at(index);
    if (!move) return move.error();
    if (auto done = again.replay(*move, play.history); !done) return done.error();
    const auto* player = find_player(again.state(), name);
    if (player != nullptr && player->points() >= points) return index;
  }
  return play.move.index;
}

struct Reached {
  std::int64_t points = 0;
  v1::RuleRef rule;
  bool any = false;
};

// The way to win that the player meets with the fewest points: he met it first.
Reached way_met(const Play& play, const std::vector<Supplied<v1::Victory>>& ways, const v1::Player& player) {
  Reached reached;
  const Case about{.change = v1::CHANGE_KIND_UNSPECIFIED, .player = player.names().name()};
  for (const auto& way : ways) {
    if (way.value.way_case() != v1::Victory::kPoints || player.points() < way.value.points()) continue;
    if (!covers(way.scope, about, play.state.founding().mode())) continue;
    if (!reached.any || way.value.points() < reached.points) reached = {way.value.points(), way.source, true};
  }
  return reached;
}

}  // namespace

Status settle_victory(Play& play) {
  if (!play.rules_have_changed() && !play.scores_have_changed()) return ledger::Done{};
  const auto ways = play.law().victories();
  std::vector<v1::Winner> winners;
  for (const auto& player : play.state.players()) {
    if (!in_game(player)) continue;
    const Reached reached = way_met(play, ways, player);
    if (!reached.any) continue;
    auto& winner = winners.emplace_back();
    winner.set_player(player.names().name());
    winner.set_record(play.move.index);
    winner.set_rule(reached.rule.number());
    winner.set_rule_since(reached.rule.since());
    winner.set_reached_at(play.move.index);
    if (play.points_before(player.names().name()) < reached.points) continue;
    auto first = first_reached(play, player.names().name(), reached.points);
    if (!first) return first.error();
    winner.set_reached_at(*first);
  }
  for (const auto& winner : winners) {
    *play.state.add_winners() = winner;
    v1::RuleRef rule;
    rule.set_number(winner.rule());
    rule.set_since(winner.rule_since());
    if (const auto* now = find_rule(play.state, winner.rule())) rule = ref_to(*now);
    auto& told = play.tell(v1::Consequence::VICTORY, rule);
    told.set_player(winner.player());
    told.set_total(find_player(play.state, winner.player())->points());
    told.set_reached_at(winner.reached_at());
  }
  if (!winners.empty()) play.state.mutable_turn()->set_phase(v1::Turn::WON);
  return ledger::Done{};
}

}  // namespace nomic::replay
