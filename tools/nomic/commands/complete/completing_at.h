// The place in a command line at which a word is completed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "complete/candidate.h"

namespace nomic::tools {

// What stands in the game at hand, for completion: players, proposals, rules, and the ledger's games.
//
// The ledger is opened for reading when the first of them is asked for. Nothing is written: no memory of the game, no
// interrupted work finished; and a folder of somebody else's that was come upon is not opened, as by every command.
// Where there is no game, or none can be read, there are no words, and nobody is told why.

class GameWords {
 public:
  // `ledger` and `game` as they are typed; empty: as for every command.
  GameWords(const Call& call, std::string ledger, std::string game)
      : call_(call), ledger_name_(std::move(ledger)), game_name_(std::move(game)) {}

  Candidates players();
  Candidates open_proposals();
  // Those that were made last: of thousands nobody chooses.
  Candidates proposals();
  Candidates rules();
  Candidates games();
  // Moments of the game: its beginning and head, and the ends of the votes, turns and circuits that came last.
  Candidates points();

 private:
  void open();

  const Call& call_;
  std::string ledger_name_;
  std::string game_name_;
  bool is_opened_ = false;
  std::unique_ptr<ledger::Ledger> ledger_;
  std::unique_ptr<replay::Game> game_;
};

struct CompletingAt {
  const Call& call;
  GameWords& game;
  std::string command;             // empty: before the command
  std::vector<std::string> words;  // of the command, before this one, without options
  std::string word;                // as far as it is typed
  std::string recipe;              // that --recipe names, if it does
};

}  // namespace nomic::tools
