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
// string 17, which is told so where a string ends with ": " and one that was there before it. A line that is `\@60,25`
// and nothing else is the 25 bytes of the page's records from byte 60 on (record_places.h).
class StringPool {
 public:
  std::uint32_t place_of(const std::string& text);
  // All of them, a line each. `records`: those of the page, packed; empty: it has none.
  [[nodiscard]] std::string lines(std::string_view records) const;

 private:
  struct Line {
    std::string_view text;
    // Where it ends with another string: that one's place, and how much stands before it.
    std::optional<std::uint32_t> other = {};
    std::size_t before = 0;
  };
  std::map<std::string, std::uint32_t, std::less<>> places_;
  std::vector<Line> lines_;  // in places_, whose strings stay where they are
};

// The strings of such lines, beside the same records; nothing: they are none.
std::optional<std::vector<std::string>> read_pool(std::string_view lines, std::string_view records);

// "[1,2,3]".
std::string list_of(const std::vector<std::int64_t>& numbers);
// Of each its difference to the one before, of the first to 0.
std::vector<std::int64_t> differences_of(const std::vector<std::int64_t>& numbers);

// Microseconds of the times, where print_time() gives each of them again and a browser can count them; nothing: one of
// them is no such time.
std::optional<std::vector<std::int64_t>> times_of(const std::vector<std::string>& texts);

}  // namespace nomic::tools
