// Proposals whose number nobody knows any more, in games that are recorded afterwards. Such a proposal bears no number.
// Where records, states and consequences have the number of a proposal, one that stands beyond all numbers stands for
// it: 1,000,000,000 and the record that made it. Derived again it is the same.
//
// It is never shown: people read "the proposal of record #57", and JSON has the record in a field of its own.
#pragma once

#include <cstdint>
#include <string>

#include "nomic/replay/rule_number.h"

namespace nomic::replay {

constexpr std::uint32_t UNNUMBERED = 1'000'000'000;
static_assert(UNNUMBERED > LARGEST_NUMBER);

constexpr bool is_unnumbered(std::uint64_t number) {
  return number >= UNNUMBERED && number < LETTERED;
}

// What stands for the number of the proposal that the record made. A game of more than two thousand million records has
// no room for it: all beyond are one.
constexpr std::uint32_t unnumbered_of(std::uint64_t record) {
  constexpr std::uint32_t LAST = LETTERED - 1 - UNNUMBERED;
  return UNNUMBERED + (record < LAST ? static_cast<std::uint32_t>(record) : LAST);
}

// The record that made the proposal.
constexpr std::uint32_t record_of_unnumbered(std::uint64_t number) {
  return static_cast<std::uint32_t>(number - UNNUMBERED);
}

// In a list of proposals: "305", or "#57" for the one of that record.
inline std::string short_name_of_proposal(std::uint32_t number) {
  return is_unnumbered(number) ? "#" + std::to_string(record_of_unnumbered(number)) : numeral(number);
}

}  // namespace nomic::replay
