// A word that is written as an address, and is that of no ledger, makes no folder of its name.
#include <filesystem>
#include <string>
#include <vector>

#include "tools/desk.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;
using testing::HasSubstr;
using testing::Not;

const Words NO_ADDRESSES = {"mysql://ann:secret@host/nomic",
                            "POSTGRESQL://ann:secret@host/nomic",
                            "PostgreSQL:nomic",
                            "postgresql:nomic",
                            "postgres:/secret",
                            "file:///tmp/secret",
                            "x-y+z.1://secret"};

TEST(LedgerWord, OfAnUnknownSchemeIsRefusedByEveryCommand) {
  Desk desk;
  desk.founded("Ann Bob Cleo");
  desk.ok("export game.bundle");
  for (const std::string& named : NO_ADDRESSES) {
    for (const Words& typed : std::vector<Words>{{"init", "Ann", "Bob", "--ledger", named},
                                                 {"status", "--ledger", named},
                                                 {"status", named},
                                                 {"vote", "for", "--as", "Ann", "--ledger", named},
                                                 {"import", "game.bundle", "--ledger", named},
                                                 {"export", "copy.bundle", "--ledger", named},
                                                 {"verify", "--ledger", named},
                                                 {"compare", named},
                                                 {"rehearse", named},
                                                 {"store", "check", named},
                                                 {"store", "copy", named, "other"},
                                                 {"store", "copy", ".nomic", named}}) {
      const Ran ran = desk.run_words(typed);
      EXPECT_EQ(ran.status, 2) << typed[0] << " " << named << ran.err;
      EXPECT_THAT(ran.err, HasSubstr("no address of a ledger begins with \"" + named.substr(0, named.find(':')) + ":"))
          << typed[0];
      EXPECT_THAT(ran.err, HasSubstr("postgresql://HOST/DATABASE, a server https://HOST")) << typed[0];
      EXPECT_THAT(ran.err, Not(HasSubstr("secret"))) << typed[0];
    }
    const auto before = desk.environment;
    desk.environment["NOMIC_LEDGER"] = named;
    EXPECT_THAT(desk.run("status").err, HasSubstr("no address of a ledger begins with")) << named;
    desk.environment = before;
    EXPECT_FALSE(fs::exists(fs::path(desk.folder()) / named)) << named;
  }
}

TEST(LedgerWord, OfAFolderThatIsThereIsThatFolder) {
  Desk desk;
  fs::create_directories(fs::path(desk.folder()) / "mysql:/host");
  desk.ok("init Ann Bob --ledger mysql://host");
  EXPECT_THAT(desk.ok("status --ledger mysql://host"), HasSubstr("Ann"));
  desk.ok("init Ann Bob --ledger ./s3://bucket");
  desk.ok("init Ann Bob --ledger c:games");
  EXPECT_THAT(desk.ok("status --ledger c:games"), HasSubstr("Ann"));
}

}  // namespace
}  // namespace nomic::tools
