// Display: text as a terminal may show it, and how wide it is there.
//
// What lies in a record was written by somebody. Characters that could repaint a terminal or end a line there (C0 but
// tab and newline, DEL, C1, bidi controls, U+2028 and U+2029, unassigned and noncharacters), and those that show
// nothing and belong to no script (is_hidden), are shown by their number: <U+009B>. Bytes that are no UTF-8 are shown
// as <0xFF>.
//
// Our own styles travel inside the text as a byte that UTF-8 never has and a letter, so that no text of anybody's needs
// to be told apart from an escape of ours; paint() turns them into escapes, or drops them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nomic::tools {

// Whether a character is shown by its number. Tab and newline are not dangerous.
bool is_dangerous(char32_t character);

// Whether a character shows nothing, and no script or emoji needs it: zero-width spaces, invisible operators, tags. The
// joiners U+200C and U+200D and the selectors of variants are letters of Persian, Hindi and Japanese texts.
bool is_hidden(char32_t character);

// Whether the bytes are UTF-8.
bool is_utf8(std::string_view bytes);

// The text with dangerous characters by number and styles as escapes (colour) or gone.
std::string paint(std::string_view text, bool colour);

// For one line: where lines part, a stroke stands, as verse is quoted, and two where paragraphs do ("one / two //
// three"). Tabs are shown by number too.
std::string on_one_line(std::string_view text);
// The same in double quotes, as messages quote what was typed.
std::string in_quotes(std::string_view text);

// Columns that the text takes when painted: 2 for a wide character, 0 for a combining one.
std::size_t width_of(std::string_view text);

std::string bold(std::string_view text);
std::string dim(std::string_view text);
std::string green(std::string_view text);
std::string red(std::string_view text);
std::string yellow(std::string_view text);

// Takes the next character off the front. Bytes that are no UTF-8, and our styles' mark, come one at a time with
// `valid` false.
struct Character {
  char32_t code = 0;
  bool valid = false;
  std::string_view bytes;
};
Character take_character(std::string_view& rest);

}  // namespace nomic::tools
