#include "nomic/service/consequence_views.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <string_view>

#include "nomic/replay/consequence.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "nomic/service/reckoning_view.h"
#include "nomic/service/view_values.h"

namespace nomic::tools {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// Whether the parameter of that name is a rule or a proposal.
bool refers(std::string_view name) {
  constexpr std::array<std::string_view, 5> NAMES = {"rule", "proposal", "number", "next", "now"};
  return std::find(NAMES.begin(), NAMES.end(), name) != NAMES.end();
}

}  // namespace

v1::RefusalView refusal_view(const v1::Refusal& refusal) {
  v1::RefusalView view;
  view.set_code(refusal.code());
  view.set_variant(refusal.variant());
  for (const v1::Parameter& parameter : refusal.parameters()) {
    auto& to = *view.add_parameters();
    to.set_name(parameter.name());
    if (parameter.has_number()) {
      if (refers(parameter.name())) {
        to.set_reference(replay::reference(parameter.number()));
      } else {
        to.set_number(count32(parameter.number()));
      }
    }
    if (parameter.has_points()) to.set_points(in_points(parameter.points()));
    if (parameter.has_time()) to.set_time(replay::print_time(parameter.time()));
    if (parameter.has_text()) to.set_text(parameter.text());
    if (parameter.has_names()) *to.mutable_names() = parameter.names();
    if (parameter.has_duration()) to.set_seconds(static_cast<double>(parameter.duration()) / 1'000'000);
  }
  *view.mutable_rules() = refusal.rules();
  if (refusal.has_because()) *view.mutable_because() = refusal_view(refusal.because());
  return view;
}

namespace {

void copy(const Message& from, Message& to);

void copy_message(const Message& from, Message& to) {
  if (from.GetDescriptor() == v1::Refusal::descriptor()) {
    to.CopyFrom(refusal_view(static_cast<const v1::Refusal&>(from)));
  } else if (from.GetDescriptor() == v1::Reckoning::descriptor()) {
    to.CopyFrom(reckoning_view(static_cast<const v1::Reckoning&>(from)));
  } else if (from.GetDescriptor() == to.GetDescriptor()) {
    to.CopyFrom(from);
  } else {
    copy(from, to);
  }
}

// A field whose type in the view is another is a record, points or a time; which, the view's type says.
void copy_field(const Message& from, const FieldDescriptor& field, Message& to, const FieldDescriptor& into) {
  const auto& read = *from.GetReflection();
  const auto& write = *to.GetReflection();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_UINT64:
      write.SetUInt32(&to, &into, count32(read.GetUInt64(from, &field)));
      break;
    case FieldDescriptor::CPPTYPE_INT64:
      if (into.cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE) {
        write.SetDouble(&to, &into, in_points(read.GetInt64(from, &field)));
      } else {
        write.SetString(&to, &into, shown_time(read.GetInt64(from, &field)));
      }
      break;
    case FieldDescriptor::CPPTYPE_UINT32:
      write.SetUInt32(&to, &into, read.GetUInt32(from, &field));
      break;
    case FieldDescriptor::CPPTYPE_BOOL:
      write.SetBool(&to, &into, read.GetBool(from, &field));
      break;
    case FieldDescriptor::CPPTYPE_ENUM:
      write.SetEnumValue(&to, &into, read.GetEnumValue(from, &field));
      break;
    case FieldDescriptor::CPPTYPE_STRING:
      write.SetString(&to, &into, read.GetString(from, &field));
      break;
    case FieldDescriptor::CPPTYPE_MESSAGE:
      copy_message(read.GetMessage(from, &field), *write.MutableMessage(&to, &into));
      break;
    default:
      assert(false && "a consequence has no such field");
  }
}

// One of the values of a repeated field.
void copy_value(const Message& from, const FieldDescriptor& field, int at, Message& to, const FieldDescriptor& into) {
  const auto& read = *from.GetReflection();
  const auto& write = *to.GetReflection();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_MESSAGE:
      copy_message(read.GetRepeatedMessage(from, &field, at), *write.AddMessage(&to, &into));
      break;
    case FieldDescriptor::CPPTYPE_UINT64:
      write.AddUInt32(&to, &into, count32(read.GetRepeatedUInt64(from, &field, at)));
      break;
    case FieldDescriptor::CPPTYPE_STRING:
      write.AddString(&to, &into, read.GetRepeatedString(from, &field, at));
      break;
    default:
      assert(false && "a consequence has no such field");
  }
}

// From a kind's message to the one of the same fields in the view. What is repeated are strings, records and messages.
void copy(const Message& from, Message& to) {
  const auto& read = *from.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  read.ListFields(from, &fields);
  for (const auto* field : fields) {
    const auto* into = to.GetDescriptor()->FindFieldByName(field->name());
    assert(into != nullptr);
    if (!field->is_repeated()) {
      copy_field(from, *field, to, *into);
      continue;
    }
    for (int i = 0; i < read.FieldSize(from, field); ++i) copy_value(from, *field, i, to, *into);
  }
}

}  // namespace

v1::ConsequenceView consequence_view(const v1::Consequence& consequence) {
  v1::ConsequenceView view;
  view.set_kind(replay::kind_name(consequence.kind_case()));
  view.set_record(count32(consequence.record()));
  view.set_order(consequence.order());
  view.set_rule(replay::reference(consequence.rule().number()));
  view.set_rule_since(count32(consequence.rule().since()));
  if (consequence.happened_at() != 0) view.set_happened_at(shown_time(consequence.happened_at()));
  const auto* body = replay::body_of(consequence);
  if (body == nullptr) return view;
  const auto* into = v1::ConsequenceView::descriptor()->FindFieldByNumber(static_cast<int>(consequence.kind_case()));
  assert(into != nullptr);
  copy_message(*body, *v1::ConsequenceView::GetReflection()->MutableMessage(&view, into));
  return view;
}

v1::MoveView move_view(const replay::Receipt& receipt) {
  v1::MoveView view;
  view.set_index(count32(receipt.index));
  view.set_hash(receipt.hash.hex());
  for (const v1::Consequence& consequence : receipt.consequences)
    *view.add_consequences() = consequence_view(consequence);
  view.set_recorded_at(replay::print_time(receipt.recorded_at));
  view.set_dry_run(receipt.dry_run);
  view.set_repeated_request(receipt.repeated_request);
  return view;
}

}  // namespace nomic::tools
