#include "nomic/replay/law/clause.h"

#include <google/protobuf/util/message_differencer.h>

#include <memory>

namespace nomic::replay {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

const Message* clause_of(const v1::Provision& provision) {
  const auto* kind = v1::Provision::descriptor()->FindOneofByName("kind");
  const auto* reflection = v1::Provision::GetReflection();
  const auto* field = reflection->GetOneofFieldDescriptor(provision, kind);
  return field == nullptr ? nullptr : &reflection->GetMessage(provision, field);
}

bool adds_up(v1::Provision::KindCase kind) {
  return kind == v1::Provision::kAward || kind == v1::Provision::kVictory || kind == v1::Provision::kRulesetBounds ||
         kind == v1::Provision::kPrecedenceClaim || kind == v1::Provision::kSelfRepeal;
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

bool agree_on(const Message& a, const Message& b, const FieldDescriptor& point) {
  const std::unique_ptr<Message> left(a.New());
  const std::unique_ptr<Message> right(b.New());
  take_point(a, point, *left);
  take_point(b, point, *right);
  return google::protobuf::util::MessageDifferencer::Equals(*left, *right);
}

}  // namespace nomic::replay
