#include "nomic/layout.h"

#include <algorithm>
#include <utility>

#include "nomic/display.h"

namespace nomic::tools {
namespace {

// Puts words on lines as they come.
class Lines {
 public:
  Lines(std::size_t width, std::size_t indent)
      : width_(width == 0 ? 0 : std::max<std::size_t>(width, indent + 10) - indent), indent_(indent, ' ') {}

  // `spaces` stand before it unless it begins a line.
  void piece(std::string_view piece, std::size_t spaces) {
    const std::size_t columns = width_of(piece);
    if (used_ > 0 && width_ > 0 && used_ + spaces + columns > width_) end_line();
    if (used_ > 0) {
      line_.append(spaces, ' ');
      used_ += spaces;
    }
    line_ += piece;
    used_ += columns;
  }

  void end_line() {
    if (!line_.empty()) out_ += indent_ + line_;
    out_ += '\n';
    line_.clear();
    used_ = 0;
  }

  std::string take() { return std::move(out_); }

 private:
  std::size_t width_;
  std::string indent_;
  std::string line_;
  std::size_t used_ = 0;
  std::string out_;
};

bool is_wide(std::string_view character) {
  return width_of(character) > 1 && static_cast<unsigned char>(character[0]) >= 0x80;
}

void wrap_paragraph(std::string_view paragraph, Lines& lines) {
  std::string word;
  std::size_t spaces = 0;
  const auto flush = [&] {
    if (word.empty()) return;
    lines.piece(word, spaces);
    word.clear();
    spaces = 0;
  };
  while (!paragraph.empty()) {
    const Character character = take_character(paragraph);
    if (character.valid && character.code == ' ') {
      flush();
      ++spaces;
    } else if (character.valid && is_wide(character.bytes) && !is_dangerous(character.code)) {
      flush();
      lines.piece(character.bytes, spaces);
      spaces = 0;
    } else {
      word += character.bytes;
    }
  }
  flush();
  lines.end_line();
}

}  // namespace

std::string wrap(std::string_view text, std::size_t width, std::size_t indent) {
  if (width == 0) {
    const std::string before(indent, ' ');
    std::string out;
    while (true) {
      const std::size_t end = text.find('\n');
      const std::string_view line = text.substr(0, end);
      if (!line.empty()) out += before;
      out += line;
      out += '\n';
      if (end == std::string_view::npos) return out;
      text.remove_prefix(end + 1);
    }
  }
  Lines lines(width, indent);
  while (true) {
    const std::size_t end = text.find('\n');
    wrap_paragraph(text.substr(0, end), lines);
    if (end == std::string_view::npos) return lines.take();
    text.remove_prefix(end + 1);
  }
}

std::string cut(std::string_view text, std::size_t width) {
  std::string line = on_one_line(text);
  if (width_of(line) <= width) return line;
  std::string out;
  std::size_t used = 3;
  std::string_view rest = line;
  while (!rest.empty()) {
    const Character character = take_character(rest);
    used += width_of(character.bytes);
    if (used > width) break;
    out += character.bytes;
  }
  return out + "...";
}

std::string pad_right(std::string_view text, std::size_t width) {
  std::string out(text);
  const std::size_t columns = width_of(text);
  if (columns < width) out.append(width - columns, ' ');
  return out;
}

std::string pad_left(std::string_view text, std::size_t width) {
  const std::size_t columns = width_of(text);
  std::string out(columns < width ? width - columns : 0, ' ');
  out += text;
  return out;
}

std::string Table::print(std::size_t width) const {
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::size_t before_last = 0;
  for (std::size_t i = 0; i + 1 < widths.size(); ++i) before_last += widths[i] + 2;

  std::string out;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      std::string cell = row[i];
      if (i + 1 == row.size() && width > before_last + 10 && width_of(cell) > width - before_last) {
        cell = cut(cell, width - before_last);
      }
      if (i > 0) line += "  ";
      line += columns_[i] == Align::RIGHT ? pad_left(cell, widths[i]) : pad_right(cell, widths[i]);
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    out += line + '\n';
  }
  return out;
}

}  // namespace nomic::tools
