// DurableReader: one thread's reading of a ledger that another thread writes: games as far as they are durable.
//
//     LedgerViews views;                                            // the committer's: Duties::shared
//     DurableReader reader({.open = open, .mark = mark, .view = [&] { return views.view(); }});
//     if (auto ledger = reader.look()) reader.game("friday");       // a question
//     reader.rest();                                                // until the next
//
// While the committer has the ledger open a look is a view into it (nomic/ledger/shared_ledger.h): games stay derived
// from one question to the next, and go on from what was recorded since. While it has not, a look opens the ledger for
// reading, as any command does, anew where the mark is another than it was. Either way a look shows what is durable by
// then and nothing else, and whoever was told that a move is recorded finds it there.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "nomic/ledger/ledger.h"
#include "nomic/ledger/shared_ledger.h"
#include "nomic/replay/game.h"
#include "nomic/server/opened_games.h"

namespace nomic::tools {

// Where the committer puts what others may look into.
class LedgerViews {
 public:
  // By the committer: the ledger is open for writing; null: it is shut.
  void share(std::shared_ptr<ledger::SharedLedger> shared);
  // Any thread. Null: it is not open.
  std::unique_ptr<ledger::LedgerView> view();

 private:
  std::mutex mutex_;
  std::shared_ptr<ledger::SharedLedger> shared_;
};

// Whether that may go well on another connection.
[[nodiscard]] bool is_lost_connection(const replay::Error& error);

class DurableReader {
 public:
  struct Means {
    // Opens the ledger for reading, as it is then.
    std::function<ledger::Result<std::unique_ptr<ledger::Ledger>>()> open;
    // Another after whatever was recorded, and cheap (nomic/ledger/recorded_mark.h). Left out: the ledger is opened
    // anew at each look.
    std::function<std::string()> mark = {};
    // A view of the ledger as it is open for writing; null: it is not. Left out: there never is one.
    std::function<std::unique_ptr<ledger::LedgerView>()> view = {};
    // Why there is no looking at present (ledger_watch.h): then it is not tried. Any thread, at once.
    std::function<std::optional<ledger::Error>()> away = {};
  };

  explicit DurableReader(Means means) : means_(std::move(means)) {}

  // The ledger as far as it is durable now. What was got before may be gone.
  replay::Result<ledger::Ledger*> look();
  // The same, or what it showed last, if that is cheaper.
  replay::Result<ledger::Ledger*> look_again();
  // A game, by its name or identity, as far as the look goes; after look(). Where a connection was lost since, it looks
  // once more: then shown() is another.
  replay::Result<replay::Game*> game(const std::string& name);
  // The next question opens it again.
  void forget(const ledger::GameId& game) { games_.forget(game); }
  // What the last look has shown.
  [[nodiscard]] ledger::Ledger& shown() const { return *shown_; }
  // What was got cannot be read any more, since a connection was lost: it is looked anew.
  replay::Result<ledger::Ledger*> look_anew();
  // Means::mark, as it is now; empty where there is none.
  [[nodiscard]] std::string mark() const { return means_.mark ? means_.mark() : std::string(); }
  // Until the next look nothing of what was got is used.
  void rest();
  // Nothing is kept.
  void close();

 private:
  // Whether the committer has it open, and it is looked at through that.
  bool look_beside();
  replay::Result<replay::Game*> game_shown(const std::string& name);

  const Means means_;
  std::unique_ptr<ledger::LedgerView> view_;  // null: it reads by itself
  std::unique_ptr<ledger::Ledger> opened_;    // by itself
  std::string seen_;                          // the mark by then
  ledger::Ledger* shown_ = nullptr;           // of either
  OpenedGames games_;
};

}  // namespace nomic::tools
