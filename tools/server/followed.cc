#include "followed.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "took_too_long.h"

namespace nomic::tools {
namespace {

// As the specification of server-sent events has it: a line is a field, an empty one ends the event. A line of JSON has
// no end of line in it.
std::string event_of(std::uint64_t index, const std::string& line) {
  return "id: " + std::to_string(index) + "\ndata: " + line + "\n\n";
}

// Some records that follow each other, as they are sent.
struct Piece {
  std::uint64_t from = 0;
  std::vector<std::string> events;
  std::size_t bytes = 0;

  [[nodiscard]] std::uint64_t end() const { return from + events.size(); }
};

void cut_off(Follower& follower) {
  follower.sink->close();
  follower.gone = true;
}

// A game's turn: so much processor time, and at least as much as the way to its first record took.
class TurnOfGame {
 public:
  explicit TurnOfGame(std::chrono::milliseconds time) : time_(time) {}

  [[nodiscard]] bool goes_on() {
    const auto now = processor_time();
    if (!until_) until_ = now + std::max<std::chrono::nanoseconds>(time_, now - begun_);
    return now < *until_;
  }

 private:
  const std::chrono::milliseconds time_;
  const std::chrono::nanoseconds begun_ = processor_time();
  std::optional<std::chrono::nanoseconds> until_;  // set at the first record
};

// What of the piece goes in, as one.
void give(Follower& follower, const Piece& piece, const Feed::Limits& limits, FeedTime now) {
  const std::size_t waiting = follower.sink->waiting();
  std::string text;
  std::uint64_t next = follower.next;
  while (next < piece.end() && (text.empty() || waiting + text.size() < limits.ahead)) {
    text += piece.events[next - piece.from];
    ++next;
  }
  if (!follower.sink->write(std::move(text))) {
    follower.gone = true;
    return;
  }
  follower.next = next;
  follower.written = now;
}

}  // namespace

std::vector<Follower*> Followed::ready(const Feed::Limits& limits, FeedTime now) {
  std::vector<Follower*> ready;
  for (const auto& each : all_) {
    Follower& follower = *each;
    if (follower.gone) continue;
    const std::size_t waiting = follower.sink->waiting();
    if (waiting < limits.ahead) {
      follower.held.reset();
      if (follower.next < size_) ready.push_back(&follower);
    } else if (!follower.held) {
      follower.held = now;
    } else if (now - *follower.held > limits.patience) {
      cut_off(follower);
    }
  }
  std::stable_sort(ready.begin(), ready.end(), [](const auto* a, const auto* b) { return a->next < b->next; });
  return ready;
}

replay::Status Followed::tell(const std::vector<Follower*>& ready, replay::Game& game, const Feed::Tell& tell,
                              const Feed::Limits& limits, FeedTime now) const {
  TurnOfGame turn(limits.turn);
  for (auto at = ready.begin(); at != ready.end() && (at == ready.begin() || turn.goes_on());) {
    Piece piece = {(*at)->next, {}, 0};
    auto done = tell(game, piece.from, size_, [&](std::uint64_t index, const std::string& line) {
      if (index != piece.end()) return false;
      piece.bytes += piece.events.emplace_back(event_of(index, line)).size();
      return turn.goes_on() && piece.bytes < limits.ahead;
    });
    if (!done) return done.error();
    if (piece.events.empty()) {
      return replay::from_ledger({ledger::ErrorCode::DAMAGED, "a record of the game cannot be read", {}, {}});
    }
    for (; at != ready.end() && (*at)->next < piece.end(); ++at) give(**at, piece, limits, now);
  }
  return ledger::Done{};
}

void Followed::tidy(const Feed::Limits& limits, FeedTime now) {
  for (const auto& each : all_) {
    Follower& follower = *each;
    if (follower.gone || now - follower.written < limits.heartbeat) continue;
    if (follower.sink->waiting() != 0) {
      // It has not even taken what was sent last.
      if (now - follower.written > limits.patience) cut_off(follower);
    } else if (follower.sink->write(":\n\n")) {
      follower.written = now;
    } else {
      follower.gone = true;
    }
  }
  std::erase_if(all_, [](const auto& each) { return each->gone.load(); });
}

bool Followed::is_held() const {
  return std::any_of(all_.begin(), all_.end(), [&](const auto& each) { return each->held && each->next < size_; });
}

void Followed::end() {
  for (const auto& each : all_) {
    if (!each->gone) cut_off(*each);
  }
  all_.clear();
}

}  // namespace nomic::tools
