#include "nomic/server/feed.h"

#include <algorithm>
#include <exception>
#include <map>

#include "feed_intake.h"
#include "followed.h"

namespace nomic::tools {
namespace {

using Clock = std::chrono::steady_clock;

// How soon it is asked again whether there is room where there was none.
constexpr std::chrono::milliseconds ROOM_AGAIN{20};
// Of its time the feed spends at most a quarter on opening the ledger anew; and nobody waits longer for it than this.
constexpr int REST = 3;
constexpr std::chrono::milliseconds LONGEST_REST{200};

}  // namespace

class Feed::Self {
 public:
  Self(Open open, Tell tell, Limits limits)
      : intake(limits.followers), open_(std::move(open)), tell_(std::move(tell)), limits_(limits) {}

  void run() {
    while (take_in()) {
      try {
        if (!round()) end();
      } catch (const std::exception&) {
        end();
      }
    }
    end();
  }

  FeedIntake intake;

 private:
  // Waits until there is something to do. False: there never will be again.
  bool take_in() {
    FeedIntake::News news = intake.take(next_round(), !games_.empty());
    for (auto& [game, follower] : news.arrived) {
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
    return next;
  }

  // Everybody is told what there is, as far as it goes in.
  ledger::Status round() {
    const FeedTime now = Clock::now();
    // Unasked too, now and then: what was recorded while the committer had the ledger shut nobody says.
    const bool looks = (look_ && now >= rested_) || now - looked_ >= limits_.heartbeat;
    if (looks) NOMIC_TRY(look(now));
    has_more_ = false;
    is_held_ = false;
    for (auto& [game, followed] : games_) {
      if (!tell(game, followed, now)) followed.end();
      followed.tidy(limits_, now);
      has_more_ = has_more_ || !followed.ready(limits_, now).empty();
      is_held_ = is_held_ || followed.is_held();
    }
    std::erase_if(games_, [](const auto& each) { return each.second.is_empty(); });
    if (games_.empty()) shut();
    if (looks) {
      const FeedTime done = Clock::now();
      rested_ = done + std::min<Clock::duration>(REST * (done - now), LONGEST_REST);
    }
    return ledger::Done{};
  }

  ledger::Status look(FeedTime now) {
    shut();
    auto opened = open_();
    if (!opened) return opened.error();
    ledger_ = *std::move(opened);
    look_ = false;
    looked_ = now;
    for (auto& [game, followed] : games_) {
      auto head = ledger_->head(game);
      head ? followed.has(head->size) : followed.end();
    }
    return ledger::Done{};
  }

  replay::Status tell(const ledger::GameId& game, Followed& followed, FeedTime now) {
    const auto ready = followed.ready(limits_, now);
    if (ready.empty()) return ledger::Done{};
    auto found = derived_.find(game);
    if (found == derived_.end()) {
      auto opened = replay::Game::open(*ledger_, game.hash.hex());
      if (!opened) return opened.error();
      found = derived_.emplace(game, *std::move(opened)).first;
    }
    return followed.tell(ready, found->second, tell_, limits_, now);
  }

  void shut() {
    derived_.clear();
    ledger_.reset();
  }

  void end() {
    for (auto& [game, followed] : games_) followed.end();
    games_.clear();
    has_more_ = false;
    is_held_ = false;
    shut();
  }

  const Open open_;
  const Tell tell_;
  const Limits limits_;

  // Of the feed's thread.
  std::map<ledger::GameId, Followed> games_;
  std::unique_ptr<ledger::Ledger> ledger_;
  std::map<ledger::GameId, replay::Game> derived_;  // in that ledger
  bool look_ = false;                               // something is there that was not seen yet
  FeedTime looked_ = {};
  FeedTime rested_ = {};   // when it may look again
  bool has_more_ = false;  // for somebody in whose way nothing is
  bool is_held_ = false;   // somebody has no room
};

Feed::Feed(Open open, Tell tell, Limits limits)
    : self_(std::make_shared<Self>(std::move(open), std::move(tell), limits)),
      thread_([self = self_] { self->run(); }) {}

Feed::~Feed() {
  self_->intake.leave();
  thread_.join();
}

void Feed::durable(const ledger::GameId& game, std::uint64_t size) {
  self_->intake.durable(game, size);
}

std::optional<Feed::Stream> Feed::subscribe(const ledger::GameId& game, std::uint64_t from) {
  auto seat = self_->intake.seat();
  if (!seat) return std::nullopt;
  return [self = self_, seat = std::move(seat), game, from](std::shared_ptr<HttpSink> sink) -> std::shared_ptr<void> {
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
