// The words that a schema has for something, for hints.
#pragma once

#include <google/protobuf/descriptor.h>

#include <string>
#include <vector>

namespace nomic::replay {

std::vector<std::string> field_names(const google::protobuf::Descriptor& type);
std::vector<std::string> field_names(const google::protobuf::OneofDescriptor& oneof);

// Without the unspecified value, which is there for the encoding and not to be written.
std::vector<std::string> value_names(const google::protobuf::EnumDescriptor& type);

// Points are recorded in fields of thousandths, `points_thousandths`, and written as decimals in a field beside it,
// `points`. The field of thousandths for one that is written, the other way round, and null for every other.
const google::protobuf::FieldDescriptor* recorded_as(const google::protobuf::FieldDescriptor& written);
const google::protobuf::FieldDescriptor* shorthand_of(const google::protobuf::FieldDescriptor& recorded);

}  // namespace nomic::replay
