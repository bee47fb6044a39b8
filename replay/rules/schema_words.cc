#include "schema_words.h"

#include <string_view>

namespace nomic::replay {
namespace {

using google::protobuf::FieldDescriptor;

constexpr std::string_view UNIT = "_thousandths";
constexpr std::string_view PLAIN = "points";

template <class Fields>
std::vector<std::string> names_of_fields(const Fields& fields) {
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(fields.field_count()));
  for (int i = 0; i < fields.field_count(); ++i) names.push_back(fields.field(i)->name());
  return names;
}

}  // namespace

std::vector<std::string> field_names(const google::protobuf::Descriptor& type) {
  return names_of_fields(type);
}

std::vector<std::string> field_names(const google::protobuf::OneofDescriptor& oneof) {
  return names_of_fields(oneof);
}

std::vector<std::string> value_names(const google::protobuf::EnumDescriptor& type) {
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(type.value_count()));
  for (int i = 0; i < type.value_count(); ++i) {
    if (type.value(i)->number() != 0) names.push_back(type.value(i)->name());
  }
  return names;
}

const FieldDescriptor* recorded_as(const FieldDescriptor& written) {
  if (written.cpp_type() != FieldDescriptor::CPPTYPE_STRING) return nullptr;
  const auto& type = *written.containing_type();
  if (const auto* recorded = type.FindFieldByName(written.name() + std::string(UNIT))) return recorded;
  // The one amount that is not so much for each of something.
  return written.name() == PLAIN ? type.FindFieldByName("fixed" + std::string(UNIT)) : nullptr;
}

const FieldDescriptor* shorthand_of(const FieldDescriptor& recorded) {
  const auto& type = *recorded.containing_type();
  for (int i = 0; i < type.field_count(); ++i) {
    if (recorded_as(*type.field(i)) == &recorded) return type.field(i);
  }
  return nullptr;
}

}  // namespace nomic::replay
