// Commits that wait for a standby: what nobody has told the standbys' side of is acknowledged to nobody, however its
// wait is cut short and however often it is asked for again.
#include <gtest/gtest.h>

#include "ledger/support/world.h"
#include "nomic/ledger/store/postgres/open_postgres.h"
#if defined(NOMIC_TEST_LIBPQ)
#include "postgres/databases.h"
#endif

#if defined(NOMIC_TEST_LIBPQ)

namespace nomic::ledger {
namespace {

using nomic::test::postgres_server;
using nomic::test::run_sql;
using nomic::test::TestDatabase;

constexpr PostgresPatience SHORT{std::chrono::milliseconds(400), std::chrono::milliseconds(1'200)};

class PostgresStandby : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!postgres_server()) GTEST_SKIP() << "no PostgreSQL server was started (tests/postgres/server.py)";
    database_ = std::make_unique<TestDatabase>();
    ASSERT_OK(create_postgres_store(database_->address()));
  }
  void TearDown() override {
    if (!database_) return;
    sql("ALTER ROLE ALL RESET ALL");
    name_standbys("");
    sql("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
  }
  // By a session that waits for nobody.
  void sql(const std::string& text) const {
    const std::string address = *postgres_server();
    run_sql(address + "&options=-csynchronous_commit%3Dlocal", text);
  }
  void name_standbys(const std::string& names) const {
    sql("ALTER SYSTEM SET synchronous_standby_names = '" + names + "'");
    sql("SELECT pg_reload_conf()");
    // Every process hears of it by and by.
    while (run_sql(*postgres_server(), "SHOW synchronous_standby_names") != names) {
    }
  }
  std::unique_ptr<Store> open() const {
    auto store = open_postgres_store(database_->address(), Access::WRITE, SHORT);
    EXPECT_OK(store);
    return *std::move(store);
  }
  static Batch batch(const std::string& value) {
    Batch batch;
    batch.condition_key = "g";
    batch.rows = {{Table::CATALOG, "g", value}, {Table::CATALOG, "w" + value, "w"}};
    batch.witness = "w" + value;
    return batch;
  }

  std::unique_ptr<TestDatabase> database_;
};

TEST_F(PostgresStandby, WhatItDoesNotHaveIsAcknowledgedToNobody) {
  name_standbys("nobody");
  auto store = open();
  EXPECT_REFUSED(store->write(batch("1")), OUTCOME_UNKNOWN);
  // As long as it waits it shows to nobody.
  EXPECT_EQ(*open()->get(Table::CATALOG, "g"), std::nullopt);
  // Its wait is cut short, as a shutdown or an administrator does.
  sql("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
  auto later = open();
  while (*later->get(Table::CATALOG, "g") != "1") {
  }
  EXPECT_REFUSED(later->confirm(Table::CATALOG, "w1"), OUTCOME_UNKNOWN);
  name_standbys("");
  EXPECT_OK(open()->confirm(Table::CATALOG, "w1"));
}

// A request that was never acknowledged is not acknowledged when it is repeated.
TEST_F(PostgresStandby, ARepeatedRequestWaitsForItToo) {
  auto ledger = Ledger::over(open(), {});
  ASSERT_OK(ledger);
  const auto game = test::found_game(**ledger, "friday");
  ASSERT_OK(game);
  name_standbys("nobody");
  const Request request{"r-1", sha256("asked")};
  EXPECT_REFUSED(test::say(**Ledger::over(open(), {}), game->game, "move", request), OUTCOME_UNKNOWN);
  sql("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
  auto again = Ledger::over(open(), {});
  ASSERT_OK(again);
  while ((*again)->head(game->game)->size == 1) {
  }
  EXPECT_REFUSED(test::say(**again, game->game, "move", request), OUTCOME_UNKNOWN);
  EXPECT_REFUSED((*again)->request(game->game, "Ann", request), OUTCOME_UNKNOWN);
  name_standbys("");
  auto last = Ledger::over(open(), {});
  ASSERT_OK(last);
  const auto known = test::say(**last, game->game, "move", request);
  ASSERT_OK(known);
  EXPECT_EQ(known->first.value, 1U);
  EXPECT_EQ((*last)->head(game->game)->size, 2U);
}

// What a role's sessions begin with changes neither how long is waited nor what is heard of it.
TEST_F(PostgresStandby, IsWaitedForWhateverTheRoleSays) {
  for (const char* setting : {"synchronous_commit = local", "synchronous_commit = remote_write",
                              "synchronous_commit = off", "client_min_messages = error"}) {
    sql(std::string("ALTER ROLE nomic SET ") + setting);
    name_standbys("nobody");
    SCOPED_TRACE(setting);
    EXPECT_REFUSED(open()->write(batch(setting)), OUTCOME_UNKNOWN);
    // The one that waits goes, and shows that it was there.
    sql("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    name_standbys("");
    sql("ALTER ROLE nomic RESET ALL");
    auto store = open();
    while (!*store->get(Table::CATALOG, std::string("w") + setting)) {
    }
    Batch remove;
    remove.condition_key = "g";
    remove.condition_value = setting;
    remove.rows = {{Table::CATALOG, "g", std::nullopt}};
    ASSERT_OK(store->write(remove));
  }
}

}  // namespace
}  // namespace nomic::ledger

#endif
