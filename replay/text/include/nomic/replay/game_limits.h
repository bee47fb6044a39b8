// Limits: how long a thing may be, and how many of it a game may have. Every limit that a user can meet stands here
// once; programs that ask people for such things use these constants. With each: its unit, and the code of the refusal.
//
// What a provision may say is bounded in replay/rules, kind by kind (BAD_PROVISION). A record that
// is beyond a limit is read and shown all the same: replay only gives it no effect, where the engine knows the limit.
#pragma once

#include <cstddef>
#include <cstdint>

#include "nomic/ledger/limits.h"

namespace nomic::replay {

// ---- Texts and names, in bytes of UTF-8 in NFC unless said otherwise. TEXT_TOO_LONG --------------------------------

// A text of several lines: a rule's text in one language, what is said in a debate, a question, an answer, its reasons.
constexpr std::size_t TEXT_LIMIT = 60'000;
// Why somebody does something, on one line; the cause of a correction.
constexpr std::size_t REASON_LIMIT = 2'000;
// A rule's title.
constexpr std::size_t TITLE_LIMIT = 200;
// The key of a value that an act sets, a thing that somebody holds, an owner of things. By replay: BAD_ACT.
constexpr std::size_t LABEL_LIMIT = 200;
// The value itself. By replay: BAD_ACT.
constexpr std::size_t VALUE_LIMIT = 1'000;
// The words with a slip, and those that replace them, that a state keeps itself: longer ones are read from the record
// of the correction.
constexpr std::size_t SLIP_KEPT_LIMIT = 200;
// Where a ruleset comes from. In a ruleset: BAD_RULESET.
constexpr std::size_t SOURCE_LIMIT = 1'000;
// A game's name.
constexpr std::size_t GAME_NAME_LIMIT = ledger::GAME_NAME_LIMIT;
// The ID that makes a request idempotent.
constexpr std::size_t REQUEST_ID_LIMIT = ledger::REQUEST_ID_LIMIT;
// What a player calls a key. BAD_KEY.
constexpr std::size_t KEY_NAME_LIMIT = 128;
// A language tag (BCP 47), ASCII. BAD_LANGUAGE.
constexpr std::size_t LANGUAGE_LIMIT = 35;

// A name of a player, a surname, a team: in characters, which are code points of its NFC. NAME_TOO_LONG.
constexpr std::size_t NAME_LIMIT = 64;
// A character is at most four bytes.
constexpr std::size_t NAME_BYTES_LIMIT = NAME_LIMIT * 4;

// A rule of a ruleset with all its texts and provisions, in bytes: it is one record, and the rest of that is for what
// surrounds it there. BAD_RULESET.
constexpr std::size_t RULE_LIMIT = 65'000;
static_assert(RULE_LIMIT < ledger::RECORD_LIMIT);

// ---- Numbers ------------------------------------------------------------------------------------------------------

// The highest number of a rule or a proposal; with letters (reference.h), fewer. BAD_RULESET, NUMBERS_EXHAUSTED.
constexpr std::uint32_t LARGEST_NUMBER = 999'999'999;
// Votes that a tally may name. BAD_TALLY.
constexpr std::uint32_t VOTES_LIMIT = 1'000'000;
// Thousandths of a point, or of a thing, up or down: a JSON number still holds them exactly. BAD_ACT.
constexpr std::int64_t AMOUNT_LIMIT = 9'000'000'000'000'000;
// Times, in microseconds since 1970-01-01T00:00:00Z: the years 0 to 9999, which are all that can be written. BAD_POINT.
constexpr std::int64_t FIRST_TIME = -62'167'219'200'000'000;
constexpr std::int64_t LAST_TIME = 253'402'300'799'999'999;

// ---- How many -----------------------------------------------------------------------------------------------------

// Players of a game, those included who have left it. TOO_FEW_PLAYERS, TOO_MANY_PLAYERS.
constexpr std::uint32_t FEWEST_PLAYERS = 2;
constexpr std::uint32_t MOST_PLAYERS = 2'000;
// Proposals open at once. TOO_MANY_PROPOSALS.
constexpr int OPEN_PROPOSALS_LIMIT = 1'000;
// Bytes of the records of one player's open proposals, in their present form. BEYOND_LIMIT.
constexpr std::size_t OPEN_BYTES_LIMIT = 1'000'000;
// Proposals open at once that are to act on the past, and with them the rule-changes of a game that act on it already:
// each derives the whole game anew. BEYOND_LIMIT.
constexpr int OPEN_ON_PAST_LIMIT = 10;
constexpr int ON_PAST_LIMIT = 100;
// Questions of one player that no Judgment has answered. BEYOND_LIMIT.
constexpr int QUESTIONS_LIMIT = 100;
// Judgments of one turn that strike or uphold moves: each derives the turn again. BEYOND_LIMIT.
constexpr int ORDERS_LIMIT = 300;
// A Judgment that is overruled can leave another one overruled, and so on: so many steps of one move. BEYOND_LIMIT.
constexpr int FALLS_LIMIT = 10;
// Consequences of a record, with what fell due before it. BEYOND_LIMIT; what falls due by itself: NOT_A_GAME.
constexpr std::size_t CONSEQUENCES_LIMIT = 100'000;
// Consequences of the events that fall due before one record. The remaining events wait for the next record.
constexpr std::size_t DUE_CONSEQUENCES_LIMIT = 5'000;
// Awards in force that are given, in the order of the rules. `status` says which are left. With all
// players, those for one happening stay below CONSEQUENCES_LIMIT.
constexpr std::size_t AWARDS_LIMIT = 40;
static_assert(AWARDS_LIMIT * MOST_PLAYERS < CONSEQUENCES_LIMIT);
// Provisions of one kind of the rules in force, since each is compared with all others: of a kind of which all count
// (awards, victories, bounds), and of any other. BEYOND_LIMIT.
constexpr int PROVISIONS_THAT_ADD_UP_LIMIT = 200;
constexpr int PROVISIONS_LIMIT = 50;
// Conflicts between rules that `status` names. It says how many more there are.
constexpr std::size_t CONFLICTS_NAMED_LIMIT = 1'000;
// Rule-changes of a proposal or an act. BAD_CHANGE.
constexpr std::size_t CHANGES_LIMIT = 100;
// Points, values, holdings of one act, each. BAD_ACT.
constexpr int ENTRIES_LIMIT = 1'000;
// Values, and holdings, that a game keeps. BAD_ACT.
constexpr int KEPT_LIMIT = 10'000;
// Corrections of one version of a rule, findings on the number of a rule, and corrections of times in a game.
// NOT_CLERICAL, NUMBER_NOT_FREE.
constexpr int SLIPS_LIMIT = 100;
constexpr int TIMES_LIMIT = 100'000;
// Notes under one rule. TOO_MANY_NOTES.
constexpr int NOTES_LIMIT = 100;
// Instants before one record at which something falls due and happens by itself. What falls due after the last of them
// happens at the record.
constexpr int DUE_LIMIT = 1'000;
// Keys of a player: in force, and in the whole game. TOO_MANY_KEYS.
constexpr int KEYS_IN_FORCE_LIMIT = 8;
constexpr int KEYS_LIMIT = 100;

}  // namespace nomic::replay
