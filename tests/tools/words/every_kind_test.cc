// Every kind of event has its words; every kind of consequence has its sentence and its view. A new one that forgets
// them is named here.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <set>
#include <string>

#include "nomic/replay/consequence.h"
#include "nomic/replay/reference.h"
#include "nomic/service/consequence_views.h"
#include "nomic/views/event_view.h"
#include "nomic/words/sentences.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools::test {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// Sets every field to something, however deep, and each string to that text, references to 7; of a oneof the last.
void fill(Message& message, const std::string& text = "Ann") {
  const auto* type = message.GetDescriptor();
  const auto& write = *message.GetReflection();
  for (int i = 0; i < type->field_count(); ++i) {
    const auto* field = type->field(i);
    if (field->is_repeated()) {
      if (field->cpp_type() == FieldDescriptor::CPPTYPE_STRING)
        write.AddString(&message, field, replay::refers(*field) ? "7" : text);
      if (field->cpp_type() == FieldDescriptor::CPPTYPE_UINT32) write.AddUInt32(&message, field, 7);
      continue;
    }
    switch (field->cpp_type()) {
      case FieldDescriptor::CPPTYPE_STRING:
        write.SetString(&message, field, replay::refers(*field) ? "7" : text);
        break;
      case FieldDescriptor::CPPTYPE_UINT32:
        write.SetUInt32(&message, field, 7);
        break;
      case FieldDescriptor::CPPTYPE_UINT64:
        write.SetUInt64(&message, field, 7);
        break;
      case FieldDescriptor::CPPTYPE_INT64:
        write.SetInt64(&message, field, 7000);
        break;
      case FieldDescriptor::CPPTYPE_BOOL:
        write.SetBool(&message, field, true);
        break;
      case FieldDescriptor::CPPTYPE_ENUM:
        write.SetEnumValue(&message, field, 1);
        break;
      case FieldDescriptor::CPPTYPE_MESSAGE:
        if (field->message_type() != type) fill(*write.MutableMessage(&message, field), text);
        break;
      default:
        ADD_FAILURE() << field->full_name();
    }
  }
}

v1::Consequence filled(replay::ConsequenceKind kind, const std::string& text = "Ann") {
  v1::Consequence consequence;
  const auto* field = v1::Consequence::descriptor()->FindFieldByNumber(static_cast<int>(kind));
  fill(*consequence.GetReflection()->MutableMessage(&consequence, field), text);
  return consequence;
}

// Of a oneof each of its fields in turn, however deep: every form that a message may take, filled with that text.
void each_form(const Message& type, const std::string& text, const std::function<void(const Message&)>& see) {
  const std::unique_ptr<Message> whole(type.New());
  fill(*whole, text);
  see(*whole);
  const auto* descriptor = type.GetDescriptor();
  for (int i = 0; i < descriptor->field_count(); ++i) {
    const auto* field = descriptor->field(i);
    if (field->is_repeated() || field->message_type() == nullptr || field->message_type() == descriptor) continue;
    each_form(*whole->GetReflection()->GetMessageFactory()->GetPrototype(field->message_type()), text,
              [&](const Message& inner) {
                const std::unique_ptr<Message> one(whole->New());
                one->CopyFrom(*whole);
                one->GetReflection()->MutableMessage(one.get(), field)->CopyFrom(inner);
                see(*one);
              });
  }
}

// Texts are of several lines: in a sentence these stand in one row, and no character by its number.
void is_in_one_row(const std::string& sentence, const std::string& of) {
  EXPECT_EQ(sentence.find('\n'), std::string::npos) << of << ": " << sentence;
  EXPECT_EQ(sentence.find("<U+"), std::string::npos) << of << ": " << sentence;
}

constexpr const char* LINES = "One\ntwo\n\nthree";

TEST(EveryKindOfConsequence, HasTextsOfSeveralLinesInOneRow) {
  for (const auto kind : replay::consequence_kinds()) {
    const auto* field = v1::Consequence::descriptor()->FindFieldByNumber(static_cast<int>(kind));
    const v1::Consequence none;
    each_form(none.GetReflection()->GetMessage(none, field), LINES, [&](const Message& form) {
      v1::Consequence one;
      one.GetReflection()->MutableMessage(&one, field)->CopyFrom(form);
      is_in_one_row(paint(sentence_of(one), false), field->name());
    });
  }
}

TEST(EveryKindOfEvent, HasTextsOfSeveralLinesInOneRow) {
  const auto* type = v1::Event::descriptor();
  for (int i = 0; i < type->field_count(); ++i) {
    const auto* field = type->field(i);
    if (field->containing_oneof() == nullptr || field->message_type() == nullptr) continue;
    const v1::Event none;
    each_form(none.GetReflection()->GetMessage(none, field), LINES, [&](const Message& form) {
      v1::Event one;
      one.GetReflection()->MutableMessage(&one, field)->CopyFrom(form);
      is_in_one_row(paint(sentence_of(one, "Ann"), false), field->name());
    });
  }
}

TEST(EveryKindOfConsequence, HasASentenceOfItsOwn) {
  v1::Consequence none;
  std::set<std::string> sentences = {sentence_of(none)};
  for (const auto kind : replay::consequence_kinds()) {
    EXPECT_TRUE(sentences.insert(sentence_of(filled(kind))).second) << replay::kind_name(kind);
  }
}

TEST(EveryKindOfConsequence, HasAViewUnderItsName) {
  for (const auto kind : replay::consequence_kinds()) {
    const auto* field = v1::Consequence::descriptor()->FindFieldByNumber(static_cast<int>(kind));
    const auto* view = v1::ConsequenceView::descriptor()->FindFieldByName(field->name());
    ASSERT_NE(view, nullptr) << field->name();
    EXPECT_EQ(view->number(), field->number()) << field->name();
    const auto shown = consequence_view(filled(kind));
    EXPECT_EQ(shown.kind(), replay::kind_name(kind));
    EXPECT_TRUE(shown.GetReflection()->HasField(shown, view)) << field->name();
  }
}

// JSON has 64-bit integers as strings, which no reader of a number expects.
void has_no_long_number(const Descriptor& type, std::set<const Descriptor*>& seen) {
  if (!seen.insert(&type).second) return;
  for (int i = 0; i < type.field_count(); ++i) {
    const auto* field = type.field(i);
    EXPECT_NE(field->cpp_type(), FieldDescriptor::CPPTYPE_UINT64) << field->full_name();
    EXPECT_NE(field->cpp_type(), FieldDescriptor::CPPTYPE_INT64) << field->full_name();
    if (field->message_type() != nullptr) has_no_long_number(*field->message_type(), seen);
  }
}

TEST(EveryKindOfConsequence, HasNumbersInItsView) {
  std::set<const Descriptor*> seen;
  has_no_long_number(*v1::ConsequenceView::descriptor(), seen);
}

TEST(ConsequenceView, ShowsPointsRecordsAndTimes) {
  v1::Consequence score;
  score.set_record(52);
  score.mutable_rule()->set_number(202);
  score.mutable_rule()->set_since(32);
  score.mutable_score()->set_player("Ann");
  score.mutable_score()->set_points(4300);
  score.mutable_score()->set_total(-17000);
  const auto view = consequence_view(score);
  EXPECT_EQ(view.kind(), "SCORE");
  EXPECT_EQ(view.record(), 52U);
  EXPECT_EQ(view.rule(), "202");
  EXPECT_EQ(view.rule_since(), 32U);
  EXPECT_EQ(view.score().player(), "Ann");
  EXPECT_DOUBLE_EQ(view.score().points(), 4.3);
  EXPECT_DOUBLE_EQ(view.score().total(), -17.0);

  v1::Consequence late;
  late.mutable_time_up()->set_what(v1::Consequence::TimeUp::DEBATE);
  late.mutable_time_up()->set_at(20'000'000);
  EXPECT_EQ(consequence_view(late).time_up().at(), "1970-01-01T00:00:20Z");
  EXPECT_EQ(consequence_view(late).time_up().what(), v1::Consequence::TimeUp::DEBATE);

  v1::Consequence thrown;
  thrown.mutable_dice_thrown()->add_faces(6);
  EXPECT_EQ(consequence_view(thrown).dice_thrown().faces(0), 6U);
}

TEST(EveryKindOfEvent, HasWords) {
  // What no program records yet.
  const std::set<int> unused = {v1::Event::kEngineUpgraded, v1::Event::kRollbackAccepted};
  const auto& kinds = *v1::Event::descriptor()->FindOneofByName("kind");
  for (int i = 0; i < kinds.field_count(); ++i) {
    const auto* field = kinds.field(i);
    if (unused.count(field->number()) != 0) continue;
    v1::Event event;
    event.GetReflection()->MutableMessage(&event, field);
    EXPECT_EQ(sentence_of(event, "Ann").find(kind_name(event)), std::string::npos) << sentence_of(event, "Ann");
  }
}

// What an event holds is in its view; where it holds nothing, its kind is.
TEST(EveryKindOfEvent, HasAView) {
  const std::set<int> unused = {v1::Event::kEngineUpgraded, v1::Event::kRollbackAccepted};
  const auto& kinds = *v1::Event::descriptor()->FindOneofByName("kind");
  for (int i = 0; i < kinds.field_count(); ++i) {
    const auto* field = kinds.field(i);
    if (unused.count(field->number()) != 0) continue;
    v1::Event event;
    fill(*event.GetReflection()->MutableMessage(&event, field));
    v1::EventView bare;
    bare.set_kind(kind_name(event));
    const bool holds_something = field->message_type()->field_count() != 0;
    EXPECT_EQ(event_view(event).ByteSizeLong() > bare.ByteSizeLong(), holds_something) << field->name();
  }
}

}  // namespace
}  // namespace nomic::tools::test
