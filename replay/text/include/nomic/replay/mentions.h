// Mentions: where a text names rules by number.
//
//     "Unlike rule 301, and rules 203-206, ..."      301 at 12; 203 and 206 at 27 and 31, ends of a range
//
// Found are whole numbers that stand after the language's word for rule ("rule", "rules", regla, regola, regel, règle,
// 規則, ルール, 第, and their plurals), perhaps with "no." or "#" between, and those that are joined to such a number
// by a comma, a dash, a slash or a word for and, or, to. In a list behind a plural each is a rule's up to the one
// behind the word for and: "rules 1001, 99 and 5". Else a number with fewer digits than those before, and fewer than
// three, is none: "rule 203 and 5 points", "rules 203 and 205, 5 points". Up to two letters right behind a number
// belong to it: "rule 340a" (reference.h). Case does not matter. It reads bytes and no table of Unicode, so that what a
// rule brought about by it (Numbering.references_follow) is the same for ever.
//
// A list names each of its rules: "rules 203, 204 and 206". A range names rules that are not written: "rules 203 to
// 206", "203-206", "203 bis 206", "rule 203 and following". With another number it would name others, so its ends are
// told apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace nomic::replay {

// A number in a text that is meant as a rule's.
struct Mention {
  std::uint32_t number = 0;
  std::size_t at = 0;      // bytes from the beginning of the text to the number
  std::size_t length = 0;  // of the number with its letters, in bytes
  bool ranged = false;     // it is an end of a range, and stands for numbers that are not written too
};

// The same place without the letters: where no rule bears or bore 206a, "rule 206a" means a part of rule 206.
Mention without_letters(const Mention& mention);

// What "206a", a part of rule 206, is called once that is rule `to`: 305a; 0: there is no name for it.
std::uint32_t same_part_of(std::uint32_t to, std::uint32_t part);

// In the order in which they stand. O(bytes).
std::vector<Mention> mentions(std::string_view text);

}  // namespace nomic::replay
