// The games that are measured: how each is founded, and what is recorded in it next.
//
//     three      3 players and the Initial Set of 1990; one rule gets 20 versions, spread over the whole game
//     rules      the same with 342 rules, 350 kB of texts
//     changing   every proposal is adopted: a rule changes each turn
//     players    1,000 players, who all vote on each proposal
//     clauses    50 provisions of one kind, the most there may be, which agree
//
// A turn is a proposal, the vote of every player, and a throw. Nobody ever wins. All is a function of the shape and the
// number of records: two games of one shape and length are the same game.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/game.h"

namespace nomic::bench {

struct Shape {
  std::string_view name;
  std::size_t players = 3;
  std::size_t more_rules = 0;    // beside those of the Initial Set
  std::size_t text_bytes = 100;  // of each of them
  bool with_franchise = false;   // each of them has a provision that says who votes
  bool every_turn_adopts = false;
};

std::vector<Shape> shapes();
std::optional<Shape> shape_named(std::string_view name);

// `name` tells the game from others of its shape in one ledger. At most 16 characters.
replay::Founding founding_of(const Shape& shape, const std::string& name);

class Script {
 public:
  // Of a game that will have so many records.
  Script(const Shape& shape, std::uint64_t records);

  // The move after this state: the script is asked once for each, in order.
  replay::Move next(const replay::State& state);

 private:
  [[nodiscard]] bool adopted() const;
  [[nodiscard]] v1::Event proposal(std::uint32_t target) const;

  Shape shape_;
  std::vector<std::string> players_;
  std::uint64_t turns_between_;  // adoptions, where not every turn has one
  std::uint64_t turn_ = 0;
  std::size_t step_ = 0;  // of the turn
  std::uint32_t number_ = 0;
  std::vector<std::uint32_t> targets_;  // as they are numbered by now; amended in turn
};

}  // namespace nomic::bench
