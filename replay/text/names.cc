#include <fmt/format.h>

#include <algorithm>

#include "nomic/replay/text.h"
#include "nomic/replay/text/edge.h"
#include "nomic/replay/text/unicode.h"

namespace nomic::replay {
namespace {

using unicode::CodePoint;

// Sorts below every character that a name may hold, so that "Lee" stands before "Leeson" whatever follows; and no name
// may hold it, so that no two people share a key by accident.
constexpr char SORT_SEPARATOR = '\x01';

Error refused(ErrorCode code, std::string what, std::string hint) {
  return error_in_words(code, std::move(what), std::move(hint));
}

Status check_spacing(const std::vector<CodePoint>& points, std::string_view what) {
  const std::string hint = "one space between words, none around them";
  for (const CodePoint point : points) {
    if (point == '\t' || unicode::is_line_end(point)) {
      return refused(
          ErrorCode::NAME_NOT_ALLOWED,
          fmt::format("{} holds {} ({})", what, point == '\t' ? "a tab" : "a line end", name_of_point(point)), hint);
    }
  }
  if (unicode::is_space(points.front()) || unicode::is_space(points.back())) {
    return refused(ErrorCode::NAME_NOT_ALLOWED, fmt::format("{} begins or ends with white space", what), hint);
  }
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (unicode::is_space(points[i - 1]) && unicode::is_space(points[i])) {
      return refused(ErrorCode::NAME_NOT_ALLOWED, fmt::format("{} has two spaces in a row", what), hint);
    }
  }
  return ledger::Done{};
}

// A player's name stands where a line of words also takes numbers and options.
Status check_not_mistakable(const std::string& name) {
  const std::vector<CodePoint> points = unicode::decode(name).points;
  if (points.front() == '-') {
    return refused(ErrorCode::NAME_NOT_ALLOWED, fmt::format("the name \"{}\" begins with a hyphen", name),
                   "it would be taken for an option: begin with something else");
  }
  if (std::all_of(points.begin(), points.end(), unicode::is_digit)) {
    return refused(ErrorCode::NAME_NOT_ALLOWED, fmt::format("the name \"{}\" is a number", name),
                   "it would be taken for a rule or a record: add a letter");
  }
  return ledger::Done{};
}

std::string last_word(const std::string& name) {
  std::string word;
  for (const CodePoint point : unicode::decode(name).points) {
    if (unicode::is_space(point)) {
      word.clear();
    } else {
      unicode::append(word, point);
    }
  }
  return word;
}

}  // namespace

Result<std::string> clean_name(std::string_view raw, std::string_view what) {
  Result<std::string> checked = checked_text(raw, what);
  if (!checked) return checked.error();
  if (checked->size() > NAME_BYTES_LIMIT * 3) {
    return refused(ErrorCode::NAME_TOO_LONG, fmt::format("{} is far over {} characters", what, NAME_LIMIT),
                   "shorten it");
  }
  std::string name = unicode::nfc(*checked);
  while (name.starts_with(BYTE_ORDER_MARK)) name.erase(0, BYTE_ORDER_MARK.size());
  const std::vector<CodePoint> points = unicode::decode(name).points;
  if (std::all_of(points.begin(), points.end(),
                  [](CodePoint point) { return unicode::is_space(point) || unicode::is_invisible(point); })) {
    return refused(ErrorCode::NAME_EMPTY, fmt::format("{} is empty", what),
                   "give at least one character that can be seen");
  }
  if (points.size() > NAME_LIMIT) {
    return refused(ErrorCode::NAME_TOO_LONG,
                   fmt::format("{} has {} characters; the limit is {}", what, points.size(), NAME_LIMIT), "shorten it");
  }
  Status spacing = check_spacing(points, what);
  if (!spacing) return spacing.error();
  return name;
}

Result<v1::PlayerNames> player_names(std::string_view name, std::string_view surname, std::string_view team) {
  Result<std::string> clean = clean_name(name, "the player's name");
  if (!clean) return clean.error();
  Status distinct = check_not_mistakable(*clean);
  if (!distinct) return distinct.error();

  v1::PlayerNames names;
  names.set_name(*clean);
  names.set_folded(fold(*clean));
  if (surname.empty()) {
    names.set_surname(last_word(*clean));
  } else {
    Result<std::string> given = clean_name(surname, fmt::format("the surname of {}", *clean));
    if (!given) return given.error();
    names.set_surname(*given);
  }
  names.set_sort_key(fold(names.surname()) + SORT_SEPARATOR + names.folded());
  if (!team.empty()) {
    Result<std::string> given = clean_name(team, fmt::format("the team of {}", *clean));
    if (!given) return given.error();
    names.set_team(*given);
  }
  return names;
}

}  // namespace nomic::replay
