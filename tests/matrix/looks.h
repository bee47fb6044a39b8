// Looks: for each command what is asked with it, of any game. A command that looks or checks and is not here fails a
// test; one that only records, or moves data, is here with the reason why it is not asked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "matrix/flaws.h"

namespace nomic::matrix {

// Of a game that is asked by its bundle, in place of the ledger.
enum class OfFile {
  THE_SAME,  // it answers as of the ledger
  ANSWERS,   // it answers, and may say more, or less
  REFUSED,   // it cannot be asked of a file
};

// A question, with {places} that the game fills in: {player}, {rule}, {proposal}, {record}, {middle} (a record half way
// from the founding to the head), {before} (a size before the head), {size}, {key} (a verifier key) and {leaf}.
struct Look {
  std::string line;
  Wanted wanted;
  OfFile of_file = OfFile::THE_SAME;
};

struct CommandLooks {
  std::string_view command;
  std::vector<Look> looks;
  // Where there are no looks.
  std::string_view why_not = {};
};

const std::vector<CommandLooks>& command_looks();

// What a game fills in.
struct Places {
  std::vector<std::pair<std::string, std::string>> values;
};

// Asks the game of the seat for them, and leaves in its folder what the looks read: matrix.bundle, matrix.note,
// matrix.proof, matrix.csv. Throws std::runtime_error where the game cannot be asked.
Places places_of(golden::Seat& seat);

std::string filled(std::string line, const Places& places);

}  // namespace nomic::matrix
