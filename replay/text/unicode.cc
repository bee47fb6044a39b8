#include "nomic/replay/text/unicode.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>
#include <memory>

namespace nomic::replay::unicode {
namespace {

// utf8proc allocates its answers with malloc.
struct Free {
  void operator()(utf8proc_uint8_t* bytes) const { std::free(bytes); }  // NOLINT(cppcoreguidelines-no-malloc)
};

// utf8proc sorts the marks of a letter by exchanging neighbours, which takes a minute for a text of nothing else.
// Longer runs than this are sorted here.
constexpr std::size_t LONG_RUN = 32;

// A mark, or one of the three characters that are none and decompose into marks.
bool goes_with_a_letter(CodePoint point) {
  constexpr CodePoint FIRST_MARK = 0x0300;
  if (point < FIRST_MARK) return false;
  return utf8proc_get_property(point)->combining_class != 0 || point == 0x0F73 || point == 0x0F75 || point == 0x0F81;
}

bool has_long_run(const std::vector<CodePoint>& points) {
  std::size_t run = 0;
  return std::any_of(points.begin(), points.end(), [&run](CodePoint point) {
    run = goes_with_a_letter(point) ? run + 1 : 0;
    return run > LONG_RUN;
  });
}

// Most texts are ASCII, which every normal form leaves as it is.
bool is_ascii(std::string_view utf8) {
  return std::all_of(utf8.begin(), utf8.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// The canonical decomposition: the same text to every normal form without folding of case.
std::string decomposed(const std::vector<CodePoint>& points) {
  constexpr utf8proc_ssize_t MOST_PARTS = 8;
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE);
  std::vector<CodePoint> parts;
  for (const CodePoint point : points) {
    std::array<CodePoint, MOST_PARTS> some{};
    int last = 0;
    const utf8proc_ssize_t count = utf8proc_decompose_char(point, some.data(), MOST_PARTS, options, &last);
    assert(count >= 0 && count <= MOST_PARTS);
    parts.insert(parts.end(), some.begin(), some.begin() + count);
  }
  const auto class_of = [](CodePoint point) { return utf8proc_get_property(point)->combining_class; };
  for (auto begin = parts.begin(); begin != parts.end();) {
    const auto end = std::find_if(begin, parts.end(), [&](CodePoint point) { return class_of(point) == 0; });
    std::stable_sort(begin, end, [&](CodePoint one, CodePoint other) { return class_of(one) < class_of(other); });
    begin = end == parts.end() ? end : end + 1;
  }
  std::string utf8;
  for (const CodePoint point : parts) append(utf8, point);
  return utf8;
}

// Canonically equivalent, and without a long run that is not sorted.
std::string sorted_runs(std::string_view utf8) {
  const std::vector<CodePoint> points = decode(utf8).points;
  return has_long_run(points) ? decomposed(points) : std::string(utf8);
}

std::string mapped(std::string_view utf8, unsigned options) {
  utf8proc_uint8_t* raw = nullptr;
  const utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(utf8.data()), static_cast<utf8proc_ssize_t>(utf8.size()),
                   &raw, static_cast<utf8proc_option_t>(options));
  const std::unique_ptr<utf8proc_uint8_t, Free> bytes(raw);
  assert(size >= 0 && "what is normalised was found to be UTF-8");
  if (size < 0) std::abort();
  return {reinterpret_cast<const char*>(bytes.get()), static_cast<std::size_t>(size)};
}

// Bidi_Control in Unicode's PropList: marks, embeddings, overrides, isolates.
bool is_bidi_control(CodePoint point) {
  return point == 0x061C || point == 0x200E || point == 0x200F || (point >= 0x202A && point <= 0x202E) ||
         (point >= 0x2066 && point <= 0x2069);
}

bool is_noncharacter(CodePoint point) {
  return (point >= 0xFDD0 && point <= 0xFDEF) || (point & 0xFFFE) == 0xFFFE;
}

}  // namespace

Decoded decode(std::string_view bytes) {
  Decoded decoded;
  decoded.points.reserve(bytes.size());
  std::size_t at = 0;
  while (at < bytes.size()) {
    if (static_cast<unsigned char>(bytes[at]) < 0x80) {
      decoded.points.push_back(bytes[at++]);
      continue;
    }
    utf8proc_int32_t point = 0;
    const utf8proc_ssize_t used = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(bytes.data()) + at,
                                                   static_cast<utf8proc_ssize_t>(bytes.size() - at), &point);
    if (used <= 0) {
      decoded.bad_byte = at;
      break;
    }
    decoded.points.push_back(point);
    at += static_cast<std::size_t>(used);
  }
  return decoded;
}

Place place_of(const std::vector<CodePoint>& points, std::size_t position) {
  Place place;
  for (std::size_t i = 0; i < position; ++i) {
    if (points[i] == '\n') {
      ++place.line;
      place.column = 1;
    } else {
      ++place.column;
    }
  }
  return place;
}

std::string_view forbidden(CodePoint point) {
  if (point == '\n' || point == '\t') return {};
  if (is_bidi_control(point)) return "direction_control";
  if (is_noncharacter(point)) return "noncharacter";
  switch (utf8proc_category(point)) {
    case UTF8PROC_CATEGORY_CC:
      return "control_character";
    case UTF8PROC_CATEGORY_CN:
      return "unassigned";
    default:
      return {};
  }
}

bool is_space(CodePoint point) {
  switch (utf8proc_category(point)) {
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return true;
    default:
      return (point >= '\t' && point <= '\r') || point == 0x85;
  }
}

bool is_line_end(CodePoint point) {
  return (point >= '\n' && point <= '\r') || point == 0x85 || point == 0x2028 || point == 0x2029;
}

bool is_invisible(CodePoint point) {
  return utf8proc_get_property(point)->ignorable != 0;
}

bool is_mark(CodePoint point) {
  switch (utf8proc_category(point)) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
      return true;
    default:
      return false;
  }
}

bool is_digit(CodePoint point) {
  return utf8proc_category(point) == UTF8PROC_CATEGORY_ND;
}

std::string nfc(std::string_view utf8) {
  if (is_ascii(utf8)) return std::string(utf8);
  return mapped(sorted_runs(utf8), UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}

std::string nfd(std::string_view utf8) {
  if (is_ascii(utf8)) return std::string(utf8);
  return mapped(sorted_runs(utf8), UTF8PROC_STABLE | UTF8PROC_DECOMPOSE);
}

std::string nfc_casefold(std::string_view utf8) {
  if (is_ascii(utf8)) {
    std::string folded(utf8);
    std::transform(folded.begin(), folded.end(), folded.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return folded;
  }
  return mapped(utf8, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);
}

void append(std::string& utf8, CodePoint point) {
  if (point >= 0 && point < 0x80) {
    utf8.push_back(static_cast<char>(point));
    return;
  }
  utf8proc_uint8_t bytes[4];
  const utf8proc_ssize_t size = utf8proc_encode_char(point, bytes);
  utf8.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

}  // namespace nomic::replay::unicode
