#include "lines/markup.h"

#include <algorithm>
#include <array>

namespace nomic::replay::import {
namespace {

constexpr std::size_t HEADINGS = 6;
constexpr std::size_t ITEM_DIGITS = 3;
constexpr std::size_t TAB_STOP = 4;
constexpr std::size_t MOST_INDENT = 3;  // more is code, or belongs to the item of a list

std::size_t run_of(std::string_view text, char mark) {
  return std::min(text.find_first_not_of(mark), text.size());
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

std::string_view without_indent(std::string_view raw) {
  raw.remove_prefix(std::min(raw.find_first_not_of(" \t"), raw.size()));
  return raw;
}

std::string_view without_space_behind(std::string_view raw) {
  const std::size_t last = raw.find_last_not_of(" \t");
  return raw.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

std::string_view trimmed_line(std::string_view raw) {
  return without_space_behind(without_indent(raw));
}

std::size_t indent_of(std::string_view raw) {
  std::size_t column = 0;
  for (const char c : raw.substr(0, raw.size() - without_indent(raw).size()))
    column = c == '\t' ? (column / TAB_STOP + 1) * TAB_STOP : column + 1;
  return column;
}

HeadingSigns number_signs(std::string_view raw) {
  const std::string_view line = trimmed_line(raw);
  const std::size_t signs = run_of(line, '#');
  if (indent_of(raw) > MOST_INDENT || signs == 0 || signs > HEADINGS) return {};
  const bool spaced = signs < line.size() && (line[signs] == ' ' || line[signs] == '\t');
  if (signs == line.size() || (!spaced && signs < 2)) return {};
  std::string_view text = without_indent(line.substr(signs));
  const std::size_t last = text.find_last_not_of('#');
  if (last == std::string_view::npos) return {};
  const bool closed = text[last] == ' ' || text[last] == '\t' || (!spaced && text.size() - last - 1 == signs);
  if (closed) text = without_space_behind(text.substr(0, last + 1));
  return {.level = static_cast<int>(signs), .text = text};
}

HeadingSigns equals_signs(std::string_view raw) {
  const std::string_view line = without_space_behind(raw);
  const std::size_t signs = run_of(line, '=');
  if (signs == 0 || signs > HEADINGS || line.size() <= 2 * signs) return {};
  const std::size_t last = line.find_last_not_of('=');
  if (last == std::string_view::npos || line.size() - last - 1 != signs) return {};
  const std::string_view text = trimmed_line(line.substr(signs, last + 1 - signs));
  if (text.empty()) return {};
  return {.level = static_cast<int>(signs), .text = text};
}

std::size_t fence_of(std::string_view raw, bool in_list) {
  const std::string_view line = without_indent(raw);
  if ((indent_of(raw) > MOST_INDENT && !in_list) || line.empty() || (line.front() != '`' && line.front() != '~'))
    return 0;
  const std::size_t run = run_of(line, line.front());
  if (run < 3 || (line.front() == '`' && line.find('`', run) != std::string_view::npos)) return 0;
  return run;
}

bool is_rule_of(std::string_view raw, char mark) {
  const std::string_view line = trimmed_line(raw);
  return indent_of(raw) <= MOST_INDENT && line.size() >= 3 && run_of(line, mark) == line.size();
}

bool is_break(std::string_view raw) {
  const std::string_view line = without_indent(raw);
  if (indent_of(raw) > MOST_INDENT || line.empty() || (line[0] != '*' && line[0] != '-' && line[0] != '_'))
    return false;
  const bool only =
      std::all_of(line.begin(), line.end(), [&](char c) { return c == line[0] || c == ' ' || c == '\t'; });
  return only && std::count(line.begin(), line.end(), line[0]) >= 3;
}

bool begins_with_strong(std::string_view raw) {
  const std::string_view line = without_indent(raw);
  if (!line.starts_with("**") && !line.starts_with("__")) return false;
  const std::string_view mark = line.substr(0, 2);
  const std::size_t end = line.find(mark, 2);
  return end != std::string_view::npos && end > 2 && line[2] != mark[0] && line[2] != ' ';
}

std::size_t item_digits(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0 || digits > ITEM_DIGITS) return 0;
  const std::string_view behind = text.substr(digits);
  const bool sign = behind.starts_with(". ") || behind.starts_with(") ") || behind.starts_with(".\t");
  return sign ? digits : 0;
}

bool is_bullet(std::string_view text) {
  return text.size() > 2 && (text[0] == '-' || text[0] == '*' || text[0] == '+') && (text[1] == ' ' || text[1] == '\t');
}

bool is_table_line(std::string_view raw) {
  const std::string_view line = trimmed_line(raw);
  return line.find('|') != std::string_view::npos && line.find('-') != std::string_view::npos &&
         line.find_first_not_of("|-: \t") == std::string_view::npos;
}

bool begins_conflict(std::string_view raw) {
  return raw.starts_with("<<<<<<< ");
}

bool ends_conflict(std::string_view raw) {
  return raw.starts_with(">>>>>>> ");
}

std::string_view forum_tag(std::string_view raw) {
  const std::string_view line = trimmed_line(raw);
  if (line.size() < 3 || line.front() != '[' || line.back() != ']') return {};
  const std::string_view inner = line.substr(1, line.size() - 2);
  constexpr std::array<std::string_view, 4> TAGS = {"code", "/code", "quote", "/quote"};
  for (const std::string_view tag : TAGS) {
    const bool named = inner.size() >= tag.size() &&
                       std::equal(tag.begin(), tag.end(), inner.begin(), [](char a, char b) { return a == lower(b); });
    if (!named) continue;
    // "[quote=Ann]" says whose words they are; "[codec]" is none.
    if (inner.size() == tag.size() ||
        (tag == "quote" && inner[tag.size()] == '=' && inner.find(']') == std::string_view::npos))
      return tag;
  }
  return {};
}

}  // namespace nomic::replay::import
