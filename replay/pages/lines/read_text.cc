// Plain text, Markdown and wiki text to lines. Of markup, only what tells blocks apart is read; the words and the marks
// within a line stay as they are written.
#include <algorithm>
#include <utility>

#include "lines/front_matter.h"
#include "lines/line.h"
#include "lines/spaces.h"
#include "lines/text_lines.h"

namespace nomic::replay::import {

Result<Lines> read_text(std::string_view utf8, std::string_view where) {
  Lines page;
  page.encodings = {{.name = "UTF-8"}};
  page.files = {std::string(where)};
  const FrontMatter matter = front_matter(utf8);
  Cleaner cleaner(where);
  for (const FrontMatter::Field& field : matter.fields) {
    Result<std::string> clean = cleaner.clean(field.text, {.file = 0, .line = field.line});
    if (!clean) return clean.error();
    page.left_out.push_back({.at = {.file = 0, .line = field.line},
                             .text = std::move(*clean),
                             .why = remark_of(Topic::LEFT_OUT, "front_matter")});
  }
  const TextSource source{.where = where, .lines_above = matter.lines, .markdown = matter.lines > 0};
  Result<Dialect> dialect = add_text_lines(page, utf8.substr(matter.bytes), source);
  if (!dialect) return dialect.error();
  page.shape = *dialect == Dialect::MARKDOWN ? PageShape::MARKDOWN
               : *dialect == Dialect::WIKI   ? PageShape::WIKI
                                             : PageShape::PLAIN_TEXT;
  return page;
}

}  // namespace nomic::replay::import
