// Timetable: when something falls due in each game of a ledger, and which are to be ticked now. Of the committer's
// thread; times are its clock's, microseconds since 1970-01-01T00:00:00Z.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "nomic/ledger/ledger.h"

namespace nomic::tools {

class Timetable {
 public:
  // The game as it stands now: how many records it has, and when something falls due in it.
  void put(const ledger::GameId& game, std::uint64_t size, std::optional<std::int64_t> due);

  // Whether it was put as it is.
  [[nodiscard]] bool knows(const ledger::GameId& game, std::uint64_t size) const;

  // A game whose time has come, with the size of which that is known.
  struct Due {
    ledger::GameId game;
    std::uint64_t size = 0;
    friend bool operator==(const Due&, const Due&) = default;
  };
  // Those games, at most so many; each is told once, until it is known how its tick went.
  std::vector<Due> take(std::int64_t now, std::size_t limit);

  // Its tick was recorded. After several in a row, without a move between them, it is not ticked for a while: for a
  // second, then for two, in the end for an hour. So a game that everybody has left fills no disk.
  void ticked(const Due& tick, std::int64_t now);
  // The rules do not have it: it is not tried again before the game has another size. That counts only while it has the
  // size for which it was tried: where another server was faster, it was refused for what is done already, and what
  // falls due next is another matter.
  void refused(const Due& tried);
  // It could not be recorded: it is tried again after a second, then after two, in the end every minute.
  void failed(const ledger::GameId& game, std::int64_t now);

  // The next time at which a game is to be ticked; nothing: none is.
  [[nodiscard]] std::optional<std::int64_t> next() const;

 private:
  struct Entry {
    std::uint64_t size = 0;
    std::optional<std::int64_t> due = {};
    bool taken = false;
    bool refused = false;
    std::int64_t delay = 0;        // of the next try after a failure
    std::int64_t again = 0;        // not tried before
    std::uint64_t after_tick = 0;  // the size that its last tick made
    std::int64_t rest = 0;         // after that tick
    std::int64_t rested = 0;       // not ticked before, if the game has that size
  };
  static bool is_resting(const Entry& entry) { return entry.size == entry.after_tick; }
  static bool is_open(const Entry& entry) { return entry.due && !entry.taken && !entry.refused; }

  std::map<ledger::GameId, Entry> games_;
};

}  // namespace nomic::tools
