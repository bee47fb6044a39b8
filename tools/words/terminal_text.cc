#include "nomic/words/terminal_text.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>

namespace nomic::tools {
namespace {

constexpr char STYLE = '\xFF';

std::string styled(char style, std::string_view text) {
  std::string out{STYLE, style};
  out += text;
  out += {STYLE, '0'};
  return out;
}

std::string_view escape_of(char style) {
  switch (style) {
    case 'b':
      return "\x1b[1m";
    case 'd':
      return "\x1b[2m";
    case 'r':
      return "\x1b[31m";
    case 'g':
      return "\x1b[32m";
    case 'y':
      return "\x1b[33m";
    case '0':
      return "\x1b[0m";
    default:
      return {};
  }
}

// If a style of ours begins here, takes it off and gives its escape.
std::string_view take_style(std::string_view& rest) {
  if (rest.size() < 2 || rest[0] != STYLE) return {};
  const std::string_view escape = escape_of(rest[1]);
  if (!escape.empty()) rest.remove_prefix(2);
  return escape;
}

std::string by_number(const Character& character) {
  if (!character.valid) return fmt::format("<0x{:02X}>", static_cast<unsigned char>(character.bytes[0]));
  return fmt::format("<U+{:04X}>", static_cast<std::uint32_t>(character.code));
}

bool is_bidi_control(char32_t c) {
  return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

bool is_line_separator(char32_t c) {
  return c == 0x2028 || c == 0x2029;
}

}  // namespace

bool is_hidden(char32_t c) {
  constexpr char32_t MONGOLIAN_VOWEL_SEPARATOR = 0x180E;
  constexpr char32_t ZERO_WIDTH_SPACE = 0x200B;
  constexpr char32_t BYTE_ORDER_MARK = 0xFEFF;
  return c == MONGOLIAN_VOWEL_SEPARATOR || c == ZERO_WIDTH_SPACE || c == BYTE_ORDER_MARK ||
         (c >= 0x2060 && c <= 0x2065) || (c >= 0x206A && c <= 0x206F) || (c >= 0xFFF9 && c <= 0xFFFB) ||
         (c >= 0xE0000 && c <= 0xE007F);
}

bool is_dangerous(char32_t c) {
  if (c < 0x20) return c != '\t' && c != '\n';
  if (c < 0x7F) return false;
  if (c < 0xA0 || is_bidi_control(c) || is_line_separator(c) || is_hidden(c)) return true;
  // Noncharacters are unassigned in Unicode's tables.
  return utf8proc_category(static_cast<utf8proc_int32_t>(c)) == UTF8PROC_CATEGORY_CN;
}

Character take_character(std::string_view& rest) {
  Character character;
  if (static_cast<unsigned char>(rest[0]) < 0x80) {
    character = {static_cast<char32_t>(rest[0]), true, rest.substr(0, 1)};
  } else {
    utf8proc_int32_t code = -1;
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(rest.data());
    const utf8proc_ssize_t size = utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(rest.size()), &code);
    if (size <= 0) {
      character = {0, false, rest.substr(0, 1)};
    } else {
      character = {static_cast<char32_t>(code), true, rest.substr(0, static_cast<std::size_t>(size))};
    }
  }
  rest.remove_prefix(character.bytes.size());
  return character;
}

bool is_utf8(std::string_view bytes) {
  while (!bytes.empty()) {
    if (!take_character(bytes).valid) return false;
  }
  return true;
}

std::string paint(std::string_view text, bool colour) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    if (const std::string_view escape = take_style(text); !escape.empty()) {
      if (colour) out += escape;
      continue;
    }
    const Character character = take_character(text);
    if (character.valid && !is_dangerous(character.code)) {
      out += character.bytes;
    } else {
      out += by_number(character);
    }
  }
  return out;
}

namespace {

// Where lines part, with the blanks around it; empty: they do not here.
std::string_view take_break(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_not_of(" \n"), text.size());
  const std::string_view blanks = text.substr(0, end);
  if (blanks.find('\n') == std::string_view::npos) return {};
  text.remove_prefix(end);
  return blanks;
}

}  // namespace

std::string on_one_line(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    if (const std::string_view blanks = take_break(text); !blanks.empty()) {
      if (!out.empty()) out += ' ';
      out += std::count(blanks.begin(), blanks.end(), '\n') > 1 ? "//" : "/";
      if (!text.empty()) out += ' ';
      continue;
    }
    const Character character = take_character(text);
    if (character.valid && !is_dangerous(character.code) && character.code >= 0x20) {
      out += character.bytes;
    } else {
      out += by_number(character);
    }
  }
  return out;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t LONG = 80;
  std::string line = on_one_line(text);
  if (line.size() > LONG) {
    std::string_view rest = line;
    std::string cut;
    while (cut.size() < LONG) cut += take_character(rest).bytes;
    line = cut + "...";
  }
  return '"' + line + '"';
}

std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    if (!take_style(text).empty()) continue;
    const Character character = take_character(text);
    if (!character.valid || is_dangerous(character.code)) {
      width += by_number(character).size();
    } else {
      const int columns = utf8proc_charwidth(static_cast<utf8proc_int32_t>(character.code));
      if (columns > 0) width += static_cast<std::size_t>(columns);
    }
  }
  return width;
}

std::string bold(std::string_view text) {
  return styled('b', text);
}
std::string dim(std::string_view text) {
  return styled('d', text);
}
std::string green(std::string_view text) {
  return styled('g', text);
}
std::string red(std::string_view text) {
  return styled('r', text);
}
std::string yellow(std::string_view text) {
  return styled('y', text);
}

}  // namespace nomic::tools
