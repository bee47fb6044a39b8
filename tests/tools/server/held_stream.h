// A connection in which a stream ends, as far as a test takes what is sent.
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "nomic/server/http.h"

namespace nomic::tools {

class HeldStream final : public HttpSink {
 public:
  bool write(std::string bytes) override {
    const std::lock_guard lock(mutex_);
    if (closed_) return false;
    waiting_ += bytes;
    most_ = std::max(most_, waiting_.size());
    return true;
  }
  [[nodiscard]] std::size_t waiting() const override {
    const std::lock_guard lock(mutex_);
    return takes_all_ ? 0 : waiting_.size();
  }
  void close() override {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }

  // Whoever reads is never too slow, so nothing waits.
  void takes_all() {
    const std::lock_guard lock(mutex_);
    takes_all_ = true;
  }
  // So many bytes, or what there is.
  std::string take(std::size_t count) {
    const std::lock_guard lock(mutex_);
    std::string taken = waiting_.substr(0, count);
    waiting_.erase(0, count);
    return taken;
  }
  [[nodiscard]] bool is_closed() const {
    const std::lock_guard lock(mutex_);
    return closed_;
  }
  // The most that ever waited.
  [[nodiscard]] std::size_t most() const {
    const std::lock_guard lock(mutex_);
    return most_;
  }

 private:
  mutable std::mutex mutex_;
  std::string waiting_;
  std::size_t most_ = 0;
  bool closed_ = false;
  bool takes_all_ = false;
};

// What a reader of server-sent events makes of the bytes: the events that are whole.
class EventReader {
 public:
  struct Event {
    std::uint64_t id = 0;
    std::string data;
    friend bool operator==(const Event&, const Event&) = default;
  };

  std::vector<Event> read(const std::string& bytes) {
    rest_ += bytes;
    std::vector<Event> events;
    for (std::size_t end = rest_.find("\n\n"); end != std::string::npos; end = rest_.find("\n\n")) {
      const std::string block = rest_.substr(0, end + 1);
      rest_.erase(0, end + 2);
      if (block.starts_with(':')) {
        ++comments_;
        continue;
      }
      const std::size_t line = block.find('\n');
      // "id: 41" and "data: ...", and nothing else.
      if (!block.starts_with("id: ") || block.compare(line + 1, 6, "data: ") != 0) {
        ++strange_;
        continue;
      }
      events.push_back({std::stoull(block.substr(4)), block.substr(line + 7, block.size() - line - 8)});
    }
    return events;
  }
  [[nodiscard]] int comments() const { return comments_; }
  [[nodiscard]] int strange() const { return strange_; }

 private:
  std::string rest_;
  int comments_ = 0;
  int strange_ = 0;
};

}  // namespace nomic::tools
