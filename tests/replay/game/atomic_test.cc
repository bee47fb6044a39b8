// A move happens as a whole or not at all: whichever read of the history fails, and for whatever reason the rules
// refuse it, the state is what it was, and the same move can be made afterwards.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <type_traits>

#include "nomic/replay/digest.h"
#include "replay/game/random_dispute.h"
#include "replay/game/random_game.h"
#include "replay/game/table.h"

namespace nomic::replay::test {
namespace {

// A history whose n-th read fails, from 0; it counts them.
class Failing : public History {
 public:
  Failing(const History& history, int fails_at) : history_(history), fails_at_(fails_at) {}

  [[nodiscard]] Result<Move> at(std::uint64_t index) const override {
    if (reads_++ != fails_at_) return history_.at(index);
    Error error;
    error.code = ErrorCode::LEDGER;
    error.what = "the disk is gone";
    return error;
  }

 private:
  const History& history_;
  int fails_at_;
  mutable int reads_ = 0;
};

// Reads that are made to fail, for one move: each of the first ones, and then fewer and fewer.
constexpr int READS_IN_A_ROW = 12;

struct Counted {
  int failures = 0;
  std::map<std::string, int> refusals;
};

// Makes the move, after each failure of the history on the way to it has left the state alone.
template <class Game>
void make(Game& game, const Move& move, Counted& counted) {
  auto& t = game.table();
  const auto before = digest_of(t.state());
  const std::string as_written = written(t.state());
  for (int fails_at = 0;; fails_at += fails_at < READS_IN_A_ROW ? 1 : 1 + fails_at / 2) {
    const Failing history(t, fails_at);
    const auto done = t.engine.move(move, history);
    if (done) {
      // Nothing failed, or what failed was only to be told.
      t.moves.push_back(move);
      if constexpr (std::is_same_v<Game, RandomDispute>) game.made(move, *done);
      return;
    }
    ASSERT_EQ(digest_of(t.state()), before)
        << "read " << fails_at << " at #" << move.index << ": " << done.error().what;
    ASSERT_EQ(written(t.state()), as_written) << "read " << fails_at << " at #" << move.index;
    if (kind_of(done.error().code) != nomic::replay::Kind::LEDGER) {
      ++counted.refusals[std::string(name_of(done.error().code))];
      if constexpr (std::is_same_v<Game, RandomDispute>) game.refused(move);
      return;
    }
    ++counted.failures;
  }
}

TEST(Atomic, AMoveThatFailsOrIsRefusedLeavesTheStateAlone) {
  const auto games = from_environment("NOMIC_GAMES", 12);
  const auto first = from_environment("NOMIC_SEED", 1);
  Counted counted;
  for (auto seed = first; seed < first + games && !HasFailure(); ++seed) {
    SCOPED_TRACE("NOMIC_SEED=" + std::to_string(seed) + " NOMIC_GAMES=1");
    RandomGame game(seed);
    for (int tries = 0; tries < 120 && !game.over() && !HasFatalFailure(); ++tries) {
      make(game, game.next_try(), counted);
    }
  }
  // That it looked at what it is about: a game alone, as a sanitizer has it, shows less of it.
  EXPECT_GE(counted.failures, games > 4 ? 20 : 1);
  EXPECT_GE(counted.refusals.size(), games > 4 ? 10U : 4U);
}

TEST(Atomic, SoItIsInTurnsThatAreDisputed) {
  const auto games = from_environment("NOMIC_GAMES", 6);
  const auto first = from_environment("NOMIC_SEED", 1);
  Counted counted;
  for (auto seed = first; seed < first + games && !HasFailure(); ++seed) {
    SCOPED_TRACE("NOMIC_SEED=" + std::to_string(seed) + " NOMIC_GAMES=1");
    RandomDispute game(seed);
    for (int tries = 0; tries < 120 && !game.over() && !HasFatalFailure(); ++tries) {
      make(game, game.next_try(), counted);
    }
  }
  EXPECT_GE(counted.failures, games > 4 ? 20 : 1);
  EXPECT_GE(counted.refusals.size(), games > 4 ? 10U : 4U);
}

}  // namespace
}  // namespace nomic::replay::test
