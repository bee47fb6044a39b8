#include "stream_sink.h"

#include <algorithm>
#include <utility>

namespace nomic::tools {

namespace {

// A reader that keeps up lets no more gather.
constexpr std::size_t LITTLE = std::size_t{64} << 10U;

}  // namespace

StreamSink::~StreamSink() {
  all_->bytes -= queue_.size() + on_its_way_;
}

bool StreamSink::fits(std::size_t more) const {
  const std::size_t before = queue_.size() + on_its_way_;
  const std::size_t waits = before + more;
  // A reader who has taken all gets even a record that is longer than what may wait.
  return (waits <= bound_ || before == 0) && (waits <= LITTLE || all_->bytes + more <= all_->most);
}

bool StreamSink::write(std::string bytes) {
  std::unique_lock lock(mutex_);
  if (shut_) return false;
  if (!fits(bytes.size())) {
    shut_ = overflowed_ = true;
    all_->bytes -= queue_.size();
    queue_.clear();
  } else {
    all_->bytes += bytes.size();
    queue_ += bytes;
  }
  const bool taken = !shut_;
  tell(std::move(lock));
  return taken;
}

std::size_t StreamSink::waiting() const {
  const std::lock_guard lock(mutex_);
  return queue_.size() + on_its_way_;
}

void StreamSink::close() {
  std::unique_lock lock(mutex_);
  if (std::exchange(shut_, true)) return;
  tell(std::move(lock));
}

void StreamSink::tell(std::unique_lock<std::mutex> lock) {
  const bool told = std::exchange(told_, true);
  lock.unlock();
  if (!told) wake_();
}

std::string StreamSink::take(std::size_t most) {
  const std::lock_guard lock(mutex_);
  told_ = false;
  std::string piece;
  if (queue_.size() <= most) {
    piece.swap(queue_);
  } else {
    piece = queue_.substr(0, most);
    queue_.erase(0, most);
  }
  on_its_way_ += piece.size();
  return piece;
}

void StreamSink::sent(std::size_t count) {
  const std::lock_guard lock(mutex_);
  const std::size_t gone = std::min(count, on_its_way_);
  on_its_way_ -= gone;
  all_->bytes -= gone;
}

void StreamSink::shut() {
  const std::lock_guard lock(mutex_);
  shut_ = true;
}

bool StreamSink::is_shut() const {
  const std::lock_guard lock(mutex_);
  return shut_;
}

bool StreamSink::overflowed() const {
  const std::lock_guard lock(mutex_);
  return overflowed_;
}

}  // namespace nomic::tools
