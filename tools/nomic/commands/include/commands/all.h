// All commands, each defined in the file of its name, in the folder of its group.
#pragma once

#include "cli/command.h"

namespace nomic::tools {

extern const CommandSpec INIT;
extern const CommandSpec RULES;
extern const CommandSpec IMPORT_HISTORY;
extern const CommandSpec REHEARSE;
extern const CommandSpec JOIN;
extern const CommandSpec PROPOSE;
extern const CommandSpec RECIPES;
extern const CommandSpec REVISE;
extern const CommandSpec DEBATE;
extern const CommandSpec CALL_VOTE;
extern const CommandSpec VOTE;
extern const CommandSpec WITHDRAW;
extern const CommandSpec ROLL;
extern const CommandSpec INACTIVE;
extern const CommandSpec ACTIVE;
extern const CommandSpec APPROVE;
extern const CommandSpec TICK;
extern const CommandSpec LIVE;
extern const CommandSpec MEND;
extern const CommandSpec FORFEIT;
extern const CommandSpec PLAY;
extern const CommandSpec TEAM;
extern const CommandSpec KEY;
extern const CommandSpec SUBMIT;
extern const CommandSpec HEAD;
extern const CommandSpec JUDGMENT;
extern const CommandSpec CONSENT;
extern const CommandSpec CONTEST;
extern const CommandSpec ACT;
extern const CommandSpec ATTEST;
extern const CommandSpec CORRECT;
extern const CommandSpec OBJECT;
extern const CommandSpec ANNOTATE;
extern const CommandSpec STATUS;
extern const CommandSpec PROPOSALS;
extern const CommandSpec SHOW_RULES;
extern const CommandSpec SCORES;
extern const CommandSpec TRY;
extern const CommandSpec LOG;
extern const CommandSpec HISTORY;
extern const CommandSpec DIFF;
extern const CommandSpec BLAME;
extern const CommandSpec EXPLAIN;
extern const CommandSpec CHECK_REFERENCES;
extern const CommandSpec REPLAY;
extern const CommandSpec REPORT;
extern const CommandSpec VERIFY;
extern const CommandSpec COMPARE;
extern const CommandSpec AUDIT;
extern const CommandSpec EXPORT;
extern const CommandSpec IMPORT;
extern const CommandSpec STORE;
extern const CommandSpec BACKUP;
extern const CommandSpec REINDEX;
extern const CommandSpec SERVE;
extern const CommandSpec INVITE;
extern const CommandSpec CONFIG;
extern const CommandSpec COMPLETION;
extern const CommandSpec COMPLETE;
extern const CommandSpec INSPECT;
extern const CommandSpec CHECKPOINT;
extern const CommandSpec PROVE;
extern const CommandSpec VERIFY_PROOF;
extern const CommandSpec HELP;

// In the order in which help lists them.
const CommandList& all_commands();

}  // namespace nomic::tools
