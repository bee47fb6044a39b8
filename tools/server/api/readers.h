// Readers: a few threads that answer questions, each with a reader of its own.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "nomic/server/durable_reader.h"

namespace nomic::tools {

class Readers {
 public:
  using Task = std::function<void(DurableReader&)>;  // does not throw

  Readers(DurableReader::Means means, std::size_t threads, std::size_t waiting);
  // Does what waits first.
  ~Readers();
  Readers(const Readers&) = delete;
  Readers& operator=(const Readers&) = delete;

  // False: as many wait as may.
  bool post(Task task);
  // After a while. Nobody waits behind it until then. False: a quarter of as many are put off already, or these are
  // about to end.
  bool post_in(std::chrono::milliseconds after, Task task);

 private:
  using Clock = std::chrono::steady_clock;

  void run();
  // The next task, once there is one; false: there will be none.
  bool take(Task& task);

  const DurableReader::Means means_;
  const std::size_t most_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> waiting_;
  std::multimap<Clock::time_point, Task> put_off_;  // until then
  bool leaving_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace nomic::tools
