#include "nomic/words/shell_word.h"

#include <algorithm>

namespace nomic::tools {

std::string as_shell_word(std::string_view word) {
  const auto is_plain = [](char c) {
    // Bytes beyond ASCII are letters to a shell.
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_.,:@%+-/").find(c) != std::string_view::npos || static_cast<unsigned char>(c) >= 0x80;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return std::string(word);
  std::string out = "'";
  for (const char c : word) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

}  // namespace nomic::tools
