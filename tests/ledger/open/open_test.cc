// Making and opening ledgers on disk: what is a ledger, who may open it, and what a crash may leave.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "ledger/support/world.h"
#include "nomic/ledger/files/lock.h"
#include "nomic/ledger/store/rocks/folder.h"
#include "nomic/ledger/store/rocks/mark.h"

namespace nomic::ledger {
namespace {

namespace fs = std::filesystem;
using test::found_game;
using test::payloads;
using test::Place;
using test::say;
using test::slurp;
using test::spill;

// A ledger with a founded game of three records, closed again.
class OnDisk : public ::testing::Test {
 protected:
  void SetUp() override {
    auto ledger = place_.make();
    ASSERT_OK(ledger);
    auto done = found_game(**ledger, "friday", 3);
    ASSERT_OK(done);
    game_ = done->game;
  }
  // A command: opens, appends one record, closes.
  Result<Appended> command(const std::string& payload) {
    auto ledger = place_.write();
    if (!ledger) return std::move(ledger).error();
    return say(**ledger, game_, payload);
  }
  // A record written and logged, though the mark was never moved over it: as a crash in between leaves it.
  void leave_unmarked(const std::string& payload) {
    const std::string mark = slurp(place_.folder + "/mark");
    ASSERT_OK(command(payload));
    spill(place_.folder + "/mark", mark);
  }
  [[nodiscard]] std::string last_log() const {
    return place_.folder + "/store/" + test::files_in(place_.folder + "/store", ".log").back();
  }

  Place place_;
  GameId game_;
};

TEST_F(OnDisk, KeepsWhatWasRecorded) {
  ASSERT_OK(command("move"));
  auto ledger = place_.read();
  ASSERT_OK(ledger);
  EXPECT_EQ(payloads(**ledger, game_).back(), "move");
}

TEST_F(OnDisk, IsNotMadeTwice) {
  EXPECT_REFUSED(place_.make(), ALREADY_A_LEDGER);
  EXPECT_OK(command("still there"));
}

TEST(Making, TakesAMissingOrEmptyFolderOnly) {
  Place missing;
  missing.folder = missing.temp.path("a/b/c");
  EXPECT_OK(missing.make());
  Place empty;
  fs::create_directory(empty.folder);
  EXPECT_OK(empty.make());
  Place full;
  fs::create_directory(full.folder);
  spill(full.folder + "/letter", "dear Ann");
  EXPECT_REFUSED(full.make(), BAD_INPUT);
  EXPECT_EQ(slurp(full.folder + "/letter"), "dear Ann");
}

TEST(Making, BeginsAnewAfterAnInterruption) {
  Place place;
  { ASSERT_OK(place.make()); }
  // As it is before the last step.
  fs::rename(place.folder + "/format", place.folder + "/making");
  fs::remove(place.folder + "/making");
  fs::create_directory(place.folder + "/making");
  EXPECT_REFUSED(place.read(), NOT_A_LEDGER);
  auto made = place.make();
  ASSERT_OK(made);
  EXPECT_OK(found_game(**made, "friday"));
  EXPECT_FALSE(fs::exists(place.folder + "/making"));
}

// What a making leaves is its own: anything else in the folder is somebody's, and stays.
TEST(Making, RemovesOnlyWhatAMakingLeaves) {
  for (const char* theirs : {"letter", "store/letter", "making/letter", "mark/letter", "format.new/letter"}) {
    Place place;
    { ASSERT_OK(place.make()); }
    fs::remove(place.folder + "/format");
    fs::create_directory(place.folder + "/making");
    const fs::path file = place.folder + "/" + theirs;
    if (file.parent_path() != place.folder && !fs::is_directory(file.parent_path())) {
      fs::remove(file.parent_path());
      fs::create_directory(file.parent_path());
    }
    spill(file.string(), "dear Ann");
    EXPECT_REFUSED(place.make(), BAD_INPUT);
    EXPECT_EQ(slurp(file.string()), "dear Ann") << theirs;
  }
}

// However far it came: the folder, `making`, the lock, parts of the store, the mark, the format file beside its place.
TEST(Making, BeginsAnewFromWhateverWasLeft) {
  const Place whole;
  { ASSERT_OK(whole.make()); }
  for (const std::string last : {"making", "lock", "store", "CURRENT", "mark", "format.new"}) {
    Place place;
    fs::create_directories(place.folder + "/making");
    const auto copy = [&](const std::string& name, const std::string& as) {
      fs::copy(whole.folder + "/" + name, place.folder + "/" + as, fs::copy_options::recursive);
    };
    if (last != "making") copy("lock", "lock");
    if (last == "store") fs::create_directory(place.folder + "/store");
    if (last == "CURRENT" || last == "mark" || last == "format.new") copy("store", "store");
    if (last == "CURRENT") fs::remove(place.folder + "/store/IDENTITY");
    if (last == "mark") spill(place.folder + "/mark", slurp(whole.folder + "/mark").substr(0, 100));
    if (last == "format.new") copy("mark", "mark");
    if (last == "format.new") spill(place.folder + "/format.new", "nomic le");
    auto made = place.make();
    ASSERT_OK(made);
    EXPECT_OK(found_game(**made, "friday"));
    EXPECT_FALSE(fs::exists(place.folder + "/making")) << last;
    EXPECT_FALSE(fs::exists(place.folder + "/format.new")) << last;
  }
}

// Its maker was killed between the last two steps: it is a ledger, and whoever writes in it tidies up.
TEST_F(OnDisk, WhatIsLeftBesideTheFormatIsTidiedAway) {
  fs::create_directory(place_.folder + "/making");
  EXPECT_OK(place_.read());
  EXPECT_OK(command("move"));
  EXPECT_FALSE(fs::exists(place_.folder + "/making"));
}

TEST(Making, IsSaidWhileSomebodyIsAtIt) {
  Place place;
  fs::create_directories(place.folder + "/making");
  EXPECT_REFUSED(place.read(), NOT_A_LEDGER);
  const auto lock = Lock::take(place.folder + "/lock", 0, "nomic import");
  ASSERT_OK(lock);
  EXPECT_REFUSED(place.read(), IN_USE);
  EXPECT_REFUSED(place.make(), IN_USE);
}

TEST(Opening, NeedsALedger) {
  Place place;
  EXPECT_REFUSED(place.read(), NOT_A_LEDGER);
  EXPECT_REFUSED(place.write(), NOT_A_LEDGER);
  fs::create_directory(place.folder);
  EXPECT_REFUSED(place.read(), NOT_A_LEDGER);
  spill(place.folder + "/letter", "dear Ann");
  EXPECT_REFUSED(place.write(), NOT_A_LEDGER);
  place.folder += "/letter";
  EXPECT_REFUSED(place.read(), NOT_A_LEDGER);
}

TEST_F(OnDisk, ANewerFormatIsRefusedByNumber) {
  spill(place_.folder + "/format", "nomic ledger, format 4\n");
  const auto refused = place_.read();
  EXPECT_REFUSED(refused, NEWER_FORMAT);
  EXPECT_NE(refused.error().what.find("format 4"), std::string::npos);
  EXPECT_REFUSED(place_.write(), NEWER_FORMAT);
  EXPECT_REFUSED(place_.make(), ALREADY_A_LEDGER);
}

TEST_F(OnDisk, AFormatThatWasNeverReleasedIsRefusedByNumber) {
  spill(place_.folder + "/format", "nomic ledger, format 1\n");
  const auto refused = place_.read();
  EXPECT_REFUSED(refused, NOT_A_LEDGER);
  EXPECT_NE(refused.error().what.find("format 1"), std::string::npos);
  EXPECT_REFUSED(place_.write(), NOT_A_LEDGER);
}

TEST_F(OnDisk, AFormatThatIsNoneIsDamage) {
  for (const char* text : {"", "nomic ledger, format 0\n", "nomic ledger, format 03\n", "nomic ledger, format 3",
                           "nomic ledger, format -3\n", "nomic ledger, format 3\n\n", "another file\n",
                           "nomic ledger, format 18446744073709551616\n"}) {
    spill(place_.folder + "/format", text);
    EXPECT_REFUSED(place_.read(), DAMAGED);
  }
  fs::remove(place_.folder + "/format");
  EXPECT_REFUSED(place_.read(), DAMAGED);
}

TEST_F(OnDisk, IsWrittenByOneAtATime) {
  auto writer = place_.write();
  ASSERT_OK(writer);
  EXPECT_REFUSED(place_.write(), IN_USE);
  // Readers do not mind.
  auto reader = place_.read();
  ASSERT_OK(reader);
  EXPECT_EQ(payloads(**reader, game_).size(), 3U);
}

TEST_F(OnDisk, ReadersWriteNothing) {
  auto reader = place_.read();
  ASSERT_OK(reader);
  EXPECT_REFUSED(say(**reader, game_, "move"), READ_ONLY);
  EXPECT_REFUSED(found_game(**reader, "sunday"), READ_ONLY);
}

// Others' rights, since the superuser has them all.
TEST_F(OnDisk, AFolderThatCannotBeWrittenCanBeRead) {
  ASSERT_OK(command("move"));
  if (::geteuid() != 0) GTEST_SKIP() << "only root can become somebody else";
  ::chmod(place_.temp.path().c_str(), 0755);
  for (const auto& entry : fs::recursive_directory_iterator(place_.folder)) {
    ::chmod(entry.path().c_str(), entry.is_directory() ? 0755 : 0644);
  }
  ::chmod(place_.folder.c_str(), 0755);
  const std::size_t files = test::files_in(place_.folder + "/store").size();
  EXPECT_EQ(test::in_child([&] {
              if (::seteuid(65534) != 0) return 1;
              auto reader = place_.read();
              if (!reader || payloads(**reader, game_).size() != 4) return 2;
              if (!test::faults_of(**reader, game_).empty()) return 3;
              auto writer = place_.write();
              if (writer || writer.error().code != ErrorCode::READ_ONLY) return 4;
              Place elsewhere;
              elsewhere.folder = place_.folder + "/inside";
              auto made = elsewhere.make();
              return made || made.error().code != ErrorCode::READ_ONLY ? 5 : 0;
            }),
            0);
  EXPECT_EQ(test::files_in(place_.folder + "/store").size(), files);
}

TEST_F(OnDisk, DamageInAFolderThatCannotBeWrittenIsSaid) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can become somebody else";
  spill(last_log(), "");
  ::chmod(place_.temp.path().c_str(), 0755);
  EXPECT_EQ(test::in_child([&] {
              if (::seteuid(65534) != 0) return 1;
              auto reader = place_.read();
              return !reader && reader.error().code == ErrorCode::DAMAGED ? 0 : 2;
            }),
            0);
}

// --- what a crash leaves ------------------------------------------------------------------------------------------

TEST_F(OnDisk, ARecordAboveTheMarkIsNotShown) {
  ASSERT_OK(command("marked"));
  leave_unmarked("not marked");
  auto reader = place_.read();
  ASSERT_OK(reader);
  EXPECT_EQ(payloads(**reader, game_).back(), "marked");
  EXPECT_EQ((*reader)->find("")->size, 4U);
  EXPECT_EQ((*reader)->games()->front().size, 4U);
  EXPECT_REFUSED((*reader)->record(game_, {4}), NO_SUCH_RECORD);
  EXPECT_FALSE(*(*reader)->kept_digest(game_, 5, "test 1"));
  EXPECT_TRUE(test::faults_of(**reader, game_).empty());
}

// What is written beside the records is marked too, and hides none of them while it is above the mark.
TEST_F(OnDisk, WhatIsKeptBesideHidesNoRecordAboveTheMark) {
  ASSERT_OK(command("marked"));
  const std::string mark = slurp(place_.folder + "/mark");
  {
    auto ledger = place_.write();
    ASSERT_OK(ledger);
    ASSERT_OK((*ledger)->keep(game_, 4, {"test 1", sha256("state")}));
  }
  EXPECT_NE(slurp(place_.folder + "/mark"), mark);
  spill(place_.folder + "/mark", mark);
  auto reader = place_.read();
  ASSERT_OK(reader);
  EXPECT_EQ(payloads(**reader, game_).back(), "marked");
  EXPECT_TRUE(test::faults_of(**reader, game_).empty());
}

TEST_F(OnDisk, ARequestAboveTheMarkIsNotKnownYet) {
  const std::string mark = slurp(place_.folder + "/mark");
  const Request request{"r-1", sha256("asked")};
  {
    auto ledger = place_.write();
    ASSERT_OK(ledger);
    ASSERT_OK(say(**ledger, game_, "move", request));
  }
  spill(place_.folder + "/mark", mark);
  {
    auto reader = place_.read();
    ASSERT_OK(reader);
    EXPECT_FALSE(*(*reader)->request(game_, "Ann", request));
  }
  // The next writer takes the record over, and then it is known.
  auto writer = place_.write();
  ASSERT_OK(writer);
  const auto again = say(**writer, game_, "move", request);
  ASSERT_OK(again);
  EXPECT_EQ(again->first.value, 3U);
  EXPECT_EQ((*writer)->head(game_)->size, 4U);
}

TEST_F(OnDisk, TheNextWriterTakesOverWholeRecordsAboveTheMark) {
  leave_unmarked("whole, not marked");
  {
    auto writer = place_.write();
    ASSERT_OK(writer);
    EXPECT_EQ(payloads(**writer, game_).back(), "whole, not marked");
    // In a table before the mark moved over it.
    EXPECT_FALSE(test::files_in(place_.folder + "/store", ".sst").empty());
  }
  auto reader = place_.read();
  ASSERT_OK(reader);
  EXPECT_EQ(payloads(**reader, game_).back(), "whole, not marked");
  EXPECT_TRUE(test::faults_of(**reader, game_).empty());
}

TEST_F(OnDisk, AnUnmarkedFoundingIsNotShown) {
  const std::string mark = slurp(place_.folder + "/mark");
  GameId sunday;
  {
    auto ledger = place_.write();
    ASSERT_OK(ledger);
    sunday = found_game(**ledger, "sunday", 2)->game;
  }
  spill(place_.folder + "/mark", mark);
  auto reader = place_.read();
  ASSERT_OK(reader);
  EXPECT_EQ((*reader)->games()->size(), 1U);
  EXPECT_REFUSED((*reader)->head(sunday), NO_SUCH_GAME);
  EXPECT_REFUSED((*reader)->find("sunday"), NO_SUCH_GAME);
  EXPECT_REFUSED((*reader)->verify(sunday, {}), NO_SUCH_GAME);
}

// A log cut anywhere within the record above the mark: never acknowledged, so it may go, and nothing else may.
TEST_F(OnDisk, ATornTailAboveTheMarkIsRepaired) {
  ASSERT_OK(command("marked"));
  leave_unmarked(std::string(300, 'x'));
  const std::string log = last_log();
  const std::string whole = slurp(log);
  const std::string sound = place_.temp.path("sound");
  fs::rename(place_.folder, sound);
  const std::size_t step = std::max<std::size_t>(1, whole.size() / test::scaled(16));
  for (std::size_t length = 0; length < whole.size(); length += step) {
    test::copy_folder(sound, place_.folder);
    spill(log, whole.substr(0, length));
    {
      auto reader = place_.read();
      ASSERT_OK(reader);
      EXPECT_EQ(payloads(**reader, game_).size(), 4U) << length;
    }
    ASSERT_OK(command("after the crash"));
    auto reader = place_.read();
    ASSERT_OK(reader);
    EXPECT_EQ(payloads(**reader, game_).back(), "after the crash") << length;
    EXPECT_EQ(payloads(**reader, game_).size(), 5U) << length;
    EXPECT_TRUE(test::faults_of(**reader, game_).empty()) << length;
  }
}

TEST_F(OnDisk, ATornSlotOfTheMarkIsWrittenAgain) {
  ASSERT_OK(command("before"));
  ASSERT_OK(command("torn"));  // append 3 of the ledger: slot 1
  std::string mark = slurp(place_.folder + "/mark");
  mark[4096 + 30] = static_cast<char>(mark[4096 + 30] ^ 0x55);
  spill(place_.folder + "/mark", mark);
  // The log was synced before the slot was touched: the record is as safe as a marked one.
  {
    auto reader = place_.read();
    ASSERT_OK(reader);
    EXPECT_EQ(payloads(**reader, game_).back(), "torn");
    EXPECT_EQ(test::faults_of(**reader, game_), std::vector<std::string>{"mark"});
  }
  ASSERT_OK(command("after"));
  auto reader = place_.read();
  ASSERT_OK(reader);
  EXPECT_EQ(payloads(**reader, game_).size(), 6U);
  EXPECT_TRUE(test::faults_of(**reader, game_).empty());
}

// --- what no crash leaves -----------------------------------------------------------------------------------------

TEST_F(OnDisk, AShortLogIsDamageAndBothEndsAreNamed) {
  ASSERT_OK(command("lost"));
  spill(last_log(), "");
  for (const Access access : {Access::READ, Access::WRITE}) {
    const auto refused = Ledger::open(place_.folder, access, place_.options);
    EXPECT_REFUSED(refused, DAMAGED);
    EXPECT_NE(refused.error().what.find("says write 2"), std::string::npos) << refused.error().what;
    EXPECT_NE(refused.error().what.find("ends with write 1"), std::string::npos) << refused.error().what;
  }
}

TEST_F(OnDisk, AMissingLogIsDamage) {
  ASSERT_OK(command("lost"));
  fs::remove(last_log());
  EXPECT_REFUSED(place_.read(), DAMAGED);
  EXPECT_REFUSED(place_.write(), DAMAGED);
}

TEST_F(OnDisk, ALogMissingFromTheMiddleIsDamage) {
  // Another game's append is lost; this game's later ones are all there.
  GameId sunday;
  {
    auto ledger = place_.write();
    ASSERT_OK(ledger);
    sunday = found_game(**ledger, "sunday")->game;
  }
  const std::string middle = last_log();
  ASSERT_OK(command("later"));
  fs::remove(middle);
  EXPECT_REFUSED(place_.read(), DAMAGED);
  EXPECT_REFUSED(place_.write(), DAMAGED);
}

TEST_F(OnDisk, AMissingMarkIsDamage) {
  fs::remove(place_.folder + "/mark");
  EXPECT_REFUSED(place_.read(), DAMAGED);
  EXPECT_REFUSED(place_.write(), DAMAGED);
}

TEST_F(OnDisk, AnOldMarkIsDamage) {
  const std::string mark = slurp(place_.folder + "/mark");
  ASSERT_OK(command("one"));
  ASSERT_OK(command("two"));
  spill(place_.folder + "/mark", mark);
  EXPECT_REFUSED(place_.read(), DAMAGED);
  EXPECT_REFUSED(place_.write(), DAMAGED);
}

TEST_F(OnDisk, AMarkOfAnotherLedgerIsDamage) {
  Place other;
  {
    auto ledger = other.make();
    ASSERT_OK(ledger);
    ASSERT_OK(found_game(**ledger, "other", 3));
  }
  spill(place_.folder + "/mark", slurp(other.folder + "/mark"));
  EXPECT_REFUSED(place_.read(), DAMAGED);
  EXPECT_REFUSED(place_.write(), DAMAGED);
}

// --- the memory of games seen --------------------------------------------------------------------------------------

TEST_F(OnDisk, ARestoredOlderFolderIsARollback) {
  place_.remember();
  ASSERT_OK(command("one"));
  test::copy_folder(place_.folder, place_.temp.path("backup"));
  ASSERT_OK(command("two"));
  test::copy_folder(place_.temp.path("backup"), place_.folder);

  auto reader = place_.read();
  ASSERT_OK(reader);
  const auto refused = (*reader)->find("friday");
  EXPECT_REFUSED(refused, ROLLED_BACK);
  EXPECT_NE(refused.error().what.find("has 4 records"), std::string::npos) << refused.error().what;
  EXPECT_NE(refused.error().what.find("seen it with 5"), std::string::npos) << refused.error().what;
  EXPECT_REFUSED((*reader)->games(), ROLLED_BACK);
  // The file to remove is named by its whole path, whichever way it was found out.
  EXPECT_NE((*reader)->games().error().hint.find("remove /"), std::string::npos);
  EXPECT_EQ((*reader)->games().error().hint.find("remove /" + game_.hash.hex()), std::string::npos);
  EXPECT_REFUSED((*reader)->verify(game_, {}), ROLLED_BACK);
  EXPECT_REFUSED(command("three"), ROLLED_BACK);
}

TEST_F(OnDisk, AnotherHistoryOfTheSameGameIsARollback) {
  place_.remember();
  test::copy_folder(place_.folder, place_.temp.path("fork"));
  ASSERT_OK(command("one"));
  // Somebody else goes on with the copy, further than this user has seen.
  Place fork;
  fork.folder = place_.temp.path("fork");
  for (const char* move : {"other", "history"}) {
    auto ledger = fork.write();
    ASSERT_OK(ledger);
    ASSERT_OK(say(**ledger, game_, move));
  }
  test::copy_folder(fork.folder, place_.folder);
  auto reader = place_.read();
  ASSERT_OK(reader);
  const auto refused = (*reader)->head(game_);
  EXPECT_REFUSED(refused, ROLLED_BACK);
  EXPECT_EQ(refused.error().index, 3U);
}

TEST_F(OnDisk, AReaderThatIsOvertakenIsNoRollback) {
  place_.remember();
  auto reader = place_.read();  // sees three records
  ASSERT_OK(reader);
  ASSERT_OK(command("meanwhile"));  // now four are remembered
  const auto head = (*reader)->head(game_);
  ASSERT_OK(head);
  EXPECT_EQ(head->size, 3U);
}

TEST_F(OnDisk, AMemoryThatCannotBeReadIsSaid) {
  place_.remember();
  ASSERT_OK(command("one"));
  spill(place_.temp.path("seen") + "/" + game_.hash.hex(), "scribble");
  EXPECT_REFUSED(command("two"), DAMAGED);
}

// --- many short processes -----------------------------------------------------------------------------------------

TEST_F(OnDisk, ManyShortCommandsLeaveFewFiles) {
  std::size_t most = 0;
  const std::size_t commands = test::scaled(400);
  for (std::size_t i = 0; i < commands; ++i) {
    ASSERT_OK(command(fmt::format("move {}", i)));
    most = std::max(most, test::files_in(place_.folder + "/store").size());
  }
  EXPECT_LE(most, 60U);
  EXPECT_TRUE(test::files_in(place_.folder + "/store", ".dbtmp").empty());
  for (const std::string& name : test::files_in(place_.folder + "/store")) {
    EXPECT_FALSE(name.starts_with("OPTIONS") || name.starts_with("LOG.")) << name;
  }
  auto reader = place_.read();
  ASSERT_OK(reader);
  EXPECT_EQ(payloads(**reader, game_).size(), 3 + commands);
  EXPECT_TRUE(test::faults_of(**reader, game_).empty());
}

}  // namespace
}  // namespace nomic::ledger
