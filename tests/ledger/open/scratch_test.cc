// What somebody has met of a game, beside a copy that they were given.
#include "nomic/ledger/scratch.h"

#include <gtest/gtest.h>

#include "ledger/support/world.h"

namespace nomic::ledger {
namespace {

using test::copy_folder;
using test::found_game;
using test::Place;
using test::say;

class Meeting : public ::testing::Test {
 protected:
  void SetUp() override {
    place_.remember();
    auto ledger = place_.make();
    ASSERT_OK(ledger);
    auto done = found_game(**ledger, "friday", 3);
    ASSERT_OK(done);
    game_ = done->game;
    ASSERT_OK(say(**ledger, game_, "one"));
  }
  // What the copy in a folder says, opened by somebody who remembers nothing.
  Met met(const std::string& folder) {
    auto copy = Ledger::open(folder, Access::READ, {});
    EXPECT_OK(copy);
    auto met = met_of(**copy, game_, place_.options.seen_dir);
    EXPECT_OK(met);
    return *met;
  }

  Place place_;
  GameId game_;
};

TEST_F(Meeting, ACopyThatGoesOnHasAllOfIt) {
  const std::string copy = place_.temp.path("copy");
  copy_folder(place_.folder, copy);
  {
    auto ledger = Ledger::open(copy, Access::WRITE, {});
    ASSERT_OK(ledger);
    ASSERT_OK(say(**ledger, game_, "two"));
  }
  const Met now = met(copy);
  EXPECT_EQ(now.size, 4U);
  EXPECT_FALSE(now.is_other);
  EXPECT_EQ(now.missing, 0U);
}

TEST_F(Meeting, AnOlderCopyLacksRecords) {
  const std::string copy = place_.temp.path("copy");
  copy_folder(place_.folder, copy);
  {
    auto ledger = place_.write();
    ASSERT_OK(ledger);
    ASSERT_OK(say(**ledger, game_, "two"));
    ASSERT_OK(say(**ledger, game_, "three"));
  }
  const Met now = met(copy);
  EXPECT_EQ(now.size, 6U);
  EXPECT_EQ(now.missing, 2U);
  EXPECT_FALSE(now.is_other);
}

TEST_F(Meeting, AnotherHistoryIsTold) {
  const std::string copy = place_.temp.path("copy");
  copy_folder(place_.folder, copy);
  {
    auto ledger = place_.write();
    ASSERT_OK(ledger);
    ASSERT_OK(say(**ledger, game_, "two"));
  }
  {
    auto ledger = Ledger::open(copy, Access::WRITE, {});
    ASSERT_OK(ledger);
    ASSERT_OK(say(**ledger, game_, "another two"));
    ASSERT_OK(say(**ledger, game_, "three"));
  }
  EXPECT_TRUE(met(copy).is_other);
}

TEST_F(Meeting, WhoRemembersNothingHasNotMetIt) {
  auto copy = Ledger::open(place_.folder, Access::READ, {});
  ASSERT_OK(copy);
  auto met = met_of(**copy, game_, place_.temp.path("nothing"));
  ASSERT_OK(met);
  EXPECT_EQ(met->size, 0U);
}

}  // namespace
}  // namespace nomic::ledger
