// Records that no client would write: random bytes, events with any value in any field, a founding whose provisions
// nobody checked. Whatever stands in a ledger, the engine derives a state or says why not: it never crashes, hangs or
// grows without bound. NOMIC_GAMES and NOMIC_SEED as for the games with random provisions.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "replay/game/random_game.h"

namespace nomic::replay::test {
namespace {

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* given = std::getenv(name);
  return given == nullptr ? otherwise : std::strtoull(given, nullptr, 10);
}

// As a hostile ledger may found a game: rules in ascending order with whatever provisions.
v1::Ruleset hostile_rules(Choices& choose) {
  v1::Ruleset ruleset;
  Scene scene;
  scene.players = {"Ann Young", "Bob Miller"};
  std::uint32_t number = 0;
  for (auto left = 3 + choose.below(12); left > 0; --left) {
    auto& rule = *ruleset.add_rules();
    number = choose.percent(2) ? std::max(number + 1, 0xFFFFFFF0U) : number + 1;
    rule.set_number(number);
    rule.set_status(choose.percent(30) ? v1::IMMUTABLE : v1::MUTABLE);
    rule.add_texts()->set_text("Rule.");
    for (auto provisions = choose.below(4); provisions > 0; --provisions) {
      auto& provision = *rule.add_provisions();
      switch (choose.below(3)) {
        case 0:
          scramble(provision, choose, 2);
          break;
        case 1:
          provision = random_nonsense(choose, scene);
          break;
        default:
          provision = random_provision(choose, scene);
      }
    }
  }
  return ruleset;
}

std::string random_bytes(Choices& choose) {
  std::string bytes(choose.below(200), '\0');
  for (auto& byte : bytes) byte = static_cast<char>(choose.bits());
  return bytes;
}

// A move of the game, with something of it changed; or any event; or bytes.
void make_hostile(Move& move, Choices& choose) {
  switch (choose.below(6)) {
    case 0: {
      move.payload = random_bytes(choose);
      v1::Event read;
      if (read.ParseFromString(move.payload)) move.event = read;
      return;
    }
    case 1:
      move.event.Clear();
      scramble(move.event, choose);
      break;
    case 2:
      scramble(move.event, choose);
      break;
    case 3:
      move.recorded_at = static_cast<std::int64_t>(choose.bits() >> choose.below(64));
      break;
    case 4:
      move.author = choose.percent(50) ? "" : "Nobody Known";
      break;
    default:
      return;
  }
  move.payload = move.event.SerializeAsString();
}

// Plays on, with every third record a hostile one; all of them stay on record.
void play_on(RandomGame& game, Choices& choose, int records) {
  auto& t = game.table();
  std::size_t fed = t.state().ByteSizeLong();
  for (int i = 0; i < records; ++i) {
    auto move = game.next_try();
    if (choose.below(3) == 0) make_hostile(move, choose);
    fed += move.payload.size() + move.event.ByteSizeLong();
    t.moves.push_back(move);  // it is on record, whatever it is worth
    const auto told = t.engine.replay(move, t);
    if (!told) {
      t.moves.pop_back();
      continue;
    }
    EXPECT_EQ(t.state().size(), t.moves.size());
    EXPECT_LT(told->size(), 5000U);
    // A rule stands in it, and a proposal with it; nothing is there that was not fed.
    EXPECT_LT(t.state().ByteSizeLong(), 100'000 + 10 * fed);
    if (choose.percent(20)) status_of(t.engine);
    for (const auto& proposal : t.state().proposals()) {
      if (choose.percent(5)) warnings(t.engine, proposal);
    }
  }
}

TEST(HostileRecords, NeverBreakAGame) {
  const auto games = from_environment("NOMIC_GAMES", 40);
  const auto first = from_environment("NOMIC_SEED", 1);
  for (auto seed = first; seed < first + games && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("NOMIC_SEED={} NOMIC_GAMES=1", seed));
    RandomGame game(seed);
    Choices choose(seed + 1'000'000);
    play_on(game, choose, 150);
  }
}

TEST(HostileRecords, ThatFoundAGameLetItBePlayed) {
  const auto games = from_environment("NOMIC_GAMES", 40);
  const auto first = from_environment("NOMIC_SEED", 1);
  for (auto seed = first; seed < first + games && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("NOMIC_SEED={} NOMIC_GAMES=1", seed));
    Choices choose(seed + 2'000'000);
    RandomGame game(seed, hostile_rules(choose));
    play_on(game, choose, 150);
  }
}

TEST(HostileRecords, AreNoGameFromTheFirstOn) {
  Choices choose(from_environment("NOMIC_SEED", 1));
  const Table nothing({"Ann", "Bob"});
  for (auto left = from_environment("NOMIC_GAMES", 40) * 20; left > 0; --left) {
    Engine engine;
    for (std::uint64_t index = 0; index < 5; ++index) {
      Move move = nothing.moves[index];
      if (choose.percent(60)) make_hostile(move, choose);
      if (!engine.replay(move, nothing)) break;
    }
  }
}

}  // namespace
}  // namespace nomic::replay::test
