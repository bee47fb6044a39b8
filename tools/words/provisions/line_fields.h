// The fields of a kind of provision, as lines name them (nomic/words/provision_line.h).
#pragma once

#include <google/protobuf/descriptor.h>

#include <string>
#include <string_view>
#include <vector>

namespace nomic::tools::lines {

// The way from a message to a field in it, or in a message of it.
using Path = std::vector<const google::protobuf::FieldDescriptor*>;

// The field's name in a line: without "_thousandths"; the fixed amount is "points".
std::string line_name(const google::protobuf::FieldDescriptor& field);

// Whether lines know it: the schema's own shorthand is for text format.
bool is_in_lines(const google::protobuf::FieldDescriptor& field);

// Whether a message is written as one value: a share, a length of time.
bool is_one_value(const google::protobuf::Descriptor& type);

// Whether a message is one of several others and nothing besides: a part of a turn.
bool is_one_of_several(const google::protobuf::Descriptor& type);

// The field of that name in the message, or in messages within it: the one that lies least deep. Empty: there is none,
// or several lie equally deep.
Path path_to(const google::protobuf::Descriptor& type, std::string_view name);

// The same of a provision of the kind that this field holds: what the kind does not know, its scope may.
Path path_in_kind(const google::protobuf::FieldDescriptor& kind, std::string_view name);

// The names that lead to a field, in the order of the schema.
std::vector<std::string> names_in(const google::protobuf::Descriptor& type);

// The field of a provision that holds a kind; null: there is no such kind.
const google::protobuf::FieldDescriptor* kind_named(std::string_view name);

}  // namespace nomic::tools::lines
