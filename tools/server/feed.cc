#include "nomic/server/feed.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "followed.h"
#include "nomic/replay/work.h"
#include "took_too_long.h"

namespace nomic::tools {

// What other threads tell the feed's: who comes, which games have grown, that it is to end.

class FeedIntake {
 public:
  struct News {
    std::vector<std::pair<ledger::GameId, std::shared_ptr<Follower>>> arrived;
    std::map<ledger::GameId, std::uint64_t> grown;
    bool leaving = false;
  };

  explicit FeedIntake(std::size_t seats) : seats_(seats) {}

  // A place, given back when it goes; null: all are taken.
  std::shared_ptr<void> seat();

  void durable(const ledger::GameId& game, std::uint64_t size);
  // Somebody comes, and stays until what is returned goes. Who comes after the end is cut off at once.
  std::shared_ptr<void> arrive(std::shared_ptr<void> seat, const ledger::GameId& game,
                               const std::shared_ptr<Follower>& follower);
  // The same for a follower from another thread, who keeps the place.
  void hand_over(const ledger::GameId& game, const std::shared_ptr<Follower>& follower);
  void leave();

  // What there is since the last time, once there is something, or that time has come. `anybody`: whether somebody
  // follows already; where nobody does, it is waited for somebody.
  News take(FeedTime until, bool anybody);

 private:
  const std::size_t seats_;
  const std::shared_ptr<std::atomic<std::size_t>> taken_ = std::make_shared<std::atomic<std::size_t>>(0);

  std::mutex mutex_;
  std::condition_variable changed_;
  News news_;              // under mutex_
  bool is_heard_ = false;  // under mutex_: somebody follows a game
};

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

namespace {

using Clock = std::chrono::steady_clock;

// How soon it is asked again whether there is room where there was none.
constexpr std::chrono::milliseconds ROOM_AGAIN{20};
// Of its time the feed spends at most a quarter on looks, which may have to open the ledger anew; and nobody waits
// longer for one than this.
constexpr int REST = 3;
constexpr std::chrono::milliseconds LONGEST_REST{200};

}  // namespace

class Feed::Self {
 public:
  // `slow`: who tells the games that are slow here; null: their streams end.
  Self(DurableReader::Means reading, Tell tell, Limits limits, std::shared_ptr<Self> slow)
      : intake(limits.followers),
        tell_(std::move(tell)),
        limits_(limits),
        slow_(std::move(slow)),
        reader_(std::move(reading)) {}

  void run() {
    while (take_in()) {
      try {
        if (!round()) end();
      } catch (const std::exception&) {
        end();
      }
      reader_.rest();
    }
    end();
  }

  FeedIntake intake;

 private:
  // Waits until there is something to do. False: there never will be again.
  bool take_in() {
    FeedIntake::News news = intake.take(next_round(), !games_.empty());
    for (auto& [game, follower] : news.arrived) {
      if (is_slow(game)) {
        slow_->intake.hand_over(game, follower);
        continue;
      }
      games_[game].add(std::move(follower));
      // How far the game reaches is seen by looking.
      look_ = true;
    }
    for (const auto& [game, size] : news.grown) {
      const auto found = games_.find(game);
      if (found != games_.end() && size > found->second.size()) look_ = true;
    }
    return !news.leaving;
  }

  [[nodiscard]] FeedTime next_round() const {
    const FeedTime now = Clock::now();
    if (has_more_) return now;
    FeedTime next = now + limits_.heartbeat;
    if (is_held_) next = std::min(next, now + ROOM_AGAIN);
    if (look_) next = std::min(next, rested_);
    if (watches()) next = std::min(next, watched_ + limits_.watch);
    return next;
  }

  [[nodiscard]] bool watches() const { return limits_.watch.count() > 0 && !games_.empty(); }

  // Whether others have recorded something. Looked at before the ledger is: what comes in between is seen at both.
  void watch(FeedTime now) {
    if (!watches() || now < watched_ + limits_.watch) return;
    watched_ = now;
    std::string mark = reader_.mark();
    if (!mark.empty() && mark == mark_) return;
    mark_ = std::move(mark);
    look_ = true;
  }

  // Everybody is told what there is, as far as it goes in.
  replay::Status round() {
    const FeedTime now = Clock::now();
    watch(now);
    // Unasked too, now and then: what was recorded while the committer had the ledger shut nobody says.
    const bool looks = (look_ && now >= rested_) || now - looked_ >= limits_.heartbeat;
    if (looks) NOMIC_TRY(look(now));
    is_looking_ = looks;
    has_more_ = false;
    is_held_ = false;
    for (auto& [game, followed] : games_) {
      if (!tell_in_time(game, followed, now)) followed.end();
      followed.tidy(limits_, now);
      has_more_ = has_more_ || !followed.ready(limits_, now).empty();
      is_held_ = is_held_ || followed.is_held();
    }
    std::erase_if(games_, [](const auto& each) { return each.second.is_empty(); });
    if (games_.empty()) reader_.close();
    if (looks) {
      const FeedTime done = Clock::now();
      rested_ = done + std::min<Clock::duration>(REST * (done - now), LONGEST_REST);
    }
    return ledger::Done{};
  }

  replay::Status look(FeedTime now) {
    auto ledger = reader_.look();
    if (!ledger) return ledger.error();
    look_ = false;
    looked_ = now;
    for (auto& [game, followed] : games_) {
      auto head = (*ledger)->head(game);
      head ? followed.has(head->size) : followed.end();
    }
    return ledger::Done{};
  }

  bool is_slow(const ledger::GameId& game) {
    std::erase_if(slow_until_, [now = Clock::now()](const auto& each) { return each.second <= now; });
    return slow_until_.count(game) != 0;
  }

  // False: its streams end.
  bool tell_in_time(const ledger::GameId& game, Followed& followed, FeedTime now) {
    try {
      const WorkLimit limit(slow_ != nullptr ? limits_.slow_after : limits_.slow_time);
      return tell(game, followed, now).ok();
    } catch (const replay::WorkGivenUp&) {
      reader_.forget(game);
      if (slow_ == nullptr) return false;
      slow_until_[game] = now + limits_.slow_for;
      for (const auto& follower : followed.take_all()) slow_->intake.hand_over(game, follower);
      return true;
    }
  }

  replay::Status tell(const ledger::GameId& game, Followed& followed, FeedTime now) {
    const auto ready = followed.ready(limits_, now);
    if (ready.empty()) return ledger::Done{};
    if (!is_looking_) {
      NOMIC_TRY(reader_.look_again().status());
      is_looking_ = true;
    }
    NOMIC_ASSIGN(auto held, reader_.game(game.hash.hex()));
    return followed.tell(ready, *held, tell_, limits_, now);
  }

  void end() {
    for (auto& [game, followed] : games_) followed.end();
    games_.clear();
    has_more_ = false;
    is_held_ = false;
    reader_.close();
  }

  const Tell tell_;
  const Limits limits_;
  const std::shared_ptr<Self> slow_;

  // Of the feed's thread.
  std::map<ledger::GameId, Followed> games_;
  std::map<ledger::GameId, FeedTime> slow_until_;
  DurableReader reader_;
  bool is_looking_ = false;  // in this round
  bool look_ = false;        // something is there that was not seen yet
  FeedTime looked_ = {};
  FeedTime watched_ = {};
  std::string mark_;       // by then
  FeedTime rested_ = {};   // when it may look again
  bool has_more_ = false;  // for somebody in whose way nothing is
  bool is_held_ = false;   // somebody has no room
};

Feed::Feed(DurableReader::Means reading, Tell tell, Limits limits)
    : slow_(std::make_shared<Self>(reading, tell, limits, nullptr)),
      quick_(std::make_shared<Self>(std::move(reading), std::move(tell), limits, slow_)),
      slow_thread_([self = slow_] { self->run(); }),
      quick_thread_([self = quick_] { self->run(); }) {}

Feed::~Feed() {
  quick_->intake.leave();
  quick_thread_.join();
  slow_->intake.leave();
  slow_thread_.join();
}

void Feed::durable(const ledger::GameId& game, std::uint64_t size) {
  quick_->intake.durable(game, size);
  slow_->intake.durable(game, size);
}

std::optional<Feed::Stream> Feed::subscribe(const ledger::GameId& game, std::uint64_t from) {
  auto seat = quick_->intake.seat();
  if (!seat) return std::nullopt;
  return [self = quick_, seat = std::move(seat), game, from](std::shared_ptr<HttpSink> sink) -> std::shared_ptr<void> {
    auto follower = std::make_shared<Follower>();
    follower->sink = std::move(sink);
    follower->next = from;
    follower->written = Clock::now();
    return self->intake.arrive(seat, game, follower);
  };
}

std::vector<std::pair<std::string, std::string>> Feed::headers() {
  return {{"content-type", "text/event-stream"}, {"cache-control", "no-store"}, {"x-accel-buffering", "no"}};
}

}  // namespace nomic::tools
