// A whole number as a stranger types it: digits and nothing else.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace nomic::tools {

inline std::optional<std::uint64_t> whole_number(std::string_view typed) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(typed.data(), typed.data() + typed.size(), value);
  if (typed.empty() || error != std::errc() || end != typed.data() + typed.size()) return std::nullopt;
  return value;
}

}  // namespace nomic::tools
