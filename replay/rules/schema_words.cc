#include "schema_words.h"

namespace nomic::replay {
namespace {

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

}  // namespace nomic::replay
