// Judgment, contested moves and what the rules leave free: the games of tests/transcripts/disputes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tools/referee.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

const fs::path PLAYS = fs::path(NOMIC_SOURCE_DIR) / "tests" / "transcripts" / "disputes";

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The plays by name, without the ending.
std::vector<std::string> plays() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(PLAYS)) {
    if (entry.path().extension() == ".play") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class DisputePlay : public testing::TestWithParam<std::string> {};

TEST_P(DisputePlay, GoesAsWorkedOutByHand) {
  Desk desk;
  Referee referee(desk);
  for (const auto& wrong : referee.judge(read_file(PLAYS / (GetParam() + ".play")))) ADD_FAILURE() << wrong;
  EXPECT_GT(referee.statements(), 0U);
  EXPECT_GT(referee.refusals(), 0U);
  // What was kept while playing is what a replay from the first record derives.
  desk.ok("replay --check");
  EXPECT_THAT(desk.ok("verify --format json"), HasSubstr("\"ok\":true"));
}

INSTANTIATE_TEST_SUITE_P(Disputes, DisputePlay, testing::ValuesIn(plays()), [](const auto& play) {
  std::string name = play.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

// A judge that never objects is none: of each statement a false one.
class FalseStatementOnDisputes : public testing::TestWithParam<const char*> {};

TEST_P(FalseStatementOnDisputes, IsObjectedTo) {
  Desk desk;
  desk.founded("Ann Bob Cleo");
  desk.ok("propose enact --text 'Tea.' --as Ann --call-vote");
  desk.ok("judgment invoke 'Is tea a rule?' --as Bob");
  desk.ok("judgment deliver 'It may be.' --reasons 'Rule 116.' --as Cleo");
  Referee referee(desk);
  EXPECT_THAT(referee.judge("vote for --as Ann\n#= " + std::string(GetParam())),
              ElementsAre(HasSubstr(std::string("line 2: #= ") + GetParam())));
}

INSTANTIATE_TEST_SUITE_P(Referee, FalseStatementOnDisputes,
                         testing::Values("judge Bob", "questions 34", "judges 34 Cleo", "judges 33 Ann", "consents Ann",
                                         "consents-missing Ann", "consents-needed 1", "struck 33", "fallen 33",
                                         "contested 33", "upheld 33", "corrections 33", "closed yes", "stuck yes",
                                         "waiting Ann", "held Ann:gold=1", "set a=b", "overrulers 35 Ann",
                                         "overrulers 34 Ann", "must Ann 'nomic vote'", "must Bob -",
                                         "may Ann 'nomic roll'", "may Ann 'nomic judgment' 213",
                                         "standing 33 STRUCK 35"));

}  // namespace
}  // namespace nomic::tools
