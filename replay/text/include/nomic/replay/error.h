// Error: why something cannot be done in a game, with the rules that say so.
//
// One closed list of codes, only ever added to; every code has a test that triggers it. What a code means to whoever
// called is its Kind: USAGE is what no ledger could accept, REFUSED is what the game does not allow now, LEDGER passes
// on what the ledger said.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/ledger/result.h"

namespace nomic::replay {

enum class ErrorCode : std::uint8_t {
  // USAGE: no game could take this.
  TEXT_EMPTY = 1,
  TEXT_TOO_LONG,  // over 60,000 bytes in NFC
  TEXT_NOT_UTF8,
  TEXT_CONTROL,  // C0 (but tab and newline), DEL, C1, bidi controls, unassigned, noncharacters
  NAME_EMPTY,
  NAME_TOO_LONG,     // over 64 characters
  NAME_NOT_ALLOWED,  // a newline or tab, white space at its ends, or all digits
  UNKNOWN_PLAYER,
  UNKNOWN_GAME,
  BAD_POINT,            // words that are no point
  BAD_PROVISION,        // a provision that cannot be read or met
  BAD_RULESET,          // a ruleset that cannot found a game
  MODE_NOT_IN_EDITION,  // the edition has no paragraphs for that mode
  TOO_FEW_PLAYERS,
  TWO_PLAYERS_ALIKE,  // founding: names that differ only in case or Unicode form
  FACE_OUT_OF_RANGE,
  WRONG_NUMBER_OF_DICE,
  BAD_CHANGE,       // a rule-change that is not of its kind's form
  PAGE_NOT_TEXT,    // binary, too large, or in no encoding that is known: the one found is named
  PAGE_NO_RULES,    // no rule was found in the page, or none in the languages asked for
  PAGE_AMBIGUOUS,   // the page can be read in several ways, and which one is meant must be said
  PAGE_RULE_TWICE,  // one number, one language, two texts
  PAGE_DOUBTFUL,    // --strict, and something was inferred, left out or found to be a slip
  BAD_ACT,          // an act with amounts, names or lists out of bounds
  BAD_TALLY,        // a tally that no vote has
  BAD_KEY,          // a key that is none, or of a name that none can have
  BAD_COMMITMENT,   // a commitment, or a secret, that is not 32 bytes
  TEXT_NOT_NORMAL,  // a text or name not in its one form (NFC, nothing around it), or a folded form of another name
  BAD_LANGUAGE,     // what is no language tag

  // REFUSED: the game does not allow it now.
  FOUNDING_INCOMPLETE = 64,
  NOT_FOUNDING,  // a founding event after the founding
  GAME_WON,
  NOT_A_PLAYER,
  HAS_FORFEITED,
  NAME_TAKEN,
  TOO_MANY_PLAYERS,
  JOIN_BETWEEN_TURNS,
  FORFEIT_NOT_ALLOWED,
  OUT_OF_TURN,
  TURN_NOT_COMPLETE,  // a proposal while the turn before goes on
  TOO_MANY_PROPOSALS,
  NUMBERS_EXHAUSTED,
  SEVERAL_CHANGES,   // 202: one rule-change
  KIND_NOT_ALLOWED,  // 103
  NO_SUCH_RULE,
  RULE_IMMUTABLE,     // 103, 109
  ALREADY_OF_STATUS,  // transmuting what is so already
  NEVER_AMENDED,      // restore without an amendment that stands
  NOT_REPEALED,       // re-enactment of a rule in force or never enacted
  BOUND_BROKEN,       // 114, 209
  NO_SUCH_PROPOSAL,
  PROPOSAL_CLOSED,
  NOT_PROPONENT,
  VOTE_CALLED_ALREADY,
  VOTE_NOT_CALLED,
  VOTED_ALREADY,       // 207
  CHOICE_NOT_ALLOWED,  // abstaining (105)
  NO_THROW_DUE,
  NO_SUCH_POINT,          // a point of the game that does not exist (yet)
  NOT_ELIGIBLE,           // no vote on this proposal
  NO_BALLOT,              // taking back a vote that was not cast
  VOTE_STAYS,             // a ballot that may not be changed or taken back (207)
  MAY_NOT_WITHDRAW,       // a proposal that may not be taken back (104)
  DEBATE_TOO_SHORT,       // the vote may not be called yet
  INACTIVE,               // what an inactive player has no part in
  ACTIVITY_NOT_PROVIDED,  // no rule knows inactivity, or declaring it
  ACTIVE_ALREADY,         // of whom that is so already
  NOTHING_DUE,            // a tick by whose time nothing happens
  NO_APPLICATION,         // approving what nobody has asked
  JOINING_CLOSED,         // nobody may join, or one too many
  DEFEATED_BEFORE,        // a form that was defeated, too soon
  EFFECT_NOT_ALLOWED,     // a time of effect that no rule lets a proposal name (107, 205)
  RULE_IS_VOID,           // an act under a rule that is void (110)
  ACT_HAS_PROVISION,      // points by an act, where the rule's own provision gives them
  ACT_GIVES_NOTHING,      // points, holdings or rule-changes by an act under the rule that permits what is unregulated
                          // (116)
  HOLDING_BELOW_ZERO,     // more taken than is held
  NO_SUCH_RECORD,         // a record that the game does not have
  NOT_IN_THAT_RECORD,     // a correction of what the record does not hold
  SLIP_NOT_FOUND,         // the words to correct do not stand in the text
  SLIP_NOT_UNIQUE,        // they stand there several times
  NOT_CLERICAL,           // a correction that is none: of nothing, or of too much
  NOT_CORRECTED,          // an objection to what is no correction that is still open to one
  TEAMS_BETWEEN_TURNS,    // a change of team in the middle of a turn
  SAME_TEAM,              // of what is so already
  NO_JUDGMENT,            // no rule in force provides for Judgment, or for this of it
  NO_SUCH_QUESTION,       // answering what nobody has asked in this turn, or what is answered
  NOT_THE_JUDGE,          // 212
  NOT_OF_THIS_TURN,       // striking or upholding a record of another turn
  NOT_STRIKABLE,          // a record that is no move of the game, or has no effect already
  NOT_CONTESTED,          // upholding what was not contested, or is upheld
  CITED_NOT_IN_FORCE,     // a Judgment or a finding that cites a rule not in force
  NO_SUCH_JUDGMENT,       // overruling what is not delivered in this turn, or is overruled
  MAY_NOT_OVERRULE,       // the Judge himself
  CONSENT_MISSING,        // 212: the next turn needs it
  CONSENT_NOT_COUNTED,    // from whom it is not asked, or where it is not
  MOVE_IS_LAWFUL,         // contesting what the rules allow
  NOT_CONTESTABLE,        // contesting what no rule refuses, or a Judgment could not uphold
  BAD_FINDING,            // a finding about what does not exist
  NOT_SIGNED,             // a move that must be signed by a key of its author in force
  SIGNED_BY_ANOTHER,      // a signature by a key that is not the author's
  KEY_RETIRED,            // a key that was replaced or revoked
  KEY_TAKEN,              // a key that is somebody's already
  KEY_NOT_PROVEN,         // a new key that has not signed
  NO_SUCH_KEY,            // replacing or revoking what nobody has
  TOO_MANY_KEYS,          // of one player
  SOURCE_NOT_ALLOWED,     // dice from where the rules do not have them
  NOT_A_COMMITTER,        // a commitment or a secret of whom none is asked
  OTHER_THROW,            // a commitment or a secret for another turn, part or round
  COMMITTED_ALREADY,      // a second commitment
  COMMITMENT_COPIED,      // the same as somebody else's
  NOT_COMMITTED,          // a secret without a commitment
  REVEAL_TOO_EARLY,       // before every commitment is on record
  REVEALED_ALREADY,       // a second secret
  SECRET_DOES_NOT_FIT,    // a secret that is not what was committed to

  // LEDGER: see Error::ledger.
  LEDGER = 192,
  // What is recorded was made by a newer program.
  NEWER_EVENT,
  // What is recorded is no game of Nomic, or not what was kept of it.
  NOT_A_GAME,
};

enum class Kind : std::uint8_t { USAGE, REFUSED, LEDGER };

// A rule cited, by the number it bears at that moment.
struct Cited {
  std::uint32_t rule = 0;
};

struct Error {
  ErrorCode code = ErrorCode::LEDGER;
  // What is wrong, one sentence without a full stop, names as the user typed them. It does not repeat the rules cited:
  // whoever prints it adds them ("... (rule 202)").
  std::string what;
  // What to do instead; may be empty.
  std::string hint;
  // The rules that say so.
  std::vector<Cited> cited;
  // The ledger's error, for LEDGER.
  std::optional<ledger::Error> ledger;
};

[[nodiscard]] Kind kind_of(ErrorCode code);
// The code's name, as it stands above, for tests and for programs.
[[nodiscard]] std::string_view name_of(ErrorCode code);

template <class T>
using Result = ledger::Result<T, Error>;
using Status = Result<ledger::Done>;

// Wraps what the ledger said.
Error from_ledger(ledger::Error error);

}  // namespace nomic::replay
