#include "nomic/replay/text/edge.h"

#include <fmt/format.h>

namespace nomic::replay {
namespace {

// Windows editors write both; neither means anything in a rule.
std::string with_unix_line_ends(std::string_view raw) {
  if (raw.starts_with(BYTE_ORDER_MARK)) raw.remove_prefix(BYTE_ORDER_MARK.size());
  std::string text;
  text.reserve(raw.size());
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] == '\r' && i + 1 < raw.size() && raw[i + 1] == '\n') continue;
    text.push_back(raw[i]);
  }
  return text;
}

Error not_utf8(std::string_view what, std::string_view text, const unicode::Decoded& decoded) {
  const std::size_t at = *decoded.bad_byte;
  return error_in_words(
      ErrorCode::TEXT_NOT_UTF8,
      fmt::format("{} is not UTF-8: byte 0x{:02X} at {} cannot stand there", what, static_cast<unsigned char>(text[at]),
                  name_of_place(decoded.points, decoded.points.size())),
      "save it as UTF-8, or convert it: iconv -f ENCODING -t UTF-8");
}

Error forbidden_character(std::string_view what, const std::vector<unicode::CodePoint>& points, std::size_t at,
                          std::string_view why) {
  return error_in_words(
      ErrorCode::TEXT_CONTROL,
      fmt::format("{} holds {}, {}, at {}", what, name_of_point(points[at]), why, name_of_place(points, at)),
      "remove it: what could repaint a terminal or be read in two ways may not enter a game");
}

}  // namespace

std::string name_of_point(unicode::CodePoint point) {
  return fmt::format("U+{:04X}", point);
}

std::string name_of_place(const std::vector<unicode::CodePoint>& points, std::size_t position) {
  const unicode::Place place = unicode::place_of(points, position);
  return fmt::format("line {}, column {}", place.line, place.column);
}

Result<std::string> checked_text(std::string_view raw, std::string_view what) {
  std::string text = with_unix_line_ends(raw);
  const unicode::Decoded decoded = unicode::decode(text);
  if (decoded.bad_byte) return not_utf8(what, text, decoded);
  for (std::size_t i = 0; i < decoded.points.size(); ++i) {
    const std::string_view why = unicode::forbidden(decoded.points[i]);
    if (!why.empty()) return forbidden_character(what, decoded.points, i, why);
  }
  return text;
}

}  // namespace nomic::replay
