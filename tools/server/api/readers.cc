#include "api/readers.h"

#include <utility>

namespace nomic::tools {

Readers::Readers(DurableReader::Means means, std::size_t threads, std::size_t waiting)
    : means_(std::move(means)), most_(waiting) {
  for (std::size_t at = 0; at < threads; ++at) threads_.emplace_back([this] { run(); });
}

Readers::~Readers() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool Readers::post(Task task) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= most_) return false;
    waiting_.push_back(std::move(task));
  }
  changed_.notify_one();
  return true;
}

void Readers::run() {
  DurableReader reader(means_);
  for (;;) {
    Task task;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return leaving_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      task = std::move(waiting_.front());
      waiting_.pop_front();
    }
    task(reader);
    reader.rest();
  }
}

}  // namespace nomic::tools
