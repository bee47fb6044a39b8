// Where the rules are patterns_told to be, for all commits or some of them.
#include "nomic/past/rules_in.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nomic::tools {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<Commit> main_line() {
  std::vector<Commit> commits(4);
  commits[0].id = "aaaa1";
  commits[1].id = "bbbb1";
  commits[2].id = "bbbb2";
  commits[3].id = "cccc1";
  return commits;
}

PastResult<std::vector<std::vector<std::string>>> patterns_told(const std::vector<std::string>& typed) {
  std::vector<RulesIn> all;
  for (const std::string& one : typed) all.push_back(read_rules_in(one));
  return patterns_of(all, main_line());
}

std::string refused_range(const std::string& typed) {
  const auto patterns = patterns_told({typed});
  return patterns ? "" : patterns.error().what;
}

TEST(RulesIn, ARangeIsPartOfThePattern) {
  EXPECT_FALSE(read_rules_in("rules/*.md").ranged);
  EXPECT_FALSE(read_rules_in("../rules=*.md").ranged);
  const RulesIn both = read_rules_in("6516b3c..e18af04=rule*.md");
  EXPECT_TRUE(both.ranged);
  EXPECT_EQ(both.from, "6516b3c");
  EXPECT_EQ(both.to, "e18af04");
  EXPECT_EQ(both.pattern, "rule*.md");
  EXPECT_EQ(read_rules_in("..e18af04=a.md").from, "");
  EXPECT_EQ(read_rules_in("6516b3c..=a.md").to, "");
}

TEST(RulesIn, BothEndsBelongToTheRangeAndItGoesBeforeWhatIsToldOfAll) {
  const auto patterns = patterns_told({"all.md", "bbbb1..bbbb2=some.md", "..bbbb1=first.md"});
  ASSERT_TRUE(patterns);
  ASSERT_EQ(patterns->size(), 4U);
  EXPECT_THAT((*patterns)[0], ElementsAre("first.md", "all.md"));
  EXPECT_THAT((*patterns)[1], ElementsAre("some.md", "first.md", "all.md"));
  EXPECT_THAT((*patterns)[2], ElementsAre("some.md", "all.md"));
  EXPECT_THAT((*patterns)[3], ElementsAre("all.md"));
  EXPECT_THAT((*patterns_told({"cccc1..=last.md"}))[0], IsEmpty());
}

TEST(RulesIn, NamesCommitsOfTheMainBranch) {
  EXPECT_THAT(refused_range("dddd..=a.md"),
              HasSubstr("dddd of --rules-in \"dddd..=a.md\" is no commit of the main branch"));
  EXPECT_THAT(refused_range("first..last=a.md"), HasSubstr("first of --rules-in"));
  EXPECT_THAT(refused_range("bbbb..=a.md"), HasSubstr("is the beginning of several commits"));
  EXPECT_THAT(refused_range("cccc1..aaaa1=a.md"), HasSubstr("aaaa1 comes before cccc1"));
}

}  // namespace
}  // namespace nomic::tools
