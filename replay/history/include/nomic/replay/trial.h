// Trial: what a proposal would do, recording nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "nomic/replay/game.h"

namespace nomic::replay {

// How a vote, or a turn's end, that is on record would have gone under the rule-change.
struct TrialVote {
  std::uint32_t proposal = 0;
  std::uint64_t record = 0;  // that completed the vote
  v1::Consequence before;    // PROPOSAL_ADOPTED, PROPOSAL_DEFEATED or OUTCOME_UNDETERMINED
  v1::Consequence after;     // the same; of kind unspecified: the vote would not have been complete there
};

struct TrialScore {
  std::string player;
  std::int64_t before = 0;  // thousandths, at the head
  std::int64_t after = 0;
};

// What past moves would have given, had the rule-change been in force from just before a point on.
struct TrialPast {
  std::uint64_t from = 0;             // the record just after which it is put in force
  std::vector<TrialVote> votes;       // since then, in the order of their records
  std::vector<TrialScore> scores;     // of everyone who ever played, as seated
  std::vector<v1::Winner> winners;    // who would have won
  std::vector<std::uint64_t> fallen;  // records of moves that would not have been lawful
};

struct Trial {
  std::uint32_t number = 0;   // that the proposal would bear
  Consequences consequences;  // if it took effect now
  std::vector<TrialScore> scores;
  std::vector<v1::Rule> before;   // rules that would change, as they are; in the order of their numbers
  std::vector<v1::Rule> after;    // and as they would be
  std::vector<Remark> conflicts;  // that would arise
  std::vector<Remark> warnings;   // what voters should know
  std::optional<TrialPast> past;
};

// Tries a form on the game at its head; `against`: a number of records, and the past from just before the last of them
// on is derived anew. A form that no player could propose now, whoever's turn it is, is the refusal that they would
// meet. Cost: of the past, that of deriving the game twice.
Result<Trial> try_form(Game& game, const v1::ProposalMade& form, std::optional<std::uint64_t> against);

}  // namespace nomic::replay
