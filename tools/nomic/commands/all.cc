#include "commands/all.h"

namespace nomic::tools {

const CommandList& all_commands() {
  static const CommandList ALL = {
      &INIT,      &RULES,   &JOIN,     &TEAM,       &KEY,      &PROPOSE,      &REVISE,           &DEBATE,
      &CALL_VOTE, &VOTE,    &WITHDRAW, &ROLL,       &INACTIVE, &ACTIVE,       &APPROVE,          &TICK,
      &LIVE,      &FORFEIT, &SUBMIT,   &PLAY,       &JUDGMENT, &CONSENT,      &CONTEST,          &ACT,
      &ATTEST,    &CORRECT, &OBJECT,   &ANNOTATE,   &STATUS,   &HEAD,         &SHOW_RULES,       &SCORES,
      &TRY,       &LOG,     &HISTORY,  &DIFF,       &BLAME,    &EXPLAIN,      &CHECK_REFERENCES, &REPLAY,
      &VERIFY,    &AUDIT,   &COMPARE,  &CHECKPOINT, &PROVE,    &VERIFY_PROOF, &INSPECT,          &EXPORT,
      &IMPORT,    &BACKUP,  &REINDEX,  &HELP,
  };
  return ALL;
}

}  // namespace nomic::tools
