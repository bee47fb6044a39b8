// Commands that move games between ledgers, and look at what is stored. What the ledger does with bundles is tested in
// tests/ledger/bundle/bundle_test.cc, what false ones come to in tests/bundles.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string bytes_of(const Desk& desk, const std::string& name) {
  std::ifstream file(desk.folder() + "/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Bundles, GoFromOneLedgerToAnother) {
  Desk desk;
  desk.founded("Ann Bob Cleo");
  EXPECT_THAT(desk.ok("export game.bundle"), HasSubstr("Root: "));
  EXPECT_EQ(desk.ok("export -"), bytes_of(desk, "game.bundle"));
  EXPECT_THAT(desk.ok("verify game.bundle"), AllOf(HasSubstr("hold, with 0 signatures"), HasSubstr("is lawful.")));
  EXPECT_EQ(desk.ok("verify - --format json", bytes_of(desk, "game.bundle")),
            desk.ok("verify game.bundle --ledger-only --format json"));
  EXPECT_THAT(desk.ok("import game.bundle --ledger copy --name other"), HasSubstr("new, 33 records"));
  EXPECT_EQ(desk.ok("scores --ledger copy"), desk.ok("scores"));
  EXPECT_THAT(desk.ok("import game.bundle --ledger copy"), HasSubstr("nothing new"));
  EXPECT_THAT(desk.ok("import - --ledger copy --format json", desk.ok("export -")), HasSubstr("\"added\":0"));
  EXPECT_THAT(desk.ok("verify --ledger copy"), HasSubstr("33 records"));
}

// A name that reads as an identity would lead to another game than the user means. So would the name that a game gets
// instead: that one can be founded, and nowhere else does a game keep it.
TEST(Bundles, NoGameIsNamedByAnIdentity) {
  Desk desk;
  for (const char* name : {"20240101", "DeadBeef00"}) {
    const Ran refused = desk.run(std::string("init Ann Bob --game ") + name);
    EXPECT_EQ(refused.status, 2) << name;
    EXPECT_THAT(refused.err, HasSubstr("reads as the identity of a game")) << name;
    EXPECT_THAT(refused.err, HasSubstr("add a character")) << name;
  }
  desk.ok("init Ann Bob --game 'game 0123456789abcdef'");
  desk.ok("export game.bundle");
  EXPECT_EQ(desk.run("import game.bundle --ledger copy --name 20240101").status, 2);
  const std::string copy = "store copy " + desk.ledger() + " copied";
  for (const std::string& line :
       {std::string("import game.bundle --ledger taken"), copy, std::string("rehearse rehearsed")}) {
    const Ran ran = desk.run(line);
    EXPECT_EQ(ran.status, 0) << line << ran.err;
    const std::string folder = line.substr(line.rfind(' ') + 1);
    EXPECT_THAT(ran.err, StartsWith("warning: the game is called \"game ")) << line;
    const std::string digits = ran.err.substr(ran.err.find('"') + 6, 16);
    EXPECT_NE(digits, "0123456789abcdef") << line;
    EXPECT_EQ(desk.run("status --ledger " + folder + " --game 'game " + digits + "'").status, 0) << line;
    EXPECT_EQ(desk.run("status --ledger " + folder + " --game " + digits).status, 0) << line;
    EXPECT_EQ(desk.run("status --ledger " + folder + " --game 0123456789abcdef").status, 2) << line;
  }
  // It is new once.
  EXPECT_EQ(desk.run("import game.bundle --ledger taken").err, "");
}

TEST(Bundles, AForkIsRefusedAndComparedByItsFile) {
  Desk desk;
  desk.founded("Ann Bob Cleo");
  desk.ok("export game.bundle");
  desk.ok("import game.bundle --ledger copy");
  desk.ok("propose repeal 209 --as Ann");
  desk.environment["XDG_STATE_HOME"] = desk.folder() + "/another";
  desk.ok("propose repeal 210 --as Ann --ledger copy");
  desk.ok("export fork.bundle --ledger copy");
  desk.environment["XDG_STATE_HOME"] = desk.folder() + "/a third";
  const Ran refused = desk.run("import fork.bundle");
  EXPECT_EQ(refused.status, 3);
  EXPECT_THAT(refused.err, HasSubstr("record 33 is"));
  const Ran compared = desk.run("compare fork.bundle");
  EXPECT_EQ(compared.status, 1) << compared.err;
  EXPECT_THAT(compared.out, HasSubstr("they part at #33"));
  EXPECT_EQ(desk.run("compare game.bundle").status, 1) << "it is shorter";
}

TEST(Bundles, WhatIsFalseIsNoLedger) {
  Desk desk;
  desk.founded("Ann Bob");
  const std::string bundle = desk.ok("export -");
  const std::string cut = bundle.substr(0, bundle.size() / 2);
  const Ran verified = desk.run("verify - --format json", cut);
  EXPECT_EQ(verified.status, 1);
  EXPECT_THAT(verified.out, HasSubstr("\"check\":\"truncated\""));
  EXPECT_EQ(desk.run("import - --ledger fresh", cut).status, 4);
  EXPECT_FALSE(std::filesystem::exists(desk.folder() + "/fresh"));
  EXPECT_EQ(desk.run("verify nowhere.bundle").status, 2);
  EXPECT_EQ(desk.run("verify .nomic").status, 2);
  std::string newer = bundle;
  newer[21] = '2';
  EXPECT_EQ(desk.run("verify -", newer).status, 4);
}

TEST(Bundles, ABackupHoldsEveryGame) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.founded("--game second Cleo Dan");
  EXPECT_THAT(desk.ok("backup all.backup"), HasSubstr("2 games are in"));
  desk.ok("verify all.backup");
  desk.ok("import all.backup --ledger back");
  EXPECT_EQ(desk.ok("backup - --ledger back"), bytes_of(desk, "all.backup"));
  EXPECT_EQ(desk.run("backup /dev/full").status, 5);
}

TEST(Bundles, ARangeIsForWhoHasWhatIsBefore) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("export first.bundle");
  desk.ok("propose repeal 209 --as Ann");
  desk.ok("export more.bundle --from 32");
  EXPECT_THAT(desk.ok("verify more.bundle"),
              AllOf(HasSubstr("compare the root with a checkpoint"), HasSubstr("No game was derived: ")));
  EXPECT_EQ(desk.run("import more.bundle --ledger copy").status, 3);
  desk.environment["XDG_STATE_HOME"] = desk.folder() + "/another";
  desk.ok("import first.bundle --ledger copy");
  EXPECT_THAT(desk.ok("import more.bundle --ledger copy"), HasSubstr("1 record more, now 33"));
  EXPECT_EQ(desk.run("export no.bundle --from 99").status, 2);
  EXPECT_EQ(desk.run("export no.bundle --to 99").status, 2);
  EXPECT_EQ(desk.run("export no.bundle --from x").status, 2);
  EXPECT_FALSE(std::filesystem::exists(desk.folder() + "/no.bundle"));
}

TEST(Bundles, WhatIsDatedFarAheadIsTakenInOnlyIfAllowed) {
  Desk desk;
  desk.founded("Ann Bob");
  const std::string bundle = desk.ok("export -");
  Desk late;
  late.clock = desk.clock - std::int64_t{2} * 3'600 * 1'000'000;
  const Ran refused = late.run("import -", bundle);
  EXPECT_EQ(refused.status, 4);
  EXPECT_THAT(refused.err, HasSubstr("far ahead of this machine's clock"));
  EXPECT_THAT(refused.err, HasSubstr("--allow-ahead"));
  EXPECT_FALSE(std::filesystem::exists(late.folder() + "/.nomic"));
  EXPECT_THAT(late.ok("import - --allow-ahead", bundle), HasSubstr("new, 32 records"));
}

TEST(Bundles, TilesAreServedFromAFolder) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("export --tiles public");
  EXPECT_EQ(bytes_of(desk, "public/tile/0/000.p/32").size(), 32U * 32U);
  EXPECT_THAT(bytes_of(desk, "public/tile/entries/000.p/32").substr(2), StartsWith("\x0A"));
  EXPECT_EQ(desk.run("export --tiles public game.bundle").status, 2);
}

TEST(Reindex, LeavesASoundLedgerSound) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("reindex");
  desk.ok("verify");
  desk.ok("replay --check");
}

TEST(Inspect, ShowsARecordFieldByField) {
  Desk desk;
  desk.founded("Ann Bob");
  const std::string record = desk.ok("inspect 1");
  for (const char* name : {"record  ", "  entry  ", "    index  1", "    previous_hash  32 bytes", "      seen_size  1",
                           "it is in its one form"}) {
    EXPECT_THAT(record, HasSubstr(name));
  }
  EXPECT_THAT(desk.ok("inspect 0 --raw"), StartsWith("\x0A"));
  EXPECT_THAT(desk.ok("inspect 0 --format json"), HasSubstr("\"name\":\"entry\""));
  EXPECT_EQ(desk.run("inspect 99").status, 2);
  EXPECT_EQ(desk.run("inspect --raw").status, 2);
}

TEST(Inspect, ShowsAnyRowAndWhatCannotBeRead) {
  Desk desk;
  desk.founded("Ann Bob");
  EXPECT_THAT(desk.ok("inspect"), HasSubstr("slot 1  sound"));
  const std::string keys = desk.ok("inspect --rows records");
  EXPECT_EQ(std::count(keys.begin(), keys.end(), '\n'), 32);
  EXPECT_THAT(desk.ok("inspect --row records " + keys.substr(0, 80)), HasSubstr("payload"));
  EXPECT_EQ(desk.run("inspect --row records zz").status, 2);
  EXPECT_EQ(desk.run("inspect --row records 00").status, 3);
  EXPECT_EQ(desk.run("inspect --rows nothing").status, 2);
  // The mark is overwritten: the ledger does not open, and is inspected all the same.
  std::ofstream(desk.folder() + "/.nomic/mark") << "no mark";
  EXPECT_EQ(desk.run("status").status, 4);
  EXPECT_THAT(desk.ok("inspect"), HasSubstr("the file is too short"));
  EXPECT_THAT(desk.ok("inspect 0"), HasSubstr("previous_hash"));
}

}  // namespace
}  // namespace nomic::tools
