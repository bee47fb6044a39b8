// StreamSink: what a stream's writer has given, until the connection has sent it.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "nomic/server/http.h"

namespace nomic::tools {

// The bytes that wait in all streams together.
struct UnreadOfAll {
  std::size_t most = 0;
  std::atomic<std::size_t> bytes = 0;
};

class StreamSink final : public HttpSink {
 public:
  // More than `bound` never waits; nor does more than a little where all streams together have their most. `wake` tells
  // the connection that there is something to do; the writer calls it, and it does not wait.
  StreamSink(std::size_t bound, std::shared_ptr<UnreadOfAll> all, std::function<void()> wake)
      : bound_(bound), all_(std::move(all)), wake_(std::move(wake)) {}
  ~StreamSink() override;

  bool write(std::string bytes) override;
  [[nodiscard]] std::size_t waiting() const override;
  void close() override;

  // Of the connection's side. Some of what waits, which goes on waiting until sent() says otherwise.
  std::string take(std::size_t most);
  void sent(std::size_t count);
  // Nothing more is sent: whoever writes is told so.
  void shut();
  [[nodiscard]] bool is_shut() const;
  [[nodiscard]] bool overflowed() const;

 private:
  // The lock is held by who calls, and let go before the connection is told.
  void tell(std::unique_lock<std::mutex> lock);

  // Under mutex_.
  [[nodiscard]] bool fits(std::size_t more) const;

  const std::size_t bound_;
  const std::shared_ptr<UnreadOfAll> all_;
  const std::function<void()> wake_;
  mutable std::mutex mutex_;
  std::string queue_;
  std::size_t on_its_way_ = 0;
  bool told_ = false;
  bool shut_ = false;
  bool overflowed_ = false;
};

}  // namespace nomic::tools
