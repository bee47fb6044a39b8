// Status: who must act, what else each player may do, and by which rules, derived from a state.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "nomic/replay/engine.h"
#include "nomic/replay/offers.h"
#include "nomic/replay/remark.h"

namespace nomic::replay {

// Why play cannot go on, or could not, and what the rules offer then (213).
struct Standstill {
  Remark what;           // STANDSTILL
  Remark offer;          // OFFER
  v1::RuleVersion rule;  // that offers it; number 0: none
};

// What happens when its time has come.
struct DueOf {
  std::int64_t at = 0;  // microseconds since 1970-01-01T00:00:00Z
  Remark what;          // DUE: "vote_ends", with the proposal's number
  v1::RuleVersion rule;
};

// Players who attest the same outcome of a vote that their word has not settled.
struct AttestedSo {
  std::uint32_t proposal = 0;
  v1::OutcomeAttested outcome;
  std::vector<std::string> players;    // in the order of their records
  std::vector<std::uint64_t> records;  // one for each
  std::uint32_t votes = 0;             // of the electors among them
  std::uint32_t needed = 0;            // 0: no number is enough
  v1::RuleVersion rule;                // that asks for so many; number 0: none
};

struct StatusOf {
  std::string turn_of;                   // who is moving, for 212
  std::string next;                      // who may begin the next turn; empty: anyone
  std::vector<std::string> waiting_for;  // whose move the game waits for
  Offered offered;                       // every move that can be made now
  std::vector<DueOf> due;                // the first first
  std::vector<Remark> notes;  // NOTE and CONFLICT: void rules, yielding points, undetermined outcomes, one player left
  std::string judge;          // who sits as Judge: for the oldest open question, or the one last asked; empty: nobody
  std::string would_judge;    // who would judge if Judgment were invoked now
  std::vector<std::string> consents_missing;  // whose consent that the next turn begin is asked, and not given (212)
  std::uint32_t consents_needed = 0;          // how many of them must still give it
  bool consents_are_idle = false;             // no next turn waits for those that were given
  std::vector<AttestedSo> attested;           // by proposal
};

// What can be done, and whom the game waits for, in a record that is made at `now`; without it, at the time of the last
// record. Fails only as the history fails. Cost: that of offers_of().
Result<StatusOf> status_of(const Engine& engine, const History& history, std::optional<std::int64_t> now = {});

// Whether play can go on: empty if it can. Reads the questions and Judgments of the turn, and fails as the history
// does.
Result<std::vector<Standstill>> standstills_of(const Engine& engine, const History& history);

// The Judgments that can be overruled while the turn goes on, and those that were, in their order. The first may be one
// that began the turn: with the proposal that it upheld (L63).
std::vector<const v1::DeliveredJudgment*> judgments_in_dispute(const State& state);

// The rules by which a Judgment is overruled, and by which a Judge sits, by number; 0: none. They may be such as an act
// of this turn has changed.
std::uint32_t rule_on_overruling(const Engine& engine);
std::uint32_t rule_on_judges(const Engine& engine);

// Who judges the question, the nearest seat first; empty where nobody is left.
std::vector<std::string> judges_of(const Engine& engine, const v1::Question& question);
// Who has a vote on overruling the Judgment and has not cast it; empty where it is overruled.
std::vector<std::string> overrulers_missing(const Engine& engine, const v1::DeliveredJudgment& judgment);

// In-game players in playing order (201; without it, as seated).
std::vector<std::string> playing_order(const Engine& engine);
// Who would begin the next turn; empty where anyone may.
std::string next_player(const Engine& engine);
// Who may still vote on an open proposal.
std::vector<std::string> missing_voters(const Engine& engine, const v1::Proposal& proposal);

// The Judgment of this turn that upholds the act, by its record; 0: none does.
std::uint64_t upheld_by(const State& state, std::uint64_t act);

}  // namespace nomic::replay
