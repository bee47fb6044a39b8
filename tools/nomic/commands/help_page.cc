#include "help_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "embedded_pages.h"
#include "nomic/replay/edition.h"
#include "nomic/words/provision_line.h"
#include "render/layout.h"

namespace nomic::tools {
namespace {

constexpr std::size_t FIELD_INDENT = 2;
constexpr std::size_t EXAMPLE_INDENT = 4;
constexpr std::size_t VALUE_INDENT = 6;
constexpr std::string_view HEADING = "### ";
constexpr std::string_view LINE_BREAK = "<br>";

std::vector<std::string> split_at(std::string_view text, std::string_view sign) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t at = text.find(sign);
    parts.emplace_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + sign.size());
  }
}

// "| `kinds` | list | What. |  |" in cells.
std::vector<std::string> cells_of(std::string_view row) {
  row.remove_prefix(2);
  while (row.ends_with(' ') || row.ends_with('|')) row.remove_suffix(1);
  std::vector<std::string> cells = split_at(row, " | ");
  cells.resize(std::max<std::size_t>(cells.size(), 4));
  return cells;
}

// The names behind "(#": "[Amount](#amount)".
void add_references(std::string_view text, std::vector<std::string>& to) {
  constexpr std::string_view SIGN = "](#";
  for (std::size_t at = text.find(SIGN); at != std::string_view::npos; at = text.find(SIGN, at + 1)) {
    const std::size_t begin = at + SIGN.size();
    to.emplace_back(text.substr(begin, text.find(')', begin) - begin));
  }
}

// A field: what it means, and under it what it may be. A value of an enumeration has no more than its meaning.
std::string field_text(const std::vector<std::string>& cells, bool is_field, std::size_t width) {
  const std::string name = without_markdown(cells[0]);
  const std::string& meaning = is_field ? cells[2] : cells[1];
  std::string what = without_markdown(meaning);
  const std::string unregulated = is_field ? without_markdown(cells[3]) : "";
  if (!unregulated.empty()) {
    what +=
        fmt::format("{}Unregulated: {}{}", what.empty() ? "" : " ", unregulated, unregulated.ends_with('.') ? "" : ".");
  }
  std::string out = wrap(fmt::format("{}: {}", name, what), width, FIELD_INDENT);
  if (!is_field) return out;
  for (const std::string& value : split_at(cells[1], LINE_BREAK)) {
    out += wrap(without_markdown(value), width, VALUE_INDENT);
  }
  return out;
}

// An example as it is typed on one line, where it can be; else as the page has it.
std::string example_text(const std::string& example, std::size_t width) {
  const auto provision = replay::parse_provision(example);
  const std::string line = provision ? provision_line(*provision) : std::string();
  if (!is_provision_line(line)) return example;
  return wrap(line, width, EXAMPLE_INDENT);
}

}  // namespace

const std::vector<PagePart>& provisions_page() {
  static const auto ALL = [] {
    std::vector<PagePart> all;
    bool begun = false;
    bool kinds = true;
    for (std::string& line : split_at(embedded_page("provisions"), "\n")) {
      begun = begun || line == "## Kinds";
      if (line == "## Parts") kinds = false;
      if (!begun) continue;
      if (line.starts_with(HEADING)) {
        all.push_back({line.substr(HEADING.size()), kinds, {}});
      } else if (!all.empty() && !line.starts_with("## ") && (kinds || !all.back().is_kind)) {
        all.back().lines.push_back(std::move(line));
      }
    }
    return all;
  }();
  return ALL;
}

std::string without_markdown(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '`' || c == '[' || c == '\\') continue;
    if (c == ']' && text.substr(i).starts_with("](#")) {
      i = text.find(')', i);
      continue;
    }
    if (c != ']') out += c;
  }
  return out;
}

ShownPart shown_part(const PagePart& part, std::size_t width) {
  ShownPart shown;
  bool of_fields = true;
  std::string example;
  for (const std::string& line : part.lines) {
    if (line.starts_with("    ")) {
      example += line + "\n";
      continue;
    }
    if (!example.empty()) shown.text += example_text(std::exchange(example, {}), width);
    if (line.starts_with("|---")) continue;
    if (line.starts_with("| field |") || line.starts_with("| value |")) {
      of_fields = line.starts_with("| field |");
      continue;
    }
    if (line.starts_with("| ")) {
      add_references(line, shown.refers_to);
      shown.text += field_text(cells_of(line), of_fields, width);
    } else if (line.empty()) {
      shown.text += "\n";
    } else {
      shown.text += wrap(without_markdown(line), width, FIELD_INDENT);
    }
  }
  if (!example.empty()) shown.text += example_text(example, width);
  while (shown.text.ends_with("\n\n")) shown.text.pop_back();
  return shown;
}

}  // namespace nomic::tools
