// Whether a ledger can be reached is told at once, however long it takes to find out.
#include "nomic/server/ledger_watch.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace nomic::tools {
namespace {

using namespace std::chrono_literals;

enum class Reach { THERE, AWAY, SILENT };

class LedgerWatching : public ::testing::Test {
 protected:
  LedgerWatch::Ask ask() {
    return [this] {
      ++asked;
      while (state == Reach::SILENT) std::this_thread::sleep_for(1ms);
      return state == Reach::THERE;
    };
  }
  template <class Holds>
  static bool eventually(const Holds& holds) {
    for (int i = 0; i < 5000 && !holds(); ++i) std::this_thread::sleep_for(1ms);
    return holds();
  }

  std::atomic<Reach> state = Reach::THERE;
  std::atomic<int> asked = 0;
};

TEST_F(LedgerWatching, SaysSinceWhenItIsAwayAndFindsItAgain) {
  const LedgerWatch watch(ask(), {.every = 1ms, .longest = 1h});
  EXPECT_FALSE(watch.away()) << "nothing is known yet";
  ASSERT_TRUE(eventually([&] { return asked > 2; }));
  EXPECT_EQ(watch.fault(), "");
  state = Reach::AWAY;
  ASSERT_TRUE(eventually([&] { return watch.away().has_value(); }));
  EXPECT_EQ(watch.away()->code, ledger::ErrorCode::UNREACHABLE);
  EXPECT_NE(watch.fault().find("has not answered for 0 s"), std::string::npos) << watch.fault();
  state = Reach::THERE;
  EXPECT_TRUE(eventually([&] { return !watch.away(); }));
}

TEST_F(LedgerWatching, OneThatIsSilentIsAwayWhileItIsWaitedFor) {
  const LedgerWatch watch(ask(), {.every = 1ms, .longest = 20ms});
  ASSERT_TRUE(eventually([&] { return asked > 2; }));
  state = Reach::SILENT;
  ASSERT_TRUE(eventually([&] { return watch.away().has_value(); }));
  const int by_then = asked;
  std::this_thread::sleep_for(20ms);
  EXPECT_EQ(asked, by_then) << "it is asked by one at a time";
  state = Reach::THERE;
  EXPECT_TRUE(eventually([&] { return !watch.away(); }));
}

TEST_F(LedgerWatching, OneThatWasNeverThereSaysSo) {
  state = Reach::AWAY;
  const LedgerWatch watch(ask(), {.every = 1ms, .longest = 1h});
  ASSERT_TRUE(eventually([&] { return watch.away().has_value(); }));
  EXPECT_EQ(watch.fault(), "the database has not answered yet");
}

}  // namespace
}  // namespace nomic::tools
