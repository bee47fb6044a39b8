#include "nomic/views/json_object.h"

#include <fmt/format.h>

namespace nomic::tools {

std::string with_fields_first(std::string_view fields, std::string_view object) {
  if (fields.empty()) return std::string(object);
  const std::string_view own = object.substr(1);
  return fmt::format("{{{}{}{}", fields, own.starts_with('}') ? "" : ",", own);
}

}  // namespace nomic::tools
