// Bundles at the door: what no game can be derived from is not taken in, by whatever part of a game it comes; what the
// rules refuse is taken in and has no effect.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <iostream>
#include <random>

#include "nomic/ledger/bundle.h"
#include "nomic/replay/game_limits.h"
#include "replay/history/kept.h"

namespace nomic::replay::test {
namespace {

class ImportFrom : public testing::TestWithParam<Where> {};
INSTANTIATE_TEST_SUITE_P(Stores, ImportFrom, testing::Values(Where::MEMORY, Where::FOLDER));

constexpr std::uint64_t FOUNDING = 32;  // records: the game, 29 rules, Ann and Bob

std::string bundle_of(Kept& t, std::uint64_t from = 0) {
  std::string bundle;
  const auto write = [&](std::string_view bytes) {
    bundle += bytes;
    return 0;
  };
  const ledger::GameId game = t.game->head().game;
  EXPECT_TRUE(t.ledger->export_to(write, {game, from, {}, 0}, {}).ok());
  return bundle;
}

Result<TakenIn> taken(ledger::Ledger& ledger, const std::string& bytes, const BundleImport& bundle = {}) {
  std::size_t at = 0;
  ledger::BundleSource source([&](char* into, std::size_t count) {
    const std::size_t given = std::min(count, bytes.size() - at);
    std::memcpy(into, bytes.data() + at, given);
    at += given;
    return static_cast<std::ptrdiff_t>(given);
  });
  return Game::import_from(ledger, source, bundle);
}

// What a keeper can put into a ledger of their own: any bytes, under any name, without a key.
void forge(Kept& t, const std::string& author, const std::string& payload, std::int64_t later = SECOND) {
  const ledger::Head head = *t.ledger->head(t.game->head().game);
  ledger::AppendRequest request;
  request.game = head.game;
  request.expected_size = head.size;
  request.records.push_back({.author = author, .payload = payload});
  request.recorded_at = {head.recorded_at.value + later};
  ASSERT_TRUE(t.ledger->append(request).ok());
}

// A copy that goes on as it was: nothing is wrong with it, and a move can be made.
void expect_sound(ledger::Ledger& ledger, const ledger::Head& expected) {
  const auto head = ledger.head(expected.game);
  ASSERT_TRUE(head.ok());
  EXPECT_EQ(head->size, expected.size);
  EXPECT_EQ(head->head_hash, expected.head_hash);
  EXPECT_TRUE(ledger.verify(expected.game, {})->faults.empty());
  const auto game = Game::open(ledger, expected.game.hash.hex());
  EXPECT_TRUE(game.ok());
}

TEST_P(ImportFrom, WhatCannotBeDerivedIsNotTakenIn) {
  for (const bool is_signed : {false, true}) {
    Founding founding = founding_of({"Ann", "Bob"});
    founding.signatures_required = is_signed;
    const ledger::PrivateKey ann = ledger::PrivateKey::generate();
    const ledger::PrivateKey bob = ledger::PrivateKey::generate();
    if (is_signed) founding.keys = {{ann.public_key().raw(), "a"}, {bob.public_key().raw(), "b"}};
    Kept t(GetParam(), founding);
    const auto copy = ledger::Ledger::in_memory();
    ASSERT_TRUE(taken(*copy, bundle_of(t)).ok());
    const ledger::Head before = *copy->head(t.game->head().game);

    forge(t, "Ann", "no event");
    for (const std::uint64_t from : {std::uint64_t{0}, before.size, before.size - 3}) {
      const auto done = taken(*copy, bundle_of(t, from));
      expect_refused(done, ErrorCode::LEDGER, {"nothing is taken in", "record #32"});
      ASSERT_FALSE(done.ok());
      EXPECT_EQ(done.error().variant, "not_derived");
      expect_sound(*copy, before);
    }
    const auto empty = ledger::Ledger::in_memory();
    EXPECT_FALSE(taken(*empty, bundle_of(t)).ok());
    EXPECT_TRUE(empty->games()->empty());
  }
}

// A move of a live game may say when it happened: no road lets it say a time that could not be typed.
TEST_P(ImportFrom, ATimeBeyondTheYearsIsNotTakenIn) {
  Kept t(GetParam(), {"Ann", "Bob"});
  const auto copy = ledger::Ledger::in_memory();
  ASSERT_TRUE(taken(*copy, bundle_of(t)).ok());
  const ledger::Head before = *copy->head(t.game->head().game);
  v1::Event event = enact("Cake.");
  event.set_occurred_at(LAST_TIME + 1);
  forge(t, "Ann", event.SerializeAsString());
  expect_refused(taken(*copy, bundle_of(t)), ErrorCode::LEDGER, {"nothing is taken in"});
  expect_sound(*copy, before);
}

TEST_P(ImportFrom, WhatTheRulesRefuseIsTakenInWithoutEffect) {
  Kept t(GetParam(), {"Ann", "Bob"});
  const auto copy = ledger::Ledger::in_memory();
  ASSERT_TRUE(taken(*copy, bundle_of(t)).ok());
  forge(t, "Bob", enact("Out of turn.").SerializeAsString());
  std::vector<std::uint64_t> unlawful;
  BundleImport bundle;
  bundle.each = [&](const Played& played) {
    for (const v1::Consequence& each : played.consequences) {
      if (each.has_not_lawful()) unlawful.push_back(played.record.index.value);
    }
  };
  const auto done = taken(*copy, bundle_of(t, FOUNDING), bundle);
  ASSERT_TRUE(done.ok()) << why(done);
  EXPECT_EQ(done->imported.before, FOUNDING);
  EXPECT_EQ(unlawful, std::vector<std::uint64_t>{FOUNDING});
  const auto game = Game::open(*copy, "");
  ASSERT_TRUE(game.ok());
  EXPECT_TRUE(game->engine().state().proposals().empty());
}

TEST_P(ImportFrom, WhatIsDatedAheadIsTakenInOnlyIfAllowed) {
  Kept t(GetParam(), {"Ann", "Bob"});
  const auto copy = ledger::Ledger::in_memory();
  ASSERT_TRUE(taken(*copy, bundle_of(t)).ok());
  const ledger::Head before = *copy->head(t.game->head().game);
  forge(t, "Ann", enact("Cake.").SerializeAsString(), 100 * SECOND);
  BundleImport bundle;
  bundle.latest = before.recorded_at.value + 99 * SECOND;
  const auto refused = taken(*copy, bundle_of(t), bundle);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().variant, "dated_ahead");
  expect_sound(*copy, before);
  bundle.latest = before.recorded_at.value + 100 * SECOND;
  EXPECT_TRUE(taken(*copy, bundle_of(t), bundle).ok());
}

// Bytes at random, and events with a part changed or cut off: whatever is taken in, the game goes on from it.
TEST(ImportFromAnybody, UponWhateverIsTakenInTheGameGoesOn) {
  std::mt19937_64 chance(14);
  const std::vector<std::string> events = {enact("Cake.").SerializeAsString(), vote(FOR, 301).SerializeAsString(),
                                           call(301).SerializeAsString()};
  int in = 0;
#if defined(NOMIC_SANITIZED)
  constexpr int TRIED = 50;
#else
  constexpr int TRIED = 400;
#endif
  for (int i = 0; i < TRIED; ++i) {
    Kept t(Where::MEMORY, {"Ann", "Bob"});
    const auto copy = ledger::Ledger::in_memory();
    ASSERT_TRUE(taken(*copy, bundle_of(t)).ok());
    const ledger::Head before = *copy->head(t.game->head().game);
    std::string payload = events[chance() % events.size()];
    if (chance() % 3 != 0) payload[chance() % payload.size()] ^= static_cast<char>(1U << (chance() % 8));
    if (chance() % 3 == 0) payload.resize(1 + chance() % payload.size());
    forge(t, chance() % 2 == 0 ? "Ann" : "Nobody", payload);
    const bool was_taken = taken(*copy, bundle_of(t, chance() % 2 == 0 ? 0 : FOUNDING)).ok();
    in += was_taken ? 1 : 0;
    const ledger::Head now = *copy->head(before.game);
    EXPECT_EQ(now.size, before.size + (was_taken ? 1 : 0)) << i;
    expect_sound(*copy, now);
  }
  std::cout << TRIED << " forged records: " << in << " taken in, " << TRIED - in << " refused; all copies go on\n";
  EXPECT_GT(in, 0);
  EXPECT_LT(in, TRIED);
}

}  // namespace
}  // namespace nomic::replay::test
