// Ways out of a record that was a slip: what can lawfully be done about it now, the easiest first.
//
//     auto found = ways_out(game, 37, {.now = clock()});
//     found->ways.front().steps.front()         // Ann's: a vote on proposal 301, for
//
// Nothing is guessed: a way is given only if the engine admits each of its steps, one after the other, upon the game as
// it is (ways_tried.h). A record itself stays: what can change is what it brings about, or how it reads. Others may
// still have a say in that; a way tells who.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nomic/replay/game.h"
#include "nomic/replay/marks.h"

namespace nomic::replay {

// What only people know, and an event of a way holds an example of.
enum class LeftOpen : std::uint8_t {
  NONE,
  TEXT,    // the text of a rule that is proposed
  CHANGE,  // the kind of a rule-change, and the rule
  WORDS,   // the words of a rule that are wrong, and the right ones
  TITLE,   // a rule's title
  NAME,    // a player's name
  TIME,    // when it happened
  CHOICE,  // a vote
  FACES,   // of dice
  POINTS,  // by how much a score is to change
};

// One move of a way.
struct StepOut {
  std::string player;  // whose it is
  v1::Event event;     // as it was tried
  LeftOpen blank = LeftOpen::NONE;
};

struct WayOut {
  // In the order of ease: what the author does alone, what any player does, what it takes a Judge for.
  enum class Kind : std::uint8_t {
    DO_OVER,     // what a Judgment has struck is made again, as it was meant
    VOTE_AGAIN,  // another ballot takes the place of this one
    TAKE_BACK,   // a ballot, a proposal, a consent or a note is taken back
    REVISE,      // a proposal gets another form
    UNDO,        // the opposite is done: a team, activity, an approval, a note
    OBJECT,      // a correction stands no longer
    CORRECT,     // a clerical correction: the words, the name or the time read otherwise
    OVERRULE,    // a Judgment counts no longer
    STRIKE,      // a Judgment leaves the record without effect
    FIND,        // a Judgment gives back the points that it moved, since its turn is over
  };
  Kind kind = Kind::STRIKE;
  std::vector<StepOut> steps;  // at least one
  // Who must act beside the first step's player: each of them can decline.
  std::vector<std::string> needs;
  // The next turn then waits for the consent of so many of these (212); empty: for nobody's.
  std::vector<std::string> consenters;
  std::uint32_t consents = 0;
  bool may_be_objected_to = false;  // by any player, until a turn of another begins
  bool may_be_overruled = false;    // by the other players, until the next turn begins
  std::uint64_t asked_at = 0;       // the question that is open on it already: nobody need ask again
  bool for_faces = false;           // its points are the difference that the faces of `WaysOutAsked::showed` make
  // Of a correction: the record that holds the words in force, where this one holds an earlier form of them.
  std::uint64_t words_at = 0;
};

struct WaysOut {
  Move record;
  Mark mark;  // what later records say of it already
  std::vector<WayOut> ways;
  // It belongs to a turn that is over, so that no Judgment can strike it: the record that began the present one.
  std::uint64_t turn_since = 0;
  bool turn_is_over = false;
};

struct WaysOutAsked {
  std::int64_t now = 0;
  std::string by = {};  // who would rather take the steps that any player can: as the game spells them; empty: nobody
  // What dice thrown by hand showed, where the record is a slip about them: the ways then leave nothing about it open.
  std::vector<std::uint32_t> showed = {};
};

// Of a record that the game has; NO_SUCH_RECORD. Faces that its dice do not have are refused as in a throw. Of one
// without effect there are none. Cost: that of a few moves, and of deriving the turn again.
Result<WaysOut> ways_out(Game& game, std::uint64_t record, const WaysOutAsked& asked);

// The last record that the player made, or with an empty name anybody; nothing if there is none.
Result<std::optional<std::uint64_t>> last_record_of(Game& game, const std::string& player);

}  // namespace nomic::replay
