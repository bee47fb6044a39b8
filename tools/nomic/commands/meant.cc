#include "meant.h"

#include <utility>

namespace nomic::tools {
namespace {

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
    {"cancel", "what is recorded stays; nomic mend says what can be done about it"},
    {"judge", "did you mean nomic judgment invoke QUESTION?"},
    {"appeal", "did you mean nomic judgment invoke QUESTION?"},
    {"invoke", "did you mean nomic judgment invoke QUESTION?"},
    {"deliver", "did you mean nomic judgment deliver ANSWER --reasons R?"},
    {"overrule", "did you mean nomic judgment overrule for, or nomic judgment overrule against?"},
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
    {"what-if", "of a proposal: nomic try; of whatever else: nomic rehearse DIR"},
    {"simulate", "of a proposal: nomic try; of whatever else: nomic rehearse DIR"},
    {"practice", "did you mean nomic rehearse DIR?"},
    {"practise", "did you mean nomic rehearse DIR?"},
    {"sandbox", "did you mean nomic rehearse DIR?"},
    {"copy", "to try moves in: nomic rehearse DIR; to keep elsewhere: nomic backup FILE"},
    {"clone", "to try moves in: nomic rehearse DIR; to keep elsewhere: nomic backup FILE"},
    // With a word that the command does not take.
    {"scores NAME", "of one player, with how it came about: nomic explain score NAME"},
    {"status NAME", "of one player: nomic status --player NAME"},
    {"log NAME", "of one player: nomic log --player NAME"},
    {"log N", "one record: nomic explain record N; from it on: nomic log --since N"},
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

}  // namespace

CommandList meant_as_people_say(CommandList commands) {
  commands.meant.assign(std::begin(SAID_BY_PEOPLE), std::end(SAID_BY_PEOPLE));
  commands.grave = {"forfeit", "complete"};
  return commands;
}

}  // namespace nomic::tools
