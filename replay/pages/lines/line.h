// Lines: what every shape of page (plain text, Markdown, HTML, a folder of files) becomes before rules are looked for.
//
// A reader turns bytes into lines and loses nothing: whatever it leaves out itself (markup that shows nothing, front
// matter) it names. Everything after it works on lines alone and does not know what the page was.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/error.h"
#include "nomic/replay/page_import.h"

namespace nomic::replay::import {

// What the markup says that a line is part of.
enum class Part : std::uint8_t {
  TEXT,
  CODE,   // a fence, <pre>, [code]: shown as it stands
  QUOTE,  // a blockquote, [quote]: somebody else's words; without its `>`
  TABLE,
};

// A line of a page as a reader sees it.
struct Line {
  std::size_t file = 0;    // which of the files, from 0
  std::size_t number = 0;  // line in that file, from 1, as an editor counts; HTML: where its text begins in the source
  // NFC; white space around it gone, every run of white space inside it one space. Empty: a blank line (or the edge of
  // a block of HTML). No control characters.
  std::string text;
  // 1 to 6 for a heading by markup (`##`, <h2>), whose mark is no longer in the text; else 0.
  int heading = 0;
  // Whether the markup says that this is the first line of an item of a numbered list. The text then begins with the
  // item's number and a full stop ("1. ", "101. ").
  bool item = false;
  Part part = Part::TEXT;
  // Whether the markup, and not the line's end, says where a block ends: a line that follows it without a blank one is
  // part of the same paragraph.
  bool soft = false;
  // Whether the rules stand in a fence or a quote, and this line outside of it: it is a heading, or nobody's.
  bool outside = false;
  bool opens = false;  // of a soft line: whether it begins a block all the same, as the item of a list does
};

// A whole page, or a folder of files.
struct Lines {
  PageShape shape = PageShape::PLAIN_TEXT;
  std::vector<PageEncoding> encodings;
  std::vector<std::string> files;  // their names
  std::vector<Line> lines;         // in order
  std::vector<LeftOut> left_out;   // what the reader itself left out
};

// The bytes as UTF-8 without a byte order mark and with LF as line end. PAGE_NOT_TEXT: binary, over PAGE_LIMIT, in an
// encoding other than UTF-8 that was not asked for (the error names the one it looks like), or not
// in the encoding asked for. `encoding` empty: UTF-8, or UTF-16 where a byte order mark says so. `found` is what it
// was.
Result<std::string> to_utf8(std::string_view bytes, std::string_view where, std::string_view encoding,
                            PageEncoding& found);

// Plain text and Markdown, told apart by what is in them.
Result<Lines> read_text(std::string_view utf8, std::string_view where);

// Whether it is HTML: by what it begins with.
bool is_html(std::string_view utf8);
// HTML, as a browser would show it. Scripts, styles and the like show nothing and are no lines.
Result<Lines> read_html(std::string_view utf8, std::string_view where);

// A rule a file: the number from front matter (`number:`, `rule:`, `id:`) or the file's name, the title and status from
// front matter (`title:`/`name:`; `status:`/`type:`/`mutable:`) where they are. Each file becomes a heading line that
// says what the front matter said ("101 (IMMUTABLE) Title"), a blank line, and the lines of its text. Front matter that
// means nothing here is left out by name. Files without a number (a README) are left out whole.
Result<Lines> read_folder(const std::vector<PageFile>& files, std::string_view encoding);

}  // namespace nomic::replay::import
