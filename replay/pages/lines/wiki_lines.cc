// Wiki text: headings between equals signs, items of lists by their first character, tables, <pre>. The marks of bold
// and italic words become those of Markdown, so that what comes after knows one kind.
#include <algorithm>
#include <string>
#include <string_view>

#include "lines/dialects.h"
#include "lines/markup.h"

namespace nomic::replay::import {
namespace {

std::string with_markdown_emphasis(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::string_view mark = text.starts_with("'''") ? "**" : text.starts_with("''") ? "*" : "";
    out += mark.empty() ? text.substr(0, 1) : mark;
    text.remove_prefix(mark.empty() ? 1 : mark.size() + 1);
  }
  return out;
}

}  // namespace

Status read_wiki(LineWriter& writer) {
  bool as_is = false;
  bool in_table = false;
  for (std::size_t i = 0; i < writer.size(); ++i) {
    const std::string_view line = writer.raw(i);
    const std::string_view words = trimmed_line(line);
    if (words == "<pre>" || words == "</pre>" || words == "<nowiki>" || words == "</nowiki>") {
      as_is = words[1] != '/';
      NOMIC_TRY(writer.leave_out(i, as_is ? "fence_begin" : "fence_end"));
    } else if (as_is) {
      NOMIC_TRY(writer.add(i, line, {.text = {}, .part = Part::CODE}));
    } else if (words.empty()) {
      NOMIC_TRY(writer.add(i, {}));
    } else if (const HeadingSigns heading = equals_signs(line); heading.level > 0) {
      NOMIC_TRY(writer.add(i, with_markdown_emphasis(heading.text), {.text = {}, .heading = heading.level}));
    } else if (line.starts_with("{|") || in_table) {
      in_table = !words.starts_with("|}");
      NOMIC_TRY(writer.add(i, line, {.text = {}, .part = Part::TABLE}));
    } else if (is_rule_of(line, '-')) {
      NOMIC_TRY(writer.leave_out(i, "line_across"));
    } else {
      // The marks of an item, one for each list that it is in, become the one of a bullet.
      const std::size_t marks = std::min(line.find_first_not_of("*#:;"), line.size());
      const bool item = marks > 0;
      const bool bullet = item && line.front() != ':' && line.front() != ';';
      const std::string_view text = without_indent(line.substr(marks));
      NOMIC_TRY(writer.add(i, (bullet ? "- " : "") + with_markdown_emphasis(text),
                           {.text = {}, .soft = true, .opens = item}));
    }
  }
  return ledger::Done{};
}

}  // namespace nomic::replay::import
