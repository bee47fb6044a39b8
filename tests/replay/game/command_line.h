// A move as the command line that makes it, so that a game played on the engine can be written down as a play
// (tests/golden/games) and played again by the public command.
//
//     CommandLines lines;
//     lines.founding(table);   // {"init --edition 1990 --mode table 'Ann Young' ..."}
//     lines.of(move);          // {"vote for 301 --as 'Ann Young'"}
#pragma once

#include <string>
#include <vector>

#include "replay/game/table.h"

namespace nomic::replay::test {

class CommandLines {
 public:
  // The line that founds the game of that table. Files that it needs stand before it: "#> NAME a line of the file".
  std::vector<std::string> founding(const Table& table);

  // The line of a move, with its files before it. Empty where no command line makes the same record each time:
  // commitments and secrets are made by the command, from the system's randomness.
  std::vector<std::string> of(const Move& move);

 private:
  std::string event_line(const v1::Event& event);
  std::string form(const google::protobuf::RepeatedPtrField<v1::RuleChange>& changes, bool together);
  std::string file_of(const std::string& text);

  std::vector<std::string> files_;  // of the line being made
  int file_count_ = 0;
};

}  // namespace nomic::replay::test
