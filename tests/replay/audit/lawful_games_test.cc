// Lawful random games: the auditor finds nothing. NOMIC_GAMES says how many of each sort (25 by default), NOMIC_SEED
// the seed of the first (1); a failure names the seed of its game, and NOMIC_SEED=that NOMIC_GAMES=1 plays it again.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <map>

#include "replay/audit/watch.h"
#include "replay/game/random_dispute.h"
#include "replay/game/random_game.h"

namespace nomic::replay::test {
namespace {

constexpr int TRIES = 500;
constexpr int STUCK_AFTER = 60;

struct Figures {
  std::uint64_t games = 0;
  std::uint64_t moves = 0;
  std::map<std::string, std::array<std::uint64_t, 2>> checks;  // what held, and what was not judged

  void count(const AuditReport& report, std::size_t records) {
    ++games;
    moves += records;
    for (const auto& one : report.checks) {
      checks[one.check][0] += one.held;
      checks[one.check][1] += one.not_judged;
    }
  }
  void print() const {
    fmt::print("{} games, {} records\n", games, moves);
    for (const auto& [check, counts] : checks)
      fmt::print("  {:8} {:8} hold, {} not judged\n", check, counts[0], counts[1]);
  }
};

void found_nothing(const Table& table, Figures& figures) {
  Watch watch;
  watch.see_all(table);
  EXPECT_EQ(watch.findings.size(), 0U) << watch.words();
  if (std::getenv("NOMIC_SHOW") != nullptr) {
    const auto from = from_environment("NOMIC_SHOW", 0);
    Engine again;
    for (const auto& move : table.moves) {
      auto emitted = again.replay(move, table);
      if (move.index > from) continue;
      fmt::print("#{} {} {}\n", move.index, move.author, move.event.ShortDebugString());
      for (const auto& one : *emitted) fmt::print("    {}\n", one.ShortDebugString());
      fmt::print("    turn {}\n", again.state().turn().ShortDebugString());
      for (const auto& turn : again.state().other_turns()) fmt::print("    beside {}\n", turn.ShortDebugString());
      if (move.index == from)
        for (const auto& r : again.state().rules()) {
          fmt::print("  rule {} lin {} {} since {}\n", r.number(), r.lineage(), int(r.status()), r.since());
          for (const auto& p : r.provisions()) fmt::print("      {}\n", p.ShortDebugString());
        }
      if (move.index == from) fmt::print("method {}\n", again.state().method().ShortDebugString());
    }
  }
  const auto report = watch.finish();
  EXPECT_TRUE(report.ok());
  figures.count(report, table.moves.size());
}

template <class... How>
void play_random_games(How... how) {
  const auto games = from_environment("NOMIC_GAMES", 25);
  const auto first = from_environment("NOMIC_SEED", 1);
  Figures figures;
  for (auto seed = first; seed < first + games; ++seed) {
    SCOPED_TRACE(fmt::format("NOMIC_SEED={} NOMIC_GAMES=1", seed));
    RandomGame game(seed, how...);
    auto& t = game.table();
    int refused = 0;
    for (int tries = 0; tries < TRIES && refused < STUCK_AFTER && !game.over(); ++tries) {
      const auto move = game.next_try();
      if (move.event.proposal_made().has_effect_from() && t.state().retroactions_size() >= 2) continue;
      refused = t.engine.move(move, t) ? 0 : refused + 1;
      if (refused == 0) t.moves.push_back(move);
    }
    found_nothing(t, figures);
    if (testing::Test::HasFailure() && std::getenv("NOMIC_GO_ON") == nullptr) break;
  }
  figures.print();
}

TEST(Audit, FindsNothingInGamesWithRandomProvisions) {
  play_random_games();
}

TEST(Audit, FindsNothingInGamesThatAreRecordedAfterwards) {
  play_random_games(Table::Afterwards());
}

TEST(Audit, FindsNothingInGamesWithRandomDisputes) {
  const auto games = from_environment("NOMIC_GAMES", 25);
  const auto first = from_environment("NOMIC_SEED", 1);
  Figures figures;
  for (auto seed = first; seed < first + games; ++seed) {
    SCOPED_TRACE(fmt::format("NOMIC_SEED={} NOMIC_GAMES=1", seed));
    RandomDispute game(seed);
    auto& t = game.table();
    int refused = 0;
    for (int tries = 0; tries < TRIES && refused < STUCK_AFTER && !game.over(); ++tries) {
      const auto move = game.next_try();
      auto emitted = t.engine.move(move, t);
      refused = emitted ? 0 : refused + 1;
      if (!emitted) {
        game.refused(move);
        continue;
      }
      t.moves.push_back(move);
      game.made(move, *emitted);
    }
    found_nothing(t, figures);
    if (HasFailure() && std::getenv("NOMIC_GO_ON") == nullptr) break;
  }
  figures.print();
}

}  // namespace
}  // namespace nomic::replay::test
