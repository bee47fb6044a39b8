// Numbers with letters in JSON: a rule's or a proposal's number is a number there, and one with letters is a string, as
// people read it.
//
//     {"rule":340}    {"rule":"340a"}
//
// Messages have 32 bits for either (nomic/replay/rule_number.h), and protobuf would print what stands for such a
// number. So all JSON that is printed goes through the first of these, and JSON that is read again through the second.
#pragma once

#include <google/protobuf/descriptor.h>

#include <string>
#include <string_view>

namespace nomic::tools {

// The JSON of a message of that type. O(bytes); as it is where nothing stands for a number with letters.
std::string with_letters(std::string json, const google::protobuf::Descriptor& type);

// The way back. What is no JSON of that type is left as it is.
std::string without_letters(std::string_view json, const google::protobuf::Descriptor& type);

}  // namespace nomic::tools
