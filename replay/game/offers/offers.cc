#include "nomic/replay/offers.h"

#include <algorithm>

#include "nomic/replay/afterwards.h"
#include "nomic/replay/player_keys.h"
#include "offers/board.h"
#include "signers.h"
#include "turn/clock.h"

namespace nomic::replay {
namespace {

// The game after what falls due between its last record and that time, as a tick would record it.
struct CaughtUp {
  Move tick;
  std::optional<Engine> engine;  // none: nothing falls due
};

Result<CaughtUp> caught_up(const Engine& engine, const History& history, std::int64_t now) {
  CaughtUp then;
  const auto& state = engine.state();
  if (state.turn().phase() == v1::Turn::WON || what_is_due(state, engine.law(), now).empty()) return then;
  then.tick.index = state.size();
  then.tick.recorded_at = now;
  then.tick.event.mutable_time_passed();
  // Something can be due at the very time of the last record.
  then.tick.event.set_afterwards(is_recorded_afterwards(state));
  if (then.tick.event.afterwards()) then.tick.event.set_occurred_at(now);
  then.tick.payload = then.tick.event.SerializeAsString();
  Engine fork = engine.fork();
  auto done = fork.move(then.tick, history);
  if (done) {
    then.engine = std::move(fork);
  } else if (kind_of(done.error().code) == Kind::LEDGER) {
    return done.error();
  }
  return then;
}

// What falls due happens with any record; a tick is one for nothing else.
void offer_tick(Board& board, bool falls_due) {
  if (!falls_due) return;
  board.may({}, v1::Event::kTimePassed, {});
}

void offer_live(Board& board) {
  if (is_recorded_afterwards(board.state())) board.may({}, v1::Event::kGameWentLive, {});
}

Status offer_moves(Board& board) {
  if (board.runs()) {
    NOMIC_TRY(offer_on_proposals(board));
    offer_throws(board);
  }
  offer_in_dispute(board);
  if (board.runs()) {
    NOMIC_TRY(offer_to_propose(board));
    offer_about_players(board);
  }
  NOMIC_TRY(offer_what_is_free(board));
  offer_keys(board);
  return ledger::Done{};
}

}  // namespace

Result<Offered> offers_of(const Engine& engine, const History& history, std::optional<std::int64_t> now) {
  Offered offered;
  const auto& before = engine.state();
  const auto records = before.founding().founding_records();
  if (records == 0 || before.size() < records) return offered;
  const bool afterwards = is_recorded_afterwards(before);
  const auto last = before.recorded_at();
  // In a game that is recorded afterwards the time is said with the move: the first that can be is that of the last.
  const auto at = afterwards ? last : std::max(now.value_or(last), last);
  NOMIC_ASSIGN(auto then, caught_up(engine, history, at));
  const HistoryWith known(history, then.tick);
  const bool fell_due = then.engine.has_value();
  const Engine& present = fell_due ? *then.engine : engine;
  if (fell_due) offered.as_of = at;

  Board board(present, fell_due ? static_cast<const History&>(known) : history, at);
  offer_live(board);
  const bool can_fall_due = afterwards && board.runs() && !what_is_due(board.state(), board.law()).empty();
  offer_tick(board, fell_due || can_fall_due);
  if (!board.state().closed()) NOMIC_TRY(offer_moves(board));
  for (auto& offer : board.offers) board.add_common_blanks(offer);
  offered.offers = std::move(board.offers);
  offered.are_more = board.are_more;
  return offered;
}

}  // namespace nomic::replay
