#include "nomic/server/ledger_watch.h"

#include <fmt/format.h>

#include <utility>

namespace nomic::tools {

LedgerWatch::LedgerWatch(Ask ask, Times times) : ask_(std::move(ask)), times_(times), thread_([this] { run(); }) {}

LedgerWatch::~LedgerWatch() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
  }
  ends_.notify_all();
  thread_.join();
}

void LedgerWatch::run() {
  std::unique_lock lock(mutex_);
  while (!leaving_) {
    asked_ = Clock::now();
    lock.unlock();
    const bool is_there = ask_();
    lock.lock();
    asked_.reset();
    failed_ = !is_there;
    if (is_there) answered_ = Clock::now();
    ends_.wait_for(lock, times_.every, [this] { return leaving_; });
  }
}

bool LedgerWatch::is_away(Clock::time_point now) const {
  return failed_ || (asked_ && now - *asked_ > times_.longest);
}

std::optional<ledger::Error> LedgerWatch::away() const {
  const std::string fault = this->fault();
  if (fault.empty()) return std::nullopt;
  return ledger::Error{ledger::ErrorCode::UNREACHABLE, fault, "ask again in a moment", {}};
}

std::string LedgerWatch::fault() const {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  if (!is_away(now)) return {};
  if (!answered_) return "the database has not answered yet";
  return fmt::format("the database has not answered for {} s",
                     std::chrono::duration_cast<std::chrono::seconds>(now - *answered_).count());
}

}  // namespace nomic::tools
