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

bool Readers::post_in(std::chrono::milliseconds after, Task task) {
  {
    const std::lock_guard lock(mutex_);
    if (leaving_ || put_off_.size() >= most_ / 4) return false;
    put_off_.emplace(Clock::now() + after, std::move(task));
  }
  changed_.notify_one();
  return true;
}

bool Readers::take(Task& task) {
  std::unique_lock lock(mutex_);
  for (;;) {
    const auto next = put_off_.begin();
    const bool is_due = next != put_off_.end() && (leaving_ || next->first <= Clock::now());
    if (is_due) {
      task = std::move(next->second);
      put_off_.erase(next);
      return true;
    }
    if (!waiting_.empty()) {
      task = std::move(waiting_.front());
      waiting_.pop_front();
      return true;
    }
    if (leaving_) return false;
    if (next == put_off_.end()) {
      changed_.wait(lock);
    } else {
      changed_.wait_until(lock, Clock::time_point(next->first));
    }
  }
}

void Readers::run() {
  DurableReader reader(means_);
  for (Task task; take(task); task = {}) {
    task(reader);
    reader.rest();
  }
}

}  // namespace nomic::tools
