#include "cli/trimmed.h"

namespace nomic::tools {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view BLANKS = " \t\r";
  const std::size_t first = text.find_first_not_of(BLANKS);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(BLANKS) - first + 1);
}

}  // namespace nomic::tools
