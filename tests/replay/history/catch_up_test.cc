// A game that is followed while another Game on the same ledger is played: it is what opening it anew would give, with
// Judgments that strike what was derived before and with rules that act on the past.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "nomic/replay/digest.h"
#include "replay/game/random_dispute.h"
#include "replay/history/kept.h"

namespace nomic::replay::test {
namespace {

constexpr int TRIES_FOLLOWED = 100;
constexpr int GIVEN_UP_AFTER = 60;

template <class Random>
void play_out(Random& random) {
  int refused = 0;
  for (int tries = 0; tries < TRIES_FOLLOWED && refused < GIVEN_UP_AFTER && !random.over(); ++tries) {
    const Move move = random.next_try();
    auto& table = random.table();
    const auto emitted = table.engine.move(move, table);
    refused = emitted ? 0 : refused + 1;
    if constexpr (std::is_same_v<Random, RandomDispute>) {
      emitted ? random.made(move, *emitted) : random.refused(move);
    }
    if (emitted) table.moves.push_back(move);
  }
}

// The records of a game, put into a ledger as somebody else would.
class RecordedOneByOne {
 public:
  explicit RecordedOneByOne(const Table& table) : moves_(table.moves) {
    ledger::FoundRequest found;
    found.name = "kept";
    const std::uint64_t founding = table.state().founding().founding_records();
    for (; next_ < founding; ++next_) {
      found.records.push_back({moves_[next_].author, moves_[next_].payload});
      found.recorded_at = {moves_[next_].recorded_at};
    }
    game_ = ledger->found(found)->game;
  }
  [[nodiscard]] bool is_done() const { return next_ == moves_.size(); }
  void next() {
    const Move& move = moves_[next_];
    ledger::AppendRequest append;
    append.game = game_;
    append.expected_size = next_++;
    append.records = {{move.author, move.payload}};
    append.recorded_at = {move.recorded_at};
    EXPECT_TRUE(ledger->append(append).ok());
  }

  const std::unique_ptr<ledger::Ledger> ledger = ledger::Ledger::in_memory();

 private:
  const std::vector<Move>& moves_;
  std::size_t next_ = 0;
  ledger::GameId game_;
};

std::string told_again(Game& game, std::uint64_t from, std::uint64_t to) {
  std::string words;
  const auto done = game.replay_range(from, to, [&](const Played& played) {
    words += fmt::format("#{}\n", played.move.index);
    for (const auto& one : played.consequences) words += one.ShortDebugString() + "\n";
    return true;
  });
  EXPECT_TRUE(done.ok());
  return words;
}

void follow_along(const Table& table, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  RecordedOneByOne recorder(table);
  auto followed = Game::open(*recorder.ledger, "kept");
  ASSERT_TRUE(followed.ok());
  while (!recorder.is_done()) {
    const std::uint64_t before = followed->head().size;
    for (std::uint64_t more = random() % 4; more != 0 && !recorder.is_done(); --more) recorder.next();
    ASSERT_TRUE(followed->catch_up().ok());
    auto anew = Game::open(*recorder.ledger, "kept");
    ASSERT_TRUE(anew.ok());
    const std::uint64_t size = anew->head().size;
    ASSERT_EQ(followed->head().size, size);
    ASSERT_EQ(followed->head().head_hash, anew->head().head_hash);
    ASSERT_EQ(followed->head().root, anew->head().root);
    ASSERT_EQ(followed->head().recorded_at, anew->head().recorded_at);
    ASSERT_EQ(digest_of(followed->engine().state()), digest_of(anew->engine().state()));
    // What came since, and a little before it: by the engine that is kept of then, and without it.
    const std::uint64_t from = before - random() % 3;
    ASSERT_EQ(told_again(*followed, from, size), told_again(*anew, from, size)) << from << " to " << size;
    const std::uint64_t at = before + random() % (size - before + 1);
    ASSERT_EQ(digest_of(followed->at(at)->state()), digest_of(anew->at(at)->state())) << at;
  }
}

TEST(CatchUp, IsOpeningRandomGamesAnew) {
  for (std::uint64_t seed = 1; seed <= from_environment("NOMIC_GAMES", 4) && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    RandomGame random(seed);
    play_out(random);
    follow_along(random.table(), seed);
  }
}

TEST(CatchUp, IsOpeningGamesWithJudgmentsAnew) {
  for (std::uint64_t seed = 1; seed <= from_environment("NOMIC_GAMES", 4) && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    RandomDispute random(seed);
    play_out(random);
    follow_along(random.table(), seed);
  }
}

TEST(CatchUp, GoesOnMakingMoves) {
  Kept t(Where::MEMORY, {"Ann", "Bob"});
  auto other = Game::open(*t.ledger, "");
  ASSERT_TRUE(other.ok());
  t.ok("Ann", enact("Cake is served at noon."));
  ASSERT_TRUE(other->catch_up().ok());
  Submission vote;
  vote.author = "Ann";
  vote.event = call(301);
  vote.now = t.now + SECOND;
  const auto made = other->submit(vote);
  ASSERT_TRUE(made.ok()) << why(made);
  ASSERT_TRUE(t.game->catch_up().ok());
  EXPECT_EQ(written(t.state()), written(other->engine().state()));
  t.ok("Ann", test::vote(FOR, 301));
}

}  // namespace
}  // namespace nomic::replay::test
