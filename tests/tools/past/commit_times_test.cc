// Times of versions, where clocks stood wrong: by tables worked out by hand.
#include "commit_times.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace nomic::tools {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// The times as told, and which versions are said to have another than they were committed at.
std::pair<std::vector<std::int64_t>, std::vector<std::size_t>> told(const std::vector<std::int64_t>& committed) {
  std::vector<replay::PostedVersion> versions;
  for (const std::int64_t time : committed) {
    replay::PostedVersion& version = versions.emplace_back();
    version.posted = version.written = time;
  }
  std::pair<std::vector<std::int64_t>, std::vector<std::size_t>> all;
  for (const replay::PastSlip& slip : put_in_order(versions)) all.second.push_back(slip.version);
  for (const replay::PostedVersion& version : versions) {
    all.first.push_back(version.posted);
    EXPECT_LE(version.written, version.posted);
  }
  return all;
}

TEST(CommitTimes, InOrderStayAsTheyAre) {
  const auto [times, wrong] = told({10, 20, 20, 30});
  EXPECT_THAT(times, ElementsAre(10, 20, 20, 30));
  EXPECT_THAT(wrong, IsEmpty());
}

TEST(CommitTimes, OneThatIsFarAheadMovesNoOther) {
  const auto [times, wrong] = told({10, 20, 9'000, 30, 40});
  EXPECT_THAT(times, ElementsAre(10, 20, 20, 30, 40));
  EXPECT_THAT(wrong, ElementsAre(2));
}

TEST(CommitTimes, NorDoesOneThatIsFarBehind) {
  const auto [times, wrong] = told({10, 20, 1, 30, 40});
  EXPECT_THAT(times, ElementsAre(10, 20, 20, 30, 40));
  EXPECT_THAT(wrong, ElementsAre(2));
}

TEST(CommitTimes, TheFirstIsToldAtTheNext) {
  const auto [times, wrong] = told({9'000, 8'000, 10, 20, 30});
  EXPECT_THAT(times, ElementsAre(10, 10, 10, 20, 30));
  EXPECT_THAT(wrong, ElementsAre(0, 1));
}

TEST(CommitTimes, SeveralTogetherAreToldAtTheLastThatIsRight) {
  const auto [times, wrong] = told({10, 9'000, 9'001, 20, 5, 30, 40});
  EXPECT_THAT(times, ElementsAre(10, 10, 10, 20, 20, 30, 40));
  EXPECT_THAT(wrong, ElementsAre(1, 2, 4));
}

}  // namespace
}  // namespace nomic::tools
