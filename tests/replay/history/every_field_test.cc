// That no field of words or bytes, in any event or provision, is recorded unlooked at.
#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "admission.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"
#include "replay/history/kept.h"

namespace nomic::replay::test {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// Calls `each` with every field of words or bytes below a message, while that field alone is set to ESC.
class EveryField {
 public:
  using Each = std::function<void(const std::string& path, const FieldDescriptor& field)>;
  // `only_present`: in messages that are there, so that what is right without ESC stays so.
  EveryField(bool only_present, Each each) : only_present_(only_present), each_(std::move(each)) {}

  void walk(Message& message, const std::string& path) const {
    const auto& look = *message.GetReflection();
    const auto& type = *message.GetDescriptor();
    if (auto* names = dynamic_cast<v1::PlayerNames*>(&message)) *names = *player_names("Cyd Lee", {}, "red");
    // Who has a name must have a good one for anything else to be wrong.
    for (int i = 0; i < type.field_count(); ++i) {
      if (is_name(*type.field(i))) {
        *static_cast<v1::PlayerNames*>(look.MutableMessage(&message, type.field(i))) = *player_names("Cyd Lee", {}, {});
      }
    }
    for (int i = 0; i < type.field_count(); ++i) {
      const FieldDescriptor& field = *type.field(i);
      const std::string here = path + "." + field.name();
      if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
        walk_into(message, field, here);
      } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
        const std::unique_ptr<Message> whole(message.New());
        whole->CopyFrom(message);
        if (field.is_repeated()) {
          look.AddString(&message, &field, "\x1B");
        } else {
          look.SetString(&message, &field, "\x1B");
        }
        each_(here, field);
        message.CopyFrom(*whole);
      }
    }
  }

 private:
  static bool is_name(const FieldDescriptor& field) {
    return field.message_type() == v1::PlayerNames::descriptor() && field.containing_oneof() == nullptr;
  }

  void walk_into(Message& message, const FieldDescriptor& field, const std::string& path) const {
    const auto& look = *message.GetReflection();
    if (!only_present_) {
      walk(field.is_repeated() ? *look.AddMessage(&message, &field) : *look.MutableMessage(&message, &field), path);
      if (!is_name(field)) look.ClearField(&message, &field);
    } else if (field.is_repeated()) {
      for (int i = 0; i < look.FieldSize(message, &field); ++i) {
        walk(*look.MutableRepeatedMessage(&message, &field, i), path);
      }
    } else if (look.HasField(message, &field)) {
      walk(*look.MutableMessage(&message, &field), path);
    }
  }

  bool only_present_;
  Each each_;
};

TEST(Admission, ForgetsNoFieldOfAnyEvent) {
  std::set<std::string> in_provisions;
  int looked_at = 0;
  v1::Event event;
  EveryField(false, [&](const std::string& path, const FieldDescriptor& field) {
    SCOPED_TRACE(path);
    ++looked_at;
    const bool in_provision = path.find(".provisions.") != std::string::npos;
    if (refers(field) && !in_provision) return;  // decode_test.cc
    const Status may = may_be_recorded(event);
    ASSERT_FALSE(may.ok()) << "ESC is taken: nobody looks at it";
    if (in_provision) {
      in_provisions.insert(field.full_name());  // refused for more than ESC: see below
      return;
    }
    const std::set<ErrorCode> for_it = {
        ErrorCode::TEXT_CONTROL,    ErrorCode::BAD_KEY,         ErrorCode::BAD_COMMITMENT,
        ErrorCode::BAD_LANGUAGE,    ErrorCode::BAD_RULESET,     ErrorCode::BAD_POINT,
        ErrorCode::NOT_CONTESTABLE, ErrorCode::TEXT_NOT_NORMAL, ErrorCode::BAD_REQUEST /* a form of so many bytes */};
    EXPECT_EQ(for_it.count(may.error().code), 1U) << why(may);
  }).walk(event, "event");
  EXPECT_GT(looked_at, 50);

  std::set<std::string> refused;
  for (const char* words :
       {"scope { players: \"Ann\" } franchise { votes_per_player: 3 }",
        "adoption { quota { numerator: 1 denominator: 2 base: ELIGIBLE } later { at: \"2030-01-01T00:00:00Z\" quota { "
        "numerator: 1 denominator: 3 base: ELIGIBLE } } }",
        "precedence_claim { relation: PREVAILS kinds: \"adoption\" }",
        "award { occasion: ADOPTED recipient: THE_PROPONENT amount { fixed_thousandths: 1000 } reckoned: AFTER_EFFECT "
        "}",
        "judgment { seat: NAMED judge: \"Ann\" }", "self_repeal { at: \"2030-01-01T00:00:00Z\" }",
        "victory { points_thousandths: 50000 }", "turn_order { order: SEATING starting_points_thousandths: 1000 }",
        "joining { open: true points_thousandths: 1000 }",
        "turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 1000 "
        "face_points { face: 6 points_thousandths: 1 } } } }"}) {
    SCOPED_TRACE(words);
    auto provision = parse_provision(words);
    ASSERT_TRUE(provision.ok()) << why(provision);
    EveryField(true, [&](const std::string& path, const FieldDescriptor& field) {
      EXPECT_FALSE(check_provision(*provision).ok()) << path;
      refused.insert(field.full_name());
    }).walk(*provision, "provision");
  }
  EXPECT_EQ(refused, in_provisions) << "a provision with that field is missing above";
}

}  // namespace
}  // namespace nomic::replay::test
