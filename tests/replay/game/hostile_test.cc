// Records that no client would write: random bytes, events with any value in any field, a founding whose provisions
// nobody checked. Whatever stands in a ledger, the engine derives a state or says why not: it never crashes, hangs or
// grows without bound. NOMIC_GAMES and NOMIC_SEED as for the games with random provisions.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "nomic/ledger/hash.h"
#include "nomic/replay/reference.h"
#include "replay/game/random_game.h"

namespace nomic::replay::test {
namespace {

v1::Provision hostile_provision(Choices& choose, const Scene& scene) {
  const auto how = choose.below(40);
  if (how > 2) return random_provision(choose, scene);
  if (how > 0) return random_nonsense(choose, scene);
  v1::Provision provision;
  scramble(provision, choose, 2);
  return provision;
}

// As a hostile ledger may found a game: whatever provisions in any number of rules, by numbers near both their ends.
v1::Ruleset hostile_rules(Choices& choose) {
  v1::Ruleset ruleset;
  Scene scene;
  scene.players = {"Ann Young", "Bob Miller"};
  std::uint32_t number = 0;
  const bool last = choose.percent(5);
  const std::uint32_t far = choose.percent(50) ? 999'999'990U : 0xFFFFFFF0U;
  for (auto left = 3 + choose.below(12); left > 0; --left) {
    auto& rule = *ruleset.add_rules();
    number = last && choose.percent(20) ? std::max(number + 1, far) : number + 1;
    rule.set_number(reference(number));
    rule.set_status(choose.percent(30) ? v1::IMMUTABLE : v1::MUTABLE);
    rule.add_texts()->set_text("Rule.");
    for (auto provisions = choose.below(4); provisions > 0; --provisions) {
      *rule.add_provisions() = hostile_provision(choose, scene);
    }
  }
  return ruleset;
}

// Whether a game is founded on them; if not, the engine says that these records are none.
bool is_founded(const v1::Ruleset& ruleset) {
  const Table nothing({"Ann", "Bob"});
  Engine engine;
  for (const auto& event :
       founding_events({"Ann Young", "Bob Miller", "Cyd Abel", "Dan Root"}, ruleset, "", v1::TABLE)) {
    Move move;
    move.index = engine.state().size();
    move.event = event;
    move.payload = event.SerializeAsString();
    const auto emitted = engine.replay(move, nothing);
    if (emitted) continue;
    EXPECT_EQ(emitted.error().code, ErrorCode::NOT_A_GAME);
    return false;
  }
  return true;
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

// Plays on, with every third record a hostile one; all of them stay on record, but those that the engine cannot read.
void play_on(RandomGame& game, Choices& choose, int records) {
  auto& t = game.table();
  t.lawful = false;
  std::size_t fed = t.state().to_wire().ByteSizeLong();
  for (int i = 0; i < records; ++i) {
    auto move = game.next_try();
    if (choose.below(3) == 0) make_hostile(move, choose);
    fed += move.payload.size() + move.event.ByteSizeLong();
    const auto before = hash_of(t.state());
    t.moves.push_back(move);  // it is on record, whatever it is worth
    const auto emitted = t.engine.replay(move, t);
    if (!emitted) {
      EXPECT_EQ(kind_of(emitted.error().code), nomic::replay::Kind::LEDGER) << label_of(emitted.error());
      EXPECT_EQ(hash_of(t.state()), before) << label_of(emitted.error());
      t.moves.pop_back();
      continue;
    }
    EXPECT_EQ(t.state().size(), t.moves.size());
    EXPECT_LT(emitted->size(), 5000U);
    // A rule stands in it, and a proposal with it; nothing is there that was not fed.
    EXPECT_LT(t.state().to_wire().ByteSizeLong(), 100'000 + 10 * fed);
    if (choose.percent(20)) status_of(t);
    for (const auto& proposal : t.state().proposals()) {
      if (!choose.percent(5)) continue;
      EXPECT_TRUE(warnings(t.engine, proposal, t));
    }
  }
}

// What was derived while such records came in is derived from them again.
void derive_again(const Table& t) {
  Engine again;
  for (const auto& move : t.moves) ASSERT_TRUE(again.replay(move, t)) << "at #" << move.index;
  EXPECT_EQ(written(again.state()), written(t.state()));
}

TEST(HostileRecords, NeverBreakAGame) {
  const auto games = from_environment("NOMIC_GAMES", 40);
  const auto first = from_environment("NOMIC_SEED", 1);
  for (auto seed = first; seed < first + games && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("NOMIC_SEED={} NOMIC_GAMES=1", seed));
    RandomGame game(seed);
    Choices choose(seed + 1'000'000);
    play_on(game, choose, 150);
    derive_again(game.table());
  }
}

TEST(HostileRecords, ThatFoundAGameAreRefusedOrItCanBePlayed) {
  const auto games = from_environment("NOMIC_GAMES", 40);
  const auto first = from_environment("NOMIC_SEED", 1);
  std::uint64_t founded = 0;
  for (auto seed = first; seed < first + games && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("NOMIC_SEED={} NOMIC_GAMES=1", seed));
    Choices choose(seed + 2'000'000);
    const auto rules = hostile_rules(choose);
    if (!is_founded(rules)) continue;
    ++founded;
    RandomGame game(seed, rules);
    play_on(game, choose, 150);
    derive_again(game.table());
  }
  fmt::print("{} of {} hostile foundings were games\n", founded, games);
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
