#include "nomic/replay/mentions.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "nomic/replay/rule_number.h"

namespace nomic::replay {
namespace {

// What a mention begins with, in lower case; longer words before what they begin with.
constexpr std::array<std::string_view, 13> RULE_WORDS = {
    "rules",  "rule",  "reglas",      "regla",      "regole",       "regola",
    "regels", "regel", "r\u00E8gles", "r\u00E8gle", "\u898F\u5247", "\u30EB\u30FC\u30EB",
    "\u7B2C"};
// What may stand between two numbers of one mention: "rules 203, 204 and 206", "rules 101-116".
constexpr std::array<std::string_view, 16> JOINTS = {
    ",",  "-",  "\u2013",  "\u2014", "\u3001", "\u301C", "\u304B\u3089", "and",
    "or", "to", "through", "y",      "a",      "e",      "en",           "of"};
// "\u7B2C" numbers anything, a first time as well as a rule: what it numbers is one from three digits on.
constexpr std::string_view ORDINAL = "\u7B2C";
constexpr std::size_t ORDINAL_DIGITS = 3;
constexpr std::size_t MOST_DIGITS = 9;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (static_cast<unsigned char>(c) >= 0xC3 && static_cast<unsigned char>(c) < 0xE0);
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool stands_at(std::string_view text, std::size_t at, std::string_view word) {
  if (text.size() - at < word.size()) return false;
  return std::equal(word.begin(), word.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
                    [](char a, char b) { return a == lower(b); });
}

std::size_t skip_spaces(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\n' || text[at] == '\t')) ++at;
  return at;
}

// The end of the word for rule that stands at `at`; `at` itself: none does.
std::size_t after_rule_word(std::string_view text, std::size_t at) {
  if (at > 0 && is_letter(text[at - 1]) && is_letter(text[at])) return at;
  for (const std::string_view word : RULE_WORDS) {
    if (!stands_at(text, at, word)) continue;
    const auto end = at + word.size();
    if (end < text.size() && is_letter(text[end]) && is_letter(word.back())) continue;
    return end;
  }
  return at;
}

// How many letters of a number stand at `at`: those of a word that goes on are none.
std::size_t letters_behind(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && end - at <= 2 && lower(text[end]) >= 'a' && lower(text[end]) <= 'z') ++end;
  const bool goes_on = end < text.size() && (is_letter(text[end]) || is_digit(text[end]));
  return end - at > 2 || goes_on ? 0 : end - at;
}

// Reads the number at `at`, moves behind it and its letters, and says of how many digits it is; 0: none that could be a
// rule's, of so many digits at least.
std::uint32_t take_number(std::string_view text, std::size_t& at, std::size_t& least_digits) {
  std::size_t end = at;
  while (end < text.size() && is_digit(text[end])) ++end;
  if (end == at || end - at < least_digits || end - at > MOST_DIGITS || text[at] == '0') return 0;
  // 3.5 and 1,000 are no rules; "206." and "206, " end a sentence or a part of one.
  if (end + 1 < text.size() && (text[end] == '.' || text[end] == ',') && is_digit(text[end + 1])) return 0;
  const auto letters = letters_behind(text, end);
  const auto number = read_numeral(text.substr(at, end - at));
  const auto lettered = letters == 0 ? std::nullopt : read_numeral(text.substr(at, end - at + letters));
  least_digits = end - at;
  at = lettered ? end + letters : end;
  return lettered ? *lettered : number.value_or(0);
}

// Behind what joins the next number to the last one; npos: nothing does.
std::size_t after_joints(std::string_view text, std::size_t at) {
  const std::size_t begin = at;
  for (;;) {
    at = skip_spaces(text, at);
    const auto joint = std::find_if(JOINTS.begin(), JOINTS.end(), [&](std::string_view word) {
      if (!stands_at(text, at, word)) return false;
      const auto end = at + word.size();
      return !is_letter(word.back()) || end >= text.size() || !is_letter(text[end]);
    });
    if (joint == JOINTS.end()) break;
    at += joint->size();
  }
  return at == begin ? std::string_view::npos : at;
}

}  // namespace

Mention without_letters(const Mention& mention) {
  const std::uint32_t plain = plain_of(mention.number);
  return {plain, mention.at, is_lettered(mention.number) ? std::to_string(plain).size() : mention.length};
}

std::uint32_t same_part_of(std::uint32_t to, std::uint32_t part) {
  return is_lettered(to) ? 0 : with_letters(to, letters_of(part));
}

std::vector<Mention> mentions(std::string_view text) {
  std::vector<Mention> found;
  std::size_t at = 0;
  while (at < text.size()) {
    const auto word_end = after_rule_word(text, at);
    if (word_end == at) {
      ++at;
      continue;
    }
    at = word_end;
    const bool ordinal = text.substr(0, word_end).ends_with(ORDINAL);
    std::size_t digits = ordinal ? ORDINAL_DIGITS : 1;
    auto next = skip_spaces(text, at);
    if (stands_at(text, next, "no.")) next = skip_spaces(text, next + 3);
    while (next != std::string_view::npos && next < text.size()) {
      const auto begin = next;
      // "rule 203 and 5 points": numbers of rules that stand together are of one length or grow.
      const auto number = take_number(text, next, digits);
      if (number == 0) break;
      found.push_back({number, begin, next - begin});
      at = next;
      next = after_joints(text, next);
    }
  }
  return found;
}

}  // namespace nomic::replay
