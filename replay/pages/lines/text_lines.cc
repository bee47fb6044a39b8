#include "lines/text_lines.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "lines/dialects.h"
#include "lines/markup.h"

namespace nomic::replay::import {
namespace {

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

// What stands behind the line's indent, wide spaces of East Asian texts among it.
std::string_view behind_indent(std::string_view raw) {
  for (;;) {
    raw = without_indent(raw);
    const std::size_t wide = raw.starts_with("\xC2\xA0") ? 2 : raw.starts_with("\xE3\x80\x80") ? 3 : 0;
    if (wide == 0) return raw;
    raw.remove_prefix(wide);
  }
}

bool bears_markdown(const std::vector<std::string_view>& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (number_signs(lines[i]).level > 0 || fence_of(lines[i], false) > 0 || begins_with_strong(lines[i])) return true;
    const bool after_text = i > 0 && !without_indent(lines[i - 1]).empty() && !is_rule_of(lines[i - 1], '=');
    if (after_text && is_rule_of(lines[i], '=')) return true;
  }
  return false;
}

// Two headings at least: a line of a text may stand between equals signs by chance.
bool bears_wiki(const std::vector<std::string_view>& lines) {
  constexpr std::ptrdiff_t FEWEST = 2;
  return std::count_if(lines.begin(), lines.end(), [](std::string_view raw) {
           return equals_signs(raw).level > 1 || raw.starts_with("'''");
         }) >= FEWEST;
}

Dialect dialect_of(const std::vector<std::string_view>& lines) {
  if (bears_wiki(lines)) return Dialect::WIKI;
  return bears_markdown(lines) ? Dialect::MARKDOWN : Dialect::PLAIN;
}

}  // namespace

PageLine LineWriter::place(std::size_t index) const {
  return {.file = source_.file, .line = source_.lines_above + index + 1};
}

bool LineWriter::is_blank(std::size_t index) const {
  return without_indent(raw(index)).empty();
}

Status LineWriter::add(std::size_t index, std::string_view text, Line as) {
  Result<std::string> clean = cleaner_.clean(text, place(index));
  if (!clean) return clean.error();
  as.file = source_.file;
  as.number = place(index).line;
  as.text = std::move(*clean);
  if (as.text.empty()) as.heading = 0;
  page_.lines.push_back(std::move(as));
  return ledger::Done{};
}

Status LineWriter::leave_out(std::size_t index, std::string_view variant) {
  Result<std::string> clean = cleaner_.clean(raw(index), place(index));
  if (!clean) return clean.error();
  page_.left_out.push_back({.at = place(index), .text = std::move(*clean), .why = remark_of(Topic::LEFT_OUT, variant)});
  return add(index, {});
}

bool LineWriter::after_blank() const {
  return !any() || last().text.empty() || last().heading > 0;
}

// Lines as they are; only a forum's own marks are read.
Status read_plain(LineWriter& writer) {
  Part part = Part::TEXT;
  for (std::size_t i = 0; i < writer.size(); ++i) {
    const std::string_view line = writer.raw(i);
    if (const std::string_view tag = forum_tag(line); !tag.empty()) {
      part = tag == "code" ? Part::CODE : tag == "quote" ? Part::QUOTE : Part::TEXT;
      NOMIC_TRY(writer.leave_out(i, "forum_mark"));
      continue;
    }
    const std::string_view words = behind_indent(line);
    const bool item = words.size() < line.size() && item_digits(words) > 0;
    NOMIC_TRY(writer.add(i, line, {.text = {}, .item = item, .part = part}));
  }
  return ledger::Done{};
}

Dialect dialect_of(std::string_view utf8) {
  return dialect_of(split(utf8));
}

Result<Dialect> add_text_lines(Lines& page, std::string_view utf8, const TextSource& source) {
  const auto count = static_cast<std::size_t>(std::count(utf8.begin(), utf8.end(), '\n')) + 1;
  const Status few_enough = check_line_count(page.lines.size() + count, source.where);
  if (!few_enough) return few_enough.error();
  const std::vector<std::string_view> raw = split(utf8);
  const Dialect dialect = source.markdown ? Dialect::MARKDOWN : dialect_of(raw);
  LineWriter writer(page, source, raw);
  const Status read = dialect == Dialect::MARKDOWN ? read_markdown(writer)
                      : dialect == Dialect::WIKI   ? read_wiki(writer)
                                                   : read_plain(writer);
  if (!read) return read.error();
  writer.finish();
  return dialect;
}

}  // namespace nomic::replay::import
