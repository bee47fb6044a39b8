// Board: who may move, each with the game as their move would find it; and what they are offered.
//
// A seat holds a Play in which nothing has been done, so that an offer asks the very functions that the move asks.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "nomic/replay/offers.h"
#include "play.h"

namespace nomic::replay {

class Seat {
 public:
  // `at`: when the move is made. The engine and the history outlive it.
  Seat(const Engine& engine, const History& history, const std::string& player, std::int64_t at);
  Seat(const Seat&) = delete;
  Seat& operator=(const Seat&) = delete;

 private:
  Draft draft_;
  Move move_;
  Derivation derivation_;
  std::optional<State> turn_begin_;

 public:
  Play play;

  [[nodiscard]] const std::string& player() const { return move_.author; }
  [[nodiscard]] const State& state() const { return play.state; }
  [[nodiscard]] const Law& law() const { return play.law(); }
};

class Board {
 public:
  Board(const Engine& engine_in, const History& history_in, std::int64_t at);

  const Engine& engine;
  const History& history;
  std::deque<Seat> seats;   // of players in the game who can speak, in playing order
  std::deque<Seat> silent;  // of those who cannot until they have a key
  Seat nobody;              // whoever is not in the game
  std::vector<Offer> offers;

  [[nodiscard]] const State& state() const { return engine.state(); }
  [[nodiscard]] const Law& law() const { return engine.law(); }
  // Nobody has won.
  [[nodiscard]] bool runs() const { return state().turn().phase() != v1::Turn::WON; }

  Offer& may(const std::string& player, v1::Event::KindCase kind, const v1::RuleRef& rule);
  Offer& must(const std::string& player, v1::Event::KindCase kind, const v1::RuleRef& rule);
  // The same to everybody, where it depends on nothing of theirs.
  void may_all(const Offer& offer);
};

// Each adds what it is about, to `offers`.
void offer_on_proposals(Board& board);
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
