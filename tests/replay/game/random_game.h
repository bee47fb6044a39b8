// A random game: players who mostly do what the game waits for, and now and then whatever comes to their minds; their
// proposals carry random provisions, several changes at once, times of effect and points in the past.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "nomic/replay/game_status.h"
#include "replay/game/random_provisions.h"
#include "replay/game/table.h"

namespace nomic::replay::test {

// A figure that whoever runs the tests may set (NOMIC_GAMES, NOMIC_SEED, ...); else this, or under a sanitizer an
// eighth.
std::uint64_t from_environment(const char* name, std::uint64_t otherwise);

std::string hash_of(const State& state);

// Its throws are by secrets, as one in three games has it: which, and what becomes of who is too late, the seed says.
void throw_by_secrets(v1::Ruleset& ruleset, std::uint64_t seed);

class RandomGame {
 public:
  // Founded on an edition or on a ruleset of its own, as the seed has it.
  explicit RandomGame(std::uint64_t seed);
  // On that ruleset.
  RandomGame(std::uint64_t seed, const v1::Ruleset& ruleset);
  // On a ruleset of its own, and recorded afterwards: each move says its time, and its keeper has proposals and rules
  // numbered in the players' own way, proposals that change nothing, and rules whose text is lost.
  RandomGame(std::uint64_t seed, Table::Afterwards recorded);

  // Somebody's try, at a time not before that of the last record; not made yet.
  Move next_try();

  Table& table() { return *table_; }
  Choices& choose() { return choose_; }
  [[nodiscard]] Scene scene() const;
  // Whether anybody could still move.
  [[nodiscard]] bool over() const;

 private:
  using Try = std::pair<std::string, v1::Event>;

  std::int64_t some_time_later();
  std::string anybody();
  std::uint32_t any_open_proposal();
  v1::VoteCast::Choice some_choice();

  std::vector<Try> what_is_waited_for();
  void ways_on_proposal(const v1::Proposal& proposal, std::vector<Try>& ways);
  void ways_to_throw(const v1::Turn& turn, std::vector<Try>& ways);
  Try whatever();
  Try about_a_proposal();
  Try about_players();

  v1::Event proposal();
  v1::RuleChange change();
  void as_keepers_say(v1::ProposalMade& made);
  void fill(v1::RuleChange& change);
  const v1::Rule* target(v1::ChangeKind kind);
  v1::Event throw_of(const std::string& player);
  v1::Event commitment_of(const std::string& player, const v1::DiceRound& round);
  v1::Event secret_behind(const v1::DiceSecret& own, const v1::DiceRound& round);

  Choices choose_;
  std::unique_ptr<Table> table_;
  int newcomers_ = 0;
  std::map<std::string, std::string> secrets_;  // by what was committed to
  unsigned past_ = 0;                           // how many in a hundred proposals act on the past
  bool afterwards_ = false;                     // recorded so
};

}  // namespace nomic::replay::test
