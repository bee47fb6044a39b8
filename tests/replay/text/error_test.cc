// The list of codes, and an error as a message.
#include "nomic/replay/error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "nomic/replay/refusal.h"

namespace nomic::replay {
namespace {

TEST(ErrorCodes, HaveNamesOfTheirOwnAndAscend) {
  std::set<std::string_view> names;
  int last = 0;
  for (const ErrorCode code : error_codes()) {
    EXPECT_TRUE(names.insert(name_of(code)).second) << name_of(code);
    EXPECT_GT(static_cast<int>(code), last) << name_of(code);
    last = static_cast<int>(code);
  }
  EXPECT_EQ(name_of(ErrorCode::VOTE_STAYS), "VOTE_STAYS");
}

// Recorded by nobody, but known to programs: the numbers never change.
TEST(ErrorCodes, KeepTheirNumbers) {
  EXPECT_EQ(static_cast<int>(ErrorCode::TEXT_EMPTY), 1);
  EXPECT_EQ(static_cast<int>(ErrorCode::BAD_COMMITMENT), 27);
  EXPECT_EQ(static_cast<int>(ErrorCode::FOUNDING_INCOMPLETE), 64);
  EXPECT_EQ(static_cast<int>(ErrorCode::SECRET_DOES_NOT_FIT), 148);
  EXPECT_EQ(static_cast<int>(ErrorCode::NOT_A_GAME), 194);
}

TEST(ErrorCodes, AreOfTheKindOfTheirRange) {
  EXPECT_EQ(kind_of(ErrorCode::BAD_COMMITMENT), Kind::USAGE);
  EXPECT_EQ(kind_of(ErrorCode::FOUNDING_INCOMPLETE), Kind::REFUSED);
  EXPECT_EQ(kind_of(ErrorCode::SECRET_DOES_NOT_FIT), Kind::REFUSED);
  EXPECT_EQ(kind_of(ErrorCode::LEDGER), Kind::LEDGER);
}

TEST(Refusal, HoldsEachKindOfParameter) {
  Error error = error_of(ErrorCode::VOTE_STAYS, "time_over",
                         {{"proposal", 305U},
                          {"points", Thousandths{-1500}},
                          {"time", Moment{7}},
                          {"period", Length{60'000'000}},
                          {"player", "Ann"},
                          {"judges", Parameter::Names{"Bob", "Cid"}}});
  error.cited = {{207}, {105}};
  const v1::Refusal refusal = to_refusal(error);
  EXPECT_EQ(refusal.code(), "VOTE_STAYS");
  EXPECT_EQ(refusal.variant(), "time_over");
  ASSERT_EQ(refusal.parameters_size(), 6);
  EXPECT_EQ(refusal.parameters(0).name(), "proposal");
  EXPECT_EQ(refusal.parameters(0).number(), 305U);
  EXPECT_EQ(refusal.parameters(1).points(), -1500);
  EXPECT_EQ(refusal.parameters(2).time(), 7);
  EXPECT_EQ(refusal.parameters(3).duration(), 60'000'000);
  EXPECT_EQ(refusal.parameters(4).text(), "Ann");
  EXPECT_THAT(refusal.parameters(5).names().name(), testing::ElementsAre("Bob", "Cid"));
  EXPECT_THAT(refusal.rules(), testing::ElementsAre("207", "105"));
  EXPECT_FALSE(refusal.has_because());
}

TEST(Refusal, HoldsWhatBroughtItAbout) {
  const Error inner = error_of(ErrorCode::NO_SUCH_RULE, "repealed", {{"rule", 203U}, {"record", 57U}});
  const v1::Refusal refusal = to_refusal(error_of(ErrorCode::NO_SUCH_RULE, "became", {{"rule", 203U}}, inner));
  ASSERT_TRUE(refusal.has_because());
  EXPECT_EQ(refusal.because().variant(), "repealed");
  EXPECT_EQ(refusal.because().parameters(1).number(), 57U);
}

TEST(Error, IsLabelledByCodeAndCase) {
  EXPECT_EQ(label_of(error_of(ErrorCode::VOTE_STAYS, "time_over")), "VOTE_STAYS/time_over");
  EXPECT_EQ(label_of(error_of(ErrorCode::NO_BALLOT, "")), "NO_BALLOT");
}

}  // namespace
}  // namespace nomic::replay
