#include "nomic/words/points_words.h"

#include <fmt/format.h>

namespace nomic::tools {

std::string print_points(std::int64_t thousandths) {
  const bool negative = thousandths < 0;
  const std::uint64_t size =
      negative ? 0 - static_cast<std::uint64_t>(thousandths) : static_cast<std::uint64_t>(thousandths);
  std::string out = fmt::format("{}{}", negative ? "-" : "", size / 1000);
  if (size % 1000 != 0) {
    out += fmt::format(".{:03}", size % 1000);
    while (out.back() == '0') out.pop_back();
  }
  return out;
}

std::string print_change(std::int64_t thousandths) {
  return (thousandths < 0 ? "" : "+") + print_points(thousandths);
}

}  // namespace nomic::tools
