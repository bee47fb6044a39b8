// A game kept in a ledger, for tests: in memory, and in a folder that is closed and opened again.
//
//     Kept t(GetParam(), {"Ann", "Bob"});
//     t.ok("Ann", enact("Cake is served at noon."));
//     t.reopen();
//     EXPECT_EQ(t.game->head().size, 33);
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "nomic/replay/edition.h"
#include "nomic/replay/game.h"
#include "postgres/ledger_place.h"
#include "replay/expect.h"
#include "replay/game/table.h"

namespace nomic::replay::test {

enum class Where : std::uint8_t { MEMORY, FOLDER };

inline void PrintTo(Where where, std::ostream* out) {
  *out << (where == Where::MEMORY ? "Memory" : "Folder");
}

constexpr std::int64_t SECOND = 1'000'000;
// 2012-05-30T10:00:00Z: the founding. Every move comes a second after the one before.
constexpr std::int64_t FOUNDED_AT = 1'338'372'000 * SECOND;

Founding founding_of(const std::vector<std::string>& players, const std::string& edition = "1990",
                     v1::Mode mode = v1::TABLE);

// A folder that goes when the object goes.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

class Kept {
  Folder folder_;  // first, so that it goes last: an open ledger lies in it
  nomic::test::LedgerPlace place_{folder_.path() + "/ledger"};

 public:
  Kept(Where where, const std::vector<std::string>& players) : Kept(where, founding_of(players)) {}
  Kept(Where where, const Founding& founding);

  // Closes the game, and the ledger where it lies in a folder, and opens both again.
  void reopen(ledger::Access access = ledger::Access::WRITE);

  Result<Receipt> submit(const std::string& author, const v1::Event& event);
  // A move that must be allowed.
  Receipt ok(const std::string& author, const v1::Event& event);
  // Proposes and calls the vote, all vote, and the proponent throws a one. 2 + players records.
  void turn(const std::string& proponent, const v1::Event& proposal, v1::VoteCast::Choice last);

  // Records a payload behind the game's back, with what is kept beside it.
  void append(const std::string& author, const std::string& payload, const ledger::Derived& derived);

  // The size at a point, which must exist.
  std::uint64_t resolved(const std::string& words);
  [[nodiscard]] const State& state() const { return game->engine().state(); }
  [[nodiscard]] std::string bytes() const { return written(state()); }
  [[nodiscard]] ledger::StoredRecord record(std::uint64_t index);

  std::unique_ptr<ledger::Ledger> ledger;
  std::optional<Game> game;
  std::int64_t now = FOUNDED_AT;

 private:
  Where where_;
  ledger::OpenOptions options_;
};

// The proposal with its vote called at once.
v1::Event called(v1::Event proposal);

}  // namespace nomic::replay::test
