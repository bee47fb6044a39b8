#include "rate_limit.h"

#include <algorithm>
#include <cstdint>

namespace nomic::tools {
namespace {

constexpr std::chrono::nanoseconds SECOND = std::chrono::seconds(1);
constexpr const char* ALL_OTHERS = "";

}  // namespace

RateLimit::RateLimit(std::size_t a_second, std::size_t at_once)
    : cost_(a_second == 0 ? 0 : SECOND.count() / static_cast<std::int64_t>(a_second)),
      most_(cost_ * static_cast<std::int64_t>(std::max<std::size_t>(at_once, 1))) {}

std::optional<std::chrono::nanoseconds> RateLimit::take(const std::string& client, Time now, std::size_t count) {
  if (cost_.count() == 0 || count == 0) return std::nullopt;
  if (now - forgotten_ > most_) forget(now);
  Time& until = until_[counted_as(client)];
  const auto cost = std::min(cost_ * static_cast<std::int64_t>(count), most_);
  const Time then = std::max(until, now) + cost;
  if (then - now > most_) return then - now - most_;
  until = then;
  return std::nullopt;
}

void RateLimit::charge(const std::string& client, Time now, std::size_t count) {
  if (now - forgotten_ > most_) forget(now);
  Time& until = until_[counted_as(client)];
  until = std::max(until, now) + cost_ * static_cast<std::int64_t>(count);
}

std::optional<std::chrono::nanoseconds> RateLimit::wait(const std::string& client, Time now) const {
  const auto found = until_.find(counted_as(client));
  if (found == until_.end() || found->second - now <= most_) return std::nullopt;
  return found->second - now - most_;
}

std::string RateLimit::counted_as(const std::string& client) const {
  return until_.size() < MOST_CLIENTS || until_.contains(client) ? client : ALL_OTHERS;
}

void RateLimit::forget(Time now) {
  std::erase_if(until_, [now](const auto& each) { return each.second <= now; });
  forgotten_ = now;
}

}  // namespace nomic::tools
