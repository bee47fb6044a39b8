// Committers of two games in a ledger that fails as it is told (failing_ledger.h), held inside a move while tests post
// others.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <string>
#include <utility>

#include "nomic/server/committer.h"
#include "tools/server/debated_games.h"
#include "tools/server/failing_ledger.h"

namespace nomic::tools {

// Where the committer may be held: it looks at the clock before each move.
class Brake {
 public:
  void pass() {
    std::unique_lock lock(mutex_);
    reached_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return !on_; });
  }
  void hold() {
    const std::lock_guard lock(mutex_);
    on_ = true;
    reached_ = false;
  }
  void wait_until_reached() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return reached_; });
  }
  void let_go() {
    const std::lock_guard lock(mutex_);
    on_ = false;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool on_ = false;
  bool reached_ = false;
};

class CommitterTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto ledger = disk_.open();
    ASSERT_TRUE(ledger.ok());
    found_debated_games(**ledger);
  }
  Committer::Open open() {
    return [this] { return disk_.open(); };
  }
  // Every move a second after the last.
  Committer::Clock clock() {
    return [this] {
      brake_.pass();
      return DEBATE_NOON + ++ticks_ * 1'000'000;
    };
  }
  // Holds the committer inside a move that is refused, so that what is posted next becomes one group.
  void hold(Committer& committer) {
    brake_.hold();
    ASSERT_TRUE(
        committer.post({"friday", debate_of("Zoe", "nobody", "")}, [](const replay::Result<Outcome>& /*answer*/) {}));
    brake_.wait_until_reached();
  }
  // Posts it and waits.
  static replay::Result<Outcome> asked(Committer& committer, const std::string& game, v1::Request request,
                                       Means means = {}, const std::string& client = {}) {
    std::promise<replay::Result<Outcome>> promise;
    auto future = promise.get_future();
    EXPECT_TRUE(committer.post({game, std::move(request), std::move(means), client},
                               [&](replay::Result<Outcome> answer) { promise.set_value(std::move(answer)); }));
    return future.get();
  }

  FailingLedger disk_;
  std::atomic<std::int64_t> ticks_ = 0;
  Brake brake_;
};

}  // namespace nomic::tools
