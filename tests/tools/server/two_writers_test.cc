// Two who write one ledger, as servers over a database do, are answered as one would be: whoever is asked.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "nomic/server/opened_games.h"
#include "tools/server/debated_games.h"
#include "tools/server/failing_ledger.h"
#include "tools/server/random_clients.h"

namespace nomic::tools {
namespace {

// A writer that keeps its games derived, whatever the other does meanwhile.
class Writer {
 public:
  explicit Writer(FailingLedger& disk) : ledger_(*disk.open()) {}
  replay::Result<Outcome> ask(const std::string& game, const v1::Request& request) {
    auto found = games_.get(*ledger_, game);
    if (!found) return found.error();
    return Service(*ledger_, **found).submit(request, {.now = DEBATE_NOON});
  }
  replay::Game& game(const std::string& name) { return **games_.get(*ledger_, name); }
  ledger::Ledger& ledger() { return *ledger_; }

 private:
  std::unique_ptr<ledger::Ledger> ledger_;
  OpenedGames games_;
};

class TwoWriters : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto ledger = *disk_.open();
    found_debated_games(*ledger);
    // One in which no turn has begun: there players may join.
    ASSERT_TRUE(replay::Game::found(*ledger, debated_founding("monday")).ok());
    disk_.is_shared = true;
  }
  FailingLedger disk_;
};

v1::Request by(const std::string& author) {
  v1::Request request;
  request.set_author(author);
  return request;
}

v1::Request vote_of(const std::string& author) {
  v1::Request request = by(author);
  request.mutable_vote()->set_choice(v1::VoteCast::FOR);
  return request;
}

v1::Request join_of(const std::string& name) {
  v1::Request request;
  request.mutable_join()->set_name(name);
  return request;
}

TEST_F(TwoWriters, WhatIsRefusedIsJudgedByTheGameAsItIs) {
  Writer here(disk_);
  Writer there(disk_);
  ASSERT_TRUE(here.ask("friday", debate_of("Bob", "first", "")).ok());
  // By how long it was here.
  const std::uint64_t size = here.game("friday").head().size;
  ASSERT_TRUE(there.ask("friday", debate_of("Dora", "second", "")).ok());
  v1::Request expecting = debate_of("Cleo", "third", "");
  expecting.set_expect(size + 1);
  EXPECT_TRUE(here.ask("friday", expecting).ok());
  // By who played.
  v1::Request leaves = by("Eve");
  leaves.mutable_forfeit();
  leaves.set_confirmed(true);
  EXPECT_EQ(here.ask("monday", leaves).error().code, replay::ErrorCode::UNKNOWN_PLAYER);
  ASSERT_TRUE(there.ask("monday", join_of("Eve")).ok());
  EXPECT_TRUE(here.ask("monday", leaves).ok());
  // What is refused by the game as it is stays refused, and an expectation that is broken too.
  const auto stranger = here.ask("friday", debate_of("Zoe", "fourth", ""));
  ASSERT_FALSE(stranger.ok());
  EXPECT_EQ(stranger.error().code, replay::ErrorCode::UNKNOWN_PLAYER);
  ASSERT_TRUE(there.ask("friday", debate_of("Ann", "fifth", "")).ok());
  const std::uint64_t before = here.game("friday").head().size;
  expecting.set_expect(before);
  const auto broken = here.ask("friday", expecting);
  ASSERT_FALSE(broken.ok());
  ASSERT_TRUE(broken.error().ledger);
  EXPECT_EQ(broken.error().ledger->code, ledger::ErrorCode::SIZE_MISMATCH);
  EXPECT_EQ(here.game("friday").head().size, before + 1) << "it is told by the size that the game has";
  // By the rules: no vote was called.
  v1::Request call = by("Ann");
  call.mutable_call_vote();
  ASSERT_TRUE(there.ask("friday", call).ok());
  EXPECT_TRUE(here.ask("friday", vote_of("Bob")).ok());
}

TEST_F(TwoWriters, ATrialAndAStatementAreJudgedByItToo) {
  Writer here(disk_);
  Writer there(disk_);
  const auto key = ledger::PrivateKey::generate();
  const Means means{.now = DEBATE_NOON, .keys = {&key}};
  v1::Request registers = by("Bob");
  registers.mutable_register_key()->set_key_name("bob");
  const auto registered = Service(here.ledger(), here.game("sunday")).submit(registers, means);
  ASSERT_TRUE(registered.ok()) << replay::label_of(registered.error());
  v1::Request call = by("Ann");
  call.mutable_call_vote();
  for (const char* game : {"friday", "sunday"}) {
    ASSERT_TRUE(here.ask(game, debate_of("Cleo", "first", "")).ok());
    ASSERT_TRUE(there.ask(game, call).ok());
  }
  v1::Request vote = vote_of("Bob");
  vote.set_dry_run(true);
  EXPECT_TRUE(here.ask("friday", vote).ok());
  const auto made = Service(here.ledger(), here.game("sunday")).prepare(vote_of("Bob"), means);
  EXPECT_TRUE(made.ok()) << replay::label_of(made.error());
}

// ------------------------------------------------------------------------
// At random, beside a model that nobody else writes.

v1::Request next_request(std::mt19937& random, int number, const std::vector<v1::Request>& made, std::uint64_t size) {
  const std::string author = DEBATERS[random() % 4];
  v1::Request request = debate_of(author, fmt::format("word {}", number), fmt::format("r-{}", number));
  switch (random() % 9) {
    case 0:
      return vote_of(author);
    case 1:
      request = by("Ann");
      request.mutable_call_vote();
      return request;
    case 2:
      return join_of(fmt::format("Newcomer{}", random() % 12));
    case 3:
      request.set_author(fmt::format("Newcomer{}", random() % 12));
      return request;
    case 4:
      request.set_expect(size + random() % 2);
      return request;
    case 5:
      if (!made.empty()) return made[random() % made.size()];
      return request;
    case 6:
      request.set_dry_run(true);
      return request;
    default:
      return request;
  }
}

class RandomWriters : public TwoWriters, public ::testing::WithParamInterface<unsigned> {};

TEST_P(RandomWriters, AreAnsweredAsOne) {
  std::mt19937 random(GetParam());
  Writer writers[] = {Writer(disk_), Writer(disk_)};
  Model model;
  std::vector<v1::Request> made;
  int refused = 0;
  for (int number = 0; number < 120; ++number) {
    const std::string game = random() % 4 == 0 ? "sunday" : "friday";
    const v1::Request request = next_request(random, number, made, model.head(game).size);
    Answered each{game, request, writers[random() % 2].ask(game, request)};
    model.expect_same(each);
    if (HasFailure()) return;
    refused += each.answer ? 0 : 1;
    if (each.answer && !request.dry_run()) made.push_back(request);
  }
  EXPECT_GT(refused, 5);
  for (const char* game : {"friday", "sunday"}) {
    EXPECT_EQ(model.head(game).head_hash, writers[0].ledger().find(game)->head_hash);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomWriters, ::testing::Range(1U, 9U));

}  // namespace
}  // namespace nomic::tools
