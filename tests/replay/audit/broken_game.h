// Games of which one record is altered on its way to the auditor, as an engine that is broken would tell it: the game,
// and the alterations.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "replay/audit/watch.h"
#include "replay/game/table.h"

namespace nomic::replay::test {

using Alter = std::function<void(Shown&)>;

// Ann, Bob and Cyd around a table, by the rules of 1990. Records 0 to 32 found the game.
//   #33 Ann proposes 301, #34 calls, #35-#37 votes for, #38 throws 4
//   #39 Bob proposes to repeal 209 as 302, #40 calls, #41-#43 votes (Cyd against), #44 throws 2
//   #45 Cyd amends 206 by 303, #46 calls, #47-#49 votes for, #50 throws 6: circuit 1
//   #51 Ann transmutes 112 by 304, #52 calls, #53-#55 votes for, #56 throws 1
//   #57 Bob proposes 305, #58 calls, #59-#61 votes, Ann against, #62 throws 3
//   #63 Bob invokes Judgment
struct GameToBreak : Table {
  GameToBreak();
};

// What an auditor finds in a game up to a record, which is altered, and in words.
struct Found {
  std::string all;
  std::string words;
  AuditReport report;
  std::vector<AuditFinding> findings = {};
};
Found found_in(const Table& t, std::uint64_t record, const Alter& alter);

v1::Consequence& the(Shown& shown, v1::Consequence::KindCase kind);
v1::Rule& kept(Shown& shown, std::uint32_t number);
v1::Player& kept_player(Shown& shown, const std::string& name);
void kept_points(Shown& shown, const std::string& name, std::int64_t points);
// The entry is of so many thousandths, and the score that is kept is what it comes to.
void gain(Shown& shown, v1::Consequence& score, std::int64_t points);
void drop(Shown& shown, v1::Consequence::KindCase kind);
v1::Consequence& tell(Shown& shown, v1::Consequence::KindCase kind, std::uint32_t rule = 0, std::uint64_t since = 32);

}  // namespace nomic::replay::test
