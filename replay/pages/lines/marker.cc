#include "lines/marker.h"

#include <algorithm>
#include <vector>

#include "lines/heading_words.h"
#include "nomic/replay/reference.h"

namespace nomic::replay::import {
namespace {

constexpr std::size_t MOST_DIGITS = 9;

void skip(std::string_view& rest, std::string_view any_of) {
  while (!rest.empty() && any_of.find(rest.front()) != std::string_view::npos) rest.remove_prefix(1);
}

bool take(std::string_view& rest, std::string_view piece) {
  if (!rest.starts_with(piece)) return false;
  rest.remove_prefix(piece.size());
  return true;
}

bool is_small(char c) {
  return c >= 'a' && c <= 'z';
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_latin(char c) {
  return is_small(c) || (c >= 'A' && c <= 'Z');
}

// The letters of a number, which end with it: "307b", but not "307th" with more behind.
std::size_t letters_at(std::string_view rest, std::size_t at) {
  std::size_t end = at;
  while (end < rest.size() && is_latin(rest[end])) ++end;
  return end - at <= 2 ? end - at : 0;
}

// The word for a rule before its number, with what may stand between them ("Rule #101", "規則101").
bool take_word_for_rule(std::string_view& rest) {
  const std::size_t digit = rest.find_first_of("0123456789");
  if (digit == std::string_view::npos || digit == 0) return false;
  std::string_view word = rest.substr(0, digit);
  if (word.ends_with('#')) word.remove_suffix(1);
  if (word.ends_with("№")) word.remove_suffix(std::string_view("№").size());
  while (word.ends_with(' ')) word.remove_suffix(1);
  if (!is_word_for_rule(word)) return false;
  rest.remove_prefix(digit);
  return true;
}

// In bytes, of words that tell a status.
constexpr std::size_t LONGEST = 40;

// "(IMMUTABLE)", and nothing else in the brackets.
v1::RuleStatus take_status(std::string_view& rest) {
  if (!rest.starts_with('(') && !rest.starts_with('[')) return v1::RULE_STATUS_UNSPECIFIED;
  const std::size_t close = rest.find(rest.front() == '(' ? ')' : ']');
  // None at all is far beyond, too.
  if (close > LONGEST) return v1::RULE_STATUS_UNSPECIFIED;
  const v1::RuleStatus status = status_in(rest.substr(1, close - 1));
  if (status != v1::RULE_STATUS_UNSPECIFIED) rest.remove_prefix(close + 1);
  return status;
}

// "101, immutable: Title", as `show-rules` has it: one word, up to the sign or the end.
v1::RuleStatus take_status_behind_comma(std::string_view& rest) {
  if (!rest.starts_with(',')) return v1::RULE_STATUS_UNSPECIFIED;
  std::string_view word = rest.substr(1);
  skip(word, " ");
  const std::size_t end = std::min(word.find_first_of(" :"), word.size());
  if (end > LONGEST || (end < word.size() && word[end] != ':')) return v1::RULE_STATUS_UNSPECIFIED;
  const v1::RuleStatus status = status_in(word.substr(0, end));
  if (status != v1::RULE_STATUS_UNSPECIFIED) rest = word.substr(end);
  return status;
}

// "Title (IMMUTABLE)"
v1::RuleStatus take_status_behind(std::string_view& rest) {
  const std::size_t open = rest.find_last_of("([");
  if (open == std::string_view::npos || (!rest.ends_with(')') && !rest.ends_with(']'))) {
    return v1::RULE_STATUS_UNSPECIFIED;
  }
  std::string_view bracket = rest.substr(open);
  const v1::RuleStatus status = take_status(bracket);
  if (status == v1::RULE_STATUS_UNSPECIFIED || !bracket.empty()) return v1::RULE_STATUS_UNSPECIFIED;
  rest = rest.substr(0, open);
  while (rest.ends_with(' ')) rest.remove_suffix(1);
  return status;
}

// One of the signs that part a number from its text. A dash, a colon or a full stop before a digit parts nothing:
// "101-116", "10:30", "3.14".
bool take_sign(std::string_view& rest) {
  static const std::vector<std::string_view> SIGNS = {"\u2013", "\u2014", ".",      ")",      ":",      "-",
                                                      "\uFF0E", "\uFF1A", "\u3001", "\u3002", "\uFF09", "|"};
  for (const std::string_view sign : SIGNS) {
    if (!rest.starts_with(sign)) continue;
    if (rest.size() > sign.size() && is_digit(rest[sign.size()])) return false;
    rest.remove_prefix(sign.size());
    return true;
  }
  return false;
}

// What is wholly in one emphasis, without its marks: "*Obeying the rules*".
std::optional<std::string> emphasised(std::string_view text) {
  for (const std::string_view mark : {"***", "**", "*", "__", "_"}) {
    if (text.size() <= 2 * mark.size() || !text.starts_with(mark) || !text.ends_with(mark)) continue;
    const std::string_view inner = text.substr(mark.size(), text.size() - 2 * mark.size());
    if (inner.find(mark.front()) != std::string_view::npos) continue;
    return std::string(inner);
  }
  return std::nullopt;
}

// The line with the full-width digits of the number with which it begins as narrow ones ("２０１．", "第２０１条");
// empty where it has none.
std::string with_narrow_number(std::string_view text) {
  constexpr std::string_view BEFORE_DIGIT = "\xEF\xBC";
  constexpr std::size_t WIDTH = 3;
  const auto is_wide_digit = [&](std::size_t at) {
    if (at + 2 >= text.size() || text.substr(at, 2) != BEFORE_DIGIT) return false;
    const auto last = static_cast<unsigned char>(text[at + 2]);
    return last >= 0x90 && last <= 0x99;
  };
  std::size_t first = text.starts_with("第") ? WIDTH : 0;
  if (!is_wide_digit(first)) return {};
  std::string narrow(text.substr(0, first));
  for (; first < text.size() && is_wide_digit(first); first += WIDTH)
    narrow.push_back(static_cast<char>('0' + (static_cast<unsigned char>(text[first + 2]) - 0x90)));
  narrow += text.substr(first);
  return narrow;
}

// The mark of the emphasis in which a number stands: what `before` it ends with; empty where a space does, as behind
// the sign of a bullet.
std::string_view mark_of(std::string_view before) {
  const std::size_t first = std::min(before.find_first_of("*_"), before.size());
  const std::string_view mark = before.substr(first);
  return mark.find_first_not_of(mark.empty() ? '*' : mark.front()) == std::string_view::npos ? mark : "";
}

// The title in "**101. Title** text", without what stands before it; the text is left.
std::optional<std::string> take_rest_of_emphasis(std::string_view& rest, std::string_view mark) {
  const std::size_t end = mark.empty() ? std::string_view::npos : rest.find(mark);
  if (end == std::string_view::npos || end == 0) return std::nullopt;
  std::string_view title = rest.substr(0, end);
  rest.remove_prefix(end + mark.size());
  while (title.ends_with(' ') || title.ends_with(':')) title.remove_suffix(1);
  skip(rest, " :");
  return std::string(title);
}

}  // namespace

std::optional<Marker> marker_of(const Line& line, bool in_lists) {
  const std::string narrow = with_narrow_number(line.text);
  std::string_view rest = narrow.empty() ? std::string_view(line.text) : narrow;
  const bool item = in_lists && (rest.starts_with("- **") || rest.starts_with("- __"));
  if (item) rest.remove_prefix(2);
  Marker marker;
  const std::size_t marks = std::min(rest.find_first_not_of("*_# "), rest.size());
  const bool emphasis = rest.substr(0, marks).find_first_of("*_") != std::string_view::npos;
  std::string_view mark = mark_of(rest.substr(0, marks));
  rest.remove_prefix(marks);
  marker.strong = emphasis;
  marker.named = take_word_for_rule(rest);
  if (item && !marker.named) return std::nullopt;
  const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  if (digits == 0 || digits > MOST_DIGITS || rest.front() == '0') return std::nullopt;
  // "307b" in a running text is a part of rule 307; in markup it may be a rule of its own.
  const std::size_t letters = letters_at(rest, digits);
  if (letters > 0 && !emphasis && !marker.named && line.heading == 0) return std::nullopt;
  const auto number = read_numeral(rest.substr(0, digits + letters));
  if (!number) return std::nullopt;
  marker.number = *number;
  rest.remove_prefix(digits + letters);
  if (!rest.empty() && is_latin(rest.front())) return std::nullopt;
  const bool spaced = rest.starts_with(' ');
  const bool article = take(rest, "条");
  bool closed = false;
  if (emphasis) {
    const std::size_t before = rest.size();
    skip(rest, "*_");
    closed = rest.size() < before;
  }
  skip(rest, " ");
  marker.status = take_status(rest);
  if (marker.status == v1::RULE_STATUS_UNSPECIFIED) marker.status = take_status_behind_comma(rest);
  skip(rest, emphasis && !closed ? " *_" : " ");
  const bool sign = take_sign(rest);
  const std::size_t before_end = rest.size();
  if (sign && emphasis && !closed) skip(rest, "*_");
  if (closed || rest.size() < before_end) mark = "";
  skip(rest, " ");
  if (marker.status == v1::RULE_STATUS_UNSPECIFIED) {
    marker.status = take_status(rest);
    if (marker.status != v1::RULE_STATUS_UNSPECIFIED) {
      take_sign(rest);
      skip(rest, " ");
    }
  }
  std::optional<std::string> title = take_rest_of_emphasis(rest, mark);
  const bool stated = sign || article || marker.named || closed || line.heading > 0 || rest.empty() ||
                      marker.status != v1::RULE_STATUS_UNSPECIFIED;
  marker.bare = !stated && spaced && is_unspaced(language_of(rest.substr(0, rest.find(' '))));
  if (!stated && !marker.bare) return std::nullopt;
  // "Rule 105 governs this" is a sentence.
  const bool sentence = marker.named && !sign && !article && !closed && line.heading == 0 &&
                        marker.status == v1::RULE_STATUS_UNSPECIFIED && !rest.empty() && is_small(rest.front());
  if (sentence) return std::nullopt;
  if (line.heading > 0) {
    const std::string words = (title ? *title + (rest.empty() ? "" : " ") : std::string()) + std::string(rest);
    std::string_view shown = words;
    if (marker.status == v1::RULE_STATUS_UNSPECIFIED) marker.status = take_status_behind(shown);
    marker.title = emphasised(shown).value_or(std::string(shown));
  } else if (title) {
    marker.title = std::move(*title);
    marker.rest = std::string(rest);
  } else if (std::optional<std::string> whole = emphasised(rest)) {
    marker.title = std::move(*whole);
  } else {
    marker.rest = std::string(rest);
  }
  return marker;
}

}  // namespace nomic::replay::import
