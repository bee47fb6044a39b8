#include "feed_intake.h"

#include <algorithm>

namespace nomic::tools {
namespace {

// What whoever has the connection holds. The follower is the feed's: its sink may hold the connection.
class Hold {
 public:
  Hold(std::shared_ptr<void> seat, const std::shared_ptr<Follower>& follower)
      : seat_(std::move(seat)), follower_(follower) {}
  ~Hold() {
    if (const auto follower = follower_.lock()) follower->gone = true;
  }
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;

 private:
  const std::shared_ptr<void> seat_;
  const std::weak_ptr<Follower> follower_;
};

}  // namespace

std::shared_ptr<void> FeedIntake::seat() {
  if (taken_->fetch_add(1) >= seats_) {
    --*taken_;
    return nullptr;
  }
  return {taken_.get(), [taken = taken_](void* /*seats*/) { --*taken; }};
}

void FeedIntake::durable(const ledger::GameId& game, std::uint64_t size) {
  {
    const std::lock_guard lock(mutex_);
    // Who comes after this sees the record when they begin.
    if (!is_heard_) return;
    auto& known = news_.grown[game];
    known = std::max(known, size);
  }
  changed_.notify_one();
}

std::shared_ptr<void> FeedIntake::arrive(std::shared_ptr<void> seat, const ledger::GameId& game,
                                         const std::shared_ptr<Follower>& follower) {
  auto hold = std::make_shared<Hold>(std::move(seat), follower);
  hand_over(game, follower);
  return hold;
}

void FeedIntake::hand_over(const ledger::GameId& game, const std::shared_ptr<Follower>& follower) {
  bool is_late = false;
  {
    const std::lock_guard lock(mutex_);
    is_late = news_.leaving;
    if (!is_late) {
      is_heard_ = true;
      news_.arrived.emplace_back(game, follower);
    }
  }
  if (is_late) follower->sink->close();
  changed_.notify_one();
}

void FeedIntake::leave() {
  {
    const std::lock_guard lock(mutex_);
    news_.leaving = true;
  }
  changed_.notify_one();
}

FeedIntake::News FeedIntake::take(FeedTime until, bool anybody) {
  std::unique_lock lock(mutex_);
  const auto is_up = [this] { return news_.leaving || !news_.arrived.empty() || !news_.grown.empty(); };
  is_heard_ = anybody || !news_.arrived.empty();
  if (is_heard_) {
    changed_.wait_until(lock, until, is_up);
  } else {
    changed_.wait(lock, is_up);
  }
  News news;
  std::swap(news.arrived, news_.arrived);
  std::swap(news.grown, news_.grown);
  news.leaving = news_.leaving;
  return news;
}

}  // namespace nomic::tools
