#include "render/layout.h"

#include <algorithm>
#include <utility>

#include "nomic/words/terminal_text.h"
#include "render/command_layout.h"

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

// Whether Japanese never begins a line with the character: a full stop, a comma, a closing bracket.
bool closes(char32_t code) {
  constexpr std::u32string_view CLOSING = U"\u3001\u3002\uFF0C\uFF0E\u300D\u300F\u3011\uFF09\uFF01\uFF1F\u30FC";
  return CLOSING.find(code) != std::u32string_view::npos;
}

// The wide character with what must stay on its line, which is taken off the rest.
std::string_view with_closing(std::string_view character, std::string_view& rest) {
  std::string_view after = rest;
  while (!after.empty()) {
    const Character next = take_character(after);
    if (!next.valid || !closes(next.code)) break;
    character = {character.data(), character.size() + next.bytes.size()};
    rest = after;
  }
  return character;
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
      lines.piece(with_closing(character.bytes, paragraph), spaces);
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

std::string wrap_lines(std::string_view text, std::size_t width) {
  std::string out;
  // A command that is laid out already stays so.
  bool in_command = false;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    const bool stays = in_command || goes_on(line);
    in_command = goes_on(line);
    if (stays || width_of(line) <= width) {
      out += line;
      if (end != std::string_view::npos) out += '\n';
    } else {
      const std::string parted = with_command_below(line, width);
      out += parted.empty() ? wrap(line, width, std::min(line.find_first_not_of(' '), line.size())) : parted;
    }
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return out;
}

namespace {

// Paragraphs are parted by an empty line.
std::vector<std::string_view> paragraphs_of(std::string_view text) {
  std::vector<std::string_view> paragraphs;
  for (;;) {
    const std::size_t end = text.find("\n\n");
    paragraphs.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return paragraphs;
    text.remove_prefix(end + 2);
  }
}

// The lines of a paragraph in a column: wrapped, and what is still too wide broken anywhere.
std::vector<std::string> lines_in(std::string_view paragraph, std::size_t width) {
  std::vector<std::string> lines;
  const std::string wrapped = wrap(paragraph, width, 0);
  std::string_view rest = wrapped;
  std::string line;
  std::size_t used = 0;
  while (!rest.empty()) {
    const Character character = take_character(rest);
    const std::size_t columns = character.bytes == "\n" ? 0 : width_of(character.bytes);
    if (character.bytes == "\n" || used + columns > width) {
      lines.push_back(std::move(line));
      line.clear();
      used = 0;
    }
    if (character.bytes != "\n") {
      line += character.bytes;
      used += columns;
    }
  }
  return lines;
}

}  // namespace

std::string side_by_side(std::string_view left, std::string_view right, std::size_t width, std::size_t indent) {
  constexpr std::size_t GAP = 2;
  constexpr std::size_t NARROWEST = 10;
  const std::size_t room = width > indent + GAP ? width - indent - GAP : 0;
  const std::size_t column = std::max(room / 2, NARROWEST);
  const auto lefts = paragraphs_of(left);
  const auto rights = paragraphs_of(right);
  std::string out;
  for (std::size_t i = 0; i < std::max(lefts.size(), rights.size()); ++i) {
    const auto one = i < lefts.size() ? lines_in(lefts[i], column) : std::vector<std::string>();
    const auto other = i < rights.size() ? lines_in(rights[i], column) : std::vector<std::string>();
    if (i > 0) out += '\n';
    for (std::size_t line = 0; line < std::max(one.size(), other.size()); ++line) {
      std::string both = std::string(indent, ' ') + pad_right(line < one.size() ? one[line] : "", column + GAP);
      if (line < other.size()) both += other[line];
      while (!both.empty() && both.back() == ' ') both.pop_back();
      out += both + '\n';
    }
  }
  return out;
}

std::string cut(std::string_view text, std::size_t width) {
  std::string line = on_one_line(text);
  if (width_of(line) <= width) return line;
  std::string out;
  std::size_t used = 3;
  std::size_t whole = 0;  // bytes up to the last place between two words
  std::string_view rest = line;
  while (!rest.empty()) {
    const Character character = take_character(rest);
    if (character.bytes == " " || is_wide(character.bytes)) whole = out.size();
    used += width_of(character.bytes);
    if (used > width) break;
    out += character.bytes;
  }
  if (whole > 0) out.resize(whole);
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

namespace {

constexpr std::size_t BETWEEN = 2;
// A last column that is narrower is left as wide as it is.
constexpr std::size_t NARROW = 10;

// Columns that the last one has, where all are to be no wider than `width`; 0: as many as it wants.
std::size_t room_of_last(const std::vector<std::size_t>& widths, std::size_t width) {
  std::size_t before = 0;
  for (std::size_t i = 0; i + 1 < widths.size(); ++i) before += widths[i] + BETWEEN;
  return width > before + NARROW ? width - before : 0;
}

}  // namespace

std::vector<std::size_t> Table::widths() const {
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  return widths;
}

std::string Table::line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) const {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line.append(BETWEEN, ' ');
    line += columns_[i] == Align::RIGHT ? pad_left(cells[i], widths[i]) : pad_right(cells[i], widths[i]);
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line + '\n';
}

std::string Table::print(std::size_t width) const {
  const auto wide = widths();
  const std::size_t room = room_of_last(wide, width);
  std::string out;
  for (auto row : rows_) {
    if (room > 0 && !row.empty() && width_of(row.back()) > room) row.back() = cut(row.back(), room);
    out += line(row, wide);
  }
  return out;
}

std::string Table::print_wrapped(std::size_t width) const {
  const auto wide = widths();
  const std::size_t room = room_of_last(wide, width);
  std::string out;
  for (auto row : rows_) {
    const auto parts = room > 0 && !row.empty() ? lines_in(row.back(), room) : std::vector<std::string>();
    for (const std::string& part : parts) {
      row.back() = part;
      out += line(row, wide);
      row.assign(row.size(), "");
    }
    if (parts.empty()) out += line(row, wide);
  }
  return out;
}

}  // namespace nomic::tools
