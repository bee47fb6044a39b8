// Objects of JSON, put together.
#pragma once

#include <string>
#include <string_view>

namespace nomic::tools {

// The object with further fields before its own: `"line":3` before {"ok":true}. Without any it is as it was.
std::string with_fields_first(std::string_view fields, std::string_view object);

}  // namespace nomic::tools
