// The committer's own moves: what falls due by time.
#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "nomic/replay/next_due.h"
#include "nomic/server/committer.h"
#include "nomic/server/timetable.h"

namespace nomic::tools {

Committer::Group Committer::ticks() {
  survey();
  Group group;
  for (const ledger::GameId& game : timetable_->take(clock_(), limits_.group_moves)) {
    Waiting tick;
    tick.ask.game = game.hash.hex();
    tick.ask.request.mutable_tick();
    tick.answer = [this, game](const replay::Result<Outcome>& answer) {
      if (answer) {
        timetable_->ticked(game);
      } else if (replay::kind_of(answer.error().code) == replay::Kind::LEDGER) {
        timetable_->failed(game, clock_());
      } else {
        timetable_->refused(game);
      }
    };
    group.push_back(std::move(tick));
  }
  return group;
}

std::chrono::microseconds Committer::until_due() {
  const std::chrono::microseconds longest = duties_.look_every;
  const auto next = timetable_->next();
  if (!next) return longest;
  return std::clamp(std::chrono::microseconds(*next - clock_()), std::chrono::microseconds(0), longest);
}

void Committer::survey() {
  const auto now = std::chrono::steady_clock::now();
  if (is_surveyed_ && ledger_ && ledger_->has_other_writers() && now - surveyed_ > duties_.survey_every) {
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
  return leaving_ || !waiting_.empty();
}

// The games are not kept: most will not be asked for. Whoever moves meanwhile goes first; then it goes on from there.
ledger::Status Committer::survey_games(bool& is_broken_off) {
  NOMIC_TRY(open_ledger());
  auto heads = ledger_->games();
  if (!heads) return heads.error();
  for (const ledger::Head& head : *heads) {
    if (timetable_->knows(head.game, head.size)) continue;
    if (somebody_waits()) {
      is_broken_off = true;
      return ledger::Done{};
    }
    auto game = replay::Game::open(*ledger_, head.game.hash.hex());
    // One that cannot be derived is nobody's to tick.
    if (game) timetable_->put(head.game, head.size, replay::next_due(std::as_const(*game).engine()));
  }
  return ledger::Done{};
}

}  // namespace nomic::tools
