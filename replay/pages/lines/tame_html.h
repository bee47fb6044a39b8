// Tame HTML: what is done to a page before a parser meets it, so that no page can cost more than it is worth.
//
// The parser's work grows with the square of the depth of the page, of the attributes of a tag and of the formatting
// left open (each block after it begins with all of it anew). Pages that people saved stay far below the limits here.
// What shows nothing (comments, scripts, styles, titles) is overwritten with spaces, each line end kept, so that what
// the parser sees as tags is what was counted here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/error.h"
#include "nomic/replay/page_import.h"

namespace nomic::replay::import {

constexpr std::size_t TAGS_LIMIT = 30'000;                  // characters '<' outside scripts and styles
constexpr std::size_t ATTRIBUTES_LIMIT = 256;               // a tag
constexpr std::size_t ALL_ATTRIBUTES_LIMIT = 200'000;       // a page
constexpr std::size_t FORMATTING_LIMIT = 40 * 1024 * 1024;  // bytes that the parser may spend on repeating it

// The page with as many bytes and lines as before. PAGE_NOT_TEXT: over a limit. A form's field that holds markup is
// left out by name.
Result<std::string> tame_html(std::string_view utf8, std::string_view where, std::vector<LeftOut>& left_out);

}  // namespace nomic::replay::import
