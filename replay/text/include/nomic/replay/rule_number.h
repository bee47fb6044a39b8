// Numbers with letters: 340a, which stands between 340 and 341. Players give them to what one proposal changes besides
// its first rule (Numbering.TAKE_LETTERS), and to rules that they put between two others.
//
// Where records, states and consequences have a number, one that stands beyond all others stands for such a number:
//
//     3,000,000,000 + 1,000 x number + letters        340a: 3000340001        a is 1, z is 26, aa is 27, zz is 702
//
// So a number of a rule, or of a proposal, is 32 bits whether it has letters or not, and what has none is as it always
// was. What stands for it is never shown: text and JSON have "340a" (`numeral`), and so does what people type.
//
// Two things that hold of plain numbers do not hold of these, so nothing goes by the bare value:
//   - which comes first (`comes_before`, `order_of`);
//   - which comes next: what follows 340a in the plain numbers is 341 (`next_plain`).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "nomic/replay/limits.h"

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

}  // namespace nomic::replay
