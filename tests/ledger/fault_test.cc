// Each durable step of an append failed, in each way that a disk can fail it: nothing acknowledged is lost, nothing
// half done shows, and repeating the command under its request ID records it once.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "ledger/support/faulty_disk.h"
#include "ledger/support/world.h"

namespace nomic::ledger {
namespace {

using test::payloads;
using test::Place;
using test::Plan;
using test::say;
using test::Step;
using test::Way;

class FaultyDisk : public ::testing::Test {
 protected:
  void SetUp() override {
    auto ledger = place_.make();
    ASSERT_OK(ledger);
    game_ = test::found_game(**ledger, "friday", 3)->game;
    ASSERT_OK(say(**ledger, game_, "acknowledged"));
  }
  Result<std::unique_ptr<Ledger>> open() { return test::open_on(plan_, place_.folder, place_.options); }

  Plan plan_;
  Place place_;
  GameId game_;
};

struct Failure {
  const char* name;
  Step step;
  Way way;
};

void PrintTo(const Failure& each, std::ostream* out) {
  *out << each.name;
}

class FailedStep : public FaultyDisk, public ::testing::WithParamInterface<std::tuple<Failure, bool>> {};

TEST_P(FailedStep, LeavesTheOutcomeOpenAndNothingElse) {
  const Request request{"r-1", sha256("asked")};
  {
    auto ledger = open();
    ASSERT_OK(ledger);
    const auto& [failure, full] = GetParam();
    plan_.step = failure.step;
    plan_.way = failure.way;
    plan_.full = full;
    const auto unknown = say(**ledger, game_, "unsure", request);
    EXPECT_REFUSED(unknown, OUTCOME_UNKNOWN);
    EXPECT_NE(unknown.error().hint.find("--request-id"), std::string::npos);
    // The disk is well again, but this handle has seen too much.
    plan_.step = Step::NONE;
    EXPECT_REFUSED(say(**ledger, game_, "more"), HANDLE_SHUT);
  }
  {
    // Readers show all of it or nothing of it.
    auto reader = place_.read();
    ASSERT_OK(reader);
    const auto now = payloads(**reader, game_);
    ASSERT_GE(now.size(), 4U);
    ASSERT_LE(now.size(), 5U);
    EXPECT_EQ(now[3], "acknowledged");
    EXPECT_EQ(now.back(), now.size() == 5 ? "unsure" : "acknowledged");
  }
  auto writer = place_.write();
  ASSERT_OK(writer);
  ASSERT_OK(say(**writer, game_, "unsure", request));
  ASSERT_OK(say(**writer, game_, "unsure", request));
  const auto after = payloads(**writer, game_);
  EXPECT_EQ(after.size(), 5U);
  EXPECT_EQ(after.back(), "unsure");
  EXPECT_TRUE(test::faults_of(**writer, game_).empty());
}

INSTANTIATE_TEST_SUITE_P(
    EachWay, FailedStep,
    ::testing::Combine(::testing::Values(Failure{"LogAppendNotApplied", Step::LOG_APPEND, Way::NOT_APPLIED},
                                         Failure{"LogAppendShort", Step::LOG_APPEND, Way::HALF_APPLIED},
                                         Failure{"LogAppendApplied", Step::LOG_APPEND, Way::APPLIED},
                                         Failure{"LogSyncNotApplied", Step::LOG_SYNC, Way::NOT_APPLIED},
                                         Failure{"LogSyncApplied", Step::LOG_SYNC, Way::APPLIED},
                                         Failure{"MarkWriteNotApplied", Step::MARK_WRITE, Way::NOT_APPLIED},
                                         Failure{"MarkWriteShort", Step::MARK_WRITE, Way::HALF_APPLIED},
                                         Failure{"MarkWriteApplied", Step::MARK_WRITE, Way::APPLIED},
                                         Failure{"MarkSyncNotApplied", Step::MARK_SYNC, Way::NOT_APPLIED},
                                         Failure{"MarkSyncApplied", Step::MARK_SYNC, Way::APPLIED}),
                       ::testing::Bool()),
    [](const auto& each) {
      return std::string(std::get<0>(each.param).name) + (std::get<1>(each.param) ? "NoSpace" : "Eio");
    });

TEST_F(FaultyDisk, AFullDiskThatIsSeenInTimeIsNoMystery) {
  auto ledger = open();
  ASSERT_OK(ledger);
  plan_.free_bytes = 1000;
  EXPECT_REFUSED(say(**ledger, game_, "move"), FULL);
  // Nothing was written, so the handle is as good as before.
  plan_.free_bytes = std::uint64_t{1} << 40U;
  EXPECT_OK(say(**ledger, game_, "move"));
  EXPECT_EQ(payloads(**ledger, game_).size(), 5U);
}

TEST_F(FaultyDisk, AFullDiskOnOpeningIsSaid) {
  plan_.step = Step::OPEN_FOR_WRITING;
  plan_.full = true;
  EXPECT_REFUSED(open(), FULL);
  plan_.step = Step::NONE;
  auto ledger = open();
  ASSERT_OK(ledger);
  EXPECT_EQ(payloads(**ledger, game_).size(), 4U);
}

TEST_F(FaultyDisk, ADiskThatCannotBeReadIsSaid) {
  plan_.step = Step::LIST;
  EXPECT_REFUSED(open(), IO_FAILED);
}

// RocksDB deletes the tables that it could not add to its list of files; but the list may name them all the same.
TEST_F(FaultyDisk, AListOfFilesThatCannotBeSyncedLeavesAStoreThatOpens) {
  const std::string key(100, 'k');
  // The first sync is for the number of the table, the second for the table.
  for (const std::uint64_t before : {0U, 1U}) {
    {
      const Folder folder(place_.folder);
      auto lock = Lock::take(folder.lock(), 0, "test");
      ASSERT_OK(lock);
      RocksStore::Ground ground{make_environment(std::make_shared<test::FaultyFileSystem>(plan_)),
                                std::make_unique<test::FaultyMarkDisk>(plan_)};
      auto store = open_writer(folder, *std::move(lock), std::move(ground));
      ASSERT_OK(store);
      auto load = (*store)->load();
      ASSERT_OK(load);
      ASSERT_OK((*load)->add(Table::INDEX, key, "value"));
      plan_.step = Step::LIST_SYNC;
      plan_.list_syncs_before = before;
      EXPECT_REFUSED((*load)->finish(), IO_FAILED);
    }
    plan_.step = Step::NONE;
    auto ledger = open();
    ASSERT_OK(ledger);
    EXPECT_OK(say(**ledger, game_, "as before"));
  }
  EXPECT_EQ(payloads(**open(), game_).size(), 6U);
}

// What an earlier version left after such a failure: the list names a table that is gone.
TEST_F(FaultyDisk, AStoreThatOnlyReadersCanOpenIsToBeCopied) {
  const auto before = test::files_in(place_.folder + "/store", ".sst");
  {
    const Folder folder(place_.folder);
    auto lock = Lock::take(folder.lock(), 0, "test");
    ASSERT_OK(lock);
    auto store = open_writer(folder, *std::move(lock), RocksStore::Ground::real());
    ASSERT_OK(store);
    auto load = (*store)->load();
    ASSERT_OK(load);
    ASSERT_OK((*load)->add(Table::INDEX, std::string(100, 'k'), "value"));
    ASSERT_OK((*load)->finish());
  }
  for (const std::string& table : test::files_in(place_.folder + "/store", ".sst")) {
    if (std::find(before.begin(), before.end(), table) == before.end()) {
      std::filesystem::remove(place_.folder + "/store/" + table);
    }
  }
  auto reader = place_.read();
  ASSERT_OK(reader);
  EXPECT_EQ(payloads(**reader, game_).back(), "acknowledged");
  const auto writer = place_.write();
  ASSERT_FALSE(writer.ok());
  EXPECT_REFUSED(writer, DAMAGED);
  EXPECT_NE(writer.error().hint.find("nomic store copy " + place_.folder + " FOLDER"), std::string::npos)
      << writer.error().hint;
}

// The mark is moved over a record found above it only when that record is in a table.
TEST_F(FaultyDisk, AMarkThatCannotBeMovedOnOpeningRefusesToOpen) {
  const std::string mark = test::slurp(place_.folder + "/mark");
  {
    auto ledger = open();
    ASSERT_OK(ledger);
    ASSERT_OK(say(**ledger, game_, "above"));
  }
  test::spill(place_.folder + "/mark", mark);
  plan_.step = Step::MARK_WRITE;
  EXPECT_REFUSED(open(), IO_FAILED);
  plan_.step = Step::NONE;
  auto ledger = open();
  ASSERT_OK(ledger);
  EXPECT_EQ(payloads(**ledger, game_).back(), "above");
}

}  // namespace
}  // namespace nomic::ledger
