// Dated pages as versions: in the order of their times, whatever the order in which they are named.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "nomic/past/posted_history.h"

namespace nomic::tools {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string FIRST_PAGE =
    "# The game\n\n## Immutable rules\n\n**101** All players obey the rules.\n\n## Mutable rules\n\n"
    "**201** The players take turns, one by one.\n\n1. Ann (@ann, 3 points)\n";

PostedPage dated_page(const std::string& name, std::int64_t posted, const std::string& text) {
  return {name, posted, false, {{name, text}}};
}

std::string changed_to(std::string text, const std::string& before, const std::string& after) {
  return text.replace(text.find(before), before.size(), after);
}

TEST(DatedHistory, ComesInTheOrderOfItsTimes) {
  const std::string second = changed_to(FIRST_PAGE, "one by one", "two by two");
  const auto history = history_of_pages(
      {dated_page("2018-04-12.md", 2'000, second), dated_page("2018-03-29.md", 1'000, FIRST_PAGE)}, "Keeper", {});
  ASSERT_TRUE(history);
  ASSERT_EQ(history->versions.size(), 2U);
  EXPECT_EQ(history->versions[0].name, "2018-03-29.md");
  EXPECT_EQ(history->versions[0].rules.size(), 2U);
  EXPECT_EQ(history->versions[1].posted, 2'000);
  EXPECT_EQ(history->versions[1].written, 2'000);
  // The game begins with the first, as it stands there.
  ASSERT_EQ(history->first.rules_size(), 2);
  EXPECT_EQ(history->first.rules(0).status(), v1::IMMUTABLE);
  EXPECT_THAT(history->first.rules(1).texts(0).text(), HasSubstr("one by one"));
  EXPECT_EQ(history->sources[1].author, "Keeper");
  EXPECT_EQ(history->sources[1].id, "2018-04-12.md");
}

TEST(DatedHistory, IsPutToTheVoteAndIsNoOneProposal) {
  const auto history =
      history_of_pages({dated_page("a", 1'000, FIRST_PAGE), dated_page("b", 2'000, FIRST_PAGE)}, "Keeper", {});
  ASSERT_TRUE(history);
  for (const replay::PostedVersion& version : history->versions) {
    EXPECT_TRUE(version.put_to_vote);
    EXPECT_FALSE(version.one_proposal);
    ASSERT_EQ(version.scores.size(), 1U);
    EXPECT_EQ(version.scores[0].points, 3'000);
  }
}

TEST(DatedHistory, PassesOverWhatItCannotReadAndSaysSo) {
  const auto history =
      history_of_pages({dated_page("a", 1'000, FIRST_PAGE), dated_page("b", 2'000, "We play on Sundays.\n"),
                        dated_page("c", 3'000, FIRST_PAGE)},
                       "Keeper", {});
  ASSERT_TRUE(history);
  EXPECT_EQ(history->versions.size(), 2U);
  EXPECT_THAT(history->unread, ElementsAre("b"));
  const auto none = history_of_pages({dated_page("b", 2'000, "We play on Sundays.\n")}, "Keeper", {});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().what, "none of the pages has rules that can be read");
}

TEST(DatedHistory, FilesInWhichNoRuleCanBeReadAreNamed) {
  const auto folder = [](std::int64_t posted, const std::string& third) {
    return PostedPage{"at " + std::to_string(posted),
                      posted,
                      true,
                      {{"101.yml", "mutable: false\ntext: All players obey the rules.\n"},
                       {"201.yml", "mutable: true\ntext: They take turns.\n"},
                       {"202.yml", third},
                       {"notes.md", "We play on Sundays.\n"}}};
  };
  const std::string nested = "rule:\n  text: They take turns in parts.\n";
  const auto history = history_of_pages(
      {folder(1'000, nested), folder(2'000, nested), folder(3'000, "text: They take turns in parts.\n")}, "Keeper", {});
  ASSERT_TRUE(history);
  ASSERT_EQ(history->slips.size(), 1U);
  EXPECT_EQ(history->slips[0].kind, replay::PastSlipKind::FILE_WITHOUT_RULE);
  EXPECT_EQ(history->slips[0].page, "202.yml");
  EXPECT_EQ(history->slips[0].version, 0U);
  EXPECT_EQ(history->slips[0].until, 2U);
}

TEST(DatedHistory, AFolderIsAVersionToo) {
  const std::vector<replay::PageFile> files = {{"101.md", "All players obey the rules.\n"},
                                               {"201.md", "The players take turns, one by one.\n"}};
  const auto history = history_of_pages({{"2018-03-29", 1'000, true, files}}, "Keeper", {});
  ASSERT_TRUE(history);
  EXPECT_EQ(history->versions[0].rules.size(), 2U);
  EXPECT_EQ(history->first.source(), "2018-03-29");
}

TEST(PostedHistories, HaveSoManyRulesInAll) {
  PostedHistory history;
  const auto version = [](std::size_t rules) {
    replay::PostedVersion made;
    made.name = "c0ffee1";
    made.rules.resize(rules);
    return made;
  };
  EXPECT_TRUE(add_version(history, version(MOST_RULES_OF_HISTORY - 1), {}));
  EXPECT_TRUE(add_version(history, version(1), {}));
  const auto more = add_version(history, version(1), {});
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().what, "the versions up to c0ffee1 have more than 1000000 rules in all");
  EXPECT_EQ(history.versions.size(), 2U);
}

}  // namespace
}  // namespace nomic::tools
