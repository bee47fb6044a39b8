// nomic store copy between folders: what is refused of one game, which games are copied, who is invited to them. With
// databases, and beside another copy: tests/postgres/copies.py.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::HasSubstr;
using testing::Not;

void copy_folder(const Desk& desk, const std::string& from, const std::string& to) {
  std::filesystem::copy(desk.folder() + "/" + from, desk.folder() + "/" + to, std::filesystem::copy_options::recursive);
}

// a1 is shorter in `old` than it was met, b2 is there alone.
void put_back(Desk& desk) {
  desk.ok("init --ledger now --game a1 Ann Bob Cleo");
  copy_folder(desk, "now", "old");
  desk.ok("init --ledger old --game b2 Ann Bob Cleo");
  desk.ok("join Zed --game a1 --ledger now");
}

TEST(StoreCopy, OfAGameThatWasMetLongerKeepsNoneOfTheOthersBack) {
  Desk desk;
  put_back(desk);
  const Ran done = desk.run("store copy old there");
  EXPECT_EQ(done.status, 4);
  EXPECT_THAT(done.err, HasSubstr("warning: a1 is not copied: game"));
  EXPECT_THAT(done.err, HasSubstr("rolled back"));
  EXPECT_THAT(done.out, HasSubstr("b2 ("));
  EXPECT_THAT(done.out, HasSubstr("1 of 2 games are in"));
  EXPECT_THAT(desk.ok("status --ledger there"), HasSubstr("Ann"));
}

TEST(StoreCopy, TellsProgramsWhatWasRefused) {
  Desk desk;
  put_back(desk);
  desk.ok("init --ledger there --game b2 Dora Eve");
  const Ran done = desk.run("store copy old there --format json");
  EXPECT_EQ(done.status, 4) << "the highest of 3 and 4";
  EXPECT_THAT(done.out, HasSubstr("\"bundles\":[]"));
  EXPECT_THAT(done.out, HasSubstr("\"name\":\"a1\",\"error\":{\"status\":4,\"code\":\"ROLLED_BACK\""));
  EXPECT_THAT(done.out, HasSubstr("\"name\":\"b2\",\"error\":{\"status\":3,\"code\":\"GAME_NAME_TAKEN\""));
}

TEST(StoreCopy, OfOneGameCopiesThatAlone) {
  Desk desk;
  for (const char* name : {"a1", "b2", "c3"}) desk.ok(std::string("init --ledger here Ann Bob --game ") + name);
  EXPECT_THAT(desk.ok("store copy here there --game b2"), HasSubstr("1 of 1 game is in"));
  EXPECT_EQ(desk.run("status --ledger there --game a1").status, 2);
  desk.ok("status --ledger there --game b2");
  const Ran unknown = desk.run("store copy here there --game d4");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("holds no game 'd4'"));
  desk.environment["NOMIC_GAME"] = "c3";
  const Ran by_environment = desk.run("store copy here there");
  EXPECT_EQ(by_environment.status, 0);
  EXPECT_THAT(by_environment.err, HasSubstr("only \"c3\" is copied, as NOMIC_GAME says"));
  EXPECT_THAT(by_environment.out, HasSubstr("1 of 1 game is in"));
}

TEST(StoreCopy, AGameMeansNothingToTheDatabaseAsAWhole) {
  Desk desk;
  for (const char* word : {"init", "check", "upgrade"}) {
    const std::string line = std::string("store ") + word + " postgresql:///x?host=/nowhere";
    const Ran refused = desk.run(line + " --game a1");
    EXPECT_EQ(refused.status, 2) << word;
    EXPECT_THAT(refused.err, HasSubstr("leave out --game"));
    EXPECT_EQ(desk.run(line + " --no-invitations").status, 2) << word;
    // What the environment says is for other commands.
    desk.environment["NOMIC_GAME"] = "a1";
    EXPECT_THAT(desk.run(line).err, Not(HasSubstr("--game")));
    desk.environment.erase("NOMIC_GAME");
  }
}

TEST(StoreCopy, TakesInvitationsAlong) {
  Desk desk;
  desk.ok("init --ledger here Ann Bob Cleo --game a1");
  desk.ok("init --ledger here Dora Eve --game b2");
  for (const char* name : {"Ann", "Bob"}) desk.ok(std::string("invite --ledger here --game a1 ") + name);
  desk.ok("invite --ledger here --game b2 Dora");
  const auto listed = [&](const std::string& game, const std::string& ledger) {
    return desk.ok("invite --list --game " + game + " --ledger " + ledger);
  };
  desk.ok("store copy here without --no-invitations");
  EXPECT_EQ(listed("a1", "without"), "Nobody is invited.\n");
  EXPECT_THAT(desk.ok("store copy here there --game a1"), HasSubstr("2 invitations are copied with them."));
  EXPECT_EQ(listed("a1", "there"), listed("a1", "here"));
  EXPECT_THAT(desk.ok("store copy here there --format json"), HasSubstr("\"invitations\":1"));
  EXPECT_EQ(listed("b2", "there"), listed("b2", "here"));
  EXPECT_THAT(desk.ok("store copy here there"), Not(HasSubstr("invitation")));

  // What was revoked in either place is revoked there, and stays so.
  const auto id_of = [&](const std::string& name) {
    const std::string lines = listed("a1", "here");
    const std::size_t at = lines.find("  " + name);
    return lines.substr(at - 12, 12);
  };
  desk.ok("invite --ledger here --revoke " + id_of("Ann"));
  desk.ok("invite --ledger there --revoke " + id_of("Bob"));
  EXPECT_THAT(desk.ok("store copy here there"), HasSubstr("1 invitation is copied with them."));
  EXPECT_THAT(listed("a1", "there"), Not(HasSubstr("not opened yet")));
  EXPECT_THAT(desk.ok("store copy here there"), Not(HasSubstr("invitation")));
}

TEST(StoreCopy, SaysWhereInvitationsCannotBeRead) {
  Desk desk;
  desk.ok("init --ledger here Ann Bob Cleo");
  desk.write("here/invitations.json", "{");
  const Ran done = desk.run("store copy here there --format json");
  EXPECT_EQ(done.status, 2);
  EXPECT_THAT(done.err, HasSubstr("the invitations are not copied: the invitations in"));
  EXPECT_THAT(done.out, HasSubstr("\"invitationsRefused\":{\"status\":2,\"code\":\"BAD_INPUT\""));
  EXPECT_THAT(done.out, HasSubstr("\"refused\":[]"));
  desk.ok("store copy here there --no-invitations");
}

}  // namespace
}  // namespace nomic::tools
