#include "manual/markdown_page.h"

#include <algorithm>
#include <string>
#include <vector>

namespace nomic::tools {
namespace {

// "| a | b \| c |" in cells.
std::vector<std::string> cells_in(std::string_view row) {
  std::vector<std::string> cells;
  std::string cell;
  for (std::size_t at = 1; at < row.size(); ++at) {
    if (row[at] == '|' && row[at - 1] != '\\') {
      const std::size_t first = cell.find_first_not_of(' ');
      const std::size_t last = cell.find_last_not_of(' ');
      cells.push_back(first == std::string::npos ? std::string() : cell.substr(first, last - first + 1));
      cell.clear();
    } else {
      cell += row[at];
    }
  }
  return cells;
}

std::string with_breaks_as(std::string text, std::string_view between) {
  constexpr std::string_view BREAK = "<br>";
  for (std::size_t at = text.find(BREAK); at != std::string::npos; at = text.find(BREAK, at)) {
    text.replace(at, BREAK.size(), between);
  }
  return text;
}

class Reader {
 public:
  explicit Reader(RoffPage& page) : page_(page) {}

  void line(std::string_view line) {
    if (line.starts_with("    ") && (kind_ == Kind::NONE || kind_ == Kind::LINES)) {
      go_on(Kind::LINES, line.substr(4), "\n");
    } else if (line.starts_with("- ")) {
      settle();
      go_on(Kind::POINT, line.substr(2), " ");
    } else if (line.starts_with('|')) {
      settle();
      row(line);
    } else if (line.starts_with('#')) {
      settle();
      heading(line);
    } else if (line.empty()) {
      blank();
    } else if (!line.starts_with("<!--")) {
      const std::size_t words = std::min(line.find_first_not_of(' '), line.size());
      go_on(kind_ == Kind::POINT ? Kind::POINT : Kind::PARAGRAPH, line.substr(words), " ");
    }
    if (!line.starts_with('|')) columns_.clear();
  }

  void settle() {
    while (text_.ends_with('\n')) text_.pop_back();
    if (kind_ == Kind::PARAGRAPH) page_.paragraph(text_);
    if (kind_ == Kind::POINT) page_.point(text_);
    if (kind_ == Kind::LINES) page_.lines(text_);
    kind_ = Kind::NONE;
    text_.clear();
  }

 private:
  enum class Kind { NONE, PARAGRAPH, POINT, LINES };

  void go_on(Kind kind, std::string_view words, std::string_view between) {
    if (kind_ != kind) settle();
    kind_ = kind;
    if (!text_.empty()) text_ += between;
    text_ += words;
  }

  // Lines that stay as they are may have an empty one among them.
  void blank() {
    if (kind_ == Kind::LINES) {
      text_ += '\n';
    } else {
      settle();
    }
  }

  // The page has its own title.
  void heading(std::string_view line) {
    const std::size_t level = line.find(' ');
    if (level == 2) page_.heading(line.substr(3));
    if (level == 3) page_.subheading(line.substr(4));
  }

  void row(std::string_view line) {
    std::vector<std::string> cells = cells_in(line);
    if (columns_.empty()) {
      columns_ = std::move(cells);
      return;
    }
    if (line.starts_with("|---")) return;
    std::string body;
    for (std::size_t i = 1; i < cells.size() && i < columns_.size(); ++i) {
      if (cells[i].empty()) continue;
      const std::string_view before = body.empty() ? "" : (body.ends_with('.') ? " " : "; ");
      body += before;
      // Of two columns the heading says what the table is about, and not each row.
      if (columns_.size() > 2) body += columns_[i] + ": ";
      body += with_breaks_as(cells[i], ", ");
    }
    page_.entry(with_breaks_as(cells.front(), " "), body);
  }

  RoffPage& page_;
  Kind kind_ = Kind::NONE;
  std::string text_;
  std::vector<std::string> columns_;
};

}  // namespace

void add_markdown(RoffPage& page, std::string_view document) {
  Reader reader(page);
  while (!document.empty()) {
    const std::size_t end = std::min(document.find('\n'), document.size());
    reader.line(document.substr(0, end));
    document.remove_prefix(std::min(end + 1, document.size()));
  }
  reader.settle();
}

}  // namespace nomic::tools
