// Posted rules and posted scores compared with a game: what differs, in which kinds, and which record is behind it.
#include <filesystem>

#include "tools/desk.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* HEAD = "# The rules\n\n## Mutable rules\n\n";
constexpr const char* PASS = "A player may pass whenever they like to.";
constexpr const char* LATE = "Whoever is late for their turn loses ten points.";
constexpr const char* TEA = "The player before the one moving makes the tea for everybody.";

// Ann and Bob enact two rules: 301 at #34, 302 at #37.
void play_two_enactments(Desk& desk) {
  desk.founded("--mode mail Ann Bob");
  const std::vector<std::pair<std::string, std::string>> moves = {{"Ann", PASS}, {"Bob", LATE}};
  for (const auto& [player, text] : moves) {
    desk.ok("propose enact --text '" + text + "' --call-vote --as " + player);
    desk.ok("vote for --as Ann");
    desk.ok("vote for --as Bob");
  }
}

// "**301** text", a paragraph each, below a heading.
std::string page(const std::vector<std::pair<int, std::string>>& rules) {
  std::string out = HEAD;
  for (const auto& [number, text] : rules) out += "**" + std::to_string(number) + "** " + text + "\n\n";
  return out;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

TEST(CompareRules, FindsATextUnderAnotherNumber) {
  Desk desk;
  play_two_enactments(desk);
  desk.write("right.md", page({{301, PASS}, {302, LATE}}));
  EXPECT_EQ(desk.ok("compare --rules right.md --ignore missing"), "They are the same.\n");
  desk.write("wrong.md", page({{301, LATE}, {302, PASS}}));
  const Ran wrong = desk.run("compare --rules wrong.md --ignore missing");
  EXPECT_EQ(wrong.status, 1);
  EXPECT_THAT(
      lines_of(wrong.out),
      ElementsAre("#37  301 is posted with the text of 302: wrong number, the rule bears 302 since #37 (proposal 302).",
                  "#34  302 is posted with the text of 301: wrong number, the rule bears 301 since #34 (proposal "
                  "301)."));
  EXPECT_EQ(desk.ok("compare --rules wrong.md --ignore missing,number"), "They are the same.\n");
  // 29 rules of the Initial Set are in force as well.
  EXPECT_EQ(lines_of(desk.run("compare --rules wrong.md").out).size(), 31U);
  EXPECT_THAT(desk.run("compare --rules wrong.md").out,
              HasSubstr("#31  rule 203 is not posted, and is in force since the founding (#31)."));
}

TEST(CompareRules, NeedsNoEditionStatusOrTitles) {
  Desk desk;
  play_two_enactments(desk);
  desk.write("page.txt", std::string("301. ") + PASS + "\n\n302. " + LATE + "\n");
  EXPECT_EQ(desk.ok("compare --rules page.txt --ignore missing"), "They are the same.\n");
  // Neither is told by a page in which nobody but the rules is said.
  desk.write("finnish.txt", "301. Pelaaja saa jakaa pisteensa.\n\n302. Pelaajat pelaavat vuorotellen.\n");
  EXPECT_EQ(desk.run("compare --rules finnish.txt").status, 1);
}

TEST(CompareRules, TellsKindsOfDifferences) {
  Desk desk;
  play_two_enactments(desk);
  desk.write(
      "page.md",
      "# The rules\n\n## Immutable rules\n\n### 301: Passing\n\nA *player* may `pass` [whenever](http://a.b/c) they "
      "like to.\n\n## Mutable rules\n\n### 302: Lateness\n\nWhoever is late for their turn loses five points.\n");
  const std::string all = desk.run("compare --rules page.md --ignore missing").out;
  EXPECT_THAT(all, HasSubstr("#34  rule 301 is posted in another layout than it has since #34 (proposal 301)."));
  EXPECT_THAT(all, HasSubstr("#34  rule 301 is posted as immutable, and is mutable since #34 (proposal 301)."));
  EXPECT_THAT(all,
              HasSubstr("#34  rule 301 is posted under the title \"Passing\", and stands without a title since #34 "
                        "(proposal 301)."));
  EXPECT_THAT(all, HasSubstr("#37  rule 302 is posted otherwise than it is in force since #37 (proposal 302).\n    "
                             "Whoever is late for their turn loses [-five-]{+ten+} points."));
  // Each can be left out.
  const std::vector<std::pair<std::string, std::string>> kinds = {
      {"layout", "another layout"}, {"status", "immutable"}, {"title", "title"}, {"words", "otherwise"}};
  std::string ignored = "missing";
  for (const auto& [kind, says] : kinds) {
    const std::string without = desk.run("compare --rules page.md --ignore missing," + kind).out;
    EXPECT_THAT(without, Not(HasSubstr(says)));
    for (const auto& [other, its] : kinds) {
      if (other == kind) continue;
      EXPECT_THAT(without, HasSubstr(its)) << kind;
    }
    ignored += ',' + kind;
  }
  EXPECT_EQ(desk.ok("compare --rules page.md --ignore " + ignored), "They are the same.\n");
  const Ran mistyped = desk.run("compare --rules page.md --ignore layuot");
  EXPECT_EQ(mistyped.status, 2);
  EXPECT_THAT(mistyped.err, HasSubstr("layout"));
}

TEST(CompareRules, SaysWhatWasSoBefore) {
  Desk desk;
  play_two_enactments(desk);
  desk.ok(
      "propose amend 301 --text 'A player may pass whenever they like to, but not twice in a row.' --call-vote --as "
      "Ann");
  desk.ok("vote for --as Ann");
  desk.ok("vote for --as Bob");  // #40: rule 303
  desk.ok("propose repeal 302 --call-vote --as Bob");
  desk.ok("vote for --as Ann");
  desk.ok("vote for --as Bob");  // #43
  desk.write("page.md", page({{301, PASS}, {302, LATE}, {309, TEA}}));
  const std::string out = desk.run("compare --rules page.md --ignore missing").out;
  EXPECT_THAT(out, HasSubstr("#40  rule 303 (posted as 301) is posted as it stood before #40 (proposal 303).\n    A "
                             "player may pass whenever they like [-to.-]{+to, but not twice in a row.+}\n"));
  EXPECT_THAT(out, HasSubstr("#40  rule 301 is posted, and in the game it is rule 303 since #40 (proposal 303).\n"));
  const std::string missing = desk.run("compare --rules page.md --ignore words,number").out;
  EXPECT_THAT(missing, HasSubstr("#43  rule 302 is posted, and was repealed at #43 (proposal 304).\n"));
  EXPECT_THAT(missing, HasSubstr("\nrule 309 is posted, and in the game no rule has ever borne that number.\n"));
  // At its time the page was right.
  EXPECT_THAT(desk.run("compare --rules page.md --at 40").out, Not(HasSubstr("rule 302")));
  desk.write("twice.md", page({{301, LATE}, {303, LATE}}));
  EXPECT_THAT(desk.run("compare --rules twice.md --at 37").out,
              HasSubstr("303 is posted with the text of 302, which is posted as 301 already."));
}

TEST(CompareRules, HasItAllInJson) {
  Desk desk;
  play_two_enactments(desk);
  desk.write("wrong.md", page({{302, PASS}, {309, TEA}}));
  const std::string json = desk.run("compare --rules wrong.md --ignore words --format json").out;
  EXPECT_THAT(json,
              StartsWith("{\"ok\":false,\"findings\":[{\"check\":\"rules\",\"index\":34,\"what\":\"302 is posted"));
  EXPECT_THAT(json, HasSubstr("\"posted\":{\"kind\":\"number\",\"posted\":\"302\",\"inForce\":\"301\",\"since\":34,"
                              "\"proposal\":\"301\"}"));
  EXPECT_THAT(json, HasSubstr("\"posted\":{\"kind\":\"missing\",\"posted\":\"309\"}"));
  EXPECT_THAT(json, HasSubstr("\"posted\":{\"kind\":\"missing\",\"inForce\":\"203\",\"since\":31}"));
  EXPECT_THAT(json, Not(HasSubstr("\"pages\"")));
  const std::string lines = desk.run("compare --rules wrong.md --ignore missing --format jsonl").out;
  EXPECT_THAT(lines_of(lines), ElementsAre(StartsWith("{\"check\":\"rules\",\"index\":34,")));
}

TEST(RulesCompareByText, SaysWhichRuleIsWhich) {
  Desk desk;
  desk.write("one.md", page({{301, PASS}, {302, LATE}, {303, TEA}}));
  desk.write("other.md", page({{301, PASS}, {303, "Whoever is late for their turn loses *ten* points."}, {304, TEA}}));
  const Ran ran = desk.run("rules compare one.md other.md");
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(ran.out,
            "Rule 302: rule 303 in other.md\n    the same words, laid out otherwise\nRule 303: rule 304 in other.md\n");
  EXPECT_EQ(desk.run("rules compare one.md other.md --ignore layout").out,
            "Rule 302: rule 303 in other.md\nRule 303: rule 304 in other.md\n");
  EXPECT_EQ(desk.run("rules compare one.md other.md --ignore layout,number").status, 0);
  EXPECT_THAT(desk.run("rules compare one.md other.md --format json").out,
              AllOf(HasSubstr("\"number\":\"302\","), HasSubstr("\"secondNumber\":\"303\",\"layout\":true}")));
}

// ---- Many pages -----------------------------------------------------------------------------------------------------

// The same game, a day a turn: 301 is enacted on 2012-05-30, 302 on the 31st; the pages are of four days.
void post_pages(Desk& desk) {
  constexpr std::int64_t DAY = 24LL * 60 * 60 * 1'000'000;
  desk.founded("--mode mail Ann Bob");
  for (const auto& [player, text] : std::vector<std::pair<std::string, std::string>>{{"Ann", PASS}, {"Bob", LATE}}) {
    desk.ok("propose enact --text '" + text + "' --call-vote --as " + player);
    desk.ok("vote for --as Ann");
    desk.ok("vote for --as Bob");
    desk.clock += DAY;
  }
  fs::create_directories(desk.folder() + "/pages/2012-06-03");
  desk.write("pages/rules-2012-05-30.md", page({{301, PASS}}));
  desk.write("pages/2012-05-31.md", page({{302, PASS}, {301, LATE}}));
  desk.write("pages/20120601T0900Z.md", page({{302, PASS}, {301, LATE}, {309, TEA}}));
  desk.write("pages/2012-06-02.md", page({{301, PASS}, {302, LATE}}));
  desk.write("pages/2012-06-03/rule301.md", std::string("---\nType: Mutable\n---\n# Rule\n\n") + PASS + "\n");
  desk.write("pages/2012-06-03/rule302.md", std::string("---\nType: Mutable\n---\n# Rule\n\n") + LATE + "\n");
  desk.write("pages/README.md", "Nothing of interest.\n");
}

TEST(CompareDated, GivesOneTableAndOneVerdict) {
  Desk desk;
  post_pages(desk);
  desk.width = 200;
  // Of the Initial Set nothing is posted.
  const Ran ran = desk.run("compare --dated pages --ignore missing");
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("no date is in the name of README.md."));
  EXPECT_THAT(
      lines_of(ran.out),
      ElementsAre("page                 at                    game  rules  differences",
                  "rules-2012-05-30.md  2012-05-30            #34       1  the same",
                  "2012-05-31.md        2012-05-31            #37       2  2 number",
                  "20120601T0900Z.md    2012-06-01T09:00:00Z  #37       3  2 number",
                  "2012-06-02.md        2012-06-02            #37       2  the same",
                  "2012-06-03           2012-06-03            #37       2  the same", "",
                  "#37  301 is posted with the text of 302: wrong number, the rule bears 302 since #37 (proposal 302).",
                  "    on 2 pages, 2012-05-31.md to 20120601T0900Z.md",
                  "#34  302 is posted with the text of 301: wrong number, the rule bears 301 since #34 (proposal "
                  "301).",
                  "    on 2 pages, 2012-05-31.md to 20120601T0900Z.md", "",
                  "Of 5 pages 3 are the same as the game; 2 differences."));
  const Ran right = desk.run("compare --dated pages --ignore missing,number");
  EXPECT_EQ(right.status, 0);
  EXPECT_THAT(right.out, HasSubstr("\nAll 5 pages are the same as the game.\n"));
  const std::string json = desk.run("compare --dated pages --ignore missing --format json").out;
  EXPECT_THAT(json, HasSubstr("\"firstPage\":\"2012-05-31.md\",\"lastPage\":\"20120601T0900Z.md\",\"pages\":2}"));
  EXPECT_THAT(json,
              HasSubstr("{\"name\":\"2012-05-31.md\",\"at\":\"2012-05-31\",\"size\":38,\"rules\":2,\"differences\":"
                        "[{\"kind\":\"number\",\"rules\":2}]}"));
  EXPECT_THAT(json, HasSubstr("],\"same\":3}"));
}

TEST(CompareDated, TakesATable) {
  Desk desk;
  post_pages(desk);
  desk.write("pages/table.csv", "at,page\n^proposal:302,rules-2012-05-30.md\nproposal:302,2012-06-02.md\n");
  const std::string same = desk.ok("compare --dated pages/table.csv --ignore missing");
  EXPECT_THAT(same, HasSubstr("All 2 pages are the same as the game."));
  // Of several files, each with its date.
  EXPECT_EQ(desk.run("compare --dated pages/2012-06-02.md pages/rules-2012-05-30.md --ignore missing").status, 0);
}

// A table that names one page again and again.
TEST(CompareDated, ReadsSoMuchOfAllPages) {
  Desk desk;
  post_pages(desk);
  desk.write("pages/large.md", std::string(1'900'000, 'x'));
  std::string table = "at,page\n";
  for (int line = 0; line < 53; ++line) table += "head,large.md\n";
  desk.write("pages/table.csv", table);
  const Ran ran = desk.run("compare --dated pages/table.csv");
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("the pages have more than 100 MB in all, at \"large.md\""));
}

TEST(CompareDated, SaysWhichPagesItCannotCompare) {
  Desk desk;
  post_pages(desk);
  desk.write("old.csv",
             "at,page\n1999-01-01,pages/2012-06-02.md\n2012-06-02,pages/README.md\nhead,pages/2012-06-02.md\n");
  const Ran ran = desk.run("compare --dated old.csv --ignore missing");
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, HasSubstr("not compared"));
  EXPECT_THAT(ran.out, HasSubstr("pages/README.md was not compared: "));
  EXPECT_THAT(ran.out, HasSubstr("\nOf 3 pages 1 are the same as the game; 0 differences, and 2 were not compared.\n"));
  const std::vector<std::pair<std::string, std::string>> refused = {
      {"compare --dated", "which pages?"},
      {"compare --dated pages/README.md", "carries no date"},
      {"compare --dated nowhere-2012-05-30.csv", "cannot be read"},
      {"compare --dated pages --rules 1990", "one thing at a time"},
      {"compare --dated pages --at 37", "a time of its own"},
      {"compare --dated empty", "nothing in the folder"},
      {"compare --dated bad.csv", "not at,page"},
      {"compare --dated short.csv", "line 2"},
      {"compare --dated point.csv", "soon"},
  };
  fs::create_directories(desk.folder() + "/empty");
  desk.write("bad.csv", "when,what\n");
  desk.write("short.csv", "at,page\n2012-05-30\n");
  desk.write("point.csv", "at,page\nsoon,page.md\n");
  for (const auto& [line, says] : refused) {
    const Ran wrong = desk.run(line);
    EXPECT_EQ(wrong.status, 2) << line;
    EXPECT_THAT(wrong.err, HasSubstr(says)) << line;
  }
}

// ---- Scores ---------------------------------------------------------------------------------------------------------

TEST(CompareScores, SaysWhatExplainsADifferenceEquallyWell) {
  Desk desk;
  play_two_enactments(desk);
  const std::string enact = "propose enact --text 'Cake is for all of them.' --call-vote --as ";
  for (int turn = 0; turn < 2; ++turn) {
    for (const char* player : {"Ann", "Bob"}) {
      desk.ok(enact + player);
      desk.ok(std::string("vote for --as ") + player);
      desk.ok(std::string("vote against --as ") + (player == std::string("Ann") ? "Bob" : "Ann"));
    }
  }
  // Ann won 10 in #34, and lost 10 for a defeat in #40 and in #46.
  const std::string scores = desk.ok("scores --format json");
  ASSERT_THAT(scores, HasSubstr("\"player\":\"Ann\",\"points\":"));
  const std::size_t at = scores.find("\"points\":", scores.find("\"player\":\"Ann\"")) + 9;
  const double points = std::stod(scores.substr(at));
  desk.write("posted.csv", "player,points\nAnn," + std::to_string(static_cast<int>(points) + 10) + "\n");
  const std::string out = desk.run("compare --scores posted.csv").out;
  EXPECT_THAT(out, HasSubstr(": 3 records explain that equally well.\n    it leaves out #46 Ann -10 (rule 206)"));
  EXPECT_THAT(out, HasSubstr("\n    it leaves out #40 Ann -10 (rule 206)"));
  EXPECT_THAT(out, HasSubstr("\n    it counts twice #34 Ann +10 (rule 202)"));
  EXPECT_THAT(desk.run("compare --scores posted.csv --format json").out,
              HasSubstr("\"otherwise\":{\"explanations\":[{\"records\":[40]},{\"records\":[34]}]}"));
}

TEST(CompareScores, OfABoardThatIsRightAgainSayNothing) {
  Desk desk;
  play_two_enactments(desk);  // Ann +10 at #34, Bob +11 at #37
  desk.write("posted.csv", "after,Ann,Bob\n301,7,0\n302,10,11\n");
  const Ran ran = desk.run("compare --scores posted.csv");
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(lines_of(ran.out), ElementsAre(StartsWith("#34  Ann is posted with 7 after 301, and the ledger has 10"),
                                             StartsWith("    Rule 202 as it stood")));
}

// Rows that go back and forth would list the same records again and again.
TEST(CompareScores, RowsThatGoBackAreRefused) {
  Desk desk;
  play_two_enactments(desk);
  desk.write("posted.csv", "after,Ann\n302,10\n301,10\n");
  const Ran ran = desk.run("compare --scores posted.csv");
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("line 3 of \"posted.csv\": \"301\" is earlier in the game than the row before it"));
  EXPECT_THAT(ran.err, HasSubstr("list the rows in the order of the game"));
}

}  // namespace
}  // namespace nomic::tools
