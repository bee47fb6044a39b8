// Text lines: one text, of plain text or Markdown, added to the lines of a page.
#pragma once

#include <cstddef>
#include <string_view>

#include "lines/line.h"

namespace nomic::replay::import {

struct TextSource {
  std::string_view where;  // in messages
  std::size_t file = 0;
  std::size_t lines_above = 0;  // of the file, before the text
  bool markdown = false;        // known to be Markdown, as by its front matter
};

// Whether the text bears marks of Markdown: a heading, a fence, a line that begins with strong words.
bool is_markdown(std::string_view utf8);

// Adds the text's lines and what was left out of them to the page. The value is whether it was Markdown.
Result<bool> add_text_lines(Lines& page, std::string_view utf8, const TextSource& source);

}  // namespace nomic::replay::import
