// People of a repository, and the points that pages post of them.
#include "people.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <string>

#include "score_lines.h"

namespace nomic::tools {
namespace {

using testing::IsEmpty;

TEST(People, OneNameOrOneAddressIsOnePerson) {
  People people({});
  people.add("Ann Lee", "ann@example.org");
  people.add("annlee", "ann@example.org");
  people.add("annlee", "ann@example.net");
  people.add("Bob", "bob@example.org");
  EXPECT_EQ(people.player("Ann Lee", "ann@example.org"), "annlee");
  EXPECT_EQ(people.player("annlee", "ann@example.net"), "annlee");
  EXPECT_EQ(people.player("Bob", ""), "Bob");
  EXPECT_EQ(people.player("Cleo", ""), "Cleo");
}

TEST(People, WhoWereToldApartBecomeOneWithAllTheyDid) {
  People people({});
  for (int i = 0; i < 3; ++i) people.add("Ann", "ann@example.org");
  for (int i = 0; i < 2; ++i) people.add("annlee", "lee@example.org");
  people.add("Bob", "bob@example.org");
  EXPECT_EQ(people.player("annlee", "lee@example.org"), "annlee");
  people.add("annlee", "ann@example.org");
  EXPECT_EQ(people.player("ANNLEE", ""), "Ann") << "3 to 3: the first by name";
  people.add("annlee", "lee@example.org");
  EXPECT_EQ(people.player("Ann", "ann@example.org"), "annlee");
  EXPECT_EQ(people.player("Bob", "bob@example.org"), "Bob");
}

// It took time by the square of the names, and that of 5,000 took 100 s.
TEST(People, ManyNamesWithOneAddressAreToldSoon) {
  const std::clock_t before = std::clock();
  People people({});
  std::string name;
  for (int i = 0; i < 55; ++i) name += "\xE1\xB9\xA9";
  for (int i = 0; i < 20'000; ++i) people.add(name + std::to_string(i), "q@example.org");
  for (int i = 0; i < 20'000; ++i) {
    ASSERT_EQ(people.player(name + std::to_string(i), "q@example.org"), name + "0");
  }
  EXPECT_LT((std::clock() - before) / CLOCKS_PER_SEC, 20);
}

TEST(People, ATableSaysWhoIsWho) {
  People people(std::map<std::string, std::string>{{"ann@example.org", "Ann"}});
  people.add("annlee", "ANN@example.org");
  EXPECT_EQ(people.player("annlee", "ANN@example.org"), "Ann");
}

TEST(ScoreLines, ALongNameIsNone) {
  const std::string path(257, 'a');
  EXPECT_THAT(scores_in(path, "score: 1\n"), IsEmpty());
  EXPECT_THAT(scores_in("README.md", "- " + path + " (1 point)\n"), IsEmpty());
  EXPECT_EQ(scores_in(path.substr(1), "score: 1\n").size(), 1U);
}

TEST(ScoreLines, AreReadInTheFormsInWhichTheyArePosted) {
  const auto listed =
      scores_in("README.md", "1. Ann Lee (@ann, 13.2 points)\n2. Bob (@bob, 1 point)\n3. Cleo (@cleo)\n");
  ASSERT_EQ(listed.size(), 2U);
  EXPECT_EQ(listed[0].player, "Ann Lee");
  EXPECT_EQ(listed[0].points, 13'200);
  EXPECT_EQ(listed[1].points, 1'000);
  const auto own = scores_in("players/ann.md", "# Ann\n\nCurrent score: -31.75\n");
  ASSERT_EQ(own.size(), 1U);
  EXPECT_EQ(own[0].player, "players/ann.md");
  EXPECT_EQ(own[0].points, -31'750);
  const auto table = scores_in("SCOREBOARD.md", "User | Points\n---- | ------\n@ann | 12\n");
  ASSERT_EQ(table.size(), 1U);
  EXPECT_EQ(table[0].player, "@ann");
  EXPECT_THAT(scores_in("README.md", "@ann | 12\n"), IsEmpty());
}

}  // namespace
}  // namespace nomic::tools
