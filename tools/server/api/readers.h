// Readers: a few threads that answer questions, each with a reader of its own.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
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

 private:
  void run();

  const DurableReader::Means means_;
  const std::size_t most_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> waiting_;
  bool leaving_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace nomic::tools
