// The numbers that the rules on numbering gave (108), each with the record and the rule-change that it went to. A
// number is given once: a proposal that is struck keeps its number, and the next proposal takes the next one. Where the
// turn, or the game, is derived again, each proposal and each rule-change takes the number that it had.
//
// State.issued holds those of the present turn. Of earlier turns it holds only those that would be given again
// otherwise; from the first rule-change that acts on the past on it holds all.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "play.h"

namespace nomic::replay {

// The record of a proposal or of an act, and which of its rule-changes took the number, from 1; 0: the proposal or the
// act itself. A contested proposal that begins a turn has the number at its own record and at each at which it was
// made.
using NumberPlace = std::pair<std::uint64_t, std::uint32_t>;

NumberPlace place_of_number(const v1::IssuedNumber& issued);

// The numbers that went to a place before. It may have had one of each kind, as the rules on numbering, or what else
// has the proposal's number, changed in between.
struct NumbersOfPlace {
  std::optional<std::uint32_t> own;       // the proposal's
  std::optional<std::uint32_t> lettered;  // with a letter
  std::optional<std::uint32_t> next;      // another of the sequence of proposals
  std::optional<std::uint32_t> of_rules;  // of the sequence that rules have of their own
};

// `own`: the number of the proposal or act; 0 for the place of a proposal or act itself.
NumbersOfPlace numbers_of(const Play& play, const NumberPlace& place, std::uint32_t own);

// The number that the proposal or the act of this record had before; nothing if it had none.
std::optional<std::uint32_t> number_of_record(const Play& play);

// Whether the number, which is the proposal's own, went to another rule-change than the one at the place.
bool is_issued_to_another(const Play& play, std::uint32_t number, const NumberPlace& place);

// Notes a number that is given now. `of_rules`: it is of a sequence that rules have of their own.
void note_issued(Play& play, const NumberPlace& place, std::uint32_t number, bool of_rules);

// A turn is about to begin: the numbers of the turns before are forgotten, but for those that would come again. Where
// those turns may be derived again all are kept.
void forget_issued(Play& play);

// The number that the next proposal takes: after all that proposals and their rule-changes took. Rules are not asked.
std::uint32_t next_to_issue(const State& state);

}  // namespace nomic::replay
