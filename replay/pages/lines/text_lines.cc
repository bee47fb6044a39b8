#include "lines/text_lines.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "lines/spaces.h"

namespace nomic::replay::import {
namespace {

constexpr std::size_t HEADINGS = 6;
constexpr std::size_t ITEM_DIGITS = 3;

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> lines;
  lines.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

std::string_view without_indent(std::string_view raw) {
  raw.remove_prefix(std::min(raw.find_first_not_of(" \t"), raw.size()));
  return raw;
}

std::string_view without_space_behind(std::string_view raw) {
  const std::size_t last = raw.find_last_not_of(" \t");
  return raw.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

std::size_t indent_of(std::string_view raw) {
  return raw.size() - without_indent(raw).size();
}

bool is_indented(std::string_view raw) {
  return raw.starts_with(' ') || raw.starts_with('\t') || raw.starts_with("\xC2\xA0") ||
         raw.starts_with("\xE3\x80\x80");
}

std::size_t run_of(std::string_view text, char mark) {
  return std::min(text.find_first_not_of(mark), text.size());
}

// A heading by number signs. "##Mutable Rules" is one, as sloppy pages have it; "#1" is not.
struct NumberSigns {
  int level = 0;  // 0: no heading
  std::string_view text;
};

NumberSigns number_signs(std::string_view raw) {
  const std::string_view line = without_space_behind(without_indent(raw));
  const std::size_t signs = run_of(line, '#');
  if (indent_of(raw) > 3 || signs == 0 || signs > HEADINGS) return {};
  const bool spaced = signs < line.size() && (line[signs] == ' ' || line[signs] == '\t');
  if (signs == line.size() || (!spaced && signs < 2)) return {};
  std::string_view text = without_indent(line.substr(signs));
  const std::size_t last = text.find_last_not_of('#');
  if (last == std::string_view::npos) return {};
  const bool closed = text[last] == ' ' || text[last] == '\t' || (!spaced && text.size() - last - 1 == signs);
  if (closed) text = without_space_behind(text.substr(0, last + 1));
  return {.level = static_cast<int>(signs), .text = text};
}

// The length of the run of ``` or ~~~ that begins a fence; 0 for none.
std::size_t fence_of(std::string_view raw) {
  const std::string_view line = without_indent(raw);
  if (indent_of(raw) > 3 || line.empty() || (line.front() != '`' && line.front() != '~')) return 0;
  const std::size_t run = run_of(line, line.front());
  if (run < 3 || (line.front() == '`' && line.find('`', run) != std::string_view::npos)) return 0;
  return run;
}

bool begins_with_strong(std::string_view raw) {
  const std::string_view line = without_indent(raw);
  if (!line.starts_with("**") && !line.starts_with("__")) return false;
  const std::string_view mark = line.substr(0, 2);
  const std::size_t end = line.find(mark, 2);
  return end != std::string_view::npos && end > 2 && line[2] != mark[0] && line[2] != ' ';
}

// A line of nothing but `mark`, three at least: under a heading, or across the page.
bool is_rule_of(std::string_view raw, char mark) {
  const std::string_view line = without_space_behind(without_indent(raw));
  return indent_of(raw) <= 3 && line.size() >= 3 && run_of(line, mark) == line.size();
}

bool is_break(std::string_view raw) {
  const std::string_view line = without_indent(raw);
  if (indent_of(raw) > 3 || line.empty() || (line[0] != '*' && line[0] != '-' && line[0] != '_')) return false;
  const bool only =
      std::all_of(line.begin(), line.end(), [&](char c) { return c == line[0] || c == ' ' || c == '\t'; });
  return only && std::count(line.begin(), line.end(), line[0]) >= 3;
}

// "1. text"
bool is_numbered_item(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  return digits >= 1 && digits <= ITEM_DIGITS && text.substr(digits).starts_with(". ");
}

class Reader {
 public:
  Reader(Lines& page, const TextSource& source, bool markdown)
      : page_(page), source_(source), markdown_(markdown), cleaner_(source.where) {}

  Status read(const std::vector<std::string_view>& raw) {
    raw_ = &raw;
    for (index_ = 0; index_ < raw.size(); ++index_) {
      const Status added = markdown_ ? add_markdown() : add(raw[index_]);
      if (!added) return added.error();
    }
    cleaner_.report(page_.left_out);
    return ledger::Done{};
  }

 private:
  [[nodiscard]] PageLine here() const { return {.file = source_.file, .line = source_.lines_above + index_ + 1}; }
  [[nodiscard]] std::string_view raw(std::size_t index) const {
    return index < raw_->size() ? (*raw_)[index] : std::string_view();
  }
  [[nodiscard]] bool is_blank(std::size_t index) const { return without_indent(raw(index)).empty(); }

  Status add(std::string_view text, int heading = 0) {
    const bool list = markdown_ ? fence_ == 0 && heading == 0 : is_indented(raw(index_));
    Result<std::string> clean = cleaner_.clean(text, here());
    if (!clean) return clean.error();
    const bool item = list && is_numbered_item(*clean);
    page_.lines.push_back(
        {.file = source_.file, .number = here().line, .text = std::move(*clean), .heading = heading, .item = item});
    if (page_.lines.back().text.empty()) page_.lines.back().heading = 0;
    return ledger::Done{};
  }

  // Markup that shows no words: the edge of a block.
  Status leave_out(const char* variant) {
    Result<std::string> clean = cleaner_.clean(raw(index_), here());
    if (!clean) return clean.error();
    page_.left_out.push_back({.at = here(), .text = std::move(*clean), .why = remark_of(Topic::LEFT_OUT, variant)});
    return add({});
  }

  Status add_markdown() {
    const std::string_view line = raw(index_);
    const std::size_t fence = fence_of(line);
    if (fence_ > 0) {
      const std::string_view mark = without_space_behind(without_indent(line));
      if (fence < fence_ || mark.front() != fence_mark_ || fence != mark.size()) return add(line);
      fence_ = 0;
      return leave_out("fence_end");
    }
    if (fence > 0) {
      fence_ = fence;
      fence_mark_ = without_indent(line).front();
      return leave_out("fence_begin");
    }
    if (const NumberSigns heading = number_signs(line); heading.level > 0) return add(heading.text, heading.level);
    if (under_heading_) {
      under_heading_ = false;
      return leave_out("underline");
    }
    if (is_break(line)) return leave_out("line_across");
    return add(line, underlined());
  }

  // The level of a heading that the next line underlines: a paragraph of one line.
  int underlined() {
    const bool alone = !is_blank(index_) && (index_ == 0 || is_blank(index_ - 1) || page_.lines.back().heading > 0 ||
                                             page_.lines.back().text.empty());
    if (!alone || index_ + 1 >= raw_->size()) return 0;
    const int level = is_rule_of(raw(index_ + 1), '=') ? 1 : is_rule_of(raw(index_ + 1), '-') ? 2 : 0;
    under_heading_ = level > 0;
    return level;
  }

  Lines& page_;
  const TextSource& source_;
  bool markdown_;
  Cleaner cleaner_;
  const std::vector<std::string_view>* raw_ = nullptr;
  std::size_t index_ = 0;
  std::size_t fence_ = 0;  // the length of the fence that is open
  char fence_mark_ = 0;
  bool under_heading_ = false;
};

}  // namespace

bool is_markdown(std::string_view utf8) {
  const std::vector<std::string_view> lines = split(utf8);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (number_signs(lines[i]).level > 0 || fence_of(lines[i]) > 0 || begins_with_strong(lines[i])) return true;
    const bool after_text = i > 0 && !without_indent(lines[i - 1]).empty() && !is_rule_of(lines[i - 1], '=');
    if (after_text && is_rule_of(lines[i], '=')) return true;
  }
  return false;
}

Result<bool> add_text_lines(Lines& page, std::string_view utf8, const TextSource& source) {
  const auto count = static_cast<std::size_t>(std::count(utf8.begin(), utf8.end(), '\n')) + 1;
  const Status few_enough = check_line_count(page.lines.size() + count, source.where);
  if (!few_enough) return few_enough.error();
  const bool markdown = source.markdown || is_markdown(utf8);
  Reader reader(page, source, markdown);
  const Status read = reader.read(split(utf8));
  if (!read) return read.error();
  return markdown;
}

}  // namespace nomic::replay::import
