// RateLimit: how many requests a client may make, or how many bytes it may send: so many a second, and at the
// beginning, or after a pause, more at once.
//
// For each client one figure is kept, the time until which what it has asked counts (the generic cell rate algorithm).
// A request moves it on by its cost, and is refused if it would then be further ahead than `at_once`. A client that has
// asked nothing for so long that nothing counts any more is forgotten.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace nomic::tools {

class RateLimit {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // a_second 0: there is no limit.
  RateLimit(std::size_t a_second, std::size_t at_once);

  // Counts a request, or so many bytes. If that is too much it does not count, and the answer is the time after which
  // it will be accepted. More than `at_once` is accepted if nothing else counts.
  std::optional<std::chrono::nanoseconds> take(const std::string& client, Time now, std::size_t count = 1);

  // Counts what was used already, however much it is.
  void charge(const std::string& client, Time now, std::size_t count);
  // The time after which so little counts that the client may go on; nothing: it may now.
  [[nodiscard]] std::optional<std::chrono::nanoseconds> wait(const std::string& client, Time now) const;

  [[nodiscard]] std::size_t known() const { return until_.size(); }

  // So many clients are told apart. Those who come after them count as one.
  static constexpr std::size_t MOST_CLIENTS = 16'384;

 private:
  void forget(Time now);
  // As whom a client counts.
  [[nodiscard]] std::string counted_as(const std::string& client) const;

  const std::chrono::nanoseconds cost_;  // 0: no limit
  const std::chrono::nanoseconds most_;
  std::map<std::string, Time> until_;
  Time forgotten_ = {};
};

}  // namespace nomic::tools
