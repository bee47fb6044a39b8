#include "nomic/replay/mentions.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "mention_words.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/work.h"

namespace nomic::replay {
namespace {

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

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
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
