// StreamSink: what a stream's writer has given, until the connection has sent it.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>

#include "nomic/server/http.h"

namespace nomic::tools {

class StreamSink final : public HttpSink {
 public:
  // `wake` tells the connection that there is something to do; called by whoever writes, and it does not wait.
  StreamSink(std::size_t bound, std::function<void()> wake) : bound_(bound), wake_(std::move(wake)) {}

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

  const std::size_t bound_;
  const std::function<void()> wake_;
  mutable std::mutex mutex_;
  std::string queue_;
  std::size_t on_its_way_ = 0;
  bool told_ = false;
  bool shut_ = false;
  bool overflowed_ = false;
};

}  // namespace nomic::tools
