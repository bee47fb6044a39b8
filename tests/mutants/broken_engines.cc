// Engines with a line gone wrong (mutate.py says which): each plays random games by itself, takes moves that the rules
// refuse and reckons what they do not give; and the auditor finds it out.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "replay/audit/watch.h"
#include "replay/game/random_dispute.h"
#include "replay/game/random_game.h"
#include "replay/game/selfish_game.h"

namespace nomic::replay::test {

// Which line is wrong: the number of a row of the table, 0 for none.
int mutation = 0;

namespace {

struct Mutation {
  std::string how;
  std::string check;  // that finds it
};

const std::vector<Mutation>& mutations() {
  static const std::vector<Mutation> ALL = {
#include "mutations.inc"
  };
  return ALL;
}

constexpr int TRIES = 300;
constexpr std::uint64_t GAMES = 40;

// Leaves the engine as it is, whatever happens meanwhile.
class Broken {
 public:
  explicit Broken(int number) { mutation = number; }
  ~Broken() { mutation = 0; }
  Broken(const Broken&) = delete;
  Broken& operator=(const Broken&) = delete;
};

const Table& played(RandomGame& game) {
  auto& t = game.table();
  t.lawful = false;
  for (int tries = 0; tries < TRIES && !game.over(); ++tries) {
    const auto move = game.next_try();
    if (move.event.proposal_made().has_effect_from()) continue;
    if (t.engine.move(move, t)) t.moves.push_back(move);
  }
  return t;
}

const Table& played(RandomDispute& game) {
  auto& t = game.table();
  t.lawful = false;
  for (int tries = 0; tries < TRIES && !game.over(); ++tries) {
    const auto move = game.next_try();
    auto emitted = t.engine.move(move, t);
    if (!emitted) game.refused(move);
    if (!emitted) continue;
    t.moves.push_back(move);
    game.made(move, *emitted);
  }
  return t;
}

const Table& played(SelfishGame& game) {
  auto& t = game.table();
  t.lawful = false;
  for (int tries = 0; tries < TRIES && !game.over(); ++tries) {
    const auto one = game.next_try();
    const auto move = t.move_of(one.author, one.event);
    if (t.engine.move(move, t)) {
      t.moves.push_back(move);
    } else {
      game.refused(one);
    }
  }
  return t;
}

class BentGame : public SelfishGame {
 public:
  explicit BentGame(std::uint64_t seed) : SelfishGame(seed, Bent::WITHDRAWALS_AND_AWARDS) {}
};

template <class Game>
std::vector<std::string> checks_broken_in(std::uint64_t seed) {
  Game game(seed);
  Watch watch;
  watch.see_all(played(game));
  if (mutation == 0) {
    EXPECT_EQ(watch.words(), "");
  }
  std::vector<std::string> checks;
  for (const auto& one : watch.findings) checks.push_back(one.check);
  return checks;
}

template <class Game>
bool catches_in(const std::string& check, std::uint64_t seed) {
  const auto all = checks_broken_in<Game>(seed);
  return std::find(all.begin(), all.end(), check) != all.end();
}

bool catches(const std::string& check, std::uint64_t seed) {
  return catches_in<RandomGame>(check, seed) || catches_in<RandomDispute>(check, seed) ||
         catches_in<SelfishGame>(check, seed) || catches_in<BentGame>(check, seed);
}

TEST(BrokenEngine, IsCaughtWhicheverLineIsWrong) {
  ASSERT_GE(mutations().size(), 10U);
  for (std::size_t at = 0; at < mutations().size(); ++at) {
    const Broken broken(static_cast<int>(at) + 1);
    std::uint64_t seed = 1;
    while (seed <= GAMES && !catches(mutations()[at].check, seed)) ++seed;
    EXPECT_LE(seed, GAMES) << mutations()[at].how << ": not caught by " << mutations()[at].check;
    fmt::print("{}: caught by {} in the games of seed {}\n", mutations()[at].how, mutations()[at].check, seed);
  }
}

// As it is, the same games are lawful: so the findings are about the lines.
TEST(BrokenEngine, IsTheOneThatWasBroken) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    EXPECT_TRUE(checks_broken_in<RandomGame>(seed).empty()) << seed;
    EXPECT_TRUE(checks_broken_in<RandomDispute>(seed).empty()) << seed;
    EXPECT_TRUE(checks_broken_in<SelfishGame>(seed).empty()) << seed;
    EXPECT_TRUE(checks_broken_in<BentGame>(seed).empty()) << seed;
  }
}

}  // namespace
}  // namespace nomic::replay::test
