// Code points and what they are: the few questions that the edge asks of Unicode's tables (utf8proc).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nomic::replay::unicode {

using CodePoint = std::int32_t;

// The code points of a text, up to its first byte that is not UTF-8.
struct Decoded {
  std::vector<CodePoint> points;
  std::optional<std::size_t> bad_byte;  // its offset
};
Decoded decode(std::string_view bytes);

// Where a code point stands, as an editor counts: lines and columns from 1, a column a code point.
struct Place {
  std::size_t line = 1;
  std::size_t column = 1;
};
Place place_of(const std::vector<CodePoint>& points, std::size_t position);

// Why a code point may not enter a game: "direction_control", "noncharacter", "control_character", "unassigned"; empty
// if it may. Tab and newline may.
std::string_view forbidden(CodePoint point);

// Space, tab, newline and every other separator.
bool is_space(CodePoint point);
// Ends a line wherever it is shown.
bool is_line_end(CodePoint point);
// Shown as nothing at all (Default_Ignorable_Code_Point): joiners, variation selectors, the byte order mark.
bool is_invisible(CodePoint point);
// A mark that is shown on or around the character before it.
bool is_mark(CodePoint point);
// A decimal digit of any script.
bool is_digit(CodePoint point);

// Normal forms. The input is UTF-8.
std::string nfc(std::string_view utf8);
std::string nfd(std::string_view utf8);
// NFC of the full case folding.
std::string nfc_casefold(std::string_view utf8);

void append(std::string& utf8, CodePoint point);

}  // namespace nomic::replay::unicode
