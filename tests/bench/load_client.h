// One client of a server under load: a connection that stays, and one request at a time.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nomic::bench {

using Clock = std::chrono::steady_clock;

// Milliseconds that answers took, of one kind of request.
class Latencies {
 public:
  void add(Clock::duration took) { all_.push_back(std::chrono::duration<double, std::milli>(took).count()); }
  [[nodiscard]] std::size_t count() const { return all_.size(); }
  // The share of them that took no longer, from 0 to 1.
  [[nodiscard]] double at(double share) const;

 private:
  mutable std::vector<double> all_;
};

class LoadClient {
 public:
  // By the path of a socket, or by a port of this machine; it ends the program if nobody listens.
  explicit LoadClient(const std::string& where);
  ~LoadClient();
  LoadClient(const LoadClient&) = delete;
  LoadClient& operator=(const LoadClient&) = delete;

  [[nodiscard]] int descriptor() const { return fd_; }
  [[nodiscard]] bool is_idle() const { return idle_; }
  // Begins a request; the time counts from `since`.
  void ask(std::string_view request, Clock::time_point since);
  // Reads what is there. The status, once the answer is whole; else 0. `took` is then how long it took, and `body` what
  // it says.
  unsigned take();
  [[nodiscard]] Clock::duration took() const { return took_; }
  [[nodiscard]] const std::string& body() const { return body_; }

  // Asks and waits.
  unsigned asked(std::string_view request);

 private:
  int fd_ = -1;
  bool idle_ = true;
  std::string in_;
  std::string body_;
  Clock::time_point since_;
  Clock::duration took_{};
};

[[noreturn]] void give_up(const std::string& what);

}  // namespace nomic::bench
