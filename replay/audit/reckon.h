// The auditor's own reckoning: who votes, what a vote comes to, what points are due, who is next. It reads the books
// and the rules, and works in exact numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "books.h"
#include "reading.h"

namespace nomic::replay::audit {

// Whether `have` of `base` is the share.
bool reaches(std::uint64_t have, std::uint64_t base, const v1::Quota& share);

std::int64_t micros(const v1::Period& period);

// Thousandths; the votes are those for and all that were cast.
std::int64_t points_due(const v1::Amount& amount, std::uint32_t proposal, std::uint32_t in_favour, std::uint32_t cast);
std::int64_t points_thrown(const v1::ThrowPart& part, const std::vector<std::uint32_t>& faces);

// ---- Who takes part
// --------------------------------------------------------------------------------------------------

Case case_of(const BookProposal& proposal, const std::string& player = {});
bool is_left_out(const Reading& law, const BookPlayer& player, v1::Inactivity::Suspended of);
bool takes_turns(const Reading& law, const BookPlayer& player);
bool may_vote(const Reading& law, const BookProposal& proposal, const BookPlayer& player);
std::uint32_t votes_of(const Reading& law, const BookProposal& proposal, const std::string& player);
// The ballot that stands.
const BookBallot* ballot_of(const BookProposal& proposal, const std::string& player);

// Of a vote that was complete, as it was then.
Count count_votes(const Books& books, const Reading& law, const BookProposal& proposal);
// The same with what somebody attests of the votes, so far as they say.
void count_as_attested(const Books& books, const BookProposal& proposal, const v1::OutcomeAttested& word, Count& count);
// The attestations that the outcome rests on; empty: it rests on ballots, or on a Judgment.
std::vector<BookAttestation> attested_by(const BookProposal& proposal, const v1::Consequence& outcome);
bool attests_the_same(const v1::OutcomeAttested& one, const v1::OutcomeAttested& other);

// What the rules make of a vote: for each change, whether it is adopted; nothing where they do not say.
struct Outcome {
  std::optional<bool> adopted;
  std::vector<bool> changes;
  bool together = true;
  bool unclear = false;
};
Outcome outcome_of(const Reading& law, const BookProposal& proposal, const Count& count);
// What it takes to settle a vote by word: votes of electors who attest the same, and how many are needed. 0: no number
// is enough. Where the rule on adoption has lost its provisions, all are.
struct Assent {
  std::uint32_t votes = 0;
  std::uint32_t needed = 0;
};
Assent assent_to(const Books& books, const Reading& law, const BookProposal& proposal, const v1::OutcomeAttested& word);
// The rule on adoption that says no provision any more, of which an earlier version had one; none: nullptr.
const BookRule* silent_on_adoption(const Books& books, const Reading& law, const BookProposal& proposal);
// The ballots on record with which the outcome, or its tally, cannot be, by their records; and whether the votes that
// are attested give another outcome by themselves.
struct Against {
  std::vector<std::uint64_t> ballots;
  bool by_rules = false;
};
Against what_speaks_against(const Books& books, const Reading& law, const BookProposal& proposal,
                            const v1::OutcomeAttested& word);
// Whether its changes stand or fall together.
bool hang_together(const Reading& law, const BookProposal& proposal);

// When a rule-change that is adopted now takes effect, and by which rule.
struct Moment {
  v1::Effectiveness::Moment when = v1::Effectiveness::VOTE_COMPLETE;
  std::int64_t at = 0;
  std::uint32_t rule = 0;
};
Moment moment_of(const Reading& law, const BookProposal& proposal, std::size_t change, std::int64_t now);
// Of each of its changes: those that hang together take effect together.
std::vector<v1::Effectiveness::Moment> moments_of(const Reading& law, const BookProposal& proposal, std::int64_t now);

// ---- The order of play ----------------------------------------------------------------------------------------------

v1::TurnOrder::Order order_of(const Reading& law);
std::vector<const BookPlayer*> ring(const Books& books, const Reading& law);
// Who comes after the player; none: nullptr.
const BookPlayer* after(const Books& books, const Reading& law, const std::string& name);
const BookPlayer* first_in_order(const Books& books, const Reading& law);
// Who is moving. Where there are no turns nobody is, unless a turn that began before goes on, and the
// game is not won.
std::string moving(const Books& books, const Reading& law);
// Whether it tells of a step of a dispute, which the rule on Judgment provides for.
bool is_of_judgment(const v1::Consequence& emitted);

// The rule on Judgment as those in force have it.
BookJudgmentRule judgment_rule_now(const Reading& law);
bool same_judgment(const BookJudgmentRule& one, const BookJudgmentRule& other);

// What the rule on Judgment says on a field: as it was before an act of the turn, if one changed it.
struct JudgmentPoint {
  v1::Judgment says;
  std::uint32_t number = 0;  // of the rule that says so
  std::uint32_t lineage = 0;
  bool is_regulated = false;

  explicit operator bool() const { return is_regulated; }
};
JudgmentPoint judgment_point(const Books& books, const Reading& law, int field);

// Who may judge, from the one who is asked first on.
std::vector<std::string> sitting_judges(const Books& books, const Reading& law, const BookQuestion* question);
// Whoever succeeds a Judge who has left while a question is open sits for the rest of the turn; else the books stay.
void seat_successor(Books& books, const Reading& law);

}  // namespace nomic::replay::audit
