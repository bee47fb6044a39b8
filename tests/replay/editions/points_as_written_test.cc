// Points as people write them, and as they are recorded: in thousandths, in fields that say so.
#include <gmock/gmock.h>

#include <set>

#include "nomic/replay/decimal_points.h"
#include "nomic/replay/edition.h"
#include "nomic/words/refusals.h"
#include "replay/expect.h"

namespace nomic::replay {
namespace {

using google::protobuf::FieldDescriptor;
using testing::HasSubstr;

struct WrittenPoints {
  std::string text;
  std::string recorded;
};

const std::vector<WrittenPoints>& written_points() {
  static const std::string THROW = "turn_parts { parts { proposal { } } parts { throw { dice: 1 faces: 6 ";
  static const std::string AWARD = "award { occasion: ADOPTED recipient: VOTERS amount { ";
  static const std::vector<WrittenPoints> ALL = {
      {"victory { points: \"50\" }", "victory { points_thousandths: 50000 }"},
      {"turn_order { starting_points: \"-2.5\" }", "turn_order { starting_points_thousandths: -2500 }"},
      {"joining { points: \"0\" }", "joining { points_thousandths: 0 }"},
      {"self_repeal { points: \"100\" }", "self_repeal { points_thousandths: 100000 }"},
      {AWARD + "points: \"14.3\" } reckoned: BEFORE_EFFECT }",
       AWARD + "fixed_thousandths: 14300 } reckoned: BEFORE_EFFECT }"},
      {AWARD + "per_vote_for: \"1\" } reckoned: BEFORE_EFFECT }",
       AWARD + "per_vote_for_thousandths: 1000 } reckoned: BEFORE_EFFECT }"},
      {AWARD + "per_vote_against: \"-0.5\" } reckoned: BEFORE_EFFECT }",
       AWARD + "per_vote_against_thousandths: -500 } reckoned: BEFORE_EFFECT }"},
      {THROW + "source: REVEALED points_per_pip: \"1\" penalty: \"5\" } } }",
       THROW + "points_per_pip_thousandths: 1000 source: REVEALED penalty_thousandths: 5000 } } }"},
      {THROW + "face_points { face: 6 points: \"2.5\" } } } }",
       THROW + "face_points { face: 6 points_thousandths: 2500 } } } }"},
  };
  return ALL;
}

TEST(PointsAsWritten, AreRecordedInThousandths) {
  for (const WrittenPoints& one : written_points()) {
    const auto provision = parse_provision(one.text);
    ASSERT_TRUE(provision.ok()) << one.text << "\n" << tools::words_of(provision.error()).what;
    EXPECT_EQ(print_provision(*provision), one.recorded);
  }
}

TEST(PointsAsWritten, CanBeReadOffWhatIsRecorded) {
  for (const WrittenPoints& one : written_points()) {
    v1::Provision back = in_shorthand(*parse_provision(one.recorded));
    EXPECT_EQ(print_provision(back).find("thousandths"), std::string::npos) << print_provision(back);
    ASSERT_TRUE(expand_shorthand(back).ok()) << one.text;
    EXPECT_EQ(print_provision(back), one.recorded);
  }
  EXPECT_EQ(print_provision(in_shorthand(*parse_provision("adoption { fraction: \"2/3\" of: CAST more_than: true }"))),
            "adoption { fraction: \"2/3\" of: CAST more_than: true }");
}

// Every field of thousandths has a shorthand beside it, which is refused where it would be recorded.
void expect_shorthand(const google::protobuf::Descriptor& type, std::set<std::string>& seen) {
  if (!seen.insert(type.full_name()).second) return;
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (field.message_type() != nullptr) expect_shorthand(*field.message_type(), seen);
    if (field.cpp_type() != FieldDescriptor::CPPTYPE_INT64) continue;
    constexpr std::string_view UNIT = "_thousandths";
    ASSERT_TRUE(field.name().ends_with(UNIT)) << field.full_name() << " holds thousandths and does not say so";
    std::string plain = field.name().substr(0, field.name().size() - UNIT.size());
    if (plain == "fixed") plain = "points";
    const FieldDescriptor* written = type.FindFieldByName(plain);
    ASSERT_NE(written, nullptr) << field.full_name();
    EXPECT_EQ(written->cpp_type(), FieldDescriptor::CPPTYPE_STRING) << field.full_name();
  }
}

TEST(PointsAsWritten, StandBesideEveryFieldOfThousandths) {
  std::set<std::string> seen;
  expect_shorthand(*v1::Provision::descriptor(), seen);
  EXPECT_GT(seen.size(), 30U);
}

TEST(PointsAsWritten, AreNoShorthandInARecord) {
  v1::Provision victory;
  victory.mutable_victory()->set_points("50");
  expect_refused(check_provision(victory), ErrorCode::BAD_PROVISION,
                 {"victory.points is shorthand", "points_thousandths"});
  v1::Provision parts = *parse_provision(written_points().back().recorded);
  parts.mutable_turn_parts()->mutable_parts(1)->mutable_throw_()->mutable_face_points(0)->set_points("1");
  expect_refused(check_provision(parts), ErrorCode::BAD_PROVISION,
                 {"turn_parts.parts[1].throw.face_points[0].points is shorthand"});
}

struct RefusedPoints {
  std::string text;
  std::vector<std::string> words;
};

TEST(PointsAsWritten, AreRefusedWithoutQuotationMarks) {
  const std::string award = "award { occasion: JOINED recipient: THE_PLAYER amount { ";
  const std::vector<RefusedPoints> cases = {
      {"victory { points: 50 }",
       {"the provision, line 1, column 19: points: 50 may be points or thousandths of a point", "points: \"50\"",
        "points_thousandths: 50"}},
      {"victory {\n  points: 50000 ends: ROUND }",
       {"line 2, column 11", "points: \"50000\"", "points_thousandths: 50000"}},
      {award + "fixed: 50 } }", {"fixed: 50 may be points or thousandths", "points: \"50\"", "fixed_thousandths: 50"}},
      {award + "fixed: -5 } }", {"fixed: -5 may be", "points: \"-5\"", "fixed_thousandths: -5"}},
      {award + "points: -5 } }", {"points: -5 may be", "points: \"-5\"", "fixed_thousandths: -5"}},
      {award + "per_vote_for: 1 } }", {"per_vote_for: 1 may be", "per_vote_for: \"1\"", "per_vote_for_thousandths: 1"}},
      {"turn_order { starting_points: 14.3 }", {"starting_points: \"14.3\""}},
      {"joining { points: 5 }", {"points: \"5\""}},
      {"self_repeal { points: 5 }", {"points: \"5\""}},
      // What is no word of the kind at all is told as that.
      {"victory { penalty: 5 }", {"there is no field \"penalty\" in Victory"}},
      {"victory { points: fifty }", {"line 1, column 19"}},
      {"victory { points: \"fifty\" }", {"victory.points is \"fifty\"", "\"14.3\""}},
      {"victory { points: \"\" }", {"victory.points is \"\""}},
      {"victory { points: \"1.0001\" }", {"victory.points is \"1.0001\""}},
      {"joining { points: \"5\" points_thousandths: 1 }",
       {"joining.points says again what points_thousandths says", "set one of them"}},
      {"joining { points: \"1000000001\" }", {"joining.points is 1000000001000 thousandths", "thousand million"}},
  };
  for (const RefusedPoints& one : cases) expect_refused(parse_provision(one.text), ErrorCode::BAD_PROVISION, one.words);
  expect_refused(parse_ruleset("rules { number: '1' provisions { victory { points: 50 } } }", "house.txtpb"),
                 ErrorCode::BAD_RULESET, {"house.txtpb, line 1, column 52: points: 50 may be", "points: \"50\""});
}

TEST(PointsAsWritten, HaveOneSpelling) {
  EXPECT_EQ(as_decimal(0), "0");
  EXPECT_EQ(as_decimal(14'300), "14.3");
  EXPECT_EQ(as_decimal(-500), "-0.5");
  EXPECT_EQ(as_decimal(-10'000), "-10");
  EXPECT_EQ(as_decimal(1), "0.001");
  for (const std::int64_t value : {0, 1, -1, 999, 1000, -1001, 14'300, 1'000'000'000}) {
    EXPECT_EQ(thousandths_in(as_decimal(value)), value);
  }
  for (const char* none : {"", "-", "+", ".5", "5.", "01", "1,5", "1.0000", "1e3", " 1"}) {
    EXPECT_FALSE(thousandths_in(none)) << none;
  }
}

}  // namespace
}  // namespace nomic::replay
