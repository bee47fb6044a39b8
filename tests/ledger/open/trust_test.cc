// A folder that somebody else put there: whose it may be, and that nothing in it leads elsewhere.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "ledger/support/world.h"
#include "nomic/ledger/files/files.h"
#include "nomic/ledger/files/lock.h"
#include "nomic/ledger/inspect.h"
#include "nomic/ledger/store/rocks/folder.h"

namespace nomic::ledger {
namespace {

namespace fs = std::filesystem;
using test::Place;
using test::slurp;
using test::spill;

constexpr uid_t ANOTHER = 65534;

class Planted : public ::testing::Test {
 protected:
  void SetUp() override {
    auto ledger = place_.make();
    ASSERT_OK(ledger);
    auto founded = test::found_game(**ledger, "friday", 3);
    ASSERT_OK(founded);
    game_ = founded->game;
    ASSERT_OK(test::say(**ledger, game_, "move"));
  }

  // Every way in, refused with the same error.
  void expect_no_way_in(const std::string& folder) {
    EXPECT_REFUSED(Ledger::open(folder, Access::READ, place_.options), DAMAGED);
    EXPECT_REFUSED(Ledger::open(folder, Access::WRITE, place_.options), DAMAGED);
    EXPECT_REFUSED(Inspection::open(folder), DAMAGED);
  }

  Place place_;
  GameId game_;
};

TEST_F(Planted, NoEntryOfALedgerIsASymbolicLink) {
  std::vector<std::string> entries;
  for (const auto& entry : fs::recursive_directory_iterator(place_.folder)) {
    entries.push_back(fs::relative(entry.path(), place_.folder).string());
  }
  ASSERT_GE(entries.size(), 8U);  // format, lock, mark, store and what is in it
  for (const std::string& entry : entries) {
    SCOPED_TRACE(entry);
    const std::string folder = place_.temp.path("copy");
    const std::string elsewhere = place_.temp.path("elsewhere");
    fs::copy(place_.folder, folder, fs::copy_options::recursive);
    fs::rename(folder + "/" + entry, elsewhere);
    fs::create_symlink(elsewhere, folder + "/" + entry);
    const bool plain = fs::is_regular_file(elsewhere);
    const std::string before = plain ? slurp(elsewhere) : "";
    expect_no_way_in(folder);
    if (plain) {
      EXPECT_EQ(slurp(elsewhere), before);
    }
    fs::remove_all(folder);
    fs::remove_all(elsewhere);
  }
}

// Or of what is not there yet, which whoever makes it would write through.
TEST_F(Planted, ALinkUnderAnotherNameIsNotFollowedEither) {
  const std::string victim = place_.temp.path("victim");
  spill(victim, "mine\n");
  for (const std::string name : {"making", "other", "store/LOCK.new", "store/999999.log"}) {
    SCOPED_TRACE(name);
    fs::create_symlink(victim, place_.folder + "/" + name);
    expect_no_way_in(place_.folder);
    fs::remove(place_.folder + "/" + name);
  }
  EXPECT_OK(place_.write());
  EXPECT_EQ(slurp(victim), "mine\n");
}

TEST_F(Planted, AFolderWithoutALedgerIsNoneWhateverLiesInIt) {
  const std::string folder = place_.temp.path("plain");
  fs::create_directory(folder);
  fs::create_symlink(place_.folder, folder + "/link");
  EXPECT_REFUSED(Ledger::open(folder, Access::READ, place_.options), NOT_A_LEDGER);
  EXPECT_REFUSED(Inspection::open(folder), NOT_A_LEDGER);
  fs::create_symlink(place_.folder + "/store", folder + "/store");
  expect_no_way_in(folder);
}

TEST_F(Planted, NothingIsMadeThroughALink) {
  const std::string victim = place_.temp.path("victim");
  spill(victim, "mine\n");
  for (const std::string name : {"lock", "mark", "format", "store"}) {
    SCOPED_TRACE(name);
    const std::string folder = place_.temp.path("new");
    fs::create_directories(folder + "/making");
    fs::create_symlink(victim, folder + "/" + name);
    EXPECT_FALSE(Ledger::create(folder, place_.options).ok());
    EXPECT_EQ(slurp(victim), "mine\n");
    fs::remove_all(folder);
  }
}

// What is written in place is written under every name that the file has.
TEST_F(Planted, NothingIsWrittenInAFileThatHasAnotherName) {
  for (const std::string name : {"lock", "mark"}) {
    SCOPED_TRACE(name);
    const std::string folder = place_.temp.path("linked");
    fs::copy(place_.folder, folder, fs::copy_options::recursive);
    const std::string victim = place_.temp.path("victim");
    fs::rename(folder + "/" + name, victim);
    const std::string before = slurp(victim);
    fs::create_hard_link(victim, folder + "/" + name);
    expect_no_way_in(folder);
    EXPECT_EQ(slurp(victim), before);
    fs::remove_all(folder);
    fs::remove(victim);
  }
}

TEST_F(Planted, APipeIsNoFileOfALedger) {
  ASSERT_EQ(::mkfifo((place_.folder + "/store/pipe").c_str(), 0666), 0);
  expect_no_way_in(place_.folder);
}

// What is opened one by one follows no link even where it was put there after the look at the folder.
TEST_F(Planted, FilesAreOpenedWithoutFollowing) {
  const std::string victim = place_.temp.path("victim");
  spill(victim, "mine\n");
  const std::string link = place_.temp.path("link");
  fs::create_symlink(victim, link);
  EXPECT_FALSE(read_file(link, 100).ok());
  EXPECT_FALSE(write_synced(link, "yours").ok());
  EXPECT_FALSE(Lock::take(link, 0, "test").ok());
  EXPECT_FALSE(Lock::borrow(link, 0).ok());
  EXPECT_EQ(slurp(victim), "mine\n");
}

TEST_F(Planted, AFolderThatWasComeUponIsOnesOwnOrListed) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a folder away";
  ASSERT_EQ(::chown(place_.folder.c_str(), ANOTHER, ANOTHER), 0);
  OpenOptions options = place_.options;
  const auto all_say = [&](bool opened) {
    for (const Access access : {Access::READ, Access::WRITE}) {
      auto ledger = Ledger::open(place_.folder, access, options);
      EXPECT_EQ(ledger.ok(), opened);
      if (!opened) {
        EXPECT_REFUSED(ledger, UNTRUSTED);
      }
    }
    EXPECT_EQ(Inspection::open(place_.folder, options.trust).ok(), opened);
  };
  all_say(true);  // it was named
  options.trust.come_upon = true;
  all_say(false);
  options.trust.also_owner = ANOTHER - 1;
  all_say(false);
  options.trust.also_owner = ANOTHER;
  all_say(true);
  options.trust.also_owner.reset();
  options.trust.safe_folders = {place_.temp.path(), place_.folder + "x", "/"};
  all_say(false);
  options.trust.safe_folders.push_back(place_.folder + "/../ledger/");
  all_say(true);
  options.trust.safe_folders = {"*"};
  all_say(true);
}

// A link of another's to a ledger of one's own: it is not where the votes were meant to go.
TEST_F(Planted, ALinkToAFolderIsJudgedByItsOwnerToo) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a link away";
  const std::string link = place_.temp.path(".nomic");
  fs::create_directory_symlink(place_.folder, link);
  OpenOptions options = place_.options;
  options.trust.come_upon = true;
  EXPECT_OK(Ledger::open(link, Access::READ, options));
  ASSERT_EQ(::lchown(link.c_str(), ANOTHER, ANOTHER), 0);
  EXPECT_REFUSED(Ledger::open(link, Access::READ, options), UNTRUSTED);
}

}  // namespace
}  // namespace nomic::ledger
