// The moves of a throw by secrets, for tests.
//
//     DiceTable t({"Ann", "Bob"}, "time_to_reveal { hours: 1 }");   // Ann's throw is due
//     t.ok("Ann", commit(t, "Ann"));
//     t.ok("Ann", reveal(t, "Ann"));
#pragma once

#include <string>
#include <vector>

#include "replay/game/table.h"

namespace nomic::replay::test {

// The round of the present turn's throw; it must be one.
const v1::DiceRound& round_of(const Table& t);

// 32 bytes that are a player's own: of his name, and of `which`.
std::string secret_of(const std::string& player, int which = 0);

v1::Event commit(const Table& t, const std::string& player, int which = 0);
v1::Event commit_to(const v1::DicePosition& position, const std::string& commitment);
v1::Event reveal(const Table& t, const std::string& player, int which = 0);
v1::Event reveal_for(const v1::DicePosition& position, const std::string& secret);

// The throw of the 1990 edition's 202, of one die of 6 faces, by secrets: `more` stands in the part besides.
std::string thrown_by_secrets(const std::string& more = {});

// A game in which Ann has made that the rule in the first turn, and her throw is due.
class DiceTable : public Table {
 public:
  explicit DiceTable(const std::vector<std::string>& players, const std::string& more = {});

  // Everybody of the round who has not yet.
  Consequences all_commit();
  Consequences all_reveal();
};

}  // namespace nomic::replay::test
