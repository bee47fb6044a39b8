// Dispute: what Judgments of this turn do to its moves (212). The turn is derived again from its first record: without
// the moves that a standing Judgment strikes, with the contested ones that it upholds, and with what it found.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "play.h"

namespace nomic::replay {

// What the Judgments of the turn that stand have ordered, and what of the turn is not derived again but taken as it is:
// the part of a derivation that is theirs (fold.h).
struct Disposition {
  std::uint64_t base = 0;           // the turn's first record: those before it are as they were
  std::uint64_t making = 0;         // the record that is being made: what of it cannot be is refused
  bool injects = false;             // whether what applies from that record on is put in force in deriving it, too
  std::set<std::uint64_t> struck;   // left without effect
  std::set<std::uint64_t> upheld;   // contested, and given effect
  std::set<std::uint64_t> now;      // of these, by the Judgment of the record now being made
  std::set<std::uint64_t> finding;  // Judgments that stand, whose findings apply
  std::set<std::uint64_t> refused;  // by the rules, when they were made: they stay so
  std::string sitting;              // the Judge of the turn
  std::vector<v1::MeantNumber> numbers;
};

// As it is for the record `now`; the state is that before it, or in it.
std::shared_ptr<const Disposition> disposition_of(const State& state, std::uint64_t now);

// Whether that record is a contested move that a Judgment of the turn upholds.
bool is_upheld(const State& state, std::uint64_t record);

// Whether this record is of a turn that is derived again: what is of the dispute itself is not decided anew.
bool is_derived_again(const Play& play);

// The Judgments of the turn that the votes of the others overrule now fall; if one gave orders or found anything, the
// turn is derived again. Fails only as the history fails.
Status settle_dispute(Play& play);

// The contested proposal that a Judgment of this record upholds as the beginning of the next turn begins it (L44).
// Fails only as the history fails.
Status begin_upheld_turn(Play& play);

// What a Judgment orders and finds, with what the contested Judgments that it upholds do. Fails only as the history
// fails.
Result<v1::JudgmentDelivered> with_upheld_judgments(const Play& play, const v1::JudgmentDelivered& judgment);

// Whether that record can be struck, or upheld, by a Judgment of this record.
Status may_strike(const Play& play, std::uint64_t record);
Status may_uphold(const Play& play, std::uint64_t record);

// Applies what a Judgment finds, each a consequence whose source is the rule it construes. One that its own Judgment
// makes void is refused (L53); one that a later Judgment leaves about nothing counts no more. Else fails only as the
// history fails.
Status apply_findings(Play& play, const v1::JudgmentDelivered& judgment);

// Whether the findings are about what there is.
Status may_find(const Play& play, const v1::Finding& finding);

// Upholding a contested move waives what prohibits it; what makes it impossible, nothing waives.
bool is_prohibition(ErrorCode code);

// ---- Numbers of proposals in a turn derived again ------------------------------------------------------------------

// Notes the number of a proposal made in this record; `begins_turn`: it is the turn's own.
void note_meaning(Play& play, std::uint32_t number, bool begins_turn);

// The event with the numbers that the proposals it names bear now, where the turn is derived again without another.
v1::Event with_present_numbers(const State& state, const Disposition& disposition, std::uint64_t record,
                               const v1::Event& event);

// What the numbers of this turn meant to records before this one and mean to those to come, once it was derived again.
void merge_meanings(v1::Dispute& derived, const v1::Dispute& before, std::uint64_t record);

}  // namespace nomic::replay
