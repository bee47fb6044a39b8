// Readers: a few threads that answer questions, each with a reader of its own.
//
//     Readers readers(means, {.threads = 2, .waiting = 1024, .waiting_of_client = 256});
//     const auto taken = readers.post({.client = address, .left = left, .run = [](DurableReader&) { ... },
//                                      .drop = [](Readers::Dropped why) { ... }});
//
// Clients take turns (client_turns.h). A client never has all threads, where there are several. So a client that asks a
// lot waits for itself, and others wait for one task of it at most.
//
// Each task that is taken is run or dropped, once. A task is dropped if its client has left, if all places are taken
// and a client with fewer of them comes, and when the readers end.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "nomic/server/client_turns.h"
#include "nomic/server/durable_reader.h"

namespace nomic::tools {

class Readers {
 public:
  enum class Dropped : std::uint8_t {
    LEFT,     // the client waits for it no more
    CROWDED,  // a client with fewer tasks took its place
    ENDING,   // the readers end
  };
  enum class Posted : std::uint8_t {
    TAKEN,
    FULL,        // as many wait as may
    SHARE_USED,  // as many of that client wait as may
    ENDING,      // the readers end
  };

  struct Limits {
    std::size_t threads = 2;
    std::size_t waiting = 1024;
    std::size_t waiting_of_client = 256;
  };

  // Its functions do not throw.
  struct Task {
    // Whose share it uses; empty: the share of all, and as many threads as there are.
    std::string client = {};
    // True once the client waits for it no more; null: it waits.
    std::shared_ptr<const std::atomic<bool>> left = {};
    std::function<void(DurableReader&)> run = {};
    std::function<void(Dropped)> drop = {};
    // What it was held up by (wait_for); empty: nothing.
    std::string held_up_by = {};

    [[nodiscard]] bool is_awaited() const { return !left || !left->load(); }
  };

  Readers(DurableReader::Means means, Limits limits);
  // Ends, and waits for what is being run.
  ~Readers();
  Readers(const Readers&) = delete;
  Readers& operator=(const Readers&) = delete;

  Posted post(Task task);
  // By what is run: its turn has come, but another thread is at what it is about. It keeps its place, and waits until
  // go_on() is called of that; then it comes before all others.
  void wait_for(const std::string& about, Task task);
  // The next of those that wait for it, by the turns of clients, may be run. If that one is dropped, the next after it.
  void go_on(const std::string& about);

  // At its end, what waits for `about` goes on.
  class GoesOn {
   public:
    GoesOn(Readers& lane, std::string about) : lane_(lane), about_(std::move(about)) {}
    ~GoesOn() { lane_.go_on(about_); }
    GoesOn(const GoesOn&) = delete;
    GoesOn& operator=(const GoesOn&) = delete;

   private:
    Readers& lane_;
    const std::string about_;
  };

  // After a while. Nothing waits behind it until then. False: a quarter of as many are put off already, or these are
  // about to end.
  bool post_in(std::chrono::milliseconds after, Task task);

  // Drops what waits, and takes nothing more. What is being run goes on.
  void end();
  // Whether nothing is being run any more, by that time at the latest; after end().
  bool is_done_by(std::chrono::steady_clock::time_point until);

 private:
  using Clock = std::chrono::steady_clock;

  void run();
  void drop(std::vector<Task>& tasks, Dropped why);
  // The next task, once there is one; false: there will be none.
  bool take(Task& task);
  // Under mutex_. The next task that may run now; tasks before it whose client has left go into `dropped`.
  bool next(Task& task, std::vector<Task>& dropped);
  // Under mutex_.
  [[nodiscard]] Posted place_for(const std::string& client) const;
  [[nodiscard]] std::size_t of(const std::string& client) const;
  std::vector<Task> drop_left();
  std::optional<Task> crowd_out(const std::string& client);
  void place(Task task);
  void ran(const std::string& client);
  [[nodiscard]] bool may_run(const std::string& client) const;

  const DurableReader::Means means_;
  const Limits limits_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Turns<Task> waiting_;                             // under mutex_
  std::map<std::string, Turns<Task>> held_up_;      // under mutex_: by what they wait for; none is empty
  std::size_t held_up_in_all_ = 0;                  // under mutex_
  std::map<std::string, std::size_t> running_of_;   // under mutex_: of each client with a task that is run
  std::size_t running_ = 0;                         // under mutex_
  std::multimap<Clock::time_point, Task> put_off_;  // under mutex_: until then
  bool ending_ = false;                             // under mutex_
  std::vector<std::thread> threads_;
};

}  // namespace nomic::tools
