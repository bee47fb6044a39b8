#include "turn/victory.h"

#include <algorithm>
#include <limits>

#include "nomic/replay/heights.h"
#include "nomic/replay/law/scopes.h"
#include "nomic/replay/reference.h"
#include "turn/turn.h"

namespace nomic::replay {
namespace {

// A player who meets a way to win, at this record.
struct Meets {
  std::string player;
  const Supplied<v1::Victory>* way = nullptr;
};

bool has_emitted(const Play& play, v1::Consequence::KindCase kind) {
  return std::any_of(play.consequences.begin(), play.consequences.end(),
                     [&](const auto& one) { return one.kind_case() == kind; });
}

bool circuit_ended(const Play& play, std::uint32_t circuit) {
  return std::any_of(play.consequences.begin(), play.consequences.end(), [&](const auto& one) {
    return one.has_circuit_ended() && one.circuit_ended().circuit() == circuit;
  });
}

bool stands_highest(const State& state, const v1::Player& player) {
  return std::none_of(state.players().begin(), state.players().end(),
                      [&](const v1::Player& other) { return in_game(other) && other.points() > player.points(); });
}

bool is_last(const State& state, const v1::Player& player) {
  return std::none_of(state.players().begin(), state.players().end(), [&](const v1::Player& other) {
    return in_game(other) && other.inactive_since() == 0 && &other != &player;
  });
}

bool meets_way(const Play& play, const v1::Victory& way, const v1::Player& player) {
  switch (way.way_case()) {
    case v1::Victory::kPointsThousandths:
      return player.points() >= way.points_thousandths();
    case v1::Victory::kRounds:
      return player.rounds_won() >= way.rounds();
    case v1::Victory::kLeaderAfterCircuit:
      return circuit_ended(play, way.leader_after_circuit()) && stands_highest(play.state, player);
    case v1::Victory::kLastPlayer:
      return player.inactive_since() == 0 && is_last(play.state, player) &&
             (has_emitted(play, v1::Consequence::kPlayerLeft) || has_emitted(play, v1::Consequence::kBecameInactive));
    default:
      return false;
  }
}

v1::Victory::Ends ends_of(const v1::Victory& way) {
  return way.ends() != v1::Victory::ENDS_UNSPECIFIED ? way.ends() : v1::Victory::GAME;
}

// Whether the win was emitted before: of those that let play go on each player wins once, or nobody after the first.
bool had_before(const Play& play, const Supplied<v1::Victory>& way, const std::string& player) {
  if (ends_of(way.value) != v1::Victory::NOTHING) return false;
  return std::any_of(play.state.winners().begin(), play.state.winners().end(), [&](const v1::Winner& winner) {
    return winner.rule_lineage() == way.source.lineage() && winner.ends() == v1::Victory::NOTHING &&
           (way.value.who() != v1::Victory::EVERY || winner.player() == player);
  });
}

bool any_score_unknown(const State& state) {
  return std::any_of(state.players().begin(), state.players().end(),
                     [](const v1::Player& player) { return in_game(player) && player.points_unknown() != 0; });
}

// Whether it is not known whether the player meets it, though by what is known they do.
bool rests_on_unknown(const Play& play, const v1::Victory& way, const v1::Player& player) {
  switch (way.way_case()) {
    case v1::Victory::kPointsThousandths:
      return player.points_unknown() != 0;
    case v1::Victory::kLeaderAfterCircuit:
      return play.state.turn().unknown_since() != 0 || any_score_unknown(play.state);
    default:
      return false;
  }
}

// Emitted at the record at which they would win.
void leave_victory_unknown(Play& play, const Supplied<v1::Victory>& way, const std::string& player) {
  const bool newly = way.value.way_case() != v1::Victory::kPointsThousandths ||
                     play.points_before(player) < way.value.points_thousandths();
  const bool told = std::any_of(play.consequences.begin(), play.consequences.end(), [&](const auto& one) {
    return one.not_known().what() == v1::Consequence::NotKnown::VICTORY && one.not_known().players(0) == player;
  });
  if (!newly || told) return;
  auto& emitted = *play.emit(way.source).mutable_not_known();
  emitted.set_what(v1::Consequence::NotKnown::VICTORY);
  emitted.add_players(player);
}

std::vector<Meets> who_meets(Play& play, const Supplied<v1::Victory>& way) {
  std::vector<Meets> all;
  for (const auto& player : play.state.players()) {
    const auto& name = player.names().name();
    const Case about{.change = v1::CHANGE_KIND_UNSPECIFIED, .player = name};
    if (!in_game(player) || !covers(way.scope, about, play.state.founding().mode())) continue;
    if (!meets_way(play, way.value, player) || had_before(play, way, name)) continue;
    if (rests_on_unknown(play, way.value, player)) {
      leave_victory_unknown(play, way, name);
    } else {
      all.push_back({name, &way});
    }
  }
  return all;
}

// Of several who meet one way at one record, those who win by it.
std::vector<Meets> settle_ties(const Play& play, const Supplied<v1::Victory>& way, std::vector<Meets> all) {
  if (all.size() < 2 || way.value.who() == v1::Victory::EVERY) return all;
  std::vector<Meets> highest;
  for (const auto& one : all) {
    if (stands_highest(play.state, *find_player(play.state, one.player))) highest.push_back(one);
  }
  switch (way.value.ties()) {
    case v1::Victory::NOBODY:
      return highest.size() == 1 ? highest : std::vector<Meets>();
    case v1::Victory::THE_HIGHEST:
      return highest.empty() ? all : highest;
    case v1::Victory::THE_MOVER:
      for (const auto& one : all) {
        if (one.player == player_moving(play.state, play.law())) return {one};
      }
      return all;
    default:
      return all;
  }
}

// One win for each player, by the way that they met first: that with the fewest points.
void keep_first_met(std::vector<Meets>& all) {
  const auto points = [](const Meets& one) {
    const auto& way = one.way->value;
    return way.way_case() == v1::Victory::kPointsThousandths ? way.points_thousandths()
                                                             : std::numeric_limits<std::int64_t>::max();
  };
  std::vector<Meets> kept;
  for (const auto& one : all) {
    const auto same = std::find_if(kept.begin(), kept.end(), [&](const auto& k) { return k.player == one.player; });
    if (same == kept.end()) {
      kept.push_back(one);
    } else if (points(one) < points(*same)) {
      *same = one;
    }
  }
  all = std::move(kept);
}

// The win as it is kept.
v1::Winner winner_of(const Play& play, const Meets& one) {
  v1::Winner winner;
  const auto& way = one.way->value;
  winner.set_player(one.player);
  winner.set_record(play.move.index);
  winner.set_rule(one.way->source.number());
  winner.set_rule_since(one.way->source.since());
  winner.set_rule_lineage(one.way->source.lineage());
  winner.set_ends(ends_of(way));
  winner.set_reached_at(play.move.index);
  if (way.way_case() != v1::Victory::kPointsThousandths || play.points_before(one.player) < way.points_thousandths())
    return winner;
  // The points that win were lowered under those who stand at them.
  const auto first = first_at(play.state, seat_of(play.state, one.player).value(), way.points_thousandths());
  winner.set_reached_at(first.value_or(play.move.index));
  return winner;
}

void emit_victory(Play& play, const v1::Winner& winner, const v1::RuleVersion& rule) {
  play.state.edit_winners().add(winner);
  auto& victory = *play.emit(rule).mutable_victory();
  victory.set_player(winner.player());
  victory.set_total(find_player(play.state, winner.player())->points());
  victory.set_reached_at(winner.reached_at());
  victory.set_ends(ended_by(winner));
}

// Every score goes back to where players begin.
void end_round(Play& play, const v1::RuleVersion& rule) {
  play.state.set_rounds(play.state.rounds() + 1);
  play.emit(rule).mutable_round_ended()->set_round(play.state.rounds());
  const auto begin = play.law().turn_order({}).value.starting_points_thousandths();
  for (int at = 0; at < play.state.players_size(); ++at) {
    // From here on all of it is known.
    if (in_game(play.state.players(at)) && play.state.players(at).points_unknown() != 0) {
      play.state.edit_players().edit(at).clear_points_unknown();
    }
    const auto& player = play.state.players(at);
    if (!in_game(player) || player.points() == begin) continue;
    v1::Reckoning how;
    how.mutable_anew()->set_before(player.points());
    how.mutable_anew()->set_after(begin);
    play.score(play.state.edit_players().edit(at), begin - player.points(), rule, 0, how);
  }
}

// Those who win now by ways that end the same.
std::vector<Meets> winners_of(Play& play, const Supplies<v1::Victory>& ways, v1::Victory::Ends ends) {
  std::vector<Meets> all;
  for (const auto& way : ways) {
    if (ends_of(way.value) != ends) continue;
    for (const auto& one : settle_ties(play, way, who_meets(play, way))) all.push_back(one);
  }
  keep_first_met(all);
  // In seating order, as they are all named at one record.
  const auto seat = [&](const Meets& one) {
    const auto& players = play.state.players();
    const auto found = std::find_if(players.begin(), players.end(),
                                    [&](const v1::Player& player) { return player.names().name() == one.player; });
    return found - players.begin();
  };
  std::stable_sort(all.begin(), all.end(), [&](const Meets& a, const Meets& b) { return seat(a) < seat(b); });
  std::vector<v1::Winner> winners;
  winners.reserve(all.size());
  for (const auto& one : all) winners.push_back(winner_of(play, one));
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (ends == v1::Victory::ROUND) {
      winners[i].set_round(play.state.rounds() + 1);
      auto& player = *edit_player(play.state, all[i].player);
      player.set_rounds_won(player.rounds_won() + 1);
    }
    emit_victory(play, winners[i], all[i].way->source);
  }
  return all;
}

}  // namespace

void settle_victory(Play& play) {
  const bool anything =
      play.rules_have_changed() || play.scores_have_changed() || has_emitted(play, v1::Consequence::kPlayerLeft) ||
      has_emitted(play, v1::Consequence::kBecameInactive) || has_emitted(play, v1::Consequence::kCircuitEnded);
  if (!anything || is_won(play)) return;
  const auto ways = play.law().victories();
  winners_of(play, ways, v1::Victory::NOTHING);
  // A round that is won may be the last that somebody needs.
  auto game = winners_of(play, ways, v1::Victory::GAME);
  if (game.empty()) {
    const auto round = winners_of(play, ways, v1::Victory::ROUND);
    if (!round.empty()) {
      end_round(play, round.front().way->source);
      game = winners_of(play, ways, v1::Victory::GAME);
    }
  }
  if (!game.empty()) win_the_game(play);
}

void win_the_game(Play& play) {
  if (is_won(play)) return;
  play.state.edit_turn().set_phase(v1::Turn::WON);
}

v1::Victory::Ends ended_by(const v1::Winner& winner) {
  return winner.ends() == v1::Victory::ENDS_UNSPECIFIED ? v1::Victory::GAME : winner.ends();
}

bool is_won(const Play& play) {
  return play.state.turn().phase() == v1::Turn::WON;
}

}  // namespace nomic::replay
