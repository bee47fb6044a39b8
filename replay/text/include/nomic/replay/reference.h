// How a rule and a proposal are referred to.
//
// On the wire (events, requests, rulesets, provisions, JSON) a reference is a string in a field that says so
// (nomic/v1/field.proto):
//
//     "340"     the rule, or the proposal, that bears the number 340
//     "340a"    the one that stands between 340 and 341. Players give letters to what one proposal changes besides its
//               first rule (Numbering.TAKE_LETTERS), and to rules that they put between two others
//     "#57"     the proposal that record 57 made, which has no number: nobody knows it any more
//     ""        none
//
// Within the program it is 32 bits, so that a state is small and soon compared:
//
//     number                                      1 to 999,999,999
//     1,000,000,000 + record                      a proposal without a number
//     3,000,000,000 + 1,000 x number + letters    340a: 3000340001        a is 1, z is 26, aa is 27, zz is 702
//
// `reference` and `number_in` convert, at the edge. Nothing goes by the bare value of these 32 bits: `comes_before` and
// `order_of` say which comes first, `next_plain` what follows 340a in the plain numbers.
#pragma once

#include <google/protobuf/descriptor.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/game_limits.h"
#include "nomic/replay/reference.h"

namespace nomic::replay {

constexpr std::uint32_t LETTERED = 3'000'000'000;
// The highest number that can have letters, and how many there are of each.
constexpr std::uint32_t LARGEST_LETTERED = 999'999;
constexpr std::uint32_t MOST_LETTERS = 702;
static_assert(LETTERED > LARGEST_NUMBER);

constexpr bool is_lettered(std::uint64_t number) {
  const std::uint64_t rest = number - LETTERED;
  return number >= LETTERED && rest / 1000 >= 1 && rest / 1000 <= LARGEST_LETTERED && rest % 1000 >= 1 &&
         rest % 1000 <= MOST_LETTERS;
}

// 340 of 340a; a number without letters is itself.
constexpr std::uint32_t plain_of(std::uint32_t number) {
  return is_lettered(number) ? (number - LETTERED) / 1000 : number;
}

// 1 of 340a, 27 of 340aa; 0: it has none.
constexpr std::uint32_t letters_of(std::uint32_t number) {
  return is_lettered(number) ? (number - LETTERED) % 1000 : 0;
}

// 340a of 340, or of any 340 with letters, and 1; 0: there is no such number.
constexpr std::uint32_t with_letters(std::uint32_t number, std::uint32_t letters) {
  const std::uint32_t plain = plain_of(number);
  const bool is_one = plain >= 1 && plain <= LARGEST_LETTERED && letters >= 1 && letters <= MOST_LETTERS;
  return is_one ? LETTERED + 1000 * plain + letters : 0;
}

// Whether a rule or a proposal can bear it: 1 to 999,999,999, or one of up to 999,999 with letters.
constexpr bool is_number(std::uint64_t number) {
  return (number >= 1 && number <= LARGEST_NUMBER) || is_lettered(number);
}

// By which numbers are sorted.
constexpr std::uint64_t order_of(std::uint32_t number) {
  return std::uint64_t{plain_of(number)} * 1000 + letters_of(number);
}

// 340 before 340a before 340b before 341.
constexpr bool comes_before(std::uint32_t first, std::uint32_t second) {
  return order_of(first) < order_of(second);
}

// The order as a map and a set have it.
struct InOrder {
  constexpr bool operator()(std::uint32_t first, std::uint32_t second) const { return comes_before(first, second); }
};

// The first number without letters that comes after it.
constexpr std::uint32_t next_plain(std::uint32_t number) {
  return plain_of(number) + 1;
}

// "340", "340a", as people read and type it.
std::string numeral(std::uint64_t number);

// What was typed or stands in a text: digits without a zero before them, and up to two letters, whose case does not
// matter. None: it is no number that a rule can bear.
std::optional<std::uint32_t> read_numeral(std::string_view typed);

constexpr std::uint32_t UNNUMBERED = 1'000'000'000;
static_assert(UNNUMBERED > LARGEST_NUMBER);

// Whether it is a proposal that has no number.
constexpr bool is_unnumbered(std::uint64_t number) {
  return number >= UNNUMBERED && number < LETTERED;
}

// The proposal without a number that the record made. A game of more than two thousand million records has no room for
// it: all beyond are one.
constexpr std::uint32_t unnumbered_of(std::uint64_t record) {
  constexpr std::uint32_t LAST = LETTERED - 1 - UNNUMBERED;
  return UNNUMBERED + (record < LAST ? static_cast<std::uint32_t>(record) : LAST);
}

// The record that made it.
constexpr std::uint32_t record_of_unnumbered(std::uint64_t number) {
  return static_cast<std::uint32_t>(number - UNNUMBERED);
}

// As it stands on the wire: "340", "340a", "#57"; "" for 0.
std::string reference(std::uint64_t number);

// As commands take it: "340", "340a", "record:57".
std::string typed_reference(std::uint64_t number);

// The way back from `reference`. 0: it refers to nothing; what is written in another way than `reference` writes it is
// none.
std::uint32_t number_in(std::string_view reference);

// Whether it is "" or in the one form that `reference` writes.
bool is_reference(std::string_view text);

// Whether the schema says that the field refers to a rule or a proposal.
bool refers(const google::protobuf::FieldDescriptor& field);

// Of each in a list.
template <class References>
std::vector<std::uint32_t> numbers_in(const References& references) {
  std::vector<std::uint32_t> numbers;
  for (const auto& one : references) numbers.push_back(number_in(one));
  return numbers;
}

}  // namespace nomic::replay
