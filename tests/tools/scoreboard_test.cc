// Posted scoreboards: how they are read, and what they leave out.
#include "commands/check/scoreboard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nomic::tools {
namespace {

using testing::HasSubstr;

TEST(Csv, IsReadCellByCell) {
  const auto rows = parse_csv("a, b ,\"c, d\"\n\n# left out\n\"say \"\"hi\"\"\",,x\r\nlast,1,");
  ASSERT_TRUE(rows.ok());
  ASSERT_EQ(rows->size(), 3U);
  EXPECT_EQ((*rows)[0].cells, (std::vector<std::string>{"a", "b", "c, d"}));
  EXPECT_EQ((*rows)[1].line, 4U);
  EXPECT_EQ((*rows)[1].cells, (std::vector<std::string>{"say \"hi\"", "", "x"}));
  EXPECT_EQ((*rows)[2].cells, (std::vector<std::string>{"last", "1", ""}));
}

TEST(Csv, SaysWhereACellIsWrong) {
  EXPECT_THAT(parse_csv("a,b\n\"never ends\nc").error().what, HasSubstr("line 2"));
  EXPECT_THAT(parse_csv("\"a\"b,c").error().what, HasSubstr("line 1"));
}

TEST(Points, AreDecimalsWithThreePlaces) {
  EXPECT_EQ(*parse_score("14.3", "it"), 14'300);
  EXPECT_EQ(*parse_score("-10", "it"), -10'000);
  EXPECT_EQ(*parse_score("+0.125", "it"), 125);
  for (const char* wrong : {"", "-", "1.", ".5", "1.2345", "1e3", "9999999999999", "4 points", "０"}) {
    EXPECT_FALSE(parse_score(wrong, "it").ok()) << wrong;
  }
}

TEST(Scoreboard, IsOneRowAPlayerOrOneRowAPoint) {
  const auto players = parse_scoreboard("Player,Points\nAnn,17\n\"Bob, the Elder\",-1.5\n", "f");
  ASSERT_TRUE(players.ok());
  ASSERT_EQ(players->size(), 1U);
  EXPECT_EQ(players->front().points.at("Bob, the Elder"), -1'500);
  const auto points = parse_scoreboard("after,Ann,Bob\n301,9,\n302,9,4\n", "f");
  ASSERT_TRUE(points.ok());
  ASSERT_EQ(points->size(), 2U);
  EXPECT_EQ((*points)[0].points.count("Bob"), 0U) << "an empty cell says nothing";
  EXPECT_EQ((*points)[1].after, "302");
  const auto json = parse_scoreboard(R"({"scores":[{"player":"Ann","points":14.3,"later":1}]})", "f");
  ASSERT_TRUE(json.ok());
  EXPECT_EQ(json->front().points.at("Ann"), 14'300);
}

TEST(Scoreboard, ThatIsNoneIsRefused) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "no scores"},
      {"player,points\n", "no scores"},
      {"who,what\nAnn,1\n", "begin with \"who\""},
      {"player,points\nAnn,x\n", "line 2"},
      {"player,points\nAnn,1\nAnn,2\n", "twice"},
      {"after,Ann\n301,1,2\n", "line 2"},
      {"{\"scores\":[", "no JSON"},
      {"{\"scores\":[{\"player\":\"A\",\"points\":1e300}]}", "out of bounds"},
      {"\xff\xfe", "not UTF-8"},
  };
  for (const auto& [text, what] : cases) {
    const auto read = parse_scoreboard(text, "f");
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_THAT(read.error().what, HasSubstr(what)) << text;
  }
}

TEST(Accounts, AreTheFewestEntriesAndAllThatDoItEquallyWell) {
  const std::vector<ScoreEntry> entries = {{40, 9'000}, {40, -10'000}, {44, 3'000}, {48, 3'000}};
  using Found = std::vector<Accounted>;
  EXPECT_EQ(accounts_of(entries, 9'000), (Found{{{0}, false}}));
  EXPECT_EQ(accounts_of(entries, -1'000), (Found{{{0, 1}, false}}));
  EXPECT_EQ(accounts_of(entries, 3'000), (Found{{{3}, false}, {{2}, false}}));
  // Neighbours are better than entries far apart: 9 - 10 + 3, not with the last 3.
  EXPECT_EQ(accounts_of(entries, 2'000), (Found{{{0, 1, 2}, false}}));
  EXPECT_EQ(accounts_of(entries, 12'000), (Found{{{0, 3}, false}, {{0, 2}, false}}));
  // What is counted twice: one entry is better than the two that are left out, 3 and -10 apart.
  EXPECT_EQ(accounts_of(entries, 10'000), (Found{{{1}, true}}));
  EXPECT_EQ(accounts_of(entries, -9'000), (Found{{{0}, true}}));
  EXPECT_EQ(accounts_of({{40, 5'000}, {41, -5'000}}, 5'000), (Found{{{0}, false}, {{1}, true}}));
  EXPECT_EQ(accounts_of(entries, 7'777), Found{});
  EXPECT_EQ(accounts_of(std::vector<ScoreEntry>(50, {40, 1'000}), 1'000).size(), MOST_ACCOUNTS);
  EXPECT_EQ(accounts_of(std::vector<ScoreEntry>(300, {40, 1'000}), 301'000), Found{});
}

}  // namespace
}  // namespace nomic::tools
