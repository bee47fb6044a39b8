// Text lines: one text, of plain text, Markdown or wiki text, added to the lines of a page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "lines/line.h"

namespace nomic::replay::import {

enum class Dialect : std::uint8_t { PLAIN, MARKDOWN, WIKI };

struct TextSource {
  std::string_view where;  // in messages
  std::size_t file = 0;
  std::size_t lines_above = 0;  // of the file, before the text
  bool markdown = false;        // known to be Markdown, as by its front matter
};

// Which marks the text bears. Markdown: a heading, a fence, a line that begins with strong words. A wiki: a heading
// between equals signs.
Dialect dialect_of(std::string_view utf8);

// Adds the text's lines and what was left out of them to the page. The value is what it was.
Result<Dialect> add_text_lines(Lines& page, std::string_view utf8, const TextSource& source);

}  // namespace nomic::replay::import
