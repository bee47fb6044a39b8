// How often a program and a database wait for each other: what takes long where the two are apart.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "replay/history/kept.h"
#if defined(NOMIC_TEST_LIBPQ)
#include "nomic/ledger/address.h"
#include "postgres/databases.h"
#include "postgres/proxy.h"
#endif

#if defined(NOMIC_TEST_LIBPQ)

namespace nomic::replay::test {
namespace {

using nomic::test::postgres_server;
using nomic::test::Proxy;
using nomic::test::TestDatabase;

class RoundTrips : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!postgres_server()) GTEST_SKIP() << "no PostgreSQL server was started (tests/postgres/server.py)";
    const std::string server = *postgres_server();
    proxy_ = std::make_unique<Proxy>(server.substr(server.find("host=") + 5), folder_.path() + "/p");
    address_ = database_.emplace().address_by(proxy_->folder());
    ledger_ = *ledger::Ledger::create(address_, {});
    ASSERT_TRUE(Game::found(*ledger_, founding_of({"Ann", "Bob"})).ok());
    open();
    ASSERT_TRUE(submit("Ann", enact("Cake is served at noon.")).ok());
  }
  void open() {
    auto game = Game::open(*ledger_, "");
    ASSERT_TRUE(game.ok());
    game_ = *std::move(game);
  }
  // As a server makes it: it looks first whether the request is known.
  Result<Receipt> submit(const std::string& author, const v1::Event& event) {
    Submission move;
    move.author = author;
    move.event = event;
    move.now = game_->head().recorded_at.value + SECOND;
    move.request = {fmt::format("r-{}", game_->head().size), ledger::sha256("asked")};
    const auto known = ledger_->request(game_->head().game, author, move.request);
    EXPECT_TRUE(known.ok() && !known->has_value());
    move.is_new_request = true;
    auto done = game_->submit(move);
    if (!done) ADD_FAILURE() << label_of(done.error()) << (done.error().ledger ? done.error().ledger->what : "");
    return done;
  }

  Folder folder_;
  std::optional<TestDatabase> database_;
  std::unique_ptr<Proxy> proxy_;
  std::string address_;
  std::unique_ptr<ledger::Ledger> ledger_;
  std::optional<Game> game_;
};

TEST_F(RoundTrips, AMoveTakesTwo) {
  ASSERT_TRUE(submit("Bob", say("Why at noon?", 301)).ok());
  constexpr std::uint64_t MOVES = 30;
  const std::uint64_t before = proxy_->round_trips();
  for (std::uint64_t number = 0; number < MOVES; ++number) ASSERT_TRUE(submit("Bob", say("And why cake?", 301)).ok());
  // Whether the request is known, and its record; now and then a tile is read beside.
  EXPECT_LE(proxy_->round_trips() - before, 2 * MOVES + 2);
}

TEST_F(RoundTrips, AStateInThePastTakesNoMoreInALongGame) {
  for (const std::uint64_t size : {100, 2'500, 5'000}) {
    while (game_->head().size < size) ASSERT_TRUE(submit("Bob", say("And why cake?", 301)).ok());
    auto reader = ledger::Ledger::open(address_, ledger::Access::READ, {});
    ASSERT_TRUE(reader.ok());
    for (const std::uint64_t part : {2, 10, 50, 98}) {
      auto game = Game::open(**reader, "");
      ASSERT_TRUE(game.ok());
      const std::uint64_t before = proxy_->round_trips();
      ASSERT_TRUE(game->at(std::max<std::uint64_t>(size * part / 100, 33)).ok());
      EXPECT_LE(proxy_->round_trips() - before, 8U) << "at " << part << " percent of " << size;
    }
  }
}

}  // namespace
}  // namespace nomic::replay::test

#endif
