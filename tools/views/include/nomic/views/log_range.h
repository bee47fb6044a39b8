// Which stretch of a game a log shows: where it begins, and how many of the records that fit are shown.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "nomic/views/viewpoint.h"

namespace nomic::tools {

// How many records there were at a point since which is asked: what is new begins with the next. Of a day its
// beginning, since whoever says "since Monday" means Monday too; 0 of a time before the game was founded.
Result<std::uint64_t> size_before(replay::Game& game, const Viewpoint& when, const replay::Point& since);

// So many of the records that fit: the first, or the last, which are kept until no more come.
class LogLimit {
 public:
  // No limit: each is shown as it comes.
  LogLimit(std::optional<std::uint64_t> limit, bool first) : limit_(limit), first_(first) {}

  // One that fits, printed by `print`: what is to be shown at once, if it is.
  template <class Print>
  std::optional<std::string> take(const Print& print) {
    if (!limit_) return print();
    if (*limit_ == 0) return std::nullopt;
    ++taken_;
    if (first_) return print();
    kept_.push_back(print());
    if (kept_.size() > *limit_) kept_.pop_front();
    return std::nullopt;
  }

  // No more need be taken.
  [[nodiscard]] bool is_full() const { return limit_ && (*limit_ == 0 || (first_ && taken_ >= *limit_)); }
  // What is to be shown at the end.
  [[nodiscard]] const std::deque<std::string>& kept() const { return kept_; }

 private:
  std::optional<std::uint64_t> limit_;
  bool first_;
  std::uint64_t taken_ = 0;
  std::deque<std::string> kept_;
};

}  // namespace nomic::tools
