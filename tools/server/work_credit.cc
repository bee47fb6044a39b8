#include "work_credit.h"

#include <fmt/format.h>

#include <cstddef>

namespace nomic::tools {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t MILLISECONDS = 1000;

}  // namespace

WorkCredit::WorkCredit(const char* whose, std::chrono::milliseconds at_once, unsigned part)
    : whose_(whose), used_(MILLISECONDS / part, static_cast<std::size_t>(at_once.count())) {}

void WorkCredit::charge(const std::string& who, std::chrono::nanoseconds worked) {
  if (who.empty() || worked < FREE) return;
  const auto count = std::chrono::ceil<std::chrono::milliseconds>(worked).count();
  const std::lock_guard lock(mutex_);
  used_.charge(who, Clock::now(), static_cast<std::size_t>(count));
}

std::optional<replay::Error> WorkCredit::refusal(const std::string& who) {
  if (who.empty()) return std::nullopt;
  const std::lock_guard lock(mutex_);
  const auto wait = used_.wait(who, Clock::now());
  if (!wait) return std::nullopt;
  return replay::from_ledger({ledger::ErrorCode::IN_USE,
                              fmt::format("{} took more work than a server does at once: it goes on in {} seconds",
                                          whose_, std::chrono::ceil<std::chrono::seconds>(*wait).count()),
                              "ask again then; the host can let pass what is due without a server: nomic tick",
                              {}});
}

}  // namespace nomic::tools
