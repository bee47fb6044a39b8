#include "nomic/replay/error.h"

#include <utility>

namespace nomic::replay {

Kind kind_of(ErrorCode code) {
  const auto value = static_cast<std::uint8_t>(code);
  if (value >= static_cast<std::uint8_t>(ErrorCode::LEDGER)) return Kind::LEDGER;
  if (value >= static_cast<std::uint8_t>(ErrorCode::FOUNDING_INCOMPLETE)) return Kind::REFUSED;
  return Kind::USAGE;
}

// A line a code: the compiler misses any that is left out.
// NOLINTNEXTLINE(readability-function-size)
std::string_view name_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::TEXT_EMPTY:
      return "TEXT_EMPTY";
    case ErrorCode::TEXT_TOO_LONG:
      return "TEXT_TOO_LONG";
    case ErrorCode::TEXT_NOT_UTF8:
      return "TEXT_NOT_UTF8";
    case ErrorCode::TEXT_CONTROL:
      return "TEXT_CONTROL";
    case ErrorCode::NAME_EMPTY:
      return "NAME_EMPTY";
    case ErrorCode::NAME_TOO_LONG:
      return "NAME_TOO_LONG";
    case ErrorCode::NAME_NOT_ALLOWED:
      return "NAME_NOT_ALLOWED";
    case ErrorCode::UNKNOWN_PLAYER:
      return "UNKNOWN_PLAYER";
    case ErrorCode::UNKNOWN_GAME:
      return "UNKNOWN_GAME";
    case ErrorCode::BAD_POINT:
      return "BAD_POINT";
    case ErrorCode::BAD_PROVISION:
      return "BAD_PROVISION";
    case ErrorCode::BAD_RULESET:
      return "BAD_RULESET";
    case ErrorCode::MODE_NOT_IN_EDITION:
      return "MODE_NOT_IN_EDITION";
    case ErrorCode::TOO_FEW_PLAYERS:
      return "TOO_FEW_PLAYERS";
    case ErrorCode::TWO_PLAYERS_ALIKE:
      return "TWO_PLAYERS_ALIKE";
    case ErrorCode::FACE_OUT_OF_RANGE:
      return "FACE_OUT_OF_RANGE";
    case ErrorCode::WRONG_NUMBER_OF_DICE:
      return "WRONG_NUMBER_OF_DICE";
    case ErrorCode::BAD_CHANGE:
      return "BAD_CHANGE";
    case ErrorCode::PAGE_NOT_TEXT:
      return "PAGE_NOT_TEXT";
    case ErrorCode::PAGE_NO_RULES:
      return "PAGE_NO_RULES";
    case ErrorCode::PAGE_AMBIGUOUS:
      return "PAGE_AMBIGUOUS";
    case ErrorCode::PAGE_RULE_TWICE:
      return "PAGE_RULE_TWICE";
    case ErrorCode::PAGE_DOUBTFUL:
      return "PAGE_DOUBTFUL";
    case ErrorCode::BAD_ACT:
      return "BAD_ACT";
    case ErrorCode::BAD_TALLY:
      return "BAD_TALLY";
    case ErrorCode::BAD_COMMITMENT:
      return "BAD_COMMITMENT";
    case ErrorCode::FOUNDING_INCOMPLETE:
      return "FOUNDING_INCOMPLETE";
    case ErrorCode::NOT_FOUNDING:
      return "NOT_FOUNDING";
    case ErrorCode::GAME_WON:
      return "GAME_WON";
    case ErrorCode::NOT_A_PLAYER:
      return "NOT_A_PLAYER";
    case ErrorCode::HAS_FORFEITED:
      return "HAS_FORFEITED";
    case ErrorCode::NAME_TAKEN:
      return "NAME_TAKEN";
    case ErrorCode::TOO_MANY_PLAYERS:
      return "TOO_MANY_PLAYERS";
    case ErrorCode::JOIN_BETWEEN_TURNS:
      return "JOIN_BETWEEN_TURNS";
    case ErrorCode::FORFEIT_NOT_ALLOWED:
      return "FORFEIT_NOT_ALLOWED";
    case ErrorCode::OUT_OF_TURN:
      return "OUT_OF_TURN";
    case ErrorCode::TURN_NOT_COMPLETE:
      return "TURN_NOT_COMPLETE";
    case ErrorCode::TOO_MANY_PROPOSALS:
      return "TOO_MANY_PROPOSALS";
    case ErrorCode::NUMBERS_EXHAUSTED:
      return "NUMBERS_EXHAUSTED";
    case ErrorCode::SEVERAL_CHANGES:
      return "SEVERAL_CHANGES";
    case ErrorCode::KIND_NOT_ALLOWED:
      return "KIND_NOT_ALLOWED";
    case ErrorCode::NO_SUCH_RULE:
      return "NO_SUCH_RULE";
    case ErrorCode::RULE_IMMUTABLE:
      return "RULE_IMMUTABLE";
    case ErrorCode::ALREADY_OF_STATUS:
      return "ALREADY_OF_STATUS";
    case ErrorCode::NEVER_AMENDED:
      return "NEVER_AMENDED";
    case ErrorCode::NOT_REPEALED:
      return "NOT_REPEALED";
    case ErrorCode::BOUND_BROKEN:
      return "BOUND_BROKEN";
    case ErrorCode::NO_SUCH_PROPOSAL:
      return "NO_SUCH_PROPOSAL";
    case ErrorCode::PROPOSAL_CLOSED:
      return "PROPOSAL_CLOSED";
    case ErrorCode::NOT_PROPONENT:
      return "NOT_PROPONENT";
    case ErrorCode::VOTE_CALLED_ALREADY:
      return "VOTE_CALLED_ALREADY";
    case ErrorCode::VOTE_NOT_CALLED:
      return "VOTE_NOT_CALLED";
    case ErrorCode::VOTED_ALREADY:
      return "VOTED_ALREADY";
    case ErrorCode::CHOICE_NOT_ALLOWED:
      return "CHOICE_NOT_ALLOWED";
    case ErrorCode::NO_THROW_DUE:
      return "NO_THROW_DUE";
    case ErrorCode::NO_SUCH_POINT:
      return "NO_SUCH_POINT";
    case ErrorCode::NOT_ELIGIBLE:
      return "NOT_ELIGIBLE";
    case ErrorCode::NO_BALLOT:
      return "NO_BALLOT";
    case ErrorCode::VOTE_STAYS:
      return "VOTE_STAYS";
    case ErrorCode::MAY_NOT_WITHDRAW:
      return "MAY_NOT_WITHDRAW";
    case ErrorCode::DEBATE_TOO_SHORT:
      return "DEBATE_TOO_SHORT";
    case ErrorCode::INACTIVE:
      return "INACTIVE";
    case ErrorCode::ACTIVITY_NOT_PROVIDED:
      return "ACTIVITY_NOT_PROVIDED";
    case ErrorCode::ACTIVE_ALREADY:
      return "ACTIVE_ALREADY";
    case ErrorCode::NOTHING_DUE:
      return "NOTHING_DUE";
    case ErrorCode::NO_APPLICATION:
      return "NO_APPLICATION";
    case ErrorCode::JOINING_CLOSED:
      return "JOINING_CLOSED";
    case ErrorCode::DEFEATED_BEFORE:
      return "DEFEATED_BEFORE";
    case ErrorCode::EFFECT_NOT_ALLOWED:
      return "EFFECT_NOT_ALLOWED";
    case ErrorCode::RULE_IS_VOID:
      return "RULE_IS_VOID";
    case ErrorCode::ACT_HAS_PROVISION:
      return "ACT_HAS_PROVISION";
    case ErrorCode::ACT_GIVES_NOTHING:
      return "ACT_GIVES_NOTHING";
    case ErrorCode::HOLDING_BELOW_ZERO:
      return "HOLDING_BELOW_ZERO";
    case ErrorCode::NO_SUCH_RECORD:
      return "NO_SUCH_RECORD";
    case ErrorCode::NOT_IN_THAT_RECORD:
      return "NOT_IN_THAT_RECORD";
    case ErrorCode::SLIP_NOT_FOUND:
      return "SLIP_NOT_FOUND";
    case ErrorCode::SLIP_NOT_UNIQUE:
      return "SLIP_NOT_UNIQUE";
    case ErrorCode::NOT_CLERICAL:
      return "NOT_CLERICAL";
    case ErrorCode::NOT_CORRECTED:
      return "NOT_CORRECTED";
    case ErrorCode::TEAMS_BETWEEN_TURNS:
      return "TEAMS_BETWEEN_TURNS";
    case ErrorCode::SAME_TEAM:
      return "SAME_TEAM";
    case ErrorCode::NO_JUDGMENT:
      return "NO_JUDGMENT";
    case ErrorCode::NO_SUCH_QUESTION:
      return "NO_SUCH_QUESTION";
    case ErrorCode::NOT_THE_JUDGE:
      return "NOT_THE_JUDGE";
    case ErrorCode::NOT_OF_THIS_TURN:
      return "NOT_OF_THIS_TURN";
    case ErrorCode::NOT_STRIKABLE:
      return "NOT_STRIKABLE";
    case ErrorCode::NOT_CONTESTED:
      return "NOT_CONTESTED";
    case ErrorCode::CITED_NOT_IN_FORCE:
      return "CITED_NOT_IN_FORCE";
    case ErrorCode::NO_SUCH_JUDGMENT:
      return "NO_SUCH_JUDGMENT";
    case ErrorCode::MAY_NOT_OVERRULE:
      return "MAY_NOT_OVERRULE";
    case ErrorCode::CONSENT_MISSING:
      return "CONSENT_MISSING";
    case ErrorCode::CONSENT_NOT_COUNTED:
      return "CONSENT_NOT_COUNTED";
    case ErrorCode::MOVE_IS_LAWFUL:
      return "MOVE_IS_LAWFUL";
    case ErrorCode::NOT_CONTESTABLE:
      return "NOT_CONTESTABLE";
    case ErrorCode::BAD_FINDING:
      return "BAD_FINDING";
    case ErrorCode::SOURCE_NOT_ALLOWED:
      return "SOURCE_NOT_ALLOWED";
    case ErrorCode::NOT_A_COMMITTER:
      return "NOT_A_COMMITTER";
    case ErrorCode::OTHER_THROW:
      return "OTHER_THROW";
    case ErrorCode::COMMITTED_ALREADY:
      return "COMMITTED_ALREADY";
    case ErrorCode::COMMITMENT_COPIED:
      return "COMMITMENT_COPIED";
    case ErrorCode::NOT_COMMITTED:
      return "NOT_COMMITTED";
    case ErrorCode::REVEAL_TOO_EARLY:
      return "REVEAL_TOO_EARLY";
    case ErrorCode::REVEALED_ALREADY:
      return "REVEALED_ALREADY";
    case ErrorCode::SECRET_DOES_NOT_FIT:
      return "SECRET_DOES_NOT_FIT";
    case ErrorCode::LEDGER:
      return "LEDGER";
    case ErrorCode::NEWER_EVENT:
      return "NEWER_EVENT";
    case ErrorCode::NOT_A_GAME:
      return "NOT_A_GAME";
  }
  return "UNKNOWN";
}

Error from_ledger(ledger::Error error) {
  Error wrapped;
  wrapped.code = ErrorCode::LEDGER;
  wrapped.what = error.what;
  wrapped.hint = error.hint;
  wrapped.ledger = std::move(error);
  return wrapped;
}

}  // namespace nomic::replay
