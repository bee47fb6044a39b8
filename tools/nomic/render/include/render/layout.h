// Layout: wrapped text and tables, measured in columns as displayed, so that the Japanese rules line up.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nomic::tools {

// The text broken into lines of at most `width` columns, each after `indent` spaces. Breaks at spaces and beside wide
// characters; a longer word stands on a line of its own. Line breaks of the text stay. Width 0: only indented.
std::string wrap(std::string_view text, std::size_t width, std::size_t indent);

// Lines that are wider than `width` broken as wrap() does, what follows under the line's own indent; the others stay.
std::string wrap_lines(std::string_view text, std::size_t width);

// Two texts in columns of one width, each paragraph beside its counterpart, after `indent` spaces; no line is wider
// than `width` (a word that does not fit its column is broken).
std::string side_by_side(std::string_view left, std::string_view right, std::size_t width, std::size_t indent);

// The text's first columns, on one line; with "..." where something is left out. No word is broken but one that is wider
// than all of it.
std::string cut(std::string_view text, std::size_t width);

// The text and spaces up to `width` columns.
std::string pad_right(std::string_view text, std::size_t width);
std::string pad_left(std::string_view text, std::size_t width);

enum class Align { LEFT, RIGHT };

// Columns as wide as their widest cell, two spaces between them, no space at the ends of lines.
class Table {
 public:
  explicit Table(std::vector<Align> columns) : columns_(std::move(columns)) {}

  // As many cells as columns.
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  // The last column is cut so that no line is wider than `width`; 0: never.
  [[nodiscard]] std::string print(std::size_t width) const;
  // The same, but what does not fit goes on in the next line, under itself.
  [[nodiscard]] std::string print_wrapped(std::size_t width) const;

 private:
  // The width of each column.
  [[nodiscard]] std::vector<std::size_t> widths() const;
  [[nodiscard]] std::string line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) const;

  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace nomic::tools
