// Plain text and Markdown to lines. Of Markdown, only what tells where a rule begins is read: headings, the items of
// numbered lists, fences and breaks. Everything else stays as it is written.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "import/line.h"
#include "import/spaces.h"
#include "import/text_lines.h"

namespace nomic::replay::import {

Result<Lines> read_text(std::string_view utf8, std::string_view where) {
  Lines page;
  page.encoding = "UTF-8";
  page.files = {std::string(where)};
  Result<bool> markdown = add_text_lines(page, utf8, {.where = where});
  if (!markdown) return markdown.error();
  page.shape = *markdown ? "Markdown" : "plain text";
  return page;
}

}  // namespace nomic::replay::import
