// A file in place of a ledger: whoever was handed a bundle looks into it, and keeps nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "cli/file_time.h"
#include "tools/desk.h"
#include "tools/plays.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

std::string bytes_of(const Desk& desk, const std::string& name) {
  std::ifstream file(desk.folder() + "/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Two turns of three players, exported; the ledger is gone. #0 to #32 found it. 301 is #33 to #36 and adopted, Ann
// throws 4 in #37; 302 is #38 to #41 and defeated, Bob throws 2 in #42.
void play_and_export(Desk& desk) {
  desk.founded("Ann Bob Cleo");
  desk.ok("propose enact --text 'Cake is served at noon.' --call-vote --as Ann");
  for (const char* name : {"Ann", "Bob", "Cleo"}) desk.ok(std::string("vote for --as ") + name);
  desk.ok("roll 4 --as Ann");
  desk.ok("propose amend 202 --text 'No dice any more.' --call-vote --as Bob");
  for (const char* vote : {"for --as Ann", "for --as Bob", "against --as Cleo"}) desk.ok(std::string("vote ") + vote);
  desk.ok("roll 2 --as Bob");
  desk.ok("export game.bundle");
}

const std::vector<std::string>& looks() {
  static const std::vector<std::string> LOOKS = {"status",
                                                 "proposals",
                                                 "proposals 302",
                                                 "show-rules --provisions",
                                                 "scores",
                                                 "scores --at proposal:301",
                                                 "log",
                                                 "history 202",
                                                 "diff start",
                                                 "blame 202",
                                                 "explain rule 202",
                                                 "explain score Bob",
                                                 "check-references",
                                                 "head"};
  return LOOKS;
}

TEST(FileLedger, EveryLookAnswersAsTheLedgerDoes) {
  Desk desk;
  play_and_export(desk);
  for (const std::string& look : looks()) {
    for (const char* form : {"", " --format json"}) {
      const std::string answer = desk.ok(look + form);
      EXPECT_EQ(desk.ok(look + form + " --ledger game.bundle"), answer) << look << form;
    }
  }
}

TEST(FileLedger, IsNamedByAWordByTheEnvironmentOrComesByStandardInput) {
  Desk desk;
  play_and_export(desk);
  const std::string scores = desk.ok("scores");
  fs::remove_all(desk.folder() + "/.nomic");
  EXPECT_EQ(desk.ok("scores game.bundle"), scores);
  EXPECT_EQ(desk.ok("--ledger game.bundle scores"), scores);
  const Ran piped = desk.run("scores -", bytes_of(desk, "game.bundle"));
  EXPECT_EQ(piped.out, scores);
  EXPECT_THAT(piped.err, StartsWith("note: read from standard input, 43 records"));
  desk.environment["NOMIC_LEDGER"] = "game.bundle";
  EXPECT_EQ(desk.ok("scores"), scores);
  EXPECT_EQ(desk.ok("explain score Bob"), desk.ok("explain score Bob --ledger game.bundle"));
  for (const char* look : {"status game.bundle", "log game.bundle --limit 1", "replay game.bundle --check",
                           "check-references game.bundle", "verify --ledger game.bundle"}) {
    desk.environment.erase("NOMIC_LEDGER");
    EXPECT_EQ(desk.run(look).status, 0) << look;
  }
  EXPECT_EQ(desk.run("scores nothing.bundle").status, 2);
  EXPECT_THAT(desk.run("scores nothing.bundle").err, HasSubstr("there is no file \"nothing.bundle\""));
  EXPECT_EQ(desk.run("scores game.bundle game.bundle").status, 2);
  EXPECT_EQ(desk.run("scores game.bundle --ledger .nomic").status, 2);
}

TEST(FileLedger, AFileWhereAnotherWordStandsIsToldHowItIsAsked) {
  Desk desk;
  play_and_export(desk);
  for (const char* look : {"history", "explain", "show-rules", "blame", "proposals"}) {
    const Ran ran = desk.run(std::string(look) + " game.bundle");
    EXPECT_EQ(ran.status, 2) << look;
    EXPECT_THAT(ran.err, HasSubstr(std::string("nomic ") + look + " ... --ledger game.bundle")) << look;
  }
}

TEST(FileLedger, NothingIsWrittenAndNothingIsLeft) {
  Desk desk;
  play_and_export(desk);
  fs::remove_all(desk.folder() + "/.nomic");
  desk.environment["XDG_STATE_HOME"] = desk.folder() + "/elsewhere";
  const std::string temporary = desk.folder() + "/temporary";
  fs::create_directory(temporary);
  const char* before = ::getenv("TMPDIR");
  const std::string old = before == nullptr ? "" : before;
  ::setenv("TMPDIR", temporary.c_str(), 1);
  desk.ok("audit game.bundle");
  desk.ok("verify game.bundle");
  EXPECT_TRUE(fs::is_empty(temporary));
  ::setenv("TMPDIR", "/nonexistent", 1);
  const Ran none = desk.run("audit game.bundle");
  old.empty() ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", old.c_str(), 1);
  EXPECT_EQ(none.status, 5);
  EXPECT_THAT(none.err, HasSubstr("set TMPDIR"));
  EXPECT_FALSE(fs::exists(desk.folder() + "/.nomic"));
  EXPECT_FALSE(fs::exists(desk.folder() + "/elsewhere")) << "what was looked at is not remembered";
}

TEST(FileLedger, TakesNoMovesAndSaysHowToTakeItIn) {
  Desk desk;
  play_and_export(desk);
  for (const char* move : {"propose repeal 209 --as Cleo", "init Ann Bob", "vote for --as Ann", "roll 3 --as Ann",
                           "reindex", "checkpoint make --origin o --key k"}) {
    const Ran ran = desk.run(std::string(move) + " --ledger game.bundle");
    EXPECT_EQ(ran.status, 2) << move << ran.err;
  }
  const Ran refused = desk.run("propose repeal 209 --as Cleo --ledger game.bundle");
  EXPECT_THAT(refused.err,
              AllOf(HasSubstr("\"game.bundle\" is a file and no ledger"), HasSubstr("nomic import game.bundle")));
  EXPECT_EQ(desk.ok("propose repeal 209 --as Cleo --dry-run --ledger game.bundle"),
            desk.ok("propose repeal 209 --as Cleo --dry-run"));
  EXPECT_EQ(desk.run("log --follow --ledger game.bundle").status, 2);
  EXPECT_EQ(desk.run("inspect --ledger game.bundle").status, 2);
}

TEST(FileLedger, WhatIsFalseIsNotAnsweredFrom) {
  Desk desk;
  play_and_export(desk);
  const std::string bundle = bytes_of(desk, "game.bundle");
  std::string changed = bundle;
  changed[changed.size() / 2] = static_cast<char>(changed[changed.size() / 2] ^ 1);
  desk.write("changed.bundle", changed);
  desk.write("cut.bundle", bundle.substr(0, bundle.size() / 2));
  desk.write("other.txt", "Dear diary\n");
  desk.write("empty.bundle", "");
  for (const char* file : {"changed.bundle", "cut.bundle", "other.txt", "empty.bundle"}) {
    for (const char* look : {"scores ", "audit ", "log "}) {
      const Ran ran = desk.run(std::string(look) + file);
      EXPECT_EQ(ran.status, 4) << look << file;
      EXPECT_THAT(ran.out, IsEmpty()) << look << file;
      EXPECT_THAT(ran.err, HasSubstr(file));
    }
  }
  desk.ok("export --from 38 part.bundle");
  const Ran part = desk.run("scores part.bundle");
  EXPECT_EQ(part.status, 4) << part.err;
  EXPECT_THAT(part.err, AllOf(HasSubstr("does not hold the beginning of its game"), HasSubstr("nomic import")));
}

TEST(FileLedger, AnAuditSaysWhatWasCheckedAndWhatNoFileTells) {
  Desk desk;
  play_and_export(desk);
  const Ran audited = desk.run("audit game.bundle");
  EXPECT_EQ(audited.status, 0);
  EXPECT_THAT(
      audited.out,
      StartsWith("The game was played by its rules: nothing is broken in 43 records; 2 cases could not be judged.\n"
                 "Not judged:\n  DICE  #37  Ann has thrown by hand: the faces are their word\n"));
  EXPECT_THAT(audited.out, AllOf(HasSubstr("43 records are chained to each other"),
                                 HasSubstr("Every record holds a move that the rules allow."),
                                 HasSubstr("You have met 43 records of this game, and the file has the same."),
                                 HasSubstr("Whether the game goes on after #42"), HasSubstr("no record is signed")));
  EXPECT_THAT(audited.err, IsEmpty());
  EXPECT_THAT(desk.ok("audit game.bundle --format json"),
              AllOf(HasSubstr(R"("verdict":"The game was played by its rules)"),
                    HasSubstr(R"("file":{"path":"game.bundle","name":")"), HasSubstr(R"("notChecked":[")")));
  EXPECT_THAT(desk.ok("audit --format json"), Not(HasSubstr("\"file\"")));
  // Other looks say it in a note.
  const Ran scores = desk.run("scores game.bundle");
  EXPECT_THAT(scores.err,
              AllOf(StartsWith("note: read from \"game.bundle\", 43 records: chain and tree hold, and nothing "
                               "is signed."),
                    HasSubstr("a file does not say")));
  desk.environment["XDG_STATE_HOME"] = desk.folder() + "/another";
  EXPECT_THAT(desk.ok("audit game.bundle"), HasSubstr("you have met none of its records before"));
}

TEST(FileLedger, WhatThisUserHasMetOtherwiseIsWarnedOf) {
  Desk desk;
  play_and_export(desk);
  desk.ok("import game.bundle --ledger copy");
  desk.ok("propose repeal 209 --as Cleo");
  const Ran older = desk.run("scores game.bundle");
  EXPECT_EQ(older.status, 0);
  EXPECT_THAT(older.err,
              HasSubstr("you have met 44 records of this game: the last 1 of them is not in \"game.bundle\""));
  const std::string mine = desk.environment["XDG_STATE_HOME"];
  desk.environment["XDG_STATE_HOME"] = desk.folder() + "/another";
  desk.ok("propose repeal 210 --as Cleo --ledger copy");
  desk.ok("debate Hm. --as Ann --ledger copy");
  desk.ok("export fork.bundle --ledger copy");
  desk.environment["XDG_STATE_HOME"] = mine;
  EXPECT_THAT(desk.run("scores fork.bundle").err,
              HasSubstr("another history of the game than the one that you have met"));
}

TEST(FileLedger, OneOfSeveralGamesIsNamed) {
  Desk desk;
  desk.founded("--game first Ann Bob");
  desk.founded("--game second Cleo Dan");
  desk.ok("backup all.backup");
  EXPECT_EQ(desk.run("scores all.backup").status, 2);
  EXPECT_THAT(desk.ok("scores all.backup --game second"), AllOf(HasSubstr("Cleo"), Not(HasSubstr("Ann"))));
}

TEST(FileLedger, TwoFilesAreCompared) {
  Desk desk;
  play_and_export(desk);
  desk.ok("propose repeal 209 --as Cleo");
  desk.ok("export later.bundle");
  fs::remove_all(desk.folder() + "/.nomic");
  const Ran compared = desk.run("compare later.bundle --ledger game.bundle");
  EXPECT_EQ(compared.status, 1) << compared.err;
  EXPECT_THAT(compared.out, HasSubstr("they are the same up to #42; the other goes on to #43."));
  EXPECT_EQ(desk.run("compare game.bundle --ledger game.bundle").status, 0);
}

TEST(FileLedger, AMoveThatTheRulesRefuseIsSaid) {
  Desk desk;
  desk.founded("Ann Bob Cleo");
  record_unasked(desk, "Bob", out_of_turn());
  desk.ok("export false.bundle");
  const Ran scores = desk.run("scores false.bundle");
  EXPECT_EQ(scores.status, 0);
  EXPECT_THAT(scores.err, HasSubstr("1 record is not lawful and without effect, first #33"));
  const Ran audited = desk.run("audit false.bundle");
  EXPECT_EQ(audited.status, 1);
  EXPECT_THAT(audited.out,
              AllOf(StartsWith("Not all of the game was played by its rules: 1 finding in 34 records, the "
                               "first at #33."),
                    HasSubstr("LAWFUL  #33  "), HasSubstr("1 record holds a move that the rules do not allow")));
}

// Somebody may have made the game of a file slow.
TEST(FileTime, EndsEveryCommandThatReadsTheFile) {
  Desk desk;
  play_and_export(desk);
  fs::remove_all(desk.folder() + "/.nomic");
  desk.environment["NOMIC_FILE_SECONDS"] = "0.000001";
  for (const char* line :
       {"verify game.bundle", "scores game.bundle", "audit game.bundle", "import game.bundle --ledger fresh"}) {
    const Ran ran = desk.run(line);
    EXPECT_EQ(ran.status, 5) << line;
    EXPECT_THAT(ran.err, HasSubstr("it was given up")) << line;
    EXPECT_THAT(ran.err, HasSubstr("set NOMIC_FILE_SECONDS")) << line;
  }
  EXPECT_FALSE(fs::exists(desk.folder() + "/fresh")) << "an import that was given up leaves nothing";
  for (const char* seconds : {"0", "60", "many", "-1", ""}) {
    desk.environment["NOMIC_FILE_SECONDS"] = seconds;
    EXPECT_EQ(desk.run("verify game.bundle").status, 0) << seconds;
  }
}

// Also one that reads pages: a stranger wrote them.
TEST(FileTime, EndsEveryCommandThatReadsPages) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.write("page.md", "# Rules\n\n101. All players must obey.\n\n201. Players take turns.\n");
  desk.write("scores.csv", "player,points\nAnn,1\nBob,2\n");
  desk.environment["NOMIC_FILE_SECONDS"] = "0.000001";
  for (const char* line :
       {"rules import page.md --lang en", "rules compare page.md 1982 --lang en", "compare --rules page.md --lang en",
        "compare --scores scores.csv", "init --rules page.md --lang en --game other Ann Bob"}) {
    const Ran ran = desk.run(line);
    EXPECT_EQ(ran.status, 5) << line << ran.out << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("it was given up")) << line;
  }
}

// A ledger may come from a bundle that was taken in. Moves and plays have no time.
TEST(FileTime, EndsWhatLooksIntoALedger) {
  Desk desk;
  if (desk.ledger().find("://") != std::string::npos) GTEST_SKIP() << "the size of a database is not known";
  desk.founded("Ann Bob Cleo");
  desk.environment["NOMIC_FILE_SECONDS"] = "0.000001";
  for (const char* line : {"status", "scores", "audit", "history 201", "explain score Ann"}) {
    const Ran ran = desk.run(line);
    EXPECT_EQ(ran.status, 5) << line;
    EXPECT_THAT(ran.err, HasSubstr("it was given up")) << line;
  }
  desk.ok("propose repeal 209 --as Ann");
  EXPECT_EQ(desk.play("status\nscores\n").status, 0);
}

TEST(FileTime, SaysTheSameInJson) {
  EXPECT_EQ(FileTime::given_up_in_json(), json_of(FileTime::given_up()));
}

// What never asks whether there is time left is ended all the same.
TEST(FileTimeDeathTest, EndsWhatNeverAsks) {
  Io io;
  io.env = [](const char* /*name*/) { return std::optional<std::string>("0.000001"); };
  io.given_up = "it was given up\n";
  EXPECT_EXIT(
      {
        const FileTime time(io, 1);
        for (std::atomic<unsigned> spins = 0;;) ++spins;
      },
      testing::ExitedWithCode(5), "it was given up");
}

#ifndef __SANITIZE_ADDRESS__
TEST(FileTime, LimitsMemoryWhileItLasts) {
  Io io;
  io.env = [](const char* /*name*/) { return std::optional<std::string>(); };
  constexpr std::size_t PIECE = std::size_t{64} << 20U;
  const auto take = [&](std::size_t pieces) {
    std::vector<std::unique_ptr<char[]>> taken;
    for (std::size_t i = 0; i < pieces; ++i) taken.emplace_back(new char[PIECE]);
    return taken.size();
  };
  {
    const FileTime time(io, 1);
    EXPECT_EQ(take(8), 8U);
    EXPECT_THROW(take(13), std::bad_alloc);
    ASSERT_TRUE(FileTime::memory_given_up());
  }
  EXPECT_EQ(take(13), 13U);
}
#endif

}  // namespace
}  // namespace nomic::tools
