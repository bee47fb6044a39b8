// Reads a serialized message from a stranger, within limits.
//
//     if (const auto fault = read_message(body, {.bytes = 262'144, .values = 5'000}, request)) return usage(*fault);
//
// The bytes are counted before a message is built of them. Two bytes can say that a list has one more empty message,
// which takes a hundred times as much memory. So the limits are those of JSON: the same move counts about as many
// values in both forms. A field that the message does not have is refused.
//
// Cost: some 10 ns a field for the count, and nothing for the bytes within a string.
#pragma once

#include <google/protobuf/message.h>

#include <optional>
#include <string>
#include <string_view>

#include "nomic/words/json_reader.h"

namespace nomic::tools {

// Nothing: `into` holds what the bytes say. Otherwise what is wrong with the bytes, as the rest of a sentence ("it has
// more than 5000 values"); `into` is then to be thrown away.
std::optional<std::string> read_message(std::string_view bytes, const JsonLimits& limits,
                                        google::protobuf::Message& into);

}  // namespace nomic::tools
