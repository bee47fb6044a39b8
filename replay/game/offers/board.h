// Board: who may move, each with the game as their move would find it; and what they are offered.
//
// A seat holds a Play in which nothing has been done, so that an offer asks the very functions that the move asks.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/offers.h"
#include "play.h"

namespace nomic::replay {

class Seat {
 public:
  // `at`: when the move is made. `place`: the player's place in State.players, or -1 for a seat without a player. The
  // engine and the history outlive it.
  Seat(const Engine& engine, const History& history, int place, std::int64_t at);
  Seat(const Seat&) = delete;
  Seat& operator=(const Seat&) = delete;

 private:
  Draft draft_;
  Move move_;
  Derivation derivation_;
  std::optional<State> turn_begin_;
  int place_;

 public:
  Play play;

  [[nodiscard]] const std::string& player() const { return move_.author; }
  // The player, in the state in which their move would find the game. REQUIRES: the seat has a player.
  [[nodiscard]] const v1::Player& self() const { return state().players(place_); }
  [[nodiscard]] const State& state() const { return play.state; }
  [[nodiscard]] const Law& law() const { return play.law(); }
  // Whether their move changes them before it is played: an inactive player becomes active.
  [[nodiscard]] bool comes_back(const State& now) const { return &self() != &now.players(place_); }
  [[nodiscard]] int place() const { return place_; }
};

using KindsByAuthor = std::map<std::string, std::vector<v1::ChangeKind>>;

class Board {
 public:
  // DUTIES: offers that need not be done may be left out, where that saves work.
  enum class Extent : std::uint8_t { ALL, DUTIES };

  Board(const Engine& engine_in, const History& history_in, std::int64_t at, Extent extent = Extent::ALL);

  const Engine& engine;
  const History& history;
  const bool only_duties;
  std::deque<Seat> seats;   // of players in the game who can speak, in playing order
  std::deque<Seat> silent;  // of those who cannot until they have a key
  Seat nobody;              // whoever is not in the game
  // At most OFFERS_LIMIT, but for duties.
  std::vector<Offer> offers;
  bool are_more = false;  // than the limit
  // The kinds of change that a player may propose, as far as they are known. An empty name: any player.
  KindsByAuthor kinds;

  [[nodiscard]] const State& state() const { return engine.state(); }
  [[nodiscard]] const Law& law() const { return engine.law(); }
  // Whether the player, who would come back with a move, has no part in that until then: the game waits for them in
  // nothing of it (L71).
  [[nodiscard]] bool is_away(const Seat& seat, v1::Inactivity::Suspended from) const;
  // Nobody has won.
  [[nodiscard]] bool runs() const { return state().turn().phase() != v1::Turn::WON; }

  Offer& may(const std::string& player, v1::Event::KindCase kind, const v1::RuleVersion& rule);
  Offer& must(const std::string& player, v1::Event::KindCase kind, const v1::RuleVersion& rule);
  // The same to everybody, where it depends on nothing of theirs.
  void may_all(const Offer& offer);
  // Adds the blanks that every move has beside its own: the time, in a game that is recorded afterwards, and the key of
  // a player who has had one.
  void add_common_blanks(Offer& offer);

 private:
  [[nodiscard]] const v1::Player* find(const std::string& name);

  [[nodiscard]] bool has_room();

  Offer left_out_;
  // Every player of the state by name, since an offer may be made to each. Empty until it is needed.
  std::map<std::string_view, const v1::Player*> players_;
};

// Each adds what it is about, to `offers`.
void offer_on_proposal(Board& board, const v1::Proposal& proposal);
// Fails only as the history fails.
Status offer_on_proposals(Board& board);
void offer_throws(Board& board);
void offer_in_dispute(Board& board);
// Fails only as the history fails.
Status offer_to_propose(Board& board);
void offer_about_players(Board& board);
void offer_keys(Board& board);
// What the rules leave free (116). Fails only as the history fails.
Status offer_what_is_free(Board& board);

// The kinds of which some rule-change may be proposed, or made the new form of a proposal of the author's.
std::vector<v1::ChangeKind> kinds_of_change(const Play& play);

}  // namespace nomic::replay
