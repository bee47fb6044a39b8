// The words of a document's columns (document_columns.h): strings each once, lists of numbers as short as they get.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nomic::tools {

// Strings, each once, by their places. On a line each: `\\` is a backslash, `\n` a newline, and `\=17` at the end
// string 17, which is told so where a string ends with ": " and one that was there before it.
class StringPool {
 public:
  std::uint32_t place_of(const std::string& text);
  // All of them, a line each.
  [[nodiscard]] const std::string& lines() const { return lines_; }

 private:
  std::map<std::string, std::uint32_t, std::less<>> places_;
  std::string lines_;
};

// The strings of such lines; nothing: they are none.
std::optional<std::vector<std::string>> read_pool(std::string_view lines);

// "[1,2,3]".
std::string list_of(const std::vector<std::int64_t>& numbers);
// Of each its difference to the one before, of the first to 0.
std::vector<std::int64_t> differences_of(const std::vector<std::int64_t>& numbers);

// Microseconds of the times, where print_time() gives each of them again and a browser can count them; nothing: one of
// them is no such time.
std::optional<std::vector<std::int64_t>> times_of(const std::vector<std::string>& texts);

}  // namespace nomic::tools
