// LedgerWatch: whether a ledger in a database can be reached, as a thread of its own finds by asking again and again. A
// server that is silent is waited for half a minute; so whoever serves everybody does not ask it, but this.
//
//     LedgerWatch watch([address] { return !ledger::recorded_mark(address).empty(); });
//     if (const auto away = watch.away()) return *away;      // at once
//     watch.fault()                                          // for GET /healthz
//
// Where the ledger is away, questions and moves are answered so by all threads, and this one goes on asking: it is
// found there again within a second.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "nomic/ledger/result.h"

namespace nomic::tools {

class LedgerWatch {
 public:
  // Asks it, and may wait as long as it likes. Not at the same time as itself.
  using Ask = std::function<bool()>;
  struct Times {
    std::chrono::milliseconds every{500};
    // An answer that takes longer counts as none, until it is there.
    std::chrono::milliseconds longest{3000};
  };

  explicit LedgerWatch(Ask ask) : LedgerWatch(std::move(ask), Times()) {}
  LedgerWatch(Ask ask, Times times);
  // Waits for an answer that is awaited.
  ~LedgerWatch();
  LedgerWatch(const LedgerWatch&) = delete;
  LedgerWatch& operator=(const LedgerWatch&) = delete;

  // UNREACHABLE, where it was so at the last look; nothing before the first has ended. Any thread, at once.
  [[nodiscard]] std::optional<ledger::Error> away() const;
  // The same in a sentence, and when it was there last; empty: it is there.
  [[nodiscard]] std::string fault() const;

 private:
  using Clock = std::chrono::steady_clock;
  void run();
  [[nodiscard]] bool is_away(Clock::time_point now) const;  // under mutex_

  const Ask ask_;
  const Times times_;
  mutable std::mutex mutex_;
  std::condition_variable ends_;
  bool leaving_ = false;                       // under mutex_, and so are these
  bool failed_ = false;                        // the last look that has ended
  std::optional<Clock::time_point> asked_;     // when a look was begun that has not ended
  std::optional<Clock::time_point> answered_;  // when the ledger was there last
  std::thread thread_;                         // last: it uses all of these
};

}  // namespace nomic::tools
