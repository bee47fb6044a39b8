// How long who was overtaken waits: not at all for who was idle, longer and longer for who goes on writing in short
// turns, and never while nobody writes.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>

#include "store/postgres/writer_turns.h"

namespace nomic::ledger {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

// A writer whose clock the test sets.
class Writer {
 public:
  // Locks the row, writes it for so long, and is overtaken by somebody so long after its last write was done. The
  // longest that it waits in many tries.
  microseconds turn(milliseconds long_, microseconds idle) {
    turns_.begin(now_);
    now_ += long_;
    turns_.wrote(now_);
    now_ += idle;
    turns_.overtaken("row", now_, now_ + milliseconds(1));
    now_ += milliseconds(1);
    microseconds longest{0};
    for (int lot = 0; lot < 1'000; ++lot) longest = std::max(longest, turns_.wait());
    return longest;
  }
  Turns& turns() { return turns_; }

 private:
  Turns turns_;
  Turns::Clock::time_point now_{std::chrono::hours(1)};
};

TEST(TakingTurns, WhoWasIdleDoesNotWait) {
  Writer writer;
  for (int turn = 0; turn < 100; ++turn) EXPECT_EQ(writer.turn(milliseconds(2), milliseconds(5)), microseconds(0));
}

TEST(TakingTurns, WhoGoesOnInShortTurnsWaitsLongerUpToTwoSeconds) {
  Writer writer;
  microseconds before{0};
  for (int turn = 0; turn < 10; ++turn) {
    const microseconds waited = writer.turn(milliseconds(5), microseconds(100));
    EXPECT_GT(waited, before);
    before = waited;
  }
  for (int turn = 0; turn < 10; ++turn) {
    EXPECT_LE(writer.turn(milliseconds(5), microseconds(100)), std::chrono::seconds(2));
  }
  // In long ones it waits less, and idle not at all.
  EXPECT_LE(writer.turn(milliseconds(500), microseconds(100)), std::chrono::seconds(1));
  EXPECT_EQ(writer.turn(milliseconds(5), milliseconds(5)), microseconds(0));
}

TEST(TakingTurns, WhoFoundNobodyWaitsShortlyAgain) {
  Writer writer;
  for (int turn = 0; turn < 12; ++turn) static_cast<void>(writer.turn(milliseconds(5), microseconds(100)));
  writer.turns().alone();
  EXPECT_LE(writer.turn(milliseconds(5), microseconds(100)), milliseconds(1));
}

TEST(TakingTurns, OfTheRowThatSomebodyWrote) {
  Turns turns;
  EXPECT_FALSE(turns.is_due("row"));
  turns.overtaken("row", {}, {});
  EXPECT_TRUE(turns.is_due("row"));
  EXPECT_FALSE(turns.is_due("another"));
  static_cast<void>(turns.wait());
  EXPECT_FALSE(turns.is_due("row"));
}

TEST(TakingTurns, AWaitIsOverWhenItsPartsAre) {
  for (const int whole : {0, 1, 3'999, 4'000, 4'001, 100'000, 2'000'000}) {
    WaitInParts wait{microseconds(whole)};
    microseconds waited{0};
    int parts = 0;
    while (const auto part = wait.next()) {
      EXPECT_LE(*part, milliseconds(64));
      waited += *part;
      ++parts;
    }
    EXPECT_EQ(waited, microseconds(whole));
    EXPECT_TRUE(wait.is_over());
    EXPECT_LE(parts, 40);
  }
}

TEST(TakingTurns, ARowIsStillAtTheSecondLookOfOneValue) {
  WaitInParts wait{std::chrono::seconds(1)};
  EXPECT_FALSE(wait.is_still("a"));
  EXPECT_FALSE(wait.is_still("b"));
  EXPECT_TRUE(wait.is_still("b"));
  WaitInParts none{std::chrono::seconds(1)};
  EXPECT_FALSE(none.is_still(std::nullopt));
  EXPECT_TRUE(none.is_still(std::nullopt));
}

}  // namespace
}  // namespace nomic::ledger
