// What messages of commits say: as GitHub, git and people write them.
#include "commit_message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nomic::tools {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(CommitMessage, APullRequestIsPutToTheVoteAndHasItsTitleBelow) {
  const CommitMessage read = read_message("Merge pull request #22 from ann/merge-tolerance\n\n314: Tolerance\n");
  EXPECT_TRUE(read.merges);
  EXPECT_FALSE(read.housekeeping);
  EXPECT_EQ(read.title, "314: Tolerance");
  EXPECT_THAT(read.numbers, ElementsAre(314));
}

TEST(CommitMessage, SoIsWhatAPullRequestWasSquashedInto) {
  EXPECT_TRUE(read_message("Tea for all (#12)").merges);
  EXPECT_THAT(read_message("Tea for all (#123)").numbers, IsEmpty());
  EXPECT_FALSE(read_message("Tea for all").merges);
  EXPECT_TRUE(read_message("Merge branch 'tea' into main").merges);
}

TEST(CommitMessage, NumbersStandInTheTitleOrInTheBranch) {
  EXPECT_THAT(read_message("rule301: Winning").numbers, ElementsAre(301));
  EXPECT_THAT(read_message("Rule 320: Points at the beginning").numbers, ElementsAre(320));
  EXPECT_THAT(read_message("amend(207): Votes; see 105").numbers, ElementsAre(207, 105));
  EXPECT_THAT(read_message("Merge pull request #5 from ann/rule-change-301\n\nNo 208").numbers, ElementsAre(208, 301));
  EXPECT_THAT(read_message("1042: Tea").numbers, ElementsAre(1042));
}

TEST(CommitMessage, OtherFiguresAreNoNumbers) {
  EXPECT_THAT(read_message("Games of 290318").numbers, IsEmpty());
  EXPECT_THAT(read_message("two thirds, 2/3; 0.667; see #345").numbers, IsEmpty());
  EXPECT_THAT(read_message("The year 2016 is over").numbers, IsEmpty());
  EXPECT_THAT(read_message("").numbers, IsEmpty());
}

TEST(CommitMessage, SomeSayThatNoRuleChanges) {
  EXPECT_TRUE(read_message("Non-rule-change: Names").housekeeping);
  EXPECT_TRUE(read_message("Non Rule Change: Names").housekeeping);
  EXPECT_TRUE(read_message("[meta] cleanup (#47)").housekeeping);
  EXPECT_TRUE(read_message("meta(202): layout").housekeeping);
  EXPECT_FALSE(read_message("add tags to the metadata").housekeeping);
  // A proposal about such changes.
  EXPECT_FALSE(read_message("319: Non-rule-change pull requests").housekeeping);
}

}  // namespace
}  // namespace nomic::tools
