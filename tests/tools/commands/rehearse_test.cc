// rehearse: a copy to try moves in, which nobody and nothing takes for the game.
#include <filesystem>

#include "tools/desk.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

constexpr const char* MARK = "A rehearsal of the game \"nomic\" (";

class Rehearse : public testing::Test {
 protected:
  // Three players, and Ann's proposal is voted on: #33.
  Rehearse() {
    desk.founded("Ann Bob Cleo");
    desk.ok("propose repeal 209 --call-vote --as Ann");
  }
  bool is_there(const std::string& name) const { return fs::exists(fs::path(desk.folder()) / name); }
  void expect_sound(const std::string& with = {}) {
    desk.ok("verify" + with);
    desk.ok("replay --check" + with);
    EXPECT_THAT(desk.ok("audit" + with), HasSubstr("nothing is broken"));
  }

  Desk desk;
};

TEST_F(Rehearse, WhatIsDoneInItIsNotDoneInTheGame) {
  const std::string before = desk.ok("head");
  const std::string made = desk.ok("rehearse practice");
  EXPECT_THAT(made, HasSubstr(MARK));
  EXPECT_THAT(made, HasSubstr("as it was after #33: what is done here is not done there."));
  EXPECT_THAT(made, HasSubstr("Rehearse with --ledger practice, or in the folder itself: cd practice"));
  for (const char* who : {"Ann", "Bob", "Cleo"}) desk.ok(std::string("vote for --ledger practice --as ") + who);
  EXPECT_THAT(desk.ok("show-rules --ledger practice"), Not(HasSubstr("Rule 209")));
  EXPECT_THAT(desk.ok("show-rules"), HasSubstr("Rule 209"));
  EXPECT_EQ(desk.ok("head"), before);
  expect_sound();
  expect_sound(" --ledger practice");
  // The game goes on, past the place and otherwise, and both are known for what they are.
  desk.ok("vote against --as Ann");
  desk.ok("vote against --as Bob");
  desk.ok("status");
  desk.ok("status --ledger practice");
  expect_sound();
  expect_sound(" --ledger practice");
}

TEST_F(Rehearse, IsMarkedInWhateverIsShownOfIt) {
  desk.ok("rehearse practice");
  for (const char* line : {"status", "log", "show-rules", "scores", "audit", "verify", "history 209", "diff start",
                           "blame 206", "replay", "explain record 33", "proposals", "check-references",
                           "try propose repeal 206", "mend", "compare --rules 1990", "vote for --as Ann", "key list"}) {
    const Ran text = desk.run(std::string(line) + " --ledger practice");
    EXPECT_EQ(text.out.find(MARK), 0U) << line << ": " << text.out;
    EXPECT_EQ(text.out.find(MARK, 1), std::string::npos) << line << ": it is said once";
    if (line == std::string("vote for --as Ann")) continue;
    const Ran json = desk.run(std::string(line) + " --ledger practice --format json");
    EXPECT_EQ(json.out.find(R"({"rehearsal":{"game":")"), 0U) << line << ": " << json.out;
    EXPECT_THAT(desk.run(line).out, Not(HasSubstr("rehears"))) << line << " of the game itself";
  }
  const std::string lines = desk.ok("log --ledger practice --limit 2 --format jsonl");
  EXPECT_EQ(lines.find(R"({"rehearsal":)"), 0U);
  EXPECT_NE(lines.find("\n{\"rehearsal\":"), std::string::npos) << "each line says so";
  const Ran played = desk.run("play - --ledger practice", "status\nscores\n");
  EXPECT_EQ(played.out.find(MARK), 0U);
  EXPECT_EQ(played.out.find(MARK, 1), std::string::npos) << "once in a play";
  EXPECT_THAT(desk.run("play - --ledger practice --format jsonl", "scores\n").out,
              HasSubstr(R"({"line":1,"rehearsal":{"game":)"));
}

TEST_F(Rehearse, ABundleOfItSaysSoAndIsNoneOfTheGame) {
  desk.ok("rehearse practice");
  desk.ok("vote for --as Bob --ledger practice");
  EXPECT_THAT(desk.ok("export practice.bundle --ledger practice"), HasSubstr(MARK));
  EXPECT_THAT(desk.ok("verify practice.bundle"), HasSubstr(MARK));
  EXPECT_THAT(desk.ok("verify practice.bundle --format json"), HasSubstr(R"({"rehearsal":{)"));
  const std::string before = desk.ok("head");
  const Ran taken = desk.run("import practice.bundle --name practice");
  EXPECT_EQ(taken.status, 3);
  EXPECT_THAT(taken.err, HasSubstr("it is a rehearsal of nomic, which this ledger holds"));
  EXPECT_EQ(desk.ok("head"), before);
  EXPECT_THAT(desk.ok("import practice.bundle --ledger elsewhere"), HasSubstr(MARK));
  EXPECT_THAT(desk.ok("status --ledger elsewhere"), HasSubstr(MARK));
  desk.ok("export game.bundle");
  EXPECT_EQ(desk.run("import game.bundle --name game --ledger practice").status, 3);
}

// The memory of games met is by identity: the game longer than its rehearsal, the rehearsal longer than the game, and
// one copied over the other are what they are.
TEST_F(Rehearse, TheMemoryOfGamesMetTakesNeitherForTheOther) {
  desk.ok("rehearse practice");
  for (const char* who : {"Ann", "Bob"}) desk.ok(std::string("vote for --ledger practice --as ") + who);
  desk.ok("status");
  desk.ok("vote against --as Ann");
  for (const char* line : {"status", "log", "status --ledger practice", "log --ledger practice"}) desk.ok(line);
  const fs::path folder(desk.folder());
  // A rehearsal in place of the game: it is found to be another game, and no shorter one.
  fs::rename(folder / ".nomic", folder / "kept");
  fs::copy(folder / "practice" / ".nomic", folder / ".nomic", fs::copy_options::recursive);
  EXPECT_THAT(desk.ok("status"), HasSubstr(MARK));
  fs::remove_all(folder / ".nomic");
  fs::rename(folder / "kept", folder / ".nomic");
  EXPECT_THAT(desk.ok("status"), Not(HasSubstr(MARK)));
}

TEST_F(Rehearse, HasAFolderToItself) {
  desk.ok("rehearse practice");
  const Ran again = desk.run("rehearse practice");
  EXPECT_EQ(again.status, 2);
  EXPECT_THAT(again.err, HasSubstr("holds something already"));
  EXPECT_EQ(desk.run("rehearse .").status, 2) << "the game lies here";
  desk.write("file", "x");
  EXPECT_EQ(desk.run("rehearse file").status, 2);
  EXPECT_EQ(desk.run("rehearse").status, 2);
  EXPECT_EQ(desk.run("rehearse a b").status, 2);
  EXPECT_EQ(desk.run("rehearse early --at 5").status, 2);
  EXPECT_FALSE(is_there("early")) << "what was not made leaves nothing";
  EXPECT_EQ(desk.run("rehearse late --at 99").status, 2);
  desk.ok("rehearse 'in/a new/folder'");
  desk.ok("status --ledger 'in/a new/folder'");
}

// A process that was killed while it copied has left its folder: that is no rehearsal, and in nobody's way.
TEST_F(Rehearse, WhatWasNotFinishedIsClearedAway) {
  fs::create_directories(fs::path(desk.folder()) / "practice" / ".nomic.making" / "store");
  desk.write("practice/.nomic.making/format", "nomic ledger, format 3\n");
  EXPECT_EQ(desk.run("status --ledger practice").status, 2);
  desk.ok("rehearse practice");
  EXPECT_FALSE(is_there("practice/.nomic.making"));
  desk.ok("status --ledger practice");
}

TEST_F(Rehearse, BeginsWhereItIsToldTo) {
  desk.ok("vote for --as Ann");
  EXPECT_THAT(desk.ok("rehearse practice --at 33"), HasSubstr("as it was after #33"));
  EXPECT_THAT(desk.ok("status --ledger practice"), HasSubstr("34 records"));
  desk.ok("vote against --as Ann --ledger practice");
  desk.ok("rehearse first --at start");
  desk.ok("propose repeal 208 --as Ann --ledger first");
}

TEST_F(Rehearse, OfASignedGameNeedsNoKeys) {
  for (const char* who : {"ann", "bob"}) desk.ok(std::string("key new ") + who + ".key");
  const auto vkey = [&](const std::string& who) {
    std::string text = desk.ok("key show " + who + ".key");
    text.pop_back();
    return text;
  };
  desk.ok("init --ledger signed Ann Bob --signing required --player-key Ann=" + vkey("ann") +
          " --player-key Bob=" + vkey("bob"));
  desk.ok("propose repeal 209 --call-vote --as Ann --key ann.key --ledger signed");
  desk.ok("rehearse practice --ledger signed");
  desk.ok("vote for --as Ann --ledger practice");
  desk.ok("vote for --as Bob --ledger practice");
  expect_sound(" --ledger practice");
  EXPECT_THAT(desk.ok("log --from 32 --limit 1 --ledger practice --format json"), HasSubstr(R"("signedBy":[])"));
  EXPECT_EQ(desk.run("vote for --as Bob --ledger signed").status, 3) << "there he must sign";
  // A statement that was signed for one is none of the other's.
  desk.ok("vote for --as Bob --key bob.key --ledger signed --prepare vote.txt");
  EXPECT_EQ(desk.run("submit vote.txt --ledger practice").status, 2);
  desk.ok("submit vote.txt --ledger signed");
}

TEST_F(Rehearse, IsSignedAsACheckpointUnderItsOwnOriginAlone) {
  desk.ok("rehearse practice");
  desk.ok("key new log.key");
  const Ran named = desk.run("checkpoint make --origin club.example --key log.key --ledger practice");
  EXPECT_EQ(named.status, 2);
  EXPECT_THAT(named.err, HasSubstr("signed under its own identity"));
  EXPECT_THAT(desk.ok("checkpoint make --key log.key --ledger practice"), HasSubstr("nomic.invalid/"));
}

// A ledger's folder may be named by the folder in which its .nomic lies; one that is a ledger itself is meant itself.
TEST_F(Rehearse, AFolderThatIsNamedMayBeTheOneThatIsPlayedIn) {
  fs::create_directories(fs::path(desk.folder()) / "elsewhere");
  EXPECT_EQ(desk.run("status --ledger elsewhere").status, 2);
  desk.ok("status --ledger .");
  desk.ok("status --ledger .nomic");
  desk.environment["NOMIC_LEDGER"] = desk.folder();
  desk.ok("status");
  EXPECT_THAT(desk.run("rehearse practice").err, HasSubstr("NOMIC_LEDGER names another ledger"));
}

}  // namespace
}  // namespace nomic::tools
