// Dispute: what Judgments of this turn do to its moves (212). The turn is derived again from its first record: without
// the moves that a standing Judgment strikes, with the contested ones that it upholds, and with what it found.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "play.h"

namespace nomic::replay {

// What the Judgments of the turn that stand have ordered, and what of the turn is not derived again but taken as it is:
// the part of a derivation that is theirs (fold.h).
struct Disposition {
  std::uint64_t base = 0;          // the turn's first record: those before it are as they were
  std::uint64_t making = 0;        // the record that is being made: what of it cannot be is refused
  bool injects = false;            // whether what applies from that record on is put in force in deriving it, too
  std::set<std::uint64_t> struck;  // left without effect
  // Contested, and given effect, with what is waived of each.
  std::map<std::uint64_t, Prohibitions> upheld;
  std::set<std::uint64_t> now;  // of these, by the Judgment of the record now being made
  // The records at which a turn began that rests on a Judgment, each with the contested proposal that it upheld.
  std::map<std::uint64_t, std::uint64_t> begins;
  std::set<std::uint64_t> waiting;  // contested, and upheld when what else a new turn needs was missing: without effect
  std::set<std::uint64_t> finding;  // Judgments that stand, whose findings apply
  std::set<std::uint64_t> refused;  // by the rules, when they were made: they stay so
  std::string sitting;              // the Judge of the turn
  std::vector<std::string> sat_before;
  GrowingCollection<v1::IssuedNumber> issued;  // the numbers given in the turn so far

  // Whether it is with that contested proposal that a Judgment began a turn.
  [[nodiscard]] bool begins_turn(std::uint64_t contested) const {
    return std::any_of(begins.begin(), begins.end(), [&](const auto& one) { return one.second == contested; });
  }
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

// What a Judgment waives of the contested moves that it upholds: the prohibitions whose rules it cites; where it cites
// no rule that stands against a move, all of them (L57). `whole`: with the contested Judgments that it upholds; what
// these uphold is waived by what they cite and the Judgment does.
std::vector<v1::Waiver> waivers_of(const Play& play, const v1::JudgmentDelivered& judgment,
                                   const v1::JudgmentDelivered& whole);

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

}  // namespace nomic::replay
