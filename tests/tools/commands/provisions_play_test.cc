// Every kind of provision is adopted, played under, amended, repealed: the games of tests/transcripts/provisions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "nomic/v1/provisions.pb.h"
#include "tools/referee.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const fs::path PLAYS = fs::path(NOMIC_SOURCE_DIR) / "tests" / "transcripts" / "provisions";

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

// adoption-quorum is a play of the kind adoption.
std::string kind_of(const std::string& play) {
  return play.substr(0, play.find('-'));
}

class ProvisionPlay : public testing::TestWithParam<std::string> {};

TEST_P(ProvisionPlay, GoesAsWorkedOutByHand) {
  Desk desk;
  Referee referee(desk);
  for (const auto& wrong : referee.judge(read_file(PLAYS / (GetParam() + ".play")))) ADD_FAILURE() << wrong;
  EXPECT_GT(referee.statements(), 0U);
  EXPECT_GT(referee.refusals(), 0U);
  // What was kept while playing is what a replay from the first record derives.
  desk.ok("replay --check");
  EXPECT_THAT(desk.ok("verify --format json"), HasSubstr("\"ok\":true"));
}

INSTANTIATE_TEST_SUITE_P(Provisions, ProvisionPlay, testing::ValuesIn(plays()), [](const auto& play) {
  std::string name = play.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(ProvisionPlays, HaveEveryKindOfTheSchema) {
  std::set<std::string> played;
  for (const auto& play : plays()) played.insert(kind_of(play));
  std::set<std::string> kinds;
  const auto& all = *v1::Provision::descriptor()->FindOneofByName("kind");
  for (int i = 0; i < all.field_count(); ++i) kinds.insert(all.field(i)->name());
  EXPECT_EQ(played, kinds);
}

// A judge that never objects is none: of each statement a false one.
class FalseStatement : public testing::TestWithParam<const char*> {};

TEST_P(FalseStatement, IsObjectedTo) {
  Desk desk;
  desk.founded("Ann Bob Cleo");
  desk.ok("propose enact --text 'Tea.' --as Ann --call-vote");
  Referee referee(desk);
  EXPECT_THAT(referee.judge("vote for --as Ann\n#= " + std::string(GetParam())),
              ElementsAre(HasSubstr(std::string("line 2: #= ") + GetParam())));
}

INSTANTIATE_TEST_SUITE_P(
    Referee, FalseStatement,
    testing::Values("scores Ann=1 Bob=0 Cleo=0", "scores Ann=0 Bob=0", "winner Ann", "phase DEBATING", "mover Bob",
                    "next Ann", "turn 2", "circuit 2", "next-number 301", "rounds 1", "size 34", "players Bob Ann Cleo",
                    "inactive Ann", "applicants Dora", "pending 301", "due 'the vote ends'", "open -", "open 302",
                    "in-force 301", "not-in-force 206", "void 206", "mutable 101", "immutable 201", "text 301 'Tea.'",
                    "text 206 'Tea.'", "title 206 Tea", "words 206 -", "missing 301 Ann", "missing 302 Bob",
                    "outcome 301 adopted 1-0", "says 'Bob votes'", "weather fine", "scores", "open"));

TEST(Referee, ObjectsToACommandThatEndsOtherwiseAndStopsThere) {
  Desk desk;
  desk.founded("Ann Bob Cleo");
  Referee referee(desk);
  EXPECT_THAT(referee.judge("!3 propose enact --text 'Tea.' --as Ann\n#= size 1\n"),
              ElementsAre(HasSubstr("ended with status 0, not 3")));
  EXPECT_THAT(referee.judge("propose enact --text 'More tea.' --as Bob\n"),
              ElementsAre(HasSubstr("ended with status 3, not 0")));
}

TEST(Referee, MovesTheClockOnAndNeverBack) {
  Desk desk;
  const auto before = desk.clock;
  Referee referee(desk);
  EXPECT_THAT(referee.judge("#@ +36h\n#@ +5d\n#@ +10m\n#@ +1s\n"), IsEmpty());
  EXPECT_EQ(desk.clock - before, std::int64_t{36 * 3'600 + 5 * 86'400 + 600 + 1} * 1'000'000);
  EXPECT_THAT(referee.judge("#@ 2030-01-01T00:00Z\n"), IsEmpty());
  EXPECT_THAT(referee.judge("#@ 2029-01-01T00:00Z\n#@ +5\n#@ soon\n"), testing::SizeIs(3));
}

}  // namespace
}  // namespace nomic::tools
