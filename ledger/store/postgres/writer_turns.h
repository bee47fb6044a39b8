// How writers of one row take turns: how long who was overtaken waits before it locks the row.
//
// Handing the row on costs some round trips in which nobody writes. Who goes on writing and is overtaken all the same
// soon after it locked the row waits longer the next time, by lot, so that with however many writers each goes on for a
// while; who has had it for long waits less. Who was overtaken while it wrote nothing does not wait at all: a client
// whose moves go to two servers by turns is in nobody's way. And whoever waits looks now and then (WaitInParts) whether
// the row still changes: where it does not, there is nobody to wait for.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>

namespace nomic::ledger {

class Turns {
 public:
  using Clock = std::chrono::steady_clock;

  // A write of ours is done.
  void wrote(Clock::time_point now) { wrote_ = now; }
  // Somebody else has written the row; our try began then.
  void overtaken(std::string_view key, Clock::time_point began, Clock::time_point now) {
    key_ = key;
    if (began - wrote_ > WRITES_ON) {
      most_ = {};
    } else if (now - since_ < WORTH_IT) {
      most_ = std::min(LONGEST, std::max(SHORTEST, most_ * 2));
    } else {
      most_ /= 2;
    }
  }
  // Whether that row is to be locked when it is read.
  [[nodiscard]] bool is_due(std::string_view key) const { return !key_.empty() && key == key_; }
  // How long to wait before that, at most. It is due no more.
  std::chrono::microseconds wait() {
    key_.clear();
    return std::chrono::microseconds(std::uniform_int_distribution<std::int64_t>(0, most_.count())(lots_));
  }
  // Nobody has written it while we waited.
  void alone() { most_ = {}; }
  // It is locked.
  void begin(Clock::time_point now) { since_ = now; }

 private:
  static constexpr std::chrono::milliseconds WRITES_ON{2};
  static constexpr std::chrono::milliseconds WORTH_IT{60};
  static constexpr std::chrono::microseconds SHORTEST{1'000};
  static constexpr std::chrono::microseconds LONGEST{2'000'000};

  std::string key_;                    // of the row; empty: nobody was in the way
  Clock::time_point wrote_ = {};       // when we wrote it last
  Clock::time_point since_ = {};       // when it was locked last
  std::chrono::microseconds most_{0};  // that is waited
  std::minstd_rand lots_{std::random_device{}()};
};

// A wait in parts, with a look at the row after each but the last.
class WaitInParts {
 public:
  explicit WaitInParts(std::chrono::microseconds whole) : left_(whole) {}

  // The next part; none when all is waited.
  std::optional<std::chrono::microseconds> next() {
    if (left_.count() == 0) return std::nullopt;
    const auto part = std::min(left_, part_);
    left_ -= part;
    part_ = std::min(part_ * 2, LONGEST);
    return part;
  }
  [[nodiscard]] bool is_over() const { return left_.count() == 0; }
  // What the row was at a look. Whether it was the same at the look before: there is nobody to wait for.
  bool is_still(const std::optional<std::string>& value) {
    const bool still = looked_ && value == seen_;
    looked_ = true;
    seen_ = value;
    return still;
  }

 private:
  static constexpr std::chrono::microseconds LONGEST{64'000};

  std::chrono::microseconds left_;
  std::chrono::microseconds part_{4'000};
  bool looked_ = false;
  std::optional<std::string> seen_;
};

}  // namespace nomic::ledger
