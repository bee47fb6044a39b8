// The words by which a text names rules by number (mentions.h), in the languages of the built-in editions and a few
// more.
//
// Bytes are compared, in lower case for ASCII; a word that ends in a letter ends where no letter follows.
#pragma once

#include <cstddef>
#include <string_view>

namespace nomic::replay {

// Between two numbers, or behind the last.
enum class Joint {
  NONE,
  LIST,   // "203, 204, 206": each names its rule
  LAST,   // "204 and 206", "204 or 206": likewise, and the list ends with the second
  RANGE,  // "203 to 206", "203-206", "203 and following": they name those between, or beyond
};

bool is_letter(char c);
std::size_t skip_spaces(std::string_view text, std::size_t at);
bool stands_at(std::string_view text, std::size_t at, std::string_view word);

// The end of the word for rule that stands at `at`; `at` itself: none does.
std::size_t after_rule_word(std::string_view text, std::size_t at);

// Whether a word for rule is of several: "rules".
bool names_several(std::string_view rule_word);

// Behind the sign for number that stands at `at`, and the spaces behind it: "rule no. 301", "rules #301 and #302"; `at`
// itself: none does.
std::size_t after_number_sign(std::string_view text, std::size_t at);

// The end of the article that stands there ("from rule 201 to the rule 206"); `at` itself: none does.
std::size_t after_article(std::string_view text, std::size_t at);

// Takes the joint that stands at `at`, and moves behind it.
Joint take_joint(std::string_view text, std::size_t& at);

// Whether what stands behind a number makes it the beginning of a range without another number: "ff.", "and above".
bool goes_on_without_end(std::string_view text, std::size_t after_number);

// Whether what stands before a word for rule makes its number the end of a range without another: "up to rule 206".
bool comes_from_without_beginning(std::string_view text, std::size_t rule_word);

}  // namespace nomic::replay
