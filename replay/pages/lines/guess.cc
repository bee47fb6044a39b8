#include "lines/guess.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace nomic::replay::import {
namespace {

using Byte = unsigned char;

Byte at(std::string_view bytes, std::size_t index) {
  return index < bytes.size() ? static_cast<Byte>(bytes[index]) : Byte{0};
}

bool within(Byte byte, unsigned low, unsigned high) {
  return byte >= low && byte <= high;
}

// How bytes fit an encoding that writes two bytes a character.
struct Fit {
  std::size_t pairs = 0;
  std::size_t kana = 0;  // and the punctuation that goes with them
  bool broken = false;
};

Fit fit_euc(std::string_view bytes) {
  Fit fit;
  for (std::size_t i = 0; i < bytes.size() && !fit.broken; ++i) {
    const Byte lead = at(bytes, i);
    if (lead < 0x80) continue;
    if (lead == 0x8F) ++i;  // three bytes: the supplementary kanji
    const Byte trail = at(bytes, ++i);
    fit.broken = (lead != 0x8E && lead != 0x8F && !within(lead, 0xA1, 0xFE)) || !within(trail, 0xA1, 0xFE);
    ++fit.pairs;
    if (lead == 0xA1 || lead == 0xA4 || lead == 0xA5) ++fit.kana;
  }
  return fit;
}

Fit fit_shift_jis(std::string_view bytes) {
  Fit fit;
  for (std::size_t i = 0; i < bytes.size() && !fit.broken; ++i) {
    const Byte lead = at(bytes, i);
    if (lead < 0x80 || within(lead, 0xA1, 0xDF)) continue;  // ASCII, or katakana of half width
    const Byte trail = at(bytes, ++i);
    fit.broken = !(within(lead, 0x81, 0x9F) || within(lead, 0xE0, 0xFC)) ||
                 !(within(trail, 0x40, 0x7E) || within(trail, 0x80, 0xFC));
    ++fit.pairs;
    if (within(lead, 0x81, 0x83)) ++fit.kana;
  }
  return fit;
}

// Japanese is a third kana and more; in other languages the same bytes are rare.
bool is_japanese(const Fit& fit) {
  return !fit.broken && fit.kana * 5 >= fit.pairs && fit.kana > 0;
}

bool is_iso_2022_jp(std::string_view bytes) {
  return bytes.find("\x1B$B") != std::string_view::npos || bytes.find("\x1B$@") != std::string_view::npos;
}

// Whether a letter of the Latin alphabet with a sign, or a quotation mark, is where Latin text has them: rarely, and
// among other letters.
bool is_western(std::string_view bytes) {
  std::size_t letters = 0;
  std::size_t high = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const Byte byte = at(bytes, i);
    if (byte >= 0x80) ++high;
    if (within(byte | 0x20U, 'a', 'z')) ++letters;
  }
  return high * 3 <= letters + 2;
}

// The share of UTF-16 units that ordinary text is made of.
bool is_text_in_utf16(std::string_view bytes, bool big_endian) {
  std::size_t units = 0;
  std::size_t common = 0;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    const unsigned unit = big_endian ? at(bytes, i) * 256U + at(bytes, i + 1) : at(bytes, i + 1) * 256U + at(bytes, i);
    ++units;
    const bool ascii = (unit >= 0x20 && unit < 0x7F) || unit == '\n' || unit == '\r' || unit == '\t';
    const bool other = (unit >= 0xA0 && unit < 0x600) || (unit >= 0x2010 && unit < 0x2040) ||
                       (unit >= 0x3000 && unit < 0x3100) || (unit >= 0x4E00 && unit < 0xA000) ||
                       (unit >= 0xAC00 && unit < 0xD7A4) || (unit >= 0xFF00 && unit < 0xFFF0);
    if (ascii || other) ++common;
  }
  return units > 0 && common * 20 >= units * 19;
}

}  // namespace

Guess guess_encoding(std::string_view bytes) {
  if (is_iso_2022_jp(bytes)) return {.name = "ISO-2022-JP", .iconv = "ISO-2022-JP"};
  if (is_japanese(fit_euc(bytes))) return {.name = "EUC-JP", .iconv = "EUC-JP"};
  if (is_japanese(fit_shift_jis(bytes))) return {.name = "Shift-JIS", .iconv = "SHIFT-JIS"};
  if (!is_western(bytes)) return {};
  const bool windows =
      std::any_of(bytes.begin(), bytes.end(), [](char c) { return within(static_cast<Byte>(c), 0x80, 0x9F); });
  if (windows) return {.name = "Windows-1252", .iconv = "WINDOWS-1252", .western = true};
  return {.name = "Latin-1", .iconv = "ISO-8859-1", .western = true};
}

Guess guess_utf16(std::string_view bytes) {
  // A half of UTF-16 in Latin letters is NUL bytes; in other scripts a good part is beyond ASCII. A text with a NUL
  // that strayed into it is neither.
  const auto nul = static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\0'));
  const auto high = static_cast<std::size_t>(
      std::count_if(bytes.begin(), bytes.end(), [](char c) { return static_cast<Byte>(c) >= 0x80; }));
  if (nul * 4 < bytes.size() && high * 20 < bytes.size()) return {};
  if (is_text_in_utf16(bytes, false)) return {.name = "UTF-16", .iconv = "UTF-16LE"};
  if (is_text_in_utf16(bytes, true)) return {.name = "UTF-16", .iconv = "UTF-16BE"};
  return {};
}

std::string_view kind_of_file(std::string_view bytes) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> KINDS = {{
      {"%PDF-", "pdf_file"},
      {"PK\x03\x04", "archive_file"},
      {"\xD0\xCF\x11\xE0", "office_document"},
      {"{\\rtf", "rich_text_file"},
      {"\x89PNG", "png_picture"},
      {"\xFF\xD8\xFF", "jpeg_picture"},
      {"GIF8", "gif_picture"},
      {"\x1F\x8B", "compressed_file"},
      {"\x7F"
       "ELF",
       "program_file"},
      {"SQLite format 3", "database_file"},
  }};
  for (const auto& [begins, kind] : KINDS) {
    if (bytes.starts_with(begins)) return kind;
  }
  return {};
}

bool is_mostly_controls(std::string_view bytes) {
  const auto controls = std::count_if(bytes.begin(), bytes.end(), [](char c) {
    const Byte byte = static_cast<Byte>(c);
    return (byte < 0x20 && !within(byte, '\t', '\r') && byte != 0x1B) || byte == 0x7F;
  });
  return static_cast<std::size_t>(controls) * 10 > bytes.size();
}

}  // namespace nomic::replay::import
