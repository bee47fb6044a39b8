#include "nomic/replay/text.h"

#include <algorithm>

#include "nomic/replay/text/edge.h"
#include "nomic/replay/text/unicode.h"

namespace nomic::replay {
namespace {

// No text grows shorter than a third when it is normalised, so what is longer than this is refused unread: ordering
// combining marks takes time that grows with the square of their number.
constexpr std::size_t NFC_SHRINKS_AT_MOST = 3;

bool is_blank(std::string_view line) {
  const unicode::Decoded decoded = unicode::decode(line);
  return std::all_of(decoded.points.begin(), decoded.points.end(),
                     [](unicode::CodePoint point) { return unicode::is_space(point) || unicode::is_invisible(point); });
}

std::string_view without_blank_lines_around(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (!is_blank(text.substr(0, end))) break;
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  while (!text.empty()) {
    const std::size_t end = text.rfind('\n');
    const std::size_t start = end == std::string_view::npos ? 0 : end + 1;
    if (!is_blank(text.substr(start))) break;
    text.remove_suffix(text.size() - (start == 0 ? 0 : end));
  }
  return text;
}

std::string_view without_space_around(std::string_view line) {
  const unicode::Decoded decoded = unicode::decode(line);
  std::size_t first = 0;
  std::size_t last = line.size();
  std::string one;
  for (const unicode::CodePoint point : decoded.points) {
    if (!unicode::is_space(point)) break;
    one.clear();
    unicode::append(one, point);
    first += one.size();
  }
  if (first == line.size()) return {};
  for (auto point = decoded.points.rbegin(); point != decoded.points.rend() && unicode::is_space(*point); ++point) {
    one.clear();
    unicode::append(one, *point);
    last -= one.size();
  }
  return line.substr(first, last - first);
}

// Without what `strip` takes away, and without a byte order mark that then comes first: what is clean stays as it is
// when it is cleaned again.
template <class Strip>
std::string_view without_mark_and(Strip strip, std::string_view text) {
  text = strip(text);
  while (text.starts_with(BYTE_ORDER_MARK)) text = strip(text.substr(BYTE_ORDER_MARK.size()));
  return text;
}

Error too_long(const Thing& what, std::size_t size, std::size_t limit) {
  return error_of(ErrorCode::TEXT_TOO_LONG, "limit", about(what, {{"size", size}, {"limit", limit}}));
}

Result<std::string> normalised(std::string_view text, const Thing& what, std::size_t limit) {
  if (text.size() > limit * NFC_SHRINKS_AT_MOST) return too_long(what, text.size(), limit);
  std::string in_nfc = unicode::nfc(text);
  if (in_nfc.size() > limit) return too_long(what, in_nfc.size(), limit);
  return in_nfc;
}

}  // namespace

Result<std::string> clean_text(std::string_view raw, const Thing& what) {
  Result<std::string> checked = checked_text(raw, what);
  if (!checked) return checked.error();
  const std::string_view text = without_mark_and(without_blank_lines_around, *checked);
  if (text.empty()) {
    return error_of(ErrorCode::TEXT_EMPTY, "nothing_seen", about(what));
  }
  return normalised(text, what, TEXT_LIMIT);
}

Result<std::string> clean_line(std::string_view raw, const Thing& what, std::size_t limit_bytes) {
  Result<std::string> checked = checked_text(raw, what);
  if (!checked) return checked.error();
  const std::string_view line = without_mark_and(without_space_around, *checked);
  const unicode::Decoded decoded = unicode::decode(line);
  for (std::size_t i = 0; i < decoded.points.size(); ++i) {
    const unicode::CodePoint point = decoded.points[i];
    if (point != '\t' && !unicode::is_line_end(point)) continue;
    return error_of(ErrorCode::TEXT_CONTROL, point == '\t' ? "tab" : "line_end",
                    about(what, {{"character", name_of_point(point)}, {"at", i}}));
  }
  return normalised(line, what, limit_bytes);
}

}  // namespace nomic::replay
