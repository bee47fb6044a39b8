// Sentences of refusals: throws of the dice, commitments and secrets.
#include "refusal_rows.h"

namespace nomic::tools {

using Code = replay::ErrorCode;

// clang-format off
// A table is as long as it must be.
// NOLINTBEGIN(readability-function-size,modernize-raw-string-literal)
const std::vector<RefusalRow>& refusals_dice() {
  static const std::vector<RefusalRow> ROWS = {
    {Code::NO_THROW_DUE, "not_committed",
     "the throw that is due is not made of commitments and secrets",
     "`nomic roll` throws"},
    {Code::NO_THROW_DUE, "none", "no throw is due now", "`nomic status` says who must act"},
    {Code::SOURCE_NOT_ALLOWED, "follow",
     "the faces follow from secrets to which players commit: nobody says what they are",
     "`nomic roll --commit`, and then `nomic roll --reveal`"},
    {Code::SOURCE_NOT_ALLOWED, "nobody_reveals",
     "faces that are revealed follow from secrets, and no rule has them here",
     "`nomic roll`"},
    {Code::SOURCE_NOT_ALLOWED, "by_hand", "the dice are thrown by hand", "`nomic roll` with the faces that lie"},
    {Code::SOURCE_NOT_ALLOWED, "by_program", "the program throws the dice", "`nomic roll` without faces"},
    {Code::NOT_A_COMMITTER, "commitment",
     "no commitment is asked of {player}: those who commit are {committers:none}",
     ""},
    {Code::NOT_A_COMMITTER, "secret", "no secret is asked of {player}: those who commit are {committers:none}", ""},
    {Code::OTHER_THROW, "commitment",
     "the commitment is for round {round} of part {part} of the turn begun at #{record}, proposal {proposal}; what "
     "is due is round {due_round} of part {due_part} of the turn begun at #{due_record}, proposal {due_proposal}",
     "`nomic roll --commit` makes one for the throw that is due"},
    {Code::OTHER_THROW, "secret",
     "the secret is for round {round} of part {part} of the turn begun at #{record}, proposal {proposal}; what is "
     "due is round {due_round} of part {due_part} of the turn begun at #{due_record}, proposal {due_proposal}",
     "`nomic roll --commit` makes one for the throw that is due"},
    {Code::COMMITTED_ALREADY, "",
     "{player} has committed already, and it stays",
     "`nomic roll --reveal`, when everybody has committed"},
    {Code::COMMITMENT_COPIED, "",
     "that is {owner}'s commitment: {player} could never reveal what it is of",
     "`nomic roll --commit` makes one of your own"},
    {Code::NOT_COMMITTED, "", "{player} has not committed to any secret", "`nomic roll --commit` does"},
    {Code::REVEAL_TOO_EARLY, "",
     "{players} must commit before any secret is revealed",
     "whoever knew a secret could choose their own by it"},
    {Code::REVEALED_ALREADY, "", "{player} has revealed already", ""},
    {Code::SECRET_DOES_NOT_FIT, "", "that secret is not the one that {player} has committed to", ""},
  };
  return ROWS;
}
// NOLINTEND(readability-function-size,modernize-raw-string-literal)
// clang-format on

}  // namespace nomic::tools
