#include "nomic/replay/point.h"

#include "replay/expect.h"

namespace nomic::replay {
namespace {

using Kind = Point::Kind;

struct Accepted {
  std::string words;
  Kind kind;
  std::uint64_t number;
  std::uint32_t before;
};

TEST(ParsePoint, ReadsEveryKind) {
  const std::vector<Accepted> cases = {
      {"head", Kind::HEAD, 0, 0},
      {"start", Kind::START, 0, 0},
      {"0", Kind::RECORD, 0, 0},
      {"57", Kind::RECORD, 57, 0},
      {"#57", Kind::RECORD, 57, 0},
      {"^57", Kind::RECORD, 57, 1},
      {"^^#57", Kind::RECORD, 57, 2},
      {"9223372036854775807", Kind::RECORD, 9223372036854775807U, 0},
      {"proposal:305", Kind::PROPOSAL, 305, 0},
      {"^proposal:305", Kind::PROPOSAL, 305, 1},
      {"outcome:305", Kind::OUTCOME, 305, 0},
      {"^outcome:305", Kind::OUTCOME, 305, 1},
      {"turn:12", Kind::TURN, 12, 0},
      {"circuit:2", Kind::CIRCUIT, 2, 0},
      {"^head", Kind::HEAD, 0, 1},
      {"^start", Kind::START, 0, 1},
  };
  for (const Accepted& one : cases) {
    const Result<Point> point = parse_point(one.words);
    ASSERT_TRUE(point.ok()) << one.words << " " << why(point);
    EXPECT_EQ(point->kind, one.kind) << one.words;
    EXPECT_EQ(point->number, one.number) << one.words;
    EXPECT_EQ(point->before, one.before) << one.words;
    EXPECT_EQ(point->words, one.words);
  }
}

TEST(ParsePoint, ReadsTimes) {
  const Result<Point> instant = parse_point("^2012-05-30T10:00Z");
  ASSERT_TRUE(instant.ok()) << why(instant);
  EXPECT_EQ(instant->kind, Kind::TIME);
  EXPECT_EQ(instant->before, 1U);
  EXPECT_EQ(instant->time, 1'338'372'000'000'000);  // date -u -d 2012-05-30T10:00Z +%s
  const Result<Point> day = parse_point("2012-05-30");
  ASSERT_TRUE(day.ok()) << why(day);
  EXPECT_EQ(day->time, 1'338'422'399'999'999) << "the end of the day";
}

struct Refused {
  std::string words;
  std::vector<std::string> expected;
};

TEST(ParsePoint, RefusesTheRest) {
  const std::vector<Refused> cases = {
      {"", {"empty"}},
      {"^", {"empty"}},
      {"-3", {"-3"}},
      {"+3", {"+3"}},
      {"010", {"leading zeros"}},
      {"#010", {"leading zeros"}},
      {"00", {"leading zeros"}},
      {"2e3", {"not a whole number"}},
      {"5.0", {"not a whole number"}},
      {"0x10", {"not a whole number"}},
      {" 5", {"no such word"}},
      {"5 ", {"not a whole number"}},
      {"#", {"missing"}},
      {"#-1", {"not a whole number"}},
      {"##5", {"not a whole number"}},
      {"#^5", {"not a whole number"}},
      {"5^", {"not a whole number"}},
      {"9223372036854775808", {"no game has so many"}},
      {"18446744073709551616", {"no game has so many"}},
      {"99999999999999999999999999", {"no game has so many"}},
      {"turn:", {"missing"}},
      {"turn:0", {"counted from 1"}},
      {"turn:-1", {"not a whole number"}},
      {"turn:01", {"leading zeros"}},
      {"circuit:0", {"counted from 1"}},
      {"proposal:x", {"not a whole number"}},
      {"proposal:305:1", {"not a whole number"}},
      {"propsal:305", {"did you mean proposal:305?"}},
      {"outcme:305", {"did you mean outcome:305?"}},
      {"turns:3", {"did you mean turn:3?"}},
      {"rule:203", {"nothing is called \"rule\"", "proposal:305"}},
      {":5", {"nothing is called"}},
      {"haed", {"did you mean head?"}},
      {"yesterday", {"2012-05-30T10:00Z"}},
      {"HEAD", {"did you mean head?"}},
      {"2012-13-01", {"calendar"}},
      {"2012-05-30T10:00", {"zone"}},
      {"\xE2\x91\xA0", {"no such word"}},  // a circled one is no digit
      {std::string(5'000, '^') + "5", {"too many"}},
  };
  for (const Refused& one : cases) expect_refused(parse_point(one.words), ErrorCode::BAD_POINT, one.expected);
}

}  // namespace
}  // namespace nomic::replay
