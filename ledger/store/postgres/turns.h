// How writers of one row take turns: how long who was overtaken waits before it locks the row.
//
// Handing the row on costs some round trips in which nobody writes. Who has had it only for a moment before it was
// overtaken waits longer the next time, by lot, so that with however many writers each goes on for a while; who has had
// it for long waits less.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace nomic::ledger {

class Turns {
 public:
  using Clock = std::chrono::steady_clock;

  // Somebody else has written the row.
  void overtaken(std::string_view key) {
    const bool was_short = Clock::now() - since_ < WORTH_IT;
    most_ = was_short ? std::min(LONGEST, std::max(SHORTEST, most_ * 2)) : most_ / 2;
    key_ = key;
  }
  // Whether that row is to be locked when it is read.
  [[nodiscard]] bool is_due(std::string_view key) const { return !key_.empty() && key == key_; }
  // How long to wait before that. It is due no more.
  std::chrono::microseconds wait() {
    key_.clear();
    return std::chrono::microseconds(std::uniform_int_distribution<std::int64_t>(0, most_.count())(lots_));
  }
  // It is locked.
  void begin() { since_ = Clock::now(); }

 private:
  static constexpr std::chrono::milliseconds WORTH_IT{60};
  static constexpr std::chrono::microseconds SHORTEST{1'000};
  static constexpr std::chrono::microseconds LONGEST{2'000'000};

  std::string key_;                    // of the row; empty: nobody was in the way
  Clock::time_point since_ = {};       // when it was locked last
  std::chrono::microseconds most_{0};  // that is waited
  std::minstd_rand lots_{std::random_device{}()};
};

}  // namespace nomic::ledger
