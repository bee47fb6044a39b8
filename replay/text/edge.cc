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

// Where it stands, after what it is.
std::vector<Parameter> with_place(std::vector<Parameter> parameters, const std::vector<unicode::CodePoint>& points,
                                  std::size_t position) {
  const unicode::Place place = unicode::place_of(points, position);
  parameters.emplace_back("line", place.line);
  parameters.emplace_back("column", place.column);
  return parameters;
}

Error not_utf8(const Thing& what, std::string_view text, const unicode::Decoded& decoded) {
  const std::string byte = fmt::format("0x{:02X}", static_cast<unsigned char>(text[*decoded.bad_byte]));
  return error_of(ErrorCode::TEXT_NOT_UTF8, "byte",
                  with_place(about(what, {{"byte", byte}}), decoded.points, decoded.points.size()));
}

Error forbidden_character(const Thing& what, const std::vector<unicode::CodePoint>& points, std::size_t at,
                          std::string_view why) {
  return error_of(ErrorCode::TEXT_CONTROL, why,
                  with_place(about(what, {{"character", name_of_point(points[at])}}), points, at));
}

}  // namespace

std::string name_of_point(unicode::CodePoint point) {
  return fmt::format("U+{:04X}", point);
}

Result<std::string> checked_text(std::string_view raw, const Thing& what) {
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
