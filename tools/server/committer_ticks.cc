// The committer's own moves: what falls due by time.
#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "nomic/replay/next_due.h"
#include "nomic/server/committer.h"
#include "nomic/server/timetable.h"
#include "took_too_long.h"

namespace nomic::tools {
namespace {

// So many at a time: thousands of games may fall due at one moment, and whoever moves then does not wait for them all.
constexpr std::size_t LOT = 16;
// Of several servers that know of one moment the first ticks, and the others find it done: each waits for a time of its
// own in each game, at most so long, so that they share the games instead of racing for every one.
constexpr std::int64_t LONGEST_DELAY = 2'000'000;

}  // namespace

std::deque<Committer::Waiting> Committer::ticks() {
  std::deque<Waiting> ticks;
  if (!may_tick()) return ticks;
  for (const Timetable::Due& due : timetable_->take(clock_(), LOT)) {
    Waiting tick;
    tick.ask.game = due.game.hash.hex();
    tick.ask.request.mutable_tick();
    tick.is_tick = true;
    tick.answer = [this, due](const replay::Result<Outcome>& answer) {
      if (answer) {
        timetable_->ticked(due, clock_());
      } else if (replay::kind_of(answer.error().code) == replay::Kind::LEDGER) {
        timetable_->failed(due.game, clock_());
      } else {
        timetable_->refused(due);
      }
    };
    ticks.push_back(std::move(tick));
  }
  return ticks;
}

void Committer::put_in_timetable(const ledger::Head& head, const replay::Game& game) {
  auto due = replay::next_due(game.engine());
  if (due && has_other_writers()) *due += delay_of(head.game);
  timetable_->put(head.game, head.size, due);
}

std::int64_t Committer::delay_of(const ledger::GameId& game) const {
  const std::string lot = ledger::sha256(server_ + game.hash.raw()).raw();
  std::int64_t number = 0;
  for (std::size_t at = 0; at < 4; ++at) number = number * 256 + static_cast<unsigned char>(lot[at]);
  return number % LONGEST_DELAY;
}

std::chrono::microseconds Committer::until_due() {
  const std::chrono::microseconds longest = duties_.look_every;
  const auto next = timetable_->next();
  if (!next || !may_tick()) return longest;
  return std::clamp(std::chrono::microseconds(*next - clock_()), std::chrono::microseconds(0), longest);
}

void Committer::survey() {
  const auto now = std::chrono::steady_clock::now();
  if (is_surveyed_ && has_other_writers() && now - surveyed_ > duties_.survey_every) {
    is_surveyed_ = false;
  }
  if (is_surveyed_ || now < survey_again_) return;
  // Who waits has the ledger opened, or is told why it cannot be.
  if (somebody_waits()) return;
  bool is_broken_off = false;
  try {
    is_surveyed_ = survey_games(is_broken_off).ok() && !is_broken_off;
    surveyed_ = now;
  } catch (const std::exception&) {
    // Memory is short: as if the ledger could not be opened.
  }
  if (!is_surveyed_ && !is_broken_off) survey_again_ = std::chrono::steady_clock::now() + duties_.look_every;
}

bool Committer::somebody_waits() {
  const std::lock_guard lock(mutex_);
  return leaving_ || ending_ || waiting_.size() > 0;
}

// The games are not kept: most will not be asked for. Whoever moves meanwhile goes first; then it goes on from there.
ledger::Status Committer::survey_games(bool& is_broken_off) {
  if (auto why = away()) return *std::move(why);
  NOMIC_TRY(open_ledger());
  NOMIC_ASSIGN(auto heads, ledger_->games());
  for (const ledger::Head& head : heads) {
    if (timetable_->knows(head.game, head.size)) continue;
    if (somebody_waits()) {
      is_broken_off = true;
      return ledger::Done{};
    }
    try {
      const WorkLimit limit(limits_.open_time);
      auto game = replay::Game::open(*ledger_, head.game.hash.hex());
      // A game that cannot be derived is not ticked.
      if (game) put_in_timetable(head, *game);
    } catch (const replay::WorkGivenUp&) {
      timetable_->put(head.game, head.size, std::nullopt);
    }
  }
  return ledger::Done{};
}

}  // namespace nomic::tools
