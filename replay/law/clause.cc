#include "nomic/replay/law/clause.h"

#include <google/protobuf/util/message_differencer.h>

#include <memory>

namespace nomic::replay {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

namespace {

// The fields of the provision's oneof, by their numbers.
std::vector<const FieldDescriptor*> kinds_by_number() {
  std::vector<const FieldDescriptor*> kinds;
  const auto* oneof = v1::Provision::descriptor()->FindOneofByName("kind");
  for (int i = 0; i < oneof->field_count(); ++i) {
    const auto number = static_cast<std::size_t>(oneof->field(i)->number());
    if (number >= kinds.size()) kinds.resize(number + 1);
    kinds[number] = oneof->field(i);
  }
  return kinds;
}

}  // namespace

const Message* clause_of(const v1::Provision& provision) {
  static const std::vector<const FieldDescriptor*> KINDS = kinds_by_number();
  if (provision.kind_case() == v1::Provision::KIND_NOT_SET) return nullptr;
  return &v1::Provision::GetReflection()->GetMessage(provision, KINDS[static_cast<std::size_t>(provision.kind_case())]);
}

bool adds_up(v1::Provision::KindCase kind) {
  return kind == v1::Provision::kAward || kind == v1::Provision::kVictory || kind == v1::Provision::kRulesetBounds ||
         kind == v1::Provision::kPrecedenceClaim || kind == v1::Provision::kSelfRepeal || kind == v1::Provision::kActs;
}

bool speaks_on(const Message& clause, const FieldDescriptor& point) {
  const auto* reflection = clause.GetReflection();
  return point.is_repeated() ? reflection->FieldSize(clause, &point) > 0 : reflection->HasField(clause, &point);
}

std::vector<const FieldDescriptor*> points_of(const Message& clause) {
  std::vector<const FieldDescriptor*> points;
  clause.GetReflection()->ListFields(clause, &points);
  return points;
}

void take_point(const Message& from, const FieldDescriptor& point, Message& to) {
  // Merging a copy that holds nothing but the point leaves every kind of field to protobuf.
  const std::unique_ptr<Message> only(from.New());
  only->CopyFrom(from);
  std::vector<const FieldDescriptor*> fields;
  only->GetReflection()->ListFields(*only, &fields);
  for (const auto* field : fields) {
    if (field != &point) only->GetReflection()->ClearField(only.get(), field);
  }
  to.GetReflection()->ClearField(&to, &point);
  to.MergeFrom(*only);
}

namespace {

bool agree_by_copies(const Message& a, const Message& b, const FieldDescriptor& point) {
  const std::unique_ptr<Message> left(a.New());
  const std::unique_ptr<Message> right(b.New());
  take_point(a, point, *left);
  take_point(b, point, *right);
  return google::protobuf::util::MessageDifferencer::Equals(*left, *right);
}

}  // namespace

bool agree_on(const Message& a, const Message& b, const FieldDescriptor& point) {
  if (point.is_repeated()) return agree_by_copies(a, b, point);
  const auto& in_a = *a.GetReflection();
  const auto& in_b = *b.GetReflection();
  // A field that only one of them sets is a difference, whatever its default.
  if (in_a.HasField(a, &point) != in_b.HasField(b, &point)) return false;
  switch (point.cpp_type()) {
    case FieldDescriptor::CPPTYPE_ENUM:
      return in_a.GetEnumValue(a, &point) == in_b.GetEnumValue(b, &point);
    case FieldDescriptor::CPPTYPE_BOOL:
      return in_a.GetBool(a, &point) == in_b.GetBool(b, &point);
    case FieldDescriptor::CPPTYPE_UINT32:
      return in_a.GetUInt32(a, &point) == in_b.GetUInt32(b, &point);
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return google::protobuf::util::MessageDifferencer::Equals(in_a.GetMessage(a, &point), in_b.GetMessage(b, &point));
    default:
      return agree_by_copies(a, b, point);
  }
}

}  // namespace nomic::replay
