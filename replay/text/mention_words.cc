#include "mention_words.h"

#include <algorithm>
#include <array>

namespace nomic::replay {
namespace {

// In lower case; longer words before what they begin with.
constexpr std::array<std::string_view, 13> RULE_WORDS = {
    "rules",  "rule",  "reglas",      "regla",      "regole",       "regola",
    "regels", "regel", "r\u00E8gles", "r\u00E8gle", "\u898F\u5247", "\u30EB\u30FC\u30EB",
    "\u7B2C"};
// Dashes and tildes of all lengths; \u304B\u3089 is "from", \u306A\u3044\u3057 and \u4E43\u81F3 are "through".
constexpr std::array<std::string_view, 33> RANGES = {
    "-",           "\u2010", "\u2011",     "\u2012",   "\u2013", "\u2014",    "\u2212",       "~",
    "\u301C",      "\uFF5E", "...",        "..",       "\u2026", "through",   "thru",         "up to",
    "to",          "until",  "bis",        "hasta la", "hasta",  "fino alla", "fino a",       "alla",
    "al",          "a",      "tot en met", "tot",      "t/m",    "\u00E0",    "\u304B\u3089", "\u306A\u3044\u3057",
    "\u4E43\u81F3"};
constexpr std::array<std::string_view, 5> LISTS = {",", "\u3001", "\uFF0C", "\u30FB", "/"};
// The words for and, or; the last four are Japanese.
constexpr std::array<std::string_view, 24> LASTS = {
    // clang-format off
    "and", "or", "nor", "as well as", "&", "und", "oder", "en", "of", "noch", "y", "e", "o", "u", "ni", "ed", "od",
    "n\u00E9", "et", "ou", "\u3068", "\u53CA\u3073", "\u304A\u3088\u3073", "\u307E\u305F\u306F"
    // clang-format on
};
constexpr std::array<std::string_view, 5> RULES = {"rules", "reglas", "regole", "regels", "r\u00E8gles"};
constexpr std::array<std::string_view, 8> NUMBER_SIGNS = {"#",   "\u2116", "nos.",    "no.",
                                                          "nr.", "n.",     "n\u00BA", "n\u00B0"};
constexpr std::array<std::string_view, 7> ARTICLES = {"the", "las", "la", "le", "de", "het", "die"};
// Behind a number by themselves, and behind a joint: "203 ff.", "203 and above".
constexpr std::array<std::string_view, 9> GOES_ON = {
    "ff", "onwards", "onward", "in poi", "en adelante", "\u4EE5\u4E0A", "\u4EE5\u4E0B", "\u4EE5\u964D", "\u307E\u3067"};
constexpr std::array<std::string_view, 18> GOES_ON_JOINED = {
    "above",      "below",    "following",  "higher",      "lower",      "up",
    "later",      "earlier",  "siguientes", "posteriores", "superiores", "inferiores",
    "successive", "seguenti", "precedenti", "volgende",    "hoger",      "lager"};
constexpr std::array<std::string_view, 6> COMES_FROM = {"up to",     "through",    "hasta la",
                                                        "fino alla", "tot en met", "bis"};

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// The end of the first of the words that stands there; `at` itself: none does.
template <class Words>
std::size_t after_any(std::string_view text, std::size_t at, const Words& words) {
  for (const std::string_view word : words) {
    if (!stands_at(text, at, word)) continue;
    const auto end = at + word.size();
    if (is_letter(word.back()) && end < text.size() && is_letter(text[end])) continue;
    return end;
  }
  return at;
}

}  // namespace

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (static_cast<unsigned char>(c) >= 0xC3 && static_cast<unsigned char>(c) < 0xE0);
}

std::size_t skip_spaces(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\n' || text[at] == '\t')) ++at;
  return at;
}

bool stands_at(std::string_view text, std::size_t at, std::string_view word) {
  if (at > text.size() || text.size() - at < word.size()) return false;
  return std::equal(word.begin(), word.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
                    [](char a, char b) { return a == lower(b); });
}

std::size_t after_rule_word(std::string_view text, std::size_t at) {
  if (at > 0 && is_letter(text[at - 1]) && is_letter(text[at])) return at;
  return after_any(text, at, RULE_WORDS);
}

bool names_several(std::string_view rule_word) {
  return after_any(rule_word, 0, RULES) == rule_word.size();
}

std::size_t after_number_sign(std::string_view text, std::size_t at) {
  return skip_spaces(text, after_any(text, at, NUMBER_SIGNS));
}

std::size_t after_article(std::string_view text, std::size_t at) {
  return after_any(text, at, ARTICLES);
}

Joint take_joint(std::string_view text, std::size_t& at) {
  if (const auto end = after_any(text, at, RANGES); end != at) {
    at = end;
    return Joint::RANGE;
  }
  if (const auto end = after_any(text, at, LISTS); end != at) {
    at = end;
    return Joint::LIST;
  }
  const auto end = after_any(text, at, LASTS);
  if (end == at) return Joint::NONE;
  at = end;
  return Joint::LAST;
}

bool goes_on_without_end(std::string_view text, std::size_t after_number) {
  auto at = skip_spaces(text, after_number);
  if (after_any(text, at, GOES_ON) != at) return true;
  if (take_joint(text, at) == Joint::NONE) return false;
  at = skip_spaces(text, at);
  return after_any(text, at, GOES_ON_JOINED) != at;
}

bool comes_from_without_beginning(std::string_view text, std::size_t rule_word) {
  // npos + 1 is 0: nothing but blanks is before it.
  const std::size_t end = rule_word == 0 ? 0 : text.find_last_not_of(" \n\t", rule_word - 1) + 1;
  return std::any_of(COMES_FROM.begin(), COMES_FROM.end(), [&](std::string_view word) {
    if (word.size() > end || !stands_at(text, end - word.size(), word)) return false;
    return end == word.size() || !is_letter(text[end - word.size() - 1]);
  });
}

}  // namespace nomic::replay
