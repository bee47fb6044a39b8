// Bytes to UTF-8: what is UTF-8 passes, UTF-16 that says so and what was asked for are converted, the rest is named.

#include <fmt/format.h>
#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "lines/line.h"
#include "lines/spaces.h"
#include "nomic/replay/text/edge.h"
#include "nomic/replay/text/unicode.h"

namespace nomic::replay::import {
namespace {

// Guess: what bytes that are not UTF-8 look like. Good enough to name an encoding in an error; nothing is converted on
// a guess alone.

// An encoding as people call it and as iconv does. Both empty: none that is recognised.
struct Guess {
  std::string name;   // "Shift-JIS"
  std::string iconv;  // "SHIFT-JIS"
  bool western = false;
};

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

// The encoding that the bytes, which are not UTF-8 and hold no NUL, look like.
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

// UTF-16 without a byte order mark; empty if they do not look like it.
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

// What kind of file other than text begins so ("pdf_file"); empty for none that is known.
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

// Whether too many of the bytes are control characters for a text.
bool is_mostly_controls(std::string_view bytes) {
  const auto controls = std::count_if(bytes.begin(), bytes.end(), [](char c) {
    const Byte byte = static_cast<Byte>(c);
    return (byte < 0x20 && !within(byte, '\t', '\r') && byte != 0x1B) || byte == 0x7F;
  });
  return static_cast<std::size_t>(controls) * 10 > bytes.size();
}

constexpr std::string_view BYTE_ORDER_MARK = "\xEF\xBB\xBF";

std::string with_unix_line_ends(std::string_view text) {
  std::string unix_text;
  unix_text.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r') {
      unix_text.push_back(text[i]);
    } else if (i + 1 == text.size() || text[i + 1] != '\n') {
      unix_text.push_back('\n');
    }
  }
  return unix_text;
}

// The line that an offset is on, whichever line ends are used.
std::size_t line_of(std::string_view text, std::size_t offset) {
  const std::string before = with_unix_line_ends(text.substr(0, offset));
  // Where a CR LF was cut in two, the CR counts already and the LF has yet to come.
  const bool cut = offset > 0 && text[offset - 1] == '\r' && offset < text.size() && text[offset] == '\n';
  return static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + (cut ? 0 : 1);
}

std::string_view line_at(std::string_view text, std::size_t offset) {
  const std::size_t start = text.substr(0, offset).find_last_of("\r\n");
  const std::size_t end = text.find_first_of("\r\n", offset);
  const std::size_t first = start == std::string_view::npos ? 0 : start + 1;
  return text.substr(first, (end == std::string_view::npos ? text.size() : end) - first);
}

// The length of the UTF-8 character that begins at `at`; 0 where none does.
std::size_t character_at(std::string_view bytes, std::size_t at) {
  const auto byte = static_cast<unsigned char>(bytes[at]);
  if (byte < 0x80) return 1;
  const std::size_t size = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
  const std::string_view character = bytes.substr(at, size);
  const unicode::Decoded decoded = unicode::decode(character);
  return decoded.bad_byte ? 0 : character.size();
}

// How much of the page is UTF-8 beyond ASCII, and where it first is not.
struct Survey {
  std::size_t characters = 0;  // of several bytes
  std::size_t long_ones = 0;   // of three and four, which other encodings hardly ever hit by chance
  std::size_t stray = 0;       // bytes that are part of none
  std::optional<std::size_t> first_bad;
};

Survey survey(std::string_view bytes) {
  Survey found;
  for (std::size_t at = 0; at < bytes.size();) {
    const auto byte = static_cast<unsigned char>(bytes[at]);
    const std::size_t size = byte < 0x80 ? 1 : character_at(bytes, at);
    if (size > 1) ++found.characters;
    if (size > 2) ++found.long_ones;
    if (size == 0) {
      ++found.stray;
      if (!found.first_bad) found.first_bad = at;
    }
    at += std::max<std::size_t>(size, 1);
  }
  return found;
}

// Whether the bytes at the end begin a character that is not all there.
bool is_cut_short(std::string_view bytes, std::size_t bad) {
  const std::string_view rest = bytes.substr(bad);
  const auto lead = static_cast<unsigned char>(rest.front());
  const std::size_t wanted = lead >= 0xF0 && lead <= 0xF4  ? 4
                             : lead >= 0xE0 && lead < 0xF0 ? 3
                             : lead >= 0xC2 && lead < 0xE0 ? 2
                                                           : 0;
  return rest.size() < wanted && std::all_of(rest.begin() + 1, rest.end(),
                                             [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; });
}

Error binary(std::string_view bytes, std::string_view where) {
  const std::size_t nul = bytes.find('\0');
  if (nul != std::string_view::npos) {
    return not_text("nul_byte", {{"where", where}, {"line", line_of(bytes, nul)}});
  }
  return not_text("mostly_controls", {{"where", where}});
}

Error looks_like(const Guess& guess, std::string_view where) {
  return not_text("looks_like", {{"where", where}, {"encoding", guess.name}, {"iconv", guess.iconv}});
}

// "0xF3"
std::string in_hex(char byte) {
  return fmt::format("0x{:02X}", static_cast<unsigned char>(byte));
}

// Mostly UTF-8, and something else in between.
Error mixed(std::string_view bytes, std::string_view where, std::size_t bad) {
  const std::size_t line = line_of(bytes, bad);
  const Guess guess = guess_encoding(line_at(bytes, bad));
  return not_text(guess.name.empty() ? "mixed_with_unknown" : "mixed",
                  {{"where", where}, {"byte", in_hex(bytes[bad])}, {"line", line}, {"encoding", guess.name}});
}

Error not_utf8(std::string_view bytes, std::string_view where, const Survey& found) {
  const std::size_t bad = *found.first_bad;
  if (is_mostly_controls(bytes)) return binary(bytes, where);
  if (is_cut_short(bytes, bad)) {
    return not_text("cut_short", {{"where", where}, {"line", line_of(bytes, bad)}});
  }
  const Guess guess = guess_encoding(bytes);
  const bool japanese = !guess.name.empty() && !guess.western;
  // Japanese encodings hit characters of two bytes by chance, and UTF-8 in Japanese looks like Shift-JIS.
  const std::size_t meant = japanese ? found.long_ones : found.characters;
  if (meant * 8 > found.stray) return mixed(bytes, where, bad);
  if (!guess.name.empty()) return looks_like(guess, where);
  if (found.characters > 0) return mixed(bytes, where, bad);
  return not_text("encoding_unknown", {{"where", where}, {"byte", in_hex(bytes[bad])}, {"line", line_of(bytes, bad)}});
}

Result<std::string> checked_utf8(std::string_view bytes, std::string_view where) {
  if (bytes.starts_with(BYTE_ORDER_MARK)) bytes.remove_prefix(BYTE_ORDER_MARK.size());
  if (bytes.find('\0') != std::string_view::npos) {
    const Guess guess = guess_utf16(bytes);
    if (guess.name.empty()) return binary(bytes, where);
    return not_text("looks_like_unmarked", {{"where", where}, {"encoding", guess.name}, {"iconv", guess.iconv}});
  }
  const Survey found = survey(bytes);
  if (found.first_bad) return not_utf8(bytes, where, found);
  if (is_mostly_controls(bytes)) return binary(bytes, where);
  const Guess guess = guess_encoding(bytes);
  if (guess.name == "ISO-2022-JP") return looks_like(guess, where);
  return with_unix_line_ends(bytes);
}

// iconv's descriptor, closed at the end.
class Converter {
 public:
  explicit Converter(const std::string& from) : descriptor_(iconv_open("UTF-8", from.c_str())) {}
  ~Converter() {
    if (ok()) iconv_close(descriptor_);
  }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  [[nodiscard]] bool ok() const {
    return descriptor_ != reinterpret_cast<iconv_t>(-1);
  }  // NOLINT(performance-no-int-to-ptr)

  // What the bytes say, up to the first that say nothing; `whole` is whether there was no such.
  std::string convert(std::string_view bytes, bool& whole) {
    std::string text;
    std::string input(bytes);
    char* in = input.data();
    std::size_t left = input.size();
    bool flushing = false;
    for (;;) {
      std::array<char, 16384> chunk{};
      char* out = chunk.data();
      std::size_t room = chunk.size();
      const std::size_t before = left;
      const std::size_t done = iconv(descriptor_, flushing ? nullptr : &in, flushing ? nullptr : &left, &out, &room);
      const int error = errno;
      text.append(chunk.data(), chunk.size() - room);
      if (done != static_cast<std::size_t>(-1)) {
        whole = true;
        if (flushing) return text;
        flushing = true;  // encodings with states may hold a last character back
      } else if (error != E2BIG || (room == chunk.size() && left == before)) {
        whole = false;
        return text;
      }
    }
  }

 private:
  iconv_t descriptor_;
};

// The name of an encoding, and nothing that iconv would take as an instruction ("//IGNORE" loses characters).
bool is_name(std::string_view encoding) {
  return encoding.size() <= 40 &&
         encoding.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-:+()") ==
             std::string_view::npos;
}

bool is_same_name(std::string_view encoding, std::string_view name) {
  std::string plain;
  for (const char c : encoding) {
    if (c >= 'a' && c <= 'z') plain.push_back(static_cast<char>(c - 'a' + 'A'));
    if ((c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) plain.push_back(c);
  }
  return plain == name;
}

Result<std::string> converted(std::string_view bytes, std::string_view where, const std::string& from) {
  Converter converter(from);
  if (!is_name(from) || !converter.ok()) {
    return not_text("no_such_encoding", {{"typed", from}});
  }
  bool whole = false;
  const std::string text = converter.convert(bytes, whole);
  if (!whole) {
    return not_text("other_encoding", {{"where", where}, {"encoding", from}, {"line", line_of(text, text.size())}});
  }
  std::string_view utf8 = text;
  if (utf8.starts_with(BYTE_ORDER_MARK)) utf8.remove_prefix(BYTE_ORDER_MARK.size());
  if (utf8.find('\0') != std::string_view::npos || is_mostly_controls(utf8)) return binary(utf8, where);
  return with_unix_line_ends(utf8);
}

}  // namespace

Result<std::string> to_utf8(std::string_view bytes, std::string_view where, std::string_view encoding,
                            PageEncoding& found) {
  if (bytes.size() > PAGE_LIMIT) {
    return not_text("size", {{"where", where}, {"size", bytes.size()}, {"limit", PAGE_LIMIT}});
  }
  if (const std::string_view kind = kind_of_file(bytes); !kind.empty()) {
    return not_text("other_file", {{"where", where}, {"kind", kind}});
  }
  if (!encoding.empty() && !is_same_name(encoding, "UTF8")) {
    found = {.name = std::string(encoding), .asked_for = true};
    return converted(bytes, where, std::string(encoding));
  }
  const bool big = bytes.starts_with("\xFE\xFF");
  if (encoding.empty() && (big || bytes.starts_with("\xFF\xFE"))) {
    found = {.name = big ? "UTF-16, big-endian" : "UTF-16, little-endian"};
    return converted(bytes.substr(2), where, big ? "UTF-16BE" : "UTF-16LE");
  }
  found = {.name = "UTF-8", .byte_order_mark = bytes.starts_with(BYTE_ORDER_MARK)};
  return checked_utf8(bytes, where);
}

}  // namespace nomic::replay::import
