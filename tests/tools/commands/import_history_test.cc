// nomic import-history: what it says of sources that are none. That it tells games, tests/pages/past.py and
// tests/pages/import_doc.py find, by repositories.
#include <filesystem>

#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::HasSubstr;

TEST(ImportHistoryCommand, AsksForASourceAndAPlay) {
  Desk desk;
  EXPECT_EQ(desk.run("import-history").status, 2);
  EXPECT_THAT(desk.run("import-history games").err, HasSubstr("where is the play to be written?"));
  const Ran ran = desk.run("import-history games -o game.nomic --conduct loose");
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("loose"));
}

TEST(ImportHistoryCommand, SaysWhatIsNoRepository) {
  Desk desk;
  desk.write("page.md", "101. All players obey the rules.\n");
  for (const char* source : {"page.md", "nothing"}) {
    const Ran ran = desk.run(std::string("import-history ") + source + " -o game.nomic");
    EXPECT_EQ(ran.status, 2) << source;
    EXPECT_THAT(ran.err, HasSubstr("is no git repository and no bundle")) << source;
  }
}

TEST(ImportHistoryCommand, SaysWhatIsWrongWithABundle) {
  Desk desk;
  const std::string id(40, 'a');
  desk.write("part.bundle", "# v2 git bundle\n-" + id + " The rules\n" + id + " refs/heads/main\n\nPACK");
  EXPECT_THAT(desk.run("import-history part.bundle -o game.nomic").err,
              HasSubstr("needs commits that it does not hold"));
  desk.write("short.bundle", "# v2 git bundle\n" + id + " refs/heads/main\n");
  EXPECT_THAT(desk.run("import-history short.bundle -o game.nomic").err, HasSubstr("ends in the middle"));
  desk.write("bad.bundle", "# v2 git bundle\n" + id + " refs/heads/main\n\nPACK and no pack");
  const Ran ran = desk.run("import-history bad.bundle -o game.nomic");
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("cannot be read"));
  EXPECT_FALSE(std::filesystem::exists(desk.folder() + "/game.nomic"));
}

TEST(ImportHistoryCommand, SaysWhichLineOfATableOfPlayersIsWrong) {
  Desk desk;
  desk.write("players.csv", "identity,player\nann@example.org\n");
  EXPECT_THAT(desk.run("import-history games -o game.nomic --players players.csv").err, HasSubstr("line 2 of"));
}

}  // namespace
}  // namespace nomic::tools
