// Spaces: what a line of any page goes through. White space becomes single spaces, characters become NFC, and what may
// not enter a game (or shows nothing) is taken out and counted, so that the reader can name it.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lines/line.h"
#include "nomic/replay/error.h"
#include "nomic/replay/page_import.h"
#include "nomic/replay/text/unicode.h"

namespace nomic::replay::import {

constexpr std::size_t LINE_LIMIT = 200'000;   // bytes a line
constexpr std::size_t LINES_LIMIT = 200'000;  // lines a page: each costs some sixty bytes beside its text
// Combining marks on one character. Ordering them takes time that grows with the square of their number; languages use
// up to four, and Unicode's stream-safe format allows thirty.
constexpr std::size_t MARKS_LIMIT = 100;

// PAGE_NOT_TEXT, and which case of it.
Error not_text(std::string_view variant, std::vector<Parameter> parameters);

// Refuses a page of more than LINES_LIMIT lines.
Status check_line_count(std::size_t count, std::string_view where);

// Cleans the lines of one page and remembers what it took out of them.
class Cleaner {
 public:
  explicit Cleaner(std::string_view where) : where_(where) {}

  // The line's text as Line::text has it. `utf8` is UTF-8. Refused: a line over LINE_LIMIT, and marks over MARKS_LIMIT.
  Result<std::string> clean(std::string_view utf8, PageLine at);

  // Adds an entry for each kind of character that was taken out, at the first line that held one.
  void report(std::vector<LeftOut>& left_out) const;

 private:
  struct Taken {
    std::string_view kind;
    PageLine first;
    std::size_t count = 0;
    std::size_t last_line = 0;
    std::size_t lines = 0;
    std::vector<unicode::CodePoint> points;  // the first few different ones
  };
  void take(std::string_view kind, unicode::CodePoint point, PageLine at);

  std::string where_;
  std::vector<Taken> taken_;
};

}  // namespace nomic::replay::import
