// Readers: a few threads that answer questions, each with the ledger open for reading.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/game.h"
#include "nomic/server/opened_games.h"

namespace nomic::tools {

// What one thread has open: as durable as when it was last asked for, and no older.
class Reader {
 public:
  using Open = std::function<ledger::Result<std::unique_ptr<ledger::Ledger>>()>;
  using Mark = std::function<std::string()>;
  Reader(const Open& open, const Mark& mark) : open_(open), mark_(mark) {}

  // The ledger, opened anew if anything was recorded since. What was got before is gone then.
  replay::Result<ledger::Ledger*> ledger();
  // A game in it, by its name or identity; after ledger().
  replay::Result<replay::Game*> game(const std::string& name) { return games_.get(*ledger_, name); }

 private:
  void close();

  const Open& open_;
  const Mark& mark_;
  std::string seen_;
  std::unique_ptr<ledger::Ledger> ledger_;
  OpenedGames games_;
};

class Readers {
 public:
  using Task = std::function<void(Reader&)>;  // does not throw

  Readers(Reader::Open open, Reader::Mark mark, std::size_t threads, std::size_t waiting);
  // Does what waits first.
  ~Readers();
  Readers(const Readers&) = delete;
  Readers& operator=(const Readers&) = delete;

  // False: as many wait as may.
  bool post(Task task);

 private:
  void run();

  const Reader::Open open_;
  const Reader::Mark mark_;
  const std::size_t most_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> waiting_;
  bool leaving_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace nomic::tools
