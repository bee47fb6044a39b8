// A command line as far as it is typed, for whoever completes its last word. Quotes may be open, as a shell has them
// then.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nomic::tools {

enum class OpenQuote : std::uint8_t { NONE, SINGLE, DOUBLE };

struct TypedLine {
  std::vector<std::string> before;  // whole words
  std::string word;                 // the last one, without quotes; empty: none is begun
  OpenQuote quote = OpenQuote::NONE;
  // How much of the word bash does not replace: up to the last = or :, unless a quote is open.
  std::size_t kept = 0;
};

TypedLine read_typed_line(std::string_view line);

// What is to stand in place of the word, as it is typed within its quotes, without what bash keeps of it.
std::string as_bash_inserts(const std::string& word, const TypedLine& line);

}  // namespace nomic::tools
