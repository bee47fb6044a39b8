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

TEST(ImportHistoryCommand, TakesFromATableWhatWasDefeated) {
  Desk desk;
  desk.write("2018-03-29.txt",
             "101. All players obey the rules of the game.\n201. The players take turns, one by one.\n");
  desk.write("2018-04-12.txt",
             "101. All players obey the rules of the game.\n301. The players take turns, two by two.\n");
  desk.write("known.csv",
             "number,rule,proponent,outcome,proposed,for,against\n302,301,Bob,defeated,2018-05-01T10:00Z,0,2\n");
  const std::string pages = "import-history 2018-03-29.txt 2018-04-12.txt";
  const Ran ran = desk.run(pages + " -o game.nomic --proposals known.csv");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("It has 1 proposal of the table that was defeated."));
  EXPECT_EQ(desk.run("play game.nomic").status, 0);
  EXPECT_THAT(desk.run("explain proposal 302").out, HasSubstr("defeated"));
  desk.write("wrong.csv", "number,rule,proponent,outcome,voted\n302,999,Bob,defeated,2018-05-01T10:00Z\n");
  const Ran wrong = desk.run(pages + " -o other.nomic --proposals wrong.csv");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("there is no rule 999 in 2018-04-12.txt"));
  EXPECT_FALSE(std::filesystem::exists(desk.folder() + "/other.nomic"));
  EXPECT_THAT(desk.run(pages + " -o other.nomic --rules-in '*.txt'").err, HasSubstr("are of repositories"));
}

TEST(ImportHistoryCommand, EndsWhereTheSourceTakesTooLong) {
  Desk desk;
  desk.write("2018-03-29.txt", "101. All players obey the rules of the game.\n");
  desk.environment["NOMIC_FILE_SECONDS"] = "0.000001";
  const Ran ran = desk.run("import-history 2018-03-29.txt -o game.nomic");
  EXPECT_EQ(ran.status, 5);
  EXPECT_THAT(ran.err, HasSubstr("it was given up"));
  EXPECT_FALSE(std::filesystem::exists(desk.folder() + "/game.nomic"));
  desk.environment["NOMIC_FILE_SECONDS"] = "0";
  EXPECT_EQ(desk.run("import-history 2018-03-29.txt -o game.nomic").status, 0);
}

TEST(ImportHistoryCommand, SaysWhichLineOfATableOfPlayersIsWrong) {
  Desk desk;
  desk.write("players.csv", "identity,player\nann@example.org\n");
  EXPECT_THAT(desk.run("import-history games -o game.nomic --players players.csv").err, HasSubstr("line 2 of"));
}

}  // namespace
}  // namespace nomic::tools
