#include "commands/all.h"

#include "data/serves.h"
#include "meant.h"
#include "nomic/ledger/address.h"
#include "nomic/report/page.h"

namespace nomic::tools {

const CommandList& all_commands() {
  static const CommandList ALL = {
      &INIT,
      &RULES,
      &IMPORT_HISTORY,
      &REHEARSE,
      &JOIN,
      &TEAM,
      &KEY,
      &PROPOSE,
      &RECIPES,
      &REVISE,
      &DEBATE,
      &CALL_VOTE,
      &VOTE,
      &WITHDRAW,
      &ROLL,
      &INACTIVE,
      &ACTIVE,
      &APPROVE,
      &TICK,
      &LIVE,
      &MEND,
      &FORFEIT,
      &SUBMIT,
      &PLAY,
      &JUDGMENT,
      &CONSENT,
      &CONTEST,
      &ACT,
      &ATTEST,
      &CORRECT,
      &OBJECT,
      &ANNOTATE,
      &STATUS,
      &HEAD,
      &PROPOSALS,
      &SHOW_RULES,
      &SCORES,
      &TRY,
      &LOG,
      &HISTORY,
      &DIFF,
      &BLAME,
      &EXPLAIN,
      &CHECK_REFERENCES,
      &REPLAY,
      &REPORT,
      &VERIFY,
      &AUDIT,
      &COMPARE,
      &CHECKPOINT,
      &PROVE,
      &VERIFY_PROOF,
      &INSPECT,
      &EXPORT,
      &IMPORT,
      &BACKUP,
      &REINDEX,
      &STORE,
      &SERVE,
      &INVITE,
      &CONFIG,
      &COMPLETION,
      &HELP,
      &COMPLETE,
  };
  static const CommandList AS_PEOPLE_SAY = [] {
    CommandList all = meant_as_people_say(ALL);
    all.parts = {{"server", SERVES}, {"page", has_page()}, {"postgres", ledger::has_databases()}};
    return all;
  }();
  return AS_PEOPLE_SAY;
}

}  // namespace nomic::tools
