// How long a server works for one request.
#include <chrono>
#include <memory>
#include <optional>
#include <thread>

#include "took_too_long.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using std::chrono::milliseconds;

class WorkLimitTest : public ::testing::Test {
 protected:
  WorkLimitTest() {
    desk.founded("--game game Ann Bob Cleo");
    ledger = *ledger::Ledger::open(desk.ledger(), ledger::Access::READ, {});
    game.emplace(*replay::Game::open(*ledger, "game"));
  }

  replay::Status read() {
    return game->read(game->head().size, [](const replay::Move&) { return true; });
  }

  Desk desk;
  std::unique_ptr<ledger::Ledger> ledger;
  std::optional<replay::Game> game;
};

TEST_F(WorkLimitTest, TimeInWhichTheThreadDoesNotWorkDoesNotCount) {
  const WorkLimit limit(milliseconds(100));
  std::this_thread::sleep_for(milliseconds(200));
  EXPECT_TRUE(read());
}

TEST_F(WorkLimitTest, WhatWorksForLongerIsGivenUpAndWhatComesLaterIsNot) {
  {
    const WorkLimit limit(milliseconds(20));
    const auto begun = processor_time();
    while (processor_time() - begun < milliseconds(40)) {
    }
    EXPECT_THROW(static_cast<void>(read()), replay::WorkGivenUp);
    // Without a watch there is no limit.
    const replay::WatchedWork to_the_end(nullptr);
    EXPECT_TRUE(read());
  }
  EXPECT_TRUE(read());
}

TEST(WorkLimit, AnAnswerHasSoManyBytesOfTexts) {
  {
    const WorkLimit limit(std::chrono::seconds(10), 100);
    replay::spend_text(60);
    replay::spend_text(40);
    EXPECT_THROW(replay::spend_text(1), replay::WorkGivenUp);
  }
  const WorkLimit limit(std::chrono::seconds(10));
  replay::spend_text(std::uint64_t{1} << 40U);
}

}  // namespace
}  // namespace nomic::tools
