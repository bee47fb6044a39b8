// The view of a consequence is copied field by field, by their names: each field of each kind has its place in the
// view, of a type that it can be copied to. A field that is forgotten there is named here, before a program could miss
// it.
#include "nomic/service/consequence_views.h"

#include <gtest/gtest.h>

#include <set>

namespace nomic::tools {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using Type = FieldDescriptor::CppType;

// Records are counts, points numbers of points, and times words.
bool can_be_copied(Type from, Type to) {
  switch (from) {
    case FieldDescriptor::CPPTYPE_UINT64:
      return to == FieldDescriptor::CPPTYPE_UINT32;
    case FieldDescriptor::CPPTYPE_INT64:
      return to == FieldDescriptor::CPPTYPE_DOUBLE || to == FieldDescriptor::CPPTYPE_STRING;
    case FieldDescriptor::CPPTYPE_UINT32:
    case FieldDescriptor::CPPTYPE_BOOL:
    case FieldDescriptor::CPPTYPE_ENUM:
    case FieldDescriptor::CPPTYPE_STRING:
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return to == from;
    default:
      return false;
  }
}

// What has a view that is made otherwise.
bool is_copied_by_field(const Descriptor& from, const Descriptor& to) {
  return &from != &to && &from != v1::Refusal::descriptor() && &from != v1::Reckoning::descriptor();
}

void must_have_place(const Descriptor& from, const Descriptor& to, std::set<const Descriptor*>& seen) {
  if (!is_copied_by_field(from, to) || !seen.insert(&from).second) return;
  for (int i = 0; i < from.field_count(); ++i) {
    const FieldDescriptor& field = *from.field(i);
    const FieldDescriptor* into = to.FindFieldByName(field.name());
    ASSERT_NE(into, nullptr) << to.full_name() << " has no place for " << field.full_name();
    EXPECT_EQ(field.is_repeated(), into->is_repeated()) << field.full_name();
    EXPECT_TRUE(can_be_copied(field.cpp_type(), into->cpp_type())) << field.full_name();
    const bool can_be_repeated = field.message_type() != nullptr ||
                                 field.cpp_type() == FieldDescriptor::CPPTYPE_STRING ||
                                 field.cpp_type() == FieldDescriptor::CPPTYPE_UINT64;
    EXPECT_TRUE(!field.is_repeated() || can_be_repeated) << field.full_name() << ": only words, records and messages";
    if (field.message_type() != nullptr) must_have_place(*field.message_type(), *into->message_type(), seen);
  }
}

TEST(ConsequenceView, HasAPlaceForEveryFieldOfEveryKind) {
  std::set<const Descriptor*> seen;
  const auto* kinds = v1::Consequence::descriptor()->FindOneofByName("kind");
  ASSERT_NE(kinds, nullptr);
  for (int i = 0; i < kinds->field_count(); ++i) {
    const FieldDescriptor& kind = *kinds->field(i);
    const FieldDescriptor* view = v1::ConsequenceView::descriptor()->FindFieldByNumber(kind.number());
    ASSERT_NE(view, nullptr) << "ConsequenceView has no " << kind.name();
    EXPECT_EQ(view->name(), kind.name());
    must_have_place(*kind.message_type(), *view->message_type(), seen);
  }
  EXPECT_GT(seen.size(), 20U);
}

}  // namespace
}  // namespace nomic::tools
