// RateLimit: how many requests a client may make: so many a second, and at the beginning, or after a pause, more at
// once.
//
// For each client one figure is kept, the time until which what it has asked counts (the generic cell rate algorithm):
// a request moves it on by what one costs, and is refused where it would be further ahead than `at_once` requests. Who
// has asked nothing for so long that nothing counts any more is forgotten.
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

  // Counts a request. If it is one too many it does not count, and what comes back is after how long one will not be.
  std::optional<std::chrono::nanoseconds> take(const std::string& client, Time now);

  [[nodiscard]] std::size_t known() const { return until_.size(); }

  // So many clients are told apart. Those who come after them count as one.
  static constexpr std::size_t MOST_CLIENTS = 16'384;

 private:
  void forget(Time now);

  const std::chrono::nanoseconds cost_;  // 0: no limit
  const std::chrono::nanoseconds most_;
  std::map<std::string, Time> until_;
  Time forgotten_ = {};
};

}  // namespace nomic::tools
