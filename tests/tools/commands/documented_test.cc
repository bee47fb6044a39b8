// The command line as it is documented: which status what is not there gives, whatever the command; clocks that stand
// wrong; names that look alike; files that are there already.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "nomic/ledger/bundle.h"
#include "nomic/ledger/ledger.h"
#include "nomic/replay/game.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr std::int64_t SECOND = 1'000'000;
constexpr std::int64_t DAY = 24 * 60 * 60 * SECOND;

// ---- What is not there ----------------------------------------------------------------------------------------------

// A line of every command that takes a point.
const std::vector<std::string> LINES_WITH_A_POINT = {"status --at {}",
                                                     "show-rules --at {}",
                                                     "scores --at {}",
                                                     "scores --known {}",
                                                     "log --known {}",
                                                     "history 101 --at {}",
                                                     "explain rule 101 --at {}",
                                                     "replay --to {}",
                                                     "diff {}",
                                                     "diff start {}",
                                                     "audit --at {}",
                                                     "check-references --at {}",
                                                     "blame 101 --at {}",
                                                     "try propose repeal 209 --against {}.."};

std::string with(std::string line, const std::string& word) {
  return line.replace(line.find("{}"), 2, word);
}

TEST(WhatIsNotThere, APointIsWrongUsageInEveryCommand) {
  Desk desk;
  desk.founded("Ann Bob");
  for (const char* point : {"99999", "proposal:999", "turn:99", "circuit:99", "1999-12-31", "^start^", "start:1"}) {
    for (const std::string& line : LINES_WITH_A_POINT) {
      const Ran ran = desk.run(with(line, point));
      EXPECT_EQ(ran.status, 2) << with(line, point) << "\n" << ran.err;
      EXPECT_EQ(ran.out, "") << with(line, point);
    }
  }
}

TEST(WhatIsNotThere, ARecordIsWrongUsageInEveryCommandThatLooks) {
  Desk desk;
  desk.founded("Ann Bob");
  for (const char* line : {"explain record 99999", "inspect 99999", "prove inclusion 99999 -o proof",
                           "export out --to 99999", "export out --from 99999", "diff 99999 start", "log --to 99999"}) {
    const Ran ran = desk.run(line);
    EXPECT_EQ(ran.status, 2) << line << "\n" << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("there is no record")) << line;
  }
}

TEST(WhatIsNotThere, APointIsNamedAsItWasTyped) {
  Desk desk;
  desk.founded("Ann Bob");
  EXPECT_THAT(desk.run("scores --at 1999-12-31").err, HasSubstr("not yet founded at 1999-12-31\n"));
  EXPECT_THAT(desk.run("scores --known 1999-12-31").err, HasSubstr("not yet founded at 1999-12-31\n"));
  EXPECT_THAT(desk.run("status --at 99999").err, HasSubstr("there is no record #99999\n  the last record is #"));
}

TEST(WhatIsNotThere, ARecordThatAMoveNamesIsRefused) {
  Desk desk;
  desk.founded("Ann Bob");
  const Ran ran = desk.run("judgment invoke 'Is it?' --about 999 --as Ann");
  EXPECT_EQ(ran.status, 3) << ran.err;
}

TEST(WhatIsNotThere, APlayerOrAGameIsWrongUsage) {
  Desk desk;
  desk.founded("Ann Bob");
  for (const char* line : {"status --player Zoe", "explain score Zoe", "forfeit --as Zoe", "status --game other",
                           "export x.bundle --game other", "debate hm --as Zoe"}) {
    EXPECT_EQ(desk.run(line).status, 2) << line;
  }
}

// Every command that needs a ledger, in a folder that holds none.
TEST(WhatIsNotThere, AFolderWithoutALedgerIsNoDamage) {
  Desk desk;
  fs::create_directory(desk.folder() + "/other");
  desk.write("other/file", "text");
  for (const char* line : {"status",
                           "show-rules",
                           "scores",
                           "log",
                           "history 101",
                           "diff start",
                           "blame 101",
                           "explain winner",
                           "replay",
                           "verify",
                           "audit",
                           "inspect",
                           "checkpoint show",
                           "prove inclusion 1",
                           "reindex",
                           "backup x",
                           "export x",
                           "debate hm --as Ann",
                           "propose repeal 209 --as Ann",
                           "tick",
                           "head",
                           "key list",
                           "check-references"}) {
    const Ran ran = desk.run(std::string(line) + " --ledger other");
    EXPECT_EQ(ran.status, 2) << line << "\n" << ran.out << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("there is no ledger in \"")) << line;
  }
}

TEST(WhatIsNotThere, AnotherLedgerIsNamedWhole) {
  Desk desk;
  desk.founded("Ann Bob");
  EXPECT_THAT(desk.run("compare .").err, HasSubstr("there is no ledger in \".\"\n"));
}

TEST(WhatIsNotThere, AVictory) {
  Desk desk;
  desk.founded("Ann Bob");
  const Ran ran = desk.run("explain winner");
  EXPECT_EQ(ran.status, 3);
  EXPECT_THAT(ran.err, HasSubstr("nomic show-rules --provisions says what wins"));
  EXPECT_THAT(desk.ok("show-rules --provisions"), HasSubstr("wins"));
}

// ---- Clocks --------------------------------------------------------------------------------------------------------

TEST(Clocks, BeforeTheirTimeFoundNothing) {
  Desk desk;
  desk.clock = -2 * SECOND;
  const Ran ran = desk.run("init Ann Bob");
  EXPECT_EQ(ran.status, 5);
  EXPECT_THAT(ran.err, HasSubstr("before 1970"));
  EXPECT_FALSE(fs::exists(desk.folder() + "/.nomic"));
}

TEST(Clocks, FarAheadOfTheGameAreWarnedOf) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.clock += 300 * DAY;
  EXPECT_EQ(desk.run("propose repeal 209 --as Ann").err, "") << "a long pause";
  desk.clock += 400 * DAY;
  const Ran ran = desk.run("debate hm --as Bob");
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.err, StartsWith("warning: by this clock it is 2014-"));
  EXPECT_EQ(desk.run("debate hm --as Ann").err, "") << "it is so by now";
}

TEST(Clocks, OfAnotherCenturyAreWarnedOfWhenAGameIsFounded) {
  Desk desk;
  desk.clock = 4'200'000'000 * SECOND;  // 2103-02-04
  EXPECT_THAT(desk.run("init Ann Bob Cleo").err, HasSubstr("by this clock it is 2103-02-04T"));
}

// ---- Names ---------------------------------------------------------------------------------------------------------

constexpr const char* CYRILLIC_BOB = "B\u043Eb";
constexpr const char* FULLWIDTH_BOB = "\uFF22\uFF4F\uFF42";

TEST(Names, ThatLookAlikeAreAskedAbout) {
  for (const char* other : {CYRILLIC_BOB, FULLWIDTH_BOB}) {
    Desk desk;
    const Ran refused = desk.run_words({"init", "Ann", "Bob", other});
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("looks like \"Bob\"\n"));
    EXPECT_THAT(refused.err, HasSubstr("--alike"));
    EXPECT_FALSE(fs::exists(desk.folder() + "/.nomic"));
    EXPECT_EQ(desk.run_words({"init", "Ann", "Bob", other, "--alike"}).status, 0);
  }
}

TEST(Names, OfWhoJoinsTheSame) {
  Desk desk;
  desk.founded("Ann Bob");
  for (const char* other : {CYRILLIC_BOB, FULLWIDTH_BOB}) {
    EXPECT_EQ(desk.run_words({"join", other}).status, 2);
    EXPECT_EQ(desk.run_words({"join", other, "--format", "json"}).err.find("\"code\":\"TWO_PLAYERS_ALIKE\"") !=
                  std::string::npos,
              true);
  }
  EXPECT_EQ(desk.run_words({"join", "Bobby"}).status, 0);
  EXPECT_EQ(desk.run("join bob").status, 3) << "one and the same name is the game's to refuse";
  EXPECT_EQ(desk.run_words({"join", CYRILLIC_BOB, "--alike"}).status, 0);
}

TEST(Names, OfWhoJoinsByAStatementMadeElsewhereTheSame) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("key new dan.key");
  desk.write("seen.txt", desk.ok("head"));
  ASSERT_EQ(
      desk.run_words({"join", CYRILLIC_BOB, "--key", "dan.key", "--prepare", "join.txt", "--seen", "seen.txt"}).status,
      0);
  const std::vector<std::string> submit = {"submit", "join.txt", "--as", CYRILLIC_BOB};
  EXPECT_EQ(desk.run_words(submit).status, 2);
  std::vector<std::string> alike = submit;
  alike.emplace_back("--alike");
  EXPECT_EQ(desk.run_words(alike).status, 0);
}

TEST(Names, OfGamesThatAreImportedAreAsCleanAsOthers) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("export game.bundle");
  for (const char* name : {"a\x1b[31m", "a\u202Eb", "two\nlines", " ", "\xff"}) {
    const Ran ran = desk.run_words({"import", "game.bundle", "--ledger", "copy", "--name", name});
    EXPECT_EQ(ran.status, 2) << ran.out << ran.err;
    EXPECT_FALSE(fs::exists(desk.folder() + "/copy"));
  }
  EXPECT_THAT(desk.ok("import game.bundle --ledger copy --name e\u0301t\u00e9"), StartsWith("\u00e9t\u00e9 ("));
}

// A label comes with the file, from whoever made it: here one that no game is founded under.
TEST(Names, OfGamesInAFileAreAsCleanAsOthers) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("export game.bundle");
  std::ifstream file(desk.folder() + "/game.bundle", std::ios::binary);
  ledger::BundleSource source([&file](char* into, std::size_t count) -> std::ptrdiff_t {
    return file.read(into, static_cast<std::streamsize>(count)).gcount();
  });
  {
    auto forged = ledger::Ledger::create(desk.folder() + "/forged", {});
    ASSERT_TRUE(forged);
    ASSERT_TRUE((*forged)->import_from(source, {"a\x1b[31m", {}}, {}));
  }
  desk.ok("export bad.bundle --ledger forged");
  const Ran ran = desk.run("import bad.bundle --ledger copy");
  EXPECT_EQ(ran.status, 4) << ran.out << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("--name"));
  EXPECT_FALSE(fs::exists(desk.folder() + "/copy"));
  EXPECT_THAT(desk.ok("import bad.bundle --ledger copy --name evening"), StartsWith("evening ("));
}

// ---- Files ---------------------------------------------------------------------------------------------------------

TEST(Files, AreNotOverwrittenUnlessItIsAskedFor) {
  Desk desk;
  desk.founded("Ann Bob");
  for (const char* command : {"export", "backup"}) {
    desk.write("there", "mine");
    const Ran ran = desk.run(std::string(command) + " there");
    EXPECT_EQ(ran.status, 2);
    EXPECT_THAT(ran.err, HasSubstr("\"there\" is there already\n  name another, or overwrite it with --force"));
    EXPECT_EQ(fs::file_size(desk.folder() + "/there"), 4U);
    desk.ok(std::string(command) + " there --force");
    desk.ok("verify there");
  }
  desk.ok("export /dev/null");
}

// What a process has left that was killed is told from what another is writing by its lock.
TEST(Files, ThatAKilledExportLeftAreRemovedByTheNext) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.write("game.bundle.new-999999", "half");
  desk.write("game.bundle.new-7", "half");
  desk.write("game.bundle.new-x", "a name of somebody's own");
  desk.write("other.bundle.new-7", "half of another");
  const int busy = ::open((desk.folder() + "/game.bundle.new-7").c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(::flock(busy, LOCK_EX), 0);
  desk.ok("export game.bundle");
  EXPECT_FALSE(fs::exists(desk.folder() + "/game.bundle.new-999999"));
  EXPECT_TRUE(fs::exists(desk.folder() + "/game.bundle.new-7"));
  EXPECT_TRUE(fs::exists(desk.folder() + "/game.bundle.new-x"));
  EXPECT_TRUE(fs::exists(desk.folder() + "/other.bundle.new-7"));
  ::close(busy);
  desk.ok("export game.bundle --force");
  EXPECT_FALSE(fs::exists(desk.folder() + "/game.bundle.new-7"));
}

// In another container a process may have our number, and the same place to write to.
TEST(Files, ThatAProcessOfTheSameNumberFinishesMeanwhileStayAsTheyAre) {
  Desk desk;
  desk.founded("Ann Bob");
  const std::string place = desk.folder() + "/game.bundle";
  const std::string beside = fmt::format("{}.new-{}", place, ::getpid());
  desk.write(fs::path(beside).filename().string(), "another's bundle");
  const int other = ::open(beside.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(::flock(other, LOCK_EX), 0);
  Ran ran;
  std::thread exporting([&] { ran = desk.run("export game.bundle"); });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));  // until it waits for the lock
  fs::rename(beside, place);
  ::close(other);
  exporting.join();
  EXPECT_EQ(ran.status, 2) << ran.err;
  EXPECT_EQ(fs::file_size(place), 16U);
  EXPECT_FALSE(fs::exists(beside));
}

TEST(Files, OfTilesTheSame) {
  Desk desk;
  desk.founded("Ann Bob");
  fs::create_directories(desk.folder() + "/tiles/tile/0/000.p");
  desk.write("tiles/tile/0/000.p/32.new-999999", "half");
  desk.ok("export --tiles tiles");
  for (const auto& file : fs::recursive_directory_iterator(desk.folder() + "/tiles")) {
    EXPECT_THAT(file.path().string(), Not(HasSubstr(".new-")));
  }
}

// Notes, proofs and requests for time stamps; and what is remembered beside a key and of a game.
TEST(Files, OfNotesProofsAndMemoriesTheSame) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("key new k.key");
  for (const char* file : {"note", "proof", "request"}) desk.write(std::string(file) + ".new-999999", "half");
  desk.write("k.key.seen.new", "half of what was longer than what is remembered now: " + std::string(9000, 'x'));
  fs::path seen;
  for (const auto& file : fs::directory_iterator(desk.environment["XDG_STATE_HOME"] + "/nomic/seen")) {
    seen = file.path();
  }
  std::ofstream(seen.string() + ".new") << std::string(2000, 'x');
  desk.ok("checkpoint make --key k.key --origin o -o note");
  desk.ok("prove inclusion 1 --checkpoint note -o proof");
  desk.ok("checkpoint stamp-request note -o request");
  desk.ok("propose repeal 209 --as Ann");
  for (const auto& folder : {fs::path(desk.folder()), seen.parent_path()}) {
    for (const auto& file : fs::directory_iterator(folder)) {
      EXPECT_THAT(file.path().string(), Not(HasSubstr(".new")));
    }
  }
  desk.ok("checkpoint make --key k.key --origin o -o note --force");
  EXPECT_EQ(desk.run("status").err, "");
}

// ---- Reindexing ----------------------------------------------------------------------------------------------------

// As far as a kill between the two halves leaves it.
void begin_reindex(const Desk& desk) {
  ledger::OpenOptions options;
  auto ledger = ledger::Ledger::open(desk.ledger(), ledger::Access::WRITE, options);
  ASSERT_TRUE(ledger);
  const auto game = (*ledger)->find("");
  ASSERT_TRUE(game);
  ASSERT_TRUE((*ledger)->reindex(game->game, {}));
  ASSERT_EQ((*ledger)->reindexing()->size(), 1U);
}

TEST(Reindexing, ThatWasInterruptedIsFinishedByTheNextCommand) {
  for (const char* line : {"status", "debate hm --as Ann", "verify", "reindex"}) {
    Desk desk;
    desk.founded("Ann Bob");
    desk.ok("propose repeal 209 --as Ann");
    begin_reindex(desk);
    const Ran ran = desk.run(line);
    EXPECT_EQ(ran.status, 0) << line << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("note: a reindexing was interrupted: it is finished now")) << line;
    EXPECT_EQ(desk.run("verify").err, "") << line;
    auto ledger = ledger::Ledger::open(desk.ledger(), ledger::Access::READ, {});
    ASSERT_TRUE(ledger);
    EXPECT_TRUE((*ledger)->reindexing()->empty()) << line;
    auto game = replay::Game::open(**ledger, "");
    ASSERT_TRUE(game);
    EXPECT_EQ(*game->index_reach(), game->head().size) << line;
  }
}

TEST(Reindexing, ThatSomebodyElseIsAtStopsNoReader) {
  Desk desk;
  desk.founded("Ann Bob");
  begin_reindex(desk);
  auto writer = ledger::Ledger::open(desk.ledger(), ledger::Access::WRITE, {});
  ASSERT_TRUE(writer);
  EXPECT_EQ(desk.run("status").status, 0);
  EXPECT_EQ((*writer)->reindexing()->size(), 1U);
}

}  // namespace
}  // namespace nomic::tools
