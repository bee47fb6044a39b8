// Files that have no name before they are whole: nothing else is written over, nothing half done is left or met.
#include "nomic/ledger/whole_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "ledger/support/world.h"
#include "nomic/ledger/files/files.h"

namespace nomic::ledger {
namespace {

using test::files_in;
using test::slurp;
using test::spill;
using Names = std::vector<std::string>;
using Place = WholeFile::Place;
using Sync = WholeFile::Sync;

constexpr FileMode MODES[] = {FileMode::SECRET, FileMode::OWNED, FileMode::DOCUMENT};

unsigned mode_of(const std::string& path) {
  struct stat about {};
  EXPECT_EQ(::lstat(path.c_str(), &about), 0) << path;
  return about.st_mode & 07777U;
}

class WholeFileTest : public ::testing::Test {
 protected:
  ~WholeFileTest() override { ::umask(before_); }
  [[nodiscard]] int put(std::string_view bytes, Place place, FileMode mode = FileMode::OWNED) const {
    return put_whole(path_, bytes, place, Sync::YES, mode);
  }
  // What a process leaves that is killed as it writes, and which number it had.
  void leave_half() const {
    const pid_t child = ::fork();
    if (child == 0) {
      WholeFile file;
      if (file.begin(path_, FileMode::SECRET) == 0 && file.write("half") == 0) ::kill(::getpid(), SIGKILL);
      ::_exit(1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
  }

  test::TempFolder temp_;
  std::string path_ = temp_.path("file");
  mode_t before_ = ::umask(0);
};

TEST_F(WholeFileTest, TakesAFreeNameOnly) {
  ASSERT_EQ(put("first", Place::FREE), 0);
  EXPECT_EQ(put("second", Place::FREE), EEXIST);
  EXPECT_EQ(slurp(path_), "first");
  EXPECT_EQ(put("third", Place::TAKEN), 0);
  EXPECT_EQ(slurp(path_), "third");
  EXPECT_EQ(files_in(temp_.path()), Names{"file"});
}

TEST_F(WholeFileTest, ALinkThatLeadsNowhereIsInTheWay) {
  std::filesystem::create_symlink(temp_.path("elsewhere"), path_);
  EXPECT_EQ(put("secret", Place::FREE), EEXIST);
  EXPECT_FALSE(std::filesystem::exists(temp_.path("elsewhere")));
}

TEST_F(WholeFileTest, WhatIsNotFinishedIsGone) {
  {
    WholeFile file;
    ASSERT_EQ(file.begin(path_, FileMode::OWNED), 0);
    ASSERT_EQ(file.write("half"), 0);
  }
  EXPECT_EQ(files_in(temp_.path()), Names{});
}

TEST_F(WholeFileTest, WhatAKilledProcessLeftHasNoNameAndGoesWithTheNextWrite) {
  leave_half();
  EXPECT_FALSE(std::filesystem::exists(path_));
  EXPECT_EQ(files_in(temp_.path()).size(), 1U);
  ASSERT_EQ(put("whole", Place::FREE), 0);
  EXPECT_EQ(slurp(path_), "whole");
  EXPECT_EQ(files_in(temp_.path()), Names{"file"});
}

// A stranger may put a file, or a link, where the next one is written: nothing is ever written into it.
TEST_F(WholeFileTest, IsNeverWrittenIntoAFileThatWasThere) {
  const std::string beside = path_ + ".new-" + std::to_string(::getpid());
  spill(beside, "");
  ASSERT_EQ(::chmod(beside.c_str(), 0666), 0);
  const FileHandle strangers(::open(beside.c_str(), O_RDONLY | O_CLOEXEC));
  ASSERT_EQ(put("secret", Place::FREE, FileMode::SECRET), 0);
  struct stat about {};
  ASSERT_EQ(::fstat(strangers.fd(), &about), 0);
  EXPECT_EQ(about.st_size, 0);

  std::filesystem::create_symlink(temp_.path("elsewhere"), beside);
  EXPECT_EQ(put("secret", Place::TAKEN, FileMode::SECRET), ELOOP);
  EXPECT_FALSE(std::filesystem::exists(temp_.path("elsewhere")));
}

// In a folder that others may write into, one of them can keep a lock for ever. Each write ends all the same.
TEST_F(WholeFileTest, EndsAlthoughAnotherKeepsTheLock) {
  const std::string beside = path_ + ".new-" + std::to_string(::getpid());
  spill(beside, "");
  const FileHandle strangers(::open(beside.c_str(), O_RDONLY | O_CLOEXEC));
  ASSERT_EQ(::flock(strangers.fd(), LOCK_EX), 0);
  EXPECT_EQ(put("secret", Place::FREE), EWOULDBLOCK);
  EXPECT_FALSE(std::filesystem::exists(path_));
  EXPECT_EQ(slurp(beside), "");
}

TEST_F(WholeFileTest, HasTheModeThatItIsAskedForLessTheUmask) {
  for (const mode_t mask : {0000U, 0002U, 0022U, 0077U}) {
    ::umask(mask);
    for (const FileMode mode : MODES) {
      ASSERT_EQ(put("text", Place::TAKEN, mode), 0);
      EXPECT_EQ(mode_of(path_), static_cast<unsigned>(mode) & ~mask) << mask;
    }
  }
  // A secret can be read by its owner under any umask.
  ::umask(0777);
  ASSERT_EQ(put("text", Place::TAKEN, FileMode::SECRET), 0);
  EXPECT_EQ(mode_of(path_), 0600U);
}

TEST_F(WholeFileTest, FoldersAreThoseOfTheirFiles) {
  const unsigned folders[] = {0700, 0755, 0777};
  for (const mode_t mask : {0000U, 0002U, 0022U, 0077U}) {
    ::umask(mask);
    for (std::size_t i = 0; i < std::size(MODES); ++i) {
      const std::string above = temp_.path("above");
      ASSERT_OK(make_folders(above + "/one/two/", MODES[i], i == 0 ? Sync::YES : Sync::NO));
      ASSERT_OK(make_folders(above + "/one/two", MODES[i]));
      for (const std::string& path : {above, above + "/one", above + "/one/two"}) {
        EXPECT_EQ(mode_of(path), folders[i] & ~mask) << path;
      }
      std::filesystem::remove_all(above);
    }
  }
  spill(path_, "a file");
  EXPECT_REFUSED(make_folders(path_ + "/folder", FileMode::OWNED), IO_FAILED);
  EXPECT_REFUSED(make_folders(path_, FileMode::OWNED), IO_FAILED);
}

}  // namespace
}  // namespace nomic::ledger
