#include "offers/board.h"

#include <algorithm>
#include <memory>

#include "nomic/replay/afterwards.h"
#include "nomic/replay/player_keys.h"
#include "signers.h"
#include "turn/activity.h"
#include "turn/ring.h"
#include "voting/electorate.h"

namespace nomic::replay {
namespace {

// Whether some key could sign a move of that player's, or none need.
bool can_speak(const State& state, const v1::Player& player) {
  if (!has_had_key(player)) return !state.founding().signatures_required();
  return has_key_in_force(player);
}

Move move_at(const Engine& engine, int place, std::int64_t at) {
  Move move;
  move.index = engine.state().size();
  if (place >= 0) move.author = engine.state().players(place).names().name();
  move.recorded_at = at;
  return move;
}

// Who is away comes back with any move, where a rule says so, before it is looked at.
void come_back_with_any_move(Play& play, int place) {
  if (place < 0 || play.state.players(place).inactive_since() == 0 || !in_game(play.state.players(place))) return;
  const auto rule = play.law().inactivity({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = play.move.author});
  if (rule.value.ends_by() == v1::Inactivity::ANY_MOVE) become_active(play, play.move.author, rule.source("ends_by"));
}

}  // namespace

// The law outlives the seat: nothing is owned of it.
Seat::Seat(const Engine& engine, const History& history, int place, std::int64_t at)
    : draft_{engine.state(), std::shared_ptr<const Law>(std::shared_ptr<const Law>(), &engine.law())},
      move_(move_at(engine, place, at)),
      place_(place),
      play(draft_, move_, history, derivation_, turn_begin_) {
  come_back_with_any_move(play, place);
}

Board::Board(const Engine& engine_in, const History& history_in, std::int64_t at, Extent extent)
    : engine(engine_in), history(history_in), only_duties(extent == Extent::DUTIES), nobody(engine, history, -1, at) {
  for (const int place : places_in_ring(state(), law())) {
    const v1::Player& player = state().players(place);
    if (!in_game(player)) continue;
    auto& where = can_speak(state(), player) ? seats : silent;
    where.emplace_back(engine, history, place, at);
  }
}

bool Board::is_away(const Seat& seat, v1::Inactivity::Suspended from) const {
  return seat.comes_back(state()) && is_suspended(law(), state().players(seat.place()), from);
}

bool Board::has_room() {
  are_more = are_more || (!only_duties && offers.size() >= OFFERS_LIMIT);
  return !are_more;
}

Offer& Board::may(const std::string& player, v1::Event::KindCase kind, const v1::RuleVersion& rule) {
  auto& offer = has_room() ? offers.emplace_back() : (left_out_ = Offer());
  offer.player = player;
  offer.kind = kind;
  offer.rule = rule;
  return offer;
}

Offer& Board::must(const std::string& player, v1::Event::KindCase kind, const v1::RuleVersion& rule) {
  auto& offer = may(player, kind, rule);
  offer.must = true;
  return offer;
}

void Board::may_all(const Offer& offer) {
  for (const auto& seat : seats) {
    if (has_room()) offers.emplace_back(offer).player = seat.player();
  }
}

const v1::Player* Board::find(const std::string& name) {
  if (players_.empty()) {
    for (const auto& player : state().players()) players_.emplace(player.names().name(), &player);
  }
  const auto found = players_.find(name);
  return found == players_.end() ? nullptr : found->second;
}

void Board::add_common_blanks(Offer& offer) {
  const bool says_time = is_recorded_afterwards(state()) && offer.kind != v1::Event::kGameWentLive;
  if (says_time) offer.blanks.push_back(Blank::TIME);
  const bool names_key = std::find(offer.blanks.begin(), offer.blanks.end(), Blank::KEY) != offer.blanks.end();
  if (names_key) return;
  const auto* player = find(offer.player);
  const bool joins = offer.kind == v1::Event::kPlayerJoined && state().founding().signatures_required();
  if (joins || (player != nullptr && has_had_key(*player))) offer.blanks.push_back(Blank::KEY);
}

}  // namespace nomic::replay
