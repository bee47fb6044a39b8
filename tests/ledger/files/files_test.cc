// Files that are replaced whole: what was there stays, or what is new stands there, and nothing is left beside it.
#include "nomic/ledger/files/files.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "ledger/support/world.h"

namespace nomic::ledger {
namespace {

using test::files_in;
using test::slurp;
using test::spill;

class ReplacedFile : public ::testing::Test {
 protected:
  test::TempFolder temp_;
  std::string path_ = temp_.path("file");
};

TEST_F(ReplacedFile, HoldsWhatIsNewAndNothingIsLeftBeside) {
  for (const bool sync : {false, true}) {
    ASSERT_OK(replace_file(path_, "the first, which is longer", sync));
    ASSERT_OK(replace_file(path_, "the second", sync));
    EXPECT_EQ(slurp(path_), "the second");
    EXPECT_EQ(files_in(temp_.path()), std::vector<std::string>{"file"});
  }
}

TEST_F(ReplacedFile, TakesOverWhatAKilledProcessLeft) {
  spill(path_, "before");
  spill(path_ + ".new", "half of something that was longer than what comes now");
  ASSERT_OK(replace_file(path_, "after", false));
  EXPECT_EQ(slurp(path_), "after");
  EXPECT_EQ(files_in(temp_.path()), std::vector<std::string>{"file"});
}

TEST_F(ReplacedFile, StaysAsItIsWhereItCannotBeReplaced) {
  spill(temp_.path("elsewhere"), "mine");
  std::filesystem::create_symlink(temp_.path("elsewhere"), path_ + ".new");
  EXPECT_REFUSED(replace_file(path_, "x", false), IO_FAILED);
  EXPECT_EQ(slurp(temp_.path("elsewhere")), "mine");
  EXPECT_REFUSED(replace_file(temp_.path("no folder/file"), "x", false), IO_FAILED);
  const std::string folder = temp_.path("folder");
  std::filesystem::create_directories(folder + "/in the way");
  EXPECT_REFUSED(replace_file(folder, "x", false), IO_FAILED);
  EXPECT_FALSE(std::filesystem::exists(folder + ".new"));
}

// Two at once write the same file beside, one after the other; whoever reads sees one of them, whole.
TEST_F(ReplacedFile, IsWholeWhoeverElseReplacesIt) {
  const std::string one(5000, 'a');
  const std::string other(7000, 'b');
  ASSERT_OK(replace_file(path_, one, false));
  const auto write = [this](const std::string& content) {
    for (int i = 0; i < 200; ++i) EXPECT_OK(replace_file(path_, content, false));
  };
  std::thread first(write, one);
  std::thread second(write, other);
  for (int i = 0; i < 200; ++i) {
    const std::string seen = slurp(path_);
    EXPECT_TRUE(seen == one || seen == other) << seen.size();
  }
  first.join();
  second.join();
  EXPECT_EQ(files_in(temp_.path()), std::vector<std::string>{"file"});
}

// A child is killed wherever it happens to be; the next replacement is as good as ever.
TEST_F(ReplacedFile, OutlivesItsWritersBeingKilled) {
  const std::string old(40'000, 'a');
  for (int i = 0; i < 20; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      for (;;) static_cast<void>(replace_file(path_, old, false).ok());
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1 + i));
    ::kill(child, SIGKILL);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    if (std::filesystem::exists(path_)) {
      EXPECT_EQ(slurp(path_), old);
    }
  }
  ASSERT_OK(replace_file(path_, "new", false));
  EXPECT_EQ(slurp(path_), "new");
  EXPECT_EQ(files_in(temp_.path()), std::vector<std::string>{"file"});
}

}  // namespace
}  // namespace nomic::ledger
