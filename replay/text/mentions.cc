#include "nomic/replay/mentions.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "nomic/replay/reference.h"
#include "nomic/replay/work.h"

namespace nomic::replay {
namespace {

// The words by which a text names rules by number (mentions.h), in the languages of the built-in editions and a few
// more.
//
// Bytes are compared, in lower case for ASCII; a word that ends in a letter ends where no letter follows.

// Between two numbers, or behind the last.
enum class Joint {
  NONE,
  LIST,   // "203, 204, 206": each names its rule
  LAST,   // "204 and 206", "204 or 206": likewise, and the list ends with the second
  RANGE,  // "203 to 206", "203-206", "203 and following": they name those between, or beyond
};

bool is_letter(char c);

bool stands_at(std::string_view text, std::size_t at, std::string_view word);

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

// The end of the word for rule that stands at `at`; `at` itself: none does.
std::size_t after_rule_word(std::string_view text, std::size_t at) {
  if (at > 0 && is_letter(text[at - 1]) && is_letter(text[at])) return at;
  return after_any(text, at, RULE_WORDS);
}

// Whether a word for rule is of several: "rules".
bool names_several(std::string_view rule_word) {
  return after_any(rule_word, 0, RULES) == rule_word.size();
}

// Behind the sign for number that stands at `at`, and the spaces behind it: "rule no. 301", "rules #301 and #302"; `at`
// itself: none does.
std::size_t after_number_sign(std::string_view text, std::size_t at) {
  return skip_spaces(text, after_any(text, at, NUMBER_SIGNS));
}

// The end of the article that stands there ("from rule 201 to the rule 206"); `at` itself: none does.
std::size_t after_article(std::string_view text, std::size_t at) {
  return after_any(text, at, ARTICLES);
}

// Takes the joint that stands at `at`, and moves behind it.
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

// Whether what stands behind a number makes it the beginning of a range without another number: "ff.", "and above".
bool goes_on_without_end(std::string_view text, std::size_t after_number) {
  auto at = skip_spaces(text, after_number);
  if (after_any(text, at, GOES_ON) != at) return true;
  if (take_joint(text, at) == Joint::NONE) return false;
  at = skip_spaces(text, at);
  return after_any(text, at, GOES_ON_JOINED) != at;
}

// Whether what stands before a word for rule makes its number the end of a range without another: "up to rule 206".
bool comes_from_without_beginning(std::string_view text, std::size_t rule_word) {
  // npos + 1 is 0: nothing but blanks is before it.
  const std::size_t end = rule_word == 0 ? 0 : text.find_last_not_of(" \n\t", rule_word - 1) + 1;
  return std::any_of(COMES_FROM.begin(), COMES_FROM.end(), [&](std::string_view word) {
    if (word.size() > end || !stands_at(text, end - word.size(), word)) return false;
    return end == word.size() || !is_letter(text[end - word.size() - 1]);
  });
}

// "\u7B2C" numbers anything, a first time as well as a rule: what it numbers is one from three digits on.
constexpr std::string_view ORDINAL = "\u7B2C";
constexpr std::size_t ORDINAL_DIGITS = 3;
// So many digits are a rule's in any list of rules: "rule 1001 or 205", but "rule 203 and 5 points".
constexpr std::size_t LISTED_DIGITS = 3;
constexpr std::size_t MOST_DIGITS = 9;
// What a number may bear behind it: an article's.
constexpr std::string_view COUNTER = "\u6761";

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// How many letters of a number stand at `at`: those of a word that goes on are none.
std::size_t letters_behind(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && end - at <= 2 && lower(text[end]) >= 'a' && lower(text[end]) <= 'z') ++end;
  const bool goes_on = end < text.size() && (is_letter(text[end]) || is_digit(text[end]));
  return end - at > 2 || goes_on ? 0 : end - at;
}

// Reads the number at `at`, and moves behind it and its letters; 0: none that could be a rule's, of so many digits at
// least.
std::uint32_t take_number(std::string_view text, std::size_t& at, std::size_t least_digits) {
  std::size_t end = at;
  while (end < text.size() && is_digit(text[end])) ++end;
  if (end == at || end - at < least_digits || end - at > MOST_DIGITS || text[at] == '0') return 0;
  // 3.5 and 1,000 are no rules; "206." and "206, " end a sentence or a part of one.
  if (end + 1 < text.size() && (text[end] == '.' || text[end] == ',') && is_digit(text[end + 1])) return 0;
  const auto letters = letters_behind(text, end);
  const auto number = read_numeral(text.substr(at, end - at));
  const auto lettered = letters == 0 ? std::nullopt : read_numeral(text.substr(at, end - at + letters));
  at = lettered ? end + letters : end;
  return lettered ? *lettered : number.value_or(0);
}

// Moves behind what joins the next number to the last one. NONE: nothing does; LAST: a word for and, or.
Joint take_joints(std::string_view text, std::size_t& at) {
  Joint joints = Joint::NONE;
  while (true) {
    at = skip_spaces(text, at);
    const Joint joint = take_joint(text, at);
    if (joint == Joint::NONE) return joints;
    if (joints != Joint::LAST) joints = joint;
  }
}

// The numbers behind one word for rule: how many digits the next has at least, to be a rule's.
//
//     rules 1001, 99 and 5         in the plural any, up to the one behind the word for and
//     rule 98 and 5 points         else as many as the shortest before it, or three: 5 is none
class List {
 public:
  List(std::size_t least_digits, bool of_several) : least_digits_(least_digits), of_several_(of_several) {}

  [[nodiscard]] std::size_t least_digits() const { return least_digits_; }

  void add(std::uint32_t number, Joint joined_by) {
    shortest_ = std::min(shortest_, std::to_string(plain_of(number)).size());
    of_several_ = of_several_ && joined_by != Joint::LAST;
    least_digits_ = of_several_ ? 1 : shortest_;
  }

 private:
  std::size_t least_digits_;
  bool of_several_;
  std::size_t shortest_ = LISTED_DIGITS;
};

// Whether nothing but the words of a range, and of rules, stands between two numbers: "201 to rule 206".
bool is_range(std::string_view between) {
  bool ranges = false;
  for (std::size_t at = skip_spaces(between, 0); at < between.size(); at = skip_spaces(between, at)) {
    if (const auto word = after_rule_word(between, at); word != at) {
      at = word;
    } else if (const auto article = after_article(between, at); article != at) {
      at = article;
    } else if (const auto sign = after_number_sign(between, at); sign != at) {
      at = sign;
    } else if (stands_at(between, at, COUNTER)) {
      at += COUNTER.size();
    } else if (const auto joint = take_joint(between, at); joint == Joint::NONE) {
      return false;
    } else {
      ranges = ranges || joint == Joint::RANGE;
    }
  }
  return ranges;
}

void tell_ranges(std::string_view text, std::vector<Mention>& found) {
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto end = found[i].at + found[i].length;
    if (goes_on_without_end(text, stands_at(text, end, COUNTER) ? end + COUNTER.size() : end)) found[i].ranged = true;
    if (i + 1 == found.size() || !is_range(text.substr(end, found[i + 1].at - end))) continue;
    found[i].ranged = true;
    found[i + 1].ranged = true;
  }
}

}  // namespace

Mention without_letters(const Mention& mention) {
  const std::uint32_t plain = plain_of(mention.number);
  return {plain, mention.at, is_lettered(mention.number) ? std::to_string(plain).size() : mention.length,
          mention.ranged};
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
    spend_work();
    bool ranged = comes_from_without_beginning(text, at);
    const bool ordinal = text.substr(0, word_end).ends_with(ORDINAL);
    List list(ordinal ? ORDINAL_DIGITS : 1, names_several(text.substr(at, word_end - at)));
    at = word_end;
    Joint joint = Joint::LIST;
    for (auto next = skip_spaces(text, at); joint != Joint::NONE; joint = take_joints(text, next)) {
      next = after_number_sign(text, next);
      const auto begin = next;
      const auto number = take_number(text, next, list.least_digits());
      if (number == 0) break;
      found.push_back({number, begin, next - begin, ranged});
      list.add(number, joint);
      ranged = false;
      if (stands_at(text, next, COUNTER)) next += COUNTER.size();
      at = next;
    }
  }
  tell_ranges(text, found);
  return found;
}

}  // namespace nomic::replay
