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

}  // namespace nomic::replay
