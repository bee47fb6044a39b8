// Guess: what bytes that are not UTF-8 look like. Good enough to name an encoding in an error; nothing is converted on
// a guess alone.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nomic::replay::import {

// An encoding as people call it and as iconv does. Both empty: none that is recognised.
struct Guess {
  std::string name;   // "Shift-JIS"
  std::string iconv;  // "SHIFT-JIS"
  bool western = false;
};

// The encoding that the bytes, which are not UTF-8 and hold no NUL, look like.
Guess guess_encoding(std::string_view bytes);

// UTF-16 without a byte order mark; empty if they do not look like it.
Guess guess_utf16(std::string_view bytes);

// What kind of file other than text begins so ("pdf_file"); empty for none that is known.
std::string_view kind_of_file(std::string_view bytes);

// Whether too many of the bytes are control characters for a text.
bool is_mostly_controls(std::string_view bytes);

}  // namespace nomic::replay::import
