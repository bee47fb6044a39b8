// Duties: what the game waits for, for a reader that goes through its records one by one.
//
//     Duties duties;
//     after each record:  NOMIC_TRY(duties.see(engine, history));
//                         for (const auto& one : duties.on_proposals()) ...
//
// Duties are the offers that must be done (offers.h), at the time of the last record. The voters whose ballots are
// missing are kept with them. Each open proposal keeps its own until something that they depend on changes. So a ballot
// costs what its proposal costs, however many others are open.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nomic/replay/game_status.h"
#include "nomic/replay/offers.h"

namespace nomic::replay {

class Board;

// The status (game_status.h) without the offers, the players it waits for, and the deadlines. Fails only as
// the history fails. Cost: O(players + open proposals + questions + conflicts of rules), and what assent_to() costs for
// each outcome that players attest.
Result<StatusOf> status_without_offers(const Engine& engine, const History& history);

class Duties {
 public:
  struct OfProposal {
    std::vector<Offer> offers;         // in the order of offers_of()
    std::vector<std::string> missing;  // missing_voters() (game_status.h)
  };
  using Shared = std::shared_ptr<const OfProposal>;

  Duties();
  ~Duties();
  Duties(Duties&&) noexcept;
  Duties& operator=(Duties&&) noexcept;

  // Call it after each record. Fails only as the history fails. Cost: O(players + open proposals + questions), and
  // O(players) for each proposal that has changed. All proposals count as changed where the rules, the players or the
  // turn have changed.
  Status see(const Engine& engine, const History& history);

  // One for each open proposal, in the order of the state. It is the same pointer as after the record before if nothing
  // has changed for the proposal.
  [[nodiscard]] const std::vector<Shared>& on_proposals() const { return on_proposals_; }
  // The other duties. They come after those on proposals.
  [[nodiscard]] const std::vector<Offer>& others() const { return others_; }
  // Another number after each record that changed the rules, the turn or the players in the game.
  [[nodiscard]] std::uint64_t generation() const { return generation_; }

 private:
  [[nodiscard]] bool is_same_elsewhere(const Engine& now) const;
  Status see_what_comes_first(const Engine& engine, const History& history);
  // `is_same`: the result of is_same_elsewhere(). `board`: null if no player may move.
  [[nodiscard]] std::vector<Shared> of_all(const Engine& engine, bool is_same, Board* board) const;

  // The engine after the record before. It keeps its messages alive, so that equal addresses mean equal messages.
  std::optional<Engine> before_;
  std::vector<Shared> on_proposals_;
  std::vector<Offer> others_;
  // The kinds of change that a player may propose, by player. Cleared when the rules change.
  std::map<std::string, std::vector<v1::ChangeKind>> kinds_;
  std::uint64_t generation_ = 0;
};

}  // namespace nomic::replay
