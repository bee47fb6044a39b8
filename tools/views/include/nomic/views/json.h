// JSON of the messages made for output (schema/nomic/v1/view.proto), by protobuf's mapping: every field always printed,
// numbers as numbers, and nothing raw in it that could repaint a terminal.
#pragma once

#include <google/protobuf/message.h>

#include <string>
#include <string_view>

namespace nomic::tools {

// On one line.
std::string json_of(const google::protobuf::Message& message);

// Escapes what protobuf leaves raw: DEL, C1, bidi controls, unassigned and noncharacters. They stand inside strings
// only.
std::string escape_dangerous(std::string_view json);

// What a view may hold: bytes that are no UTF-8 (a path) become U+FFFD.
std::string as_utf8(std::string_view bytes);

}  // namespace nomic::tools
