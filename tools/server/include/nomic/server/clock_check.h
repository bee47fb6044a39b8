// ClockCheck: whether this machine's clock and another that is looked at are the same, as far as games mind. Of several
// servers over one database the one whose clock is fastest would tick first, and what it ticks too early is on record
// for good; so each compares its own with the database's.
//
//     ClockCheck clocks(now, [address] { return ledger::database_clock(address); }, log);
//     if (!clocks.look()) ...                            // by one thread, now and then; sooner where it failed
//     Duties{.ticks = true, .may_tick = [&] { return clocks.may_tick(); }}
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string_view>

#include "nomic/ledger/result.h"

namespace nomic::tools {

class ClockCheck {
 public:
  // Microseconds since 1970-01-01T00:00:00Z.
  using Clock = std::function<std::int64_t()>;
  using Other = std::function<ledger::Result<std::int64_t>()>;
  using Log = std::function<void(std::string_view line)>;

  // Differences from which on it is said, and nothing is ticked: hosts that are kept in time by NTP differ by some
  // milliseconds.
  static constexpr std::int64_t WARNED = 2'000'000;
  static constexpr std::int64_t TOO_MUCH = 30'000'000;

  ClockCheck(Clock own, Other other, Log log) : own_(std::move(own)), other_(std::move(other)), log_(std::move(log)) {}

  // Compares them. Of a difference only what the way there and back cannot account for counts. A line of the log says
  // so each time that it has become one of the above, or none any more. False: the other cannot be looked at, and what
  // was found last stands.
  bool look();
  // Nothing before they were compared. Any thread.
  [[nodiscard]] bool may_tick() const { return state_ == State::SAME || state_ == State::WARNED; }

 private:
  enum class State : std::uint8_t { UNKNOWN, SAME, WARNED, TOO_MUCH };
  static State state_of(std::int64_t difference);

  const Clock own_;
  const Other other_;
  const Log log_;
  std::atomic<State> state_ = State::UNKNOWN;
};

}  // namespace nomic::tools
