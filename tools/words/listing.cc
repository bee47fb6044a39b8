#include "nomic/words/listing.h"

#include <fmt/format.h>

namespace nomic::tools {

std::string listed(const std::vector<std::string>& names, std::string_view last_join) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) out += i + 1 == names.size() ? fmt::format(" {} ", last_join) : ", ";
    out += names[i];
  }
  return out;
}

std::string so_many(std::uint64_t count, std::string_view one, std::string_view several) {
  return fmt::format("{} {}", count, count == 1 ? one : several);
}

}  // namespace nomic::tools
