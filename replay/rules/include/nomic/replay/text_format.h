// Protobuf's text format, with errors that name the place and say what would be right.
#pragma once

#include <google/protobuf/message.h>

#include <string>
#include <string_view>

#include "nomic/replay/error.h"

namespace nomic::replay {

// Reads `text` into `message`. Errors are `code` and begin with `where` and the place: "rules.txtpb, line 12, column 3:
// ...". Unknown fields, fields given twice and numbers written in octal (010) are errors.
Status read_text_format(std::string_view text, std::string_view where, ErrorCode code,
                        google::protobuf::Message& message);

}  // namespace nomic::replay
