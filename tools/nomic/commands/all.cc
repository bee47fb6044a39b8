#include "commands/all.h"

#include <utility>

#include "cli/command.h"
#include "data/serves.h"
#include "nomic/ledger/address.h"
#include "nomic/report/page.h"

namespace nomic::tools {
namespace {

// What people mean by words that are no commands of ours: `leave` is forfeit, `amend` is propose amend, `undo` is more
// than one thing.

// Each hint is a sentence without a full stop, and names commands that work as they stand: a test runs their help.
constexpr Meant SAID_BY_PEOPLE[] = {
    // To leave. `quit` and `exit` are what one types to get out of a program: they come first as that.
    {"leave", "to leave the game for good: nomic forfeit"},
    {"resign", "to leave the game for good: nomic forfeit"},
    {"concede", "to leave the game for good: nomic forfeit"},
    {"surrender", "to leave the game for good: nomic forfeit"},
    {"quit", "there is nothing to quit: each command ends by itself; to leave the game for good: nomic forfeit"},
    {"exit", "there is nothing to quit: each command ends by itself; to leave the game for good: nomic forfeit"},
    // To propose.
    {"enact", "did you mean nomic propose enact --text TEXT?"},
    {"amend", "did you mean nomic propose amend N --text TEXT?"},
    {"ammend", "did you mean nomic propose amend N --text TEXT?"},
    {"change", "did you mean nomic propose amend N --text TEXT?"},
    {"repeal", "did you mean nomic propose repeal N?"},
    {"transmute", "did you mean nomic propose transmute N?"},
    {"reenact", "did you mean nomic propose reenact N?"},
    {"restore", "did you mean nomic propose restore N?"},
    {"retitle", "did you mean nomic propose retitle N --title TITLE? Of a slip: nomic correct --rule N --title TITLE"},
    {"add", "a rule is added by a proposal: nomic propose enact --text TEXT; a player by: nomic join NAME"},
    {"edit", "a proposal that is open: nomic revise; a rule: nomic propose amend N --text TEXT"},
    {"proposal", "to make one: nomic propose; to see them: nomic proposals"},
    {"motions", "did you mean nomic proposals?"},
    // To vote.
    {"yes", "did you mean nomic vote for?"},
    {"aye", "did you mean nomic vote for?"},
    {"for", "did you mean nomic vote for?"},
    {"no", "did you mean nomic vote against?"},
    {"nay", "did you mean nomic vote against?"},
    {"against", "did you mean nomic vote against?"},
    {"abstain", "did you mean nomic vote abstain?"},
    {"ballot", "did you mean nomic vote for, or nomic vote against?"},
    {"comment", "did you mean nomic debate TEXT?"},
    {"discuss", "did you mean nomic debate TEXT?"},
    {"say", "did you mean nomic debate TEXT?"},
    // Turns.
    {"next", "nobody ends a turn: nomic status says who must act, and who may begin the next turn"},
    {"pass", "nobody ends a turn: nomic status says who must act; a vote for neither side: nomic vote abstain"},
    {"skip", "nobody ends a turn: nomic status says who must act; who is away: nomic inactive"},
    {"done", "nobody ends a turn: nomic status says who must act"},
    {"turn", "nomic status says whose turn it is"},
    {"who", "nomic status says who must act, nomic scores who plays"},
    {"whoami", "who moves is said with --as NAME, or in NOMIC_PLAYER"},
    {"login", "who moves is said with --as NAME, or in NOMIC_PLAYER"},
    {"dice", "did you mean nomic roll?"},
    {"die", "did you mean nomic roll?"},
    {"throw", "did you mean nomic roll?"},
    // To mend.
    {"undo", "what is recorded stays; nomic mend says what can be done about it"},
    {"revert", "of a move: nomic mend; of an amendment: nomic propose restore N"},
    {"fix", "did you mean nomic mend?"},
    {"oops", "did you mean nomic mend?"},
    {"mistake", "did you mean nomic mend?"},
    {"reset", "what is recorded stays; nomic mend says what can be done about it"},
    {"restart", "what is recorded stays; to begin another game: nomic init --game NAME, and its players"},
    {"delete", "of a rule: nomic propose repeal N; of a move: nomic mend"},
    {"remove", "of a rule: nomic propose repeal N; of a move: nomic mend; nobody takes a player out: nomic forfeit"},
    {"rename", "of a rule: nomic propose retitle N --title TITLE; a slip in a name is put right by nomic correct"},
    {"kick", "nobody takes a player out: who leaves says so with nomic forfeit"},
    {"cancel", "what is recorded stays; nomic mend says what can be done about it"},
    {"judge", "did you mean nomic judgment invoke QUESTION?"},
    {"appeal", "did you mean nomic judgment invoke QUESTION?"},
    {"invoke", "did you mean nomic judgment invoke QUESTION?"},
    {"deliver", "did you mean nomic judgment deliver ANSWER --reasons R?"},
    {"overrule", "did you mean nomic judgment overrule for, or nomic judgment overrule against?"},
    {"dispute", "a question to the Judge: nomic judgment invoke QUESTION; a move that was refused: nomic contest"},
    {"challenge", "a question to the Judge: nomic judgment invoke QUESTION; a move that was refused: nomic contest"},
    {"protest", "a question to the Judge: nomic judgment invoke QUESTION; a move that was refused: nomic contest"},
    {"complain", "a question to the Judge: nomic judgment invoke QUESTION; a move that was refused: nomic contest"},
    {"veto", "did you mean nomic vote against?"},
    // To look.
    {"rule", "did you mean nomic show-rules N?"},
    {"text", "did you mean nomic show-rules N?"},
    {"list", "did you mean nomic show-rules, or nomic log?"},
    {"show", "did you mean nomic show-rules, or nomic status?"},
    {"players", "nomic scores lists who plays, nomic status who must act"},
    {"points", "did you mean nomic scores?"},
    {"standings", "did you mean nomic scores?"},
    {"winner", "did you mean nomic explain winner?"},
    {"won", "did you mean nomic explain winner?"},
    {"win", "did you mean nomic explain winner?"},
    {"why", "did you mean nomic explain?"},
    {"records", "did you mean nomic log?"},
    {"events", "did you mean nomic log?"},
    {"tail", "did you mean nomic log --follow?"},
    {"watch", "did you mean nomic log --follow?"},
    {"dry-run",
     "of any move: --dry-run with its command; of a proposal: nomic try; of whatever else: nomic rehearse DIR"},
    {"what-if", "of a proposal: nomic try; of whatever else: nomic rehearse DIR"},
    {"simulate", "of a proposal: nomic try; of whatever else: nomic rehearse DIR"},
    {"practice", "did you mean nomic rehearse DIR?"},
    {"practise", "did you mean nomic rehearse DIR?"},
    {"sandbox", "did you mean nomic rehearse DIR?"},
    {"copy", "to try moves in: nomic rehearse DIR; to keep elsewhere: nomic backup FILE"},
    {"clone", "to try moves in: nomic rehearse DIR; to keep elsewhere: nomic backup FILE"},
    {"ls", "the rules: nomic show-rules; the records: nomic log; who plays: nomic scores"},
    {"game", "the game at hand: nomic status; another of the same ledger is named with --game NAME"},
    {"games", "the game at hand: nomic status; another of the same ledger is named with --game NAME"},
    {"whois", "nomic scores lists who plays, nomic status who must act"},
    {"recipe", "did you mean nomic recipes?"},
    {"provision", "did you mean nomic help provisions?"},
    {"provisions", "did you mean nomic help provisions?"},
    {"house-rules", "did you mean nomic recipes?"},
    {"tutorial", "nomic rehearse DIR copies a game to try moves in; the --help of each command has examples to paste"},
    {"examples", "the --help of each command has examples to paste; rules that are ready: nomic recipes"},
    {"topics", "of rules that the program plays by: nomic help provisions; of a command: its --help"},
    // With a word that the command does not take.
    {"scores NAME", "of one player, with how it came about: nomic explain score NAME"},
    {"status NAME", "of one player: nomic status --player NAME"},
    {"log NAME", "of one player: nomic log --player NAME"},
    {"log N", "one record: nomic explain record N; what came after it: nomic log --since N"},
    {"scores N", "as they were then: nomic scores --at N"},
    {"status N", "as it was then: nomic status --at N"},
    {"audit N", "of one rule: nomic audit --rule N"},
    {"audit NAME", "what it finds about one player's points: nomic explain score NAME"},
    // Of the program.
    {"new", "did you mean nomic init NAME NAME...?"},
    {"start", "did you mean nomic init NAME NAME...?"},
    {"begin", "did you mean nomic init NAME NAME...?"},
    {"found", "did you mean nomic init NAME NAME...?"},
    {"create", "did you mean nomic init NAME NAME...?"},
    {"save", "there is nothing to save: what is done is recorded; a copy to keep elsewhere: nomic backup"},
    {"commit", "there is nothing to save: what is done is recorded"},
    {"load", "a ledger is named with --ledger DIR; the records of another are taken in by nomic import"},
    {"open", "a ledger is named with --ledger DIR, a game in it with --game NAME"},
    {"man", "did you mean nomic help?"},
    {"version", "did you mean nomic --version?"},
};

// The commands, with those words, and with the commands that nobody is to come upon by a slip of the finger.
CommandList meant_as_people_say(CommandList commands) {
  commands.meant.assign(std::begin(SAID_BY_PEOPLE), std::end(SAID_BY_PEOPLE));
  commands.grave = {"forfeit", "complete"};
  return commands;
}

}  // namespace

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
