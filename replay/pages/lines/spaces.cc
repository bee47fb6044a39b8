#include "lines/spaces.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "nomic/replay/text/edge.h"

namespace nomic::replay::import {
namespace {

constexpr std::size_t POINTS_NAMED = 8;

// Joiners and variation selectors change how the characters of many scripts look, so they stay behind those; behind
// ASCII, or where no character stands before them, they show nothing.
bool shapes_neighbours(unicode::CodePoint point) {
  return point == 0x200C || point == 0x200D || point == 0x034F || (point >= 0xFE00 && point <= 0xFE0F) ||
         (point >= 0x180B && point <= 0x180D) || (point >= 0xE0020 && point <= 0xE01EF);
}

// What a character that is taken out is called, in the plural; empty if it stays. `before` is the character that it
// would follow.
std::string_view reason_to_take(unicode::CodePoint point, unicode::CodePoint before) {
  const std::string_view forbidden = unicode::forbidden(point);
  if (forbidden == "control_character") return "control_characters";
  if (forbidden == "direction_control") return "direction_controls";
  if (forbidden == "noncharacter") return "noncharacters";
  if (!forbidden.empty()) return "unassigned_points";
  if (!unicode::is_invisible(point)) return {};
  return shapes_neighbours(point) && before > 0x7F ? std::string_view() : "invisible_characters";
}

}  // namespace

Error not_text(std::string_view variant, std::vector<Parameter> parameters) {
  return error_of(ErrorCode::PAGE_NOT_TEXT, variant, std::move(parameters));
}

Status check_line_count(std::size_t count, std::string_view where) {
  if (count <= LINES_LIMIT) return ledger::Done{};
  return not_text("lines", {{"where", where}, {"lines", count}, {"limit", LINES_LIMIT}});
}

Result<std::string> Cleaner::clean(std::string_view utf8, PageLine at) {
  if (utf8.size() > LINE_LIMIT) {
    return not_text("long_line", {{"where", where_}, {"line", at.line}, {"size", utf8.size()}, {"limit", LINE_LIMIT}});
  }
  std::string text;
  text.reserve(utf8.size());
  bool space_due = false;
  unicode::CodePoint before = 0;
  std::size_t marks = 0;
  const unicode::Decoded decoded = unicode::decode(utf8);
  assert(!decoded.bad_byte && "what becomes lines was found to be UTF-8");
  for (const unicode::CodePoint point : decoded.points) {
    if (unicode::is_space(point)) {
      space_due = !text.empty();
      before = 0;
      continue;
    }
    const std::string_view reason = reason_to_take(point, before);
    if (!reason.empty()) {
      take(reason, point, at);
      continue;
    }
    if (space_due) text.push_back(' ');
    space_due = false;
    unicode::append(text, point);
    before = point;
    marks = unicode::is_mark(point) ? marks + 1 : 0;
    if (marks > MARKS_LIMIT) {
      return not_text("marks", {{"where", where_}, {"line", at.line}, {"limit", MARKS_LIMIT}});
    }
  }
  return unicode::nfc(text);
}

void Cleaner::take(std::string_view kind, unicode::CodePoint point, PageLine at) {
  auto taken = std::find_if(taken_.begin(), taken_.end(), [kind](const Taken& one) { return one.kind == kind; });
  if (taken == taken_.end()) {
    taken_.push_back({.kind = kind, .first = at, .points = {}});
    taken = taken_.end() - 1;
  }
  ++taken->count;
  if (taken->last_line != at.line) ++taken->lines;
  taken->last_line = at.line;
  const bool known = std::find(taken->points.begin(), taken->points.end(), point) != taken->points.end();
  if (!known && taken->points.size() < POINTS_NAMED) taken->points.push_back(point);
}

void Cleaner::report(std::vector<LeftOut>& left_out) const {
  for (const Taken& taken : taken_) {
    std::string names;
    for (const unicode::CodePoint point : taken.points) {
      if (!names.empty()) names += ", ";
      names += name_of_point(point);
    }
    left_out.push_back({.at = taken.first,
                        .text = names,
                        .why = remark_of(Topic::LEFT_OUT, taken.lines == 1 ? "taken_out" : "taken_out_of_lines",
                                         {{"kind", taken.kind}, {"count", taken.count}, {"lines", taken.lines}})});
  }
}

}  // namespace nomic::replay::import
