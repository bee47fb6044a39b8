// Names of hosts and of headers are ASCII, and compare without case, whatever the locale is.
#pragma once

#include <string>
#include <string_view>

namespace nomic::tools {

inline std::string ascii_lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

}  // namespace nomic::tools
