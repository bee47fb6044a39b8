// Lists of messages as columns: what a page holds of a document, in a sixth of the bytes of its JSON, and such that a
// browser need read only what it shows.
//
//     {"author":{"not":[0],"k":"s","v":[0,1,1]},"record":{"of":{...}},"votes":{"n":[2,0,1],"of":{...}}}
//
// A column is a field, by its name in JSON, over all rows (messages) of its list:
//
//     at, not    the rows in which the field stands, or in which it does not, whichever are fewer: each as its distance
//                to the one before, the first to 0; neither: it stands in all
//     n          of a list, how many it has in each row in which it stands; what follows is about all of them
//     of         of messages, their columns
//     v, d       numbers, or of each the difference to the one before; a text is a place in the strings (k: "s"), so is
//                the name of an enum's value; a time is microseconds since 1970 (k: "t"); k: "b" are true or false, and
//                where there is no v, all true
//
// The same messages always give the same text.
#pragma once

#include <google/protobuf/message.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nomic::tools {

// The words of a document's columns (document_columns.h): strings each once, lists of numbers as short as they get.

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

// The columns of these rows, which are of one type.
std::string columns_of(const std::vector<const google::protobuf::Message*>& rows, StringPool& strings);

// What may be made of columns, and is left of that.
struct ColumnLimits {
  std::size_t values = 0;  // messages and values
  std::size_t bytes = 0;   // of the values that are texts
};

// Fills the rows, which are empty, from their columns; false: these are none, or more comes of them than `left`.
bool fill_from_columns(std::string_view columns, const std::vector<std::string>& strings,
                       const std::vector<google::protobuf::Message*>& rows, ColumnLimits& left);

}  // namespace nomic::tools
