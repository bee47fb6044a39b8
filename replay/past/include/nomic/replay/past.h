// The past of a game, told from the versions of its rules that were posted: a page under git, or dated pages.
//
//     Past past = tell_past(versions, {});
//     for (const PastMove& move : past.moves) ...       // what made each version of the one before it
//     for (const PastSlip& slip : past.slips) ...       // where what is posted cannot be what was played
//
// A rule is followed by its text (rule_matching.h), whatever its number: a version that permutes the numbers is so many
// renumberings, and no repeal. After the moves of a version the rules are those of the page, in number, status, title
// and words; differences of layout alone make no move. One thing is not followed: statuses of several rules that moved
// with a heading and came back (STATUSES_MOVED with `until`) were never others in the game.
//
// What was done is told from what is posted, so it is told sparingly:
//
//     ENACT      a rule that is like none before it
//     AMEND      other words, in a version that was put to the vote, or under a new number
//     TRANSMUTE  another status, likewise
//     REPEAL     a rule that is posted no longer
//     RENUMBER   another number and nothing else
//     RETITLE    another title and no other words
//     REWORD     other words in a version that was put to no vote: a clerical correction
//
// A proposal bears the number of the rule that it makes, since 108 gives it that; else one that the version names and
// that no rule bears. Where there is neither, its number is not known (0), and the rule keeps its own. What changes
// without any proposal says so (`proposed` is false). Nothing is called defeated, and no proposal is made of a gap.
// What came as one version (the merge of a branch) and shows at most one number is one proposal with several
// rule-changes: its moves have one `group`. So have 301, 301a and 301b that came at once, however they came: the
// letters are those that one proposal gives (Numbering.TAKE_LETTERS). A rule that came without a vote and went without
// one was never enacted by a proposal either.
//
// A number that another rule bore before is given in two steps, since no ledger gives one twice: the rule takes one
// that nobody ever bore, and a renumbering (`all_along`) finds that it bears the players'. Rules that have only changed
// places swap their numbers (`swap`).
//
// Slips are what a reader of the pages should look at. One that a later version mends says which.
//
// Pure: no files, no clock. Cost: that of matching each version with the one before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "nomic/replay/rule_matching.h"
#include "nomic/v1/rules.pb.h"

namespace nomic::replay {

// What is posted of somebody's points, in thousandths.
struct PostedScore {
  std::string player;
  std::int64_t points = 0;
};

// One version of the posted rules.
struct PostedVersion {
  std::string name;          // of the commit or the page, for people
  std::int64_t posted = 0;   // when, in microseconds since 1970-01-01T00:00:00Z; never before the one before it
  std::int64_t written = 0;  // when what it brings was first written down; not after `posted`
  std::vector<std::uint32_t> numbers;  // that whoever posted it names as those of a rule or a proposal
  bool put_to_vote = false;            // it came as a proposal does
  bool one_proposal = false;           // and all of it as one, as a branch does
  bool housekeeping = false;           // whoever posted it says that it changes no rule
  std::vector<RuleCopy> rules;
  std::vector<PostedScore> scores;  // as far as any are posted
};

struct PastOptions {
  // Whether a changed rule takes the number of the proposal that changes it (108): where one keeps its own, that is a
  // slip.
  bool changed_rules_renumbered = true;
};

enum class PastMoveKind : std::uint8_t { ENACT, AMEND, TRANSMUTE, REPEAL, RENUMBER, RETITLE, REWORD };
constexpr std::size_t PAST_MOVE_KINDS = 7;

struct PastMove {
  PastMoveKind kind = PastMoveKind::ENACT;
  std::size_t version = 0;
  bool proposed = false;                                // by a proposal
  std::uint32_t proposal = 0;                           // its number; 0: not known
  std::uint32_t rule = 0;                               // the number that the rule bears before; 0: it is new
  std::uint32_t number = 0;                             // and from then on; 0: it is repealed
  v1::RuleStatus status = v1::RULE_STATUS_UNSPECIFIED;  // from then on
  std::optional<std::string> title;                     // if it is another from then on
  std::string text;                                     // of ENACT, AMEND and REWORD
  // From when on it may have been proposed: not before what it brings was written, nor before the rule was as it
  // changes it.
  std::int64_t since = 0;
  std::uint32_t posted = 0;  // the number that is posted, where the rule is given another one first (`all_along`)
  std::size_t group = 0;     // moves with the same one are one proposal; 0: by itself
  bool swap = false;         // of RENUMBER: the rule that bears `number` takes `rule`
  bool all_along = false;    // of RENUMBER: the number that it had among the players from the move before on
};

enum class PastSlipKind : std::uint8_t {
  KEPT_NUMBER,        // a changed rule that did not get the number of its proposal (`other`, if that is known)
  WRONG_NUMBER,       // a rule posted under a number that a later version puts right (`other`)
  SUPERSEDED,         // a rule that the version says it changes, and that stands unchanged beside the new one (`other`)
  NO_PROPOSAL,        // other words, another status, a rule gone, and no proposal
  STATUSES_MOVED,     // several rules of another status at once, none of them with the number of a proposal
  MANY_TITLES,        // many titles given or changed at once
  WENT_BACK,          // words that the rule had before (`other`: none)
  IMMUTABLE_CHANGED,  // words of an immutable rule
  NUMBER_TWICE,       // a number over two texts: the one that is more like the rule so far is taken
  STALE_REFERENCE,    // a text that names a rule by a number which that rule (`other`) bears no longer
  SCORE,              // points that a later version, which changes no rule, puts right
  NUMBER_AGAIN,       // a number that another rule bore before (`other`: the one by which the two are told apart)
  POSTED_IN_PARTS,    // what a proposal (`other`) changes was posted in this version, and the rest of it later
  COPY_DIFFERS,       // rules that another page with the same rules (`page`) has otherwise
  FILE_WITHOUT_RULE,  // a file (`page`) among those with a rule each, in which none can be read
  CLOCK_WRONG,        // a version whose time cannot be right beside those of the others; it is told at a neighbour's
};
constexpr std::size_t PAST_SLIP_KINDS = 16;

struct PastSlip {
  PastSlipKind kind = PastSlipKind::KEPT_NUMBER;
  std::size_t version = 0;
  std::vector<std::uint32_t> rules;  // by the numbers that they bear in it
  std::uint32_t other = 0;
  std::optional<std::size_t> until;  // the version that mends it
  std::string player;                // whose points
  std::string page;                  // of COPY_DIFFERS and FILE_WITHOUT_RULE
};

struct Past {
  std::vector<PastMove> moves;       // in the order of the versions; each version's can be made in this order
  std::vector<PastSlip> slips;       // likewise
  std::vector<std::size_t> changes;  // the versions that change what is read: those with moves
  // Those with several changes by proposals of which nothing tells whether they were one proposal.
  std::vector<std::size_t> asked;
  // Rules of the first version that are there to the end, with neither their words nor their status changed.
  std::vector<std::uint32_t> unchanged;
};

// `versions` must hold one at least.
Past tell_past(const std::vector<PostedVersion>& versions, const PastOptions& options);

}  // namespace nomic::replay
