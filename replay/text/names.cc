#include <algorithm>

#include "nomic/ledger/game_name.h"
#include "nomic/replay/text.h"
#include "nomic/replay/text/edge.h"
#include "nomic/replay/text/unicode.h"

namespace nomic::replay {
namespace {

using unicode::CodePoint;

// Sorts below every character that a name may hold, so that "Lee" stands before "Leeson" whatever follows; and no name
// may hold it, so that no two people share a key by accident.
constexpr char SORT_SEPARATOR = '\x01';

Error not_allowed(std::string_view variant, std::vector<Parameter> parameters) {
  return error_of(ErrorCode::NAME_NOT_ALLOWED, variant, std::move(parameters));
}

Status check_spacing(const std::vector<CodePoint>& points, const Thing& what) {
  for (const CodePoint point : points) {
    if (point == '\t' || unicode::is_line_end(point)) {
      return not_allowed(point == '\t' ? "holds_tab" : "holds_line_end",
                         about(what, {{"character", name_of_point(point)}}));
    }
  }
  if (unicode::is_space(points.front()) || unicode::is_space(points.back())) {
    return not_allowed("space_around", about(what));
  }
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (unicode::is_space(points[i - 1]) && unicode::is_space(points[i])) {
      return not_allowed("two_spaces", about(what));
    }
  }
  return ledger::Done{};
}

// A player's name stands where a line of words also takes numbers and options.
Status check_not_mistakable(const std::string& name) {
  const std::vector<CodePoint> points = unicode::decode(name).points;
  if (points.front() == '-') {
    return not_allowed("hyphen", {{"typed", name}});
  }
  if (std::all_of(points.begin(), points.end(), unicode::is_digit)) {
    return not_allowed("number", {{"typed", name}});
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

Result<std::string> clean_name(std::string_view raw, const Thing& what) {
  Result<std::string> checked = checked_text(raw, what);
  if (!checked) return checked.error();
  if (checked->size() > NAME_BYTES_LIMIT * 3) {
    return error_of(ErrorCode::NAME_TOO_LONG, "far", about(what, {{"limit", NAME_LIMIT}}));
  }
  std::string name = unicode::nfc(*checked);
  while (name.starts_with(BYTE_ORDER_MARK)) name.erase(0, BYTE_ORDER_MARK.size());
  const std::vector<CodePoint> points = unicode::decode(name).points;
  if (std::all_of(points.begin(), points.end(),
                  [](CodePoint point) { return unicode::is_space(point) || unicode::is_invisible(point); })) {
    return error_of(ErrorCode::NAME_EMPTY, "nothing_seen", about(what));
  }
  if (points.size() > NAME_LIMIT) {
    return error_of(ErrorCode::NAME_TOO_LONG, "characters",
                    about(what, {{"size", points.size()}, {"limit", NAME_LIMIT}}));
  }
  Status spacing = check_spacing(points, what);
  if (!spacing) return spacing.error();
  return name;
}

Result<std::string> clean_game_name(std::string_view raw) {
  Result<std::string> clean = clean_line(raw, "game_name", GAME_NAME_LIMIT);
  if (!clean) return clean;
  if (clean->empty()) return error_of(ErrorCode::NAME_EMPTY, "of_game");
  if (ledger::reads_as_identity(*clean)) return not_allowed("identity", {{"typed", *clean}});
  return clean;
}

Result<v1::PlayerNames> player_names(std::string_view name, std::string_view surname, std::string_view team) {
  Result<std::string> clean = clean_name(name, "player_name");
  if (!clean) return clean.error();
  Status distinct = check_not_mistakable(*clean);
  if (!distinct) return distinct.error();

  v1::PlayerNames names;
  names.set_name(*clean);
  names.set_folded(fold(*clean));
  if (surname.empty()) {
    names.set_surname(last_word(*clean));
  } else {
    Result<std::string> given = clean_name(surname, {"surname_of", *clean});
    if (!given) return given.error();
    names.set_surname(*given);
  }
  names.set_sort_key(fold(names.surname()) + SORT_SEPARATOR + names.folded());
  if (!team.empty()) {
    Result<std::string> given = clean_name(team, {"team_of", *clean});
    if (!given) return given.error();
    names.set_team(*given);
  }
  return names;
}

}  // namespace nomic::replay
