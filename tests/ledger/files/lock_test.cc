#include "nomic/ledger/files/lock.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "ledger/support/world.h"

namespace nomic::ledger {
namespace {

using std::chrono::steady_clock;

class LockFile : public ::testing::Test {
 protected:
  // A child that takes the lock, says so, and holds it until it is told to go.
  pid_t holder(const std::string& command) {
    int ready[2];
    EXPECT_EQ(::pipe(ready), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      auto lock = Lock::take(path_, 0, command);
      static_cast<void>(::write(ready[1], lock ? "y" : "n", 1));
      ::pause();
      ::_exit(0);
    }
    char answer = 0;
    EXPECT_EQ(::read(ready[0], &answer, 1), 1);
    EXPECT_EQ(answer, 'y');
    ::close(ready[0]);
    ::close(ready[1]);
    return child;
  }
  static void end(pid_t child) {
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
  }

  test::TempFolder temp_;
  std::string path_ = temp_.path("lock");
};

TEST_F(LockFile, IsHeldByOneProcess) {
  const pid_t child = holder("nomic vote for");
  const auto refused = Lock::take(path_, 50, "nomic join");
  EXPECT_REFUSED(refused, IN_USE);
  EXPECT_NE(refused.error().what.find("process " + std::to_string(child)), std::string::npos) << refused.error().what;
  EXPECT_NE(refused.error().what.find("nomic vote for"), std::string::npos);
  EXPECT_NE(refused.error().what.find("since 20"), std::string::npos);
  end(child);
}

TEST_F(LockFile, GoesWithTheProcessThatHeldIt) {
  end(holder("nomic vote"));
  EXPECT_OK(Lock::take(path_, 0, "nomic join"));
}

TEST_F(LockFile, IsWaitedFor) {
  const pid_t child = holder("nomic vote");
  std::thread killer([child] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    end(child);
  });
  const auto begin = steady_clock::now();
  EXPECT_OK(Lock::take(path_, 10'000, "nomic join"));
  EXPECT_GE(steady_clock::now() - begin, std::chrono::milliseconds(150));
  killer.join();
}

TEST_F(LockFile, IsNotWaitedForLongerThanSaid) {
  const pid_t child = holder("nomic vote");
  const auto begin = steady_clock::now();
  EXPECT_REFUSED(Lock::take(path_, 100, "nomic join"), IN_USE);
  EXPECT_GE(steady_clock::now() - begin, std::chrono::milliseconds(100));
  EXPECT_LT(steady_clock::now() - begin, std::chrono::seconds(5));
  end(child);
}

TEST_F(LockFile, IsHeldByOneHandleOfAProcess) {
  auto first = Lock::take(path_, 0, "first");
  ASSERT_OK(first);
  EXPECT_REFUSED(Lock::take(path_, 0, "second"), IN_USE);
  EXPECT_REFUSED(Lock::borrow(path_, 0), IN_USE);
}

TEST_F(LockFile, IsLeftToOthersWithoutTrace) {
  { EXPECT_OK(Lock::take(path_, 0, "first")); }
  EXPECT_OK(Lock::borrow(path_, 0));
  EXPECT_OK(Lock::take(path_, 0, "second"));
}

TEST_F(LockFile, ShowsNoControlCharacters) {
  auto held = Lock::take(path_, 0, "nomic\x1b[2J\nvote");
  ASSERT_OK(held);
  const auto refused = Lock::take(path_, 0, "other");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().what.find('\x1b'), std::string::npos);
  EXPECT_EQ(refused.error().what.find('\n'), std::string::npos);
}

}  // namespace
}  // namespace nomic::ledger
