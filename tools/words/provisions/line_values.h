// Single values in a line: a number, points, a share, a length of time, one word of several.
#pragma once

#include <google/protobuf/message.h>

#include <optional>
#include <string>

#include "line_items.h"

namespace nomic::tools::lines {

// The value of a field that holds no message but a share or a length of time; of a repeated one, the one at `at`.
std::string print_value(const google::protobuf::Message& message, const google::protobuf::FieldDescriptor& field,
                        int at);

// Sets the field, or adds to it, what the value says. Nothing: it was done.
std::optional<LineFault> read_value(const Value& value, const google::protobuf::FieldDescriptor& field,
                                    google::protobuf::Message& into);

// What may stand there: "NUMBER", "POINTS", "yes|no", "adopted|defeated".
std::string form_of(const google::protobuf::FieldDescriptor& field);

}  // namespace nomic::tools::lines
