#include "turn/game_time.h"

#include <algorithm>

#include "nomic/replay/afterwards.h"
#include "nomic/replay/reference.h"
#include "turn/victory.h"

namespace nomic::replay {
namespace {

// Until its first move, a game that was founded without a time has none.
constexpr std::int64_t NOT_BEGUN = 0;

bool is_founded_afterwards(const State& state, const Move& move) {
  if (move.index == 0) return move.event.game_founded().retrospective();
  return is_recorded_afterwards(state);
}

bool is_founding(const State& state, const Move& move) {
  return move.index == 0 || move.index < state.founding().founding_records();
}

Status goes_live_in_time(const State& state, const Move& move) {
  if (move.recorded_at >= state.recorded_at()) return ledger::Done{};
  return refuse(ErrorCode::TIME_AHEAD, "", {{"time", Moment{state.recorded_at()}}});
}

// Whether what comes of the move may depend on it. An outcome changes the rules, and so whatever they decide.
bool concerns(const Due& due, const Move& move) {
  const auto& event = move.event;
  if (event.has_debate_spoken() || event.has_time_passed()) return false;
  switch (due.what) {
    case Due::What::DEBATE_ENDS:
      return number_in(event.proposal_revised().proposal()) == due.number ||
             number_in(event.vote_called().proposal()) == due.number ||
             number_in(event.proposal_withdrawn().proposal()) == due.number;
    case Due::What::INACTIVITY:
      // Whose ballots are waited for.
      return due.player == move.author || event.has_vote_cast() || event.has_vote_withdrawn() ||
             event.has_vote_called();
    case Due::What::TURN:
    case Due::What::ROUND:
      return due.player == move.author || event.has_proposal_made();
    case Due::What::VOTE_ENDS:
    case Due::What::VOTE_CAN_END:
    case Due::What::EFFECT:
    case Due::What::CHANGE:
    case Due::What::REPEAL:
      return true;
  }
  return true;
}

v1::Consequence::CannotTell::What what_of(Due::What what) {
  using CannotTell = v1::Consequence::CannotTell;
  switch (what) {
    case Due::What::DEBATE_ENDS:
      return CannotTell::DEBATE;
    case Due::What::VOTE_ENDS:
    case Due::What::VOTE_CAN_END:
      return CannotTell::VOTE;
    case Due::What::EFFECT:
      return CannotTell::EFFECT;
    case Due::What::CHANGE:
      return CannotTell::RULE_CHANGE;
    case Due::What::REPEAL:
      return CannotTell::RULE_REPEAL;
    case Due::What::INACTIVITY:
      return CannotTell::INACTIVITY;
    case Due::What::TURN:
      return CannotTell::TURN;
    case Due::What::ROUND:
      return CannotTell::ROUND;
  }
  return CannotTell::WHAT_UNSPECIFIED;
}

}  // namespace

Status says_its_time(const State& state, const Move& move) {
  const auto& event = move.event;
  const bool afterwards = is_founded_afterwards(state, move);
  if (event.has_game_went_live()) {
    if (!afterwards) return refuse(ErrorCode::LIVE_ALREADY, has_times_by_word(state) ? "twice" : "never_else");
    if (event.afterwards()) return refuse(ErrorCode::LIVE_ALREADY, "dated");
    return goes_live_in_time(state, move);
  }
  if (afterwards != event.afterwards()) {
    return afterwards ? refuse(ErrorCode::TIME_NOT_SAID, "") : refuse(ErrorCode::LIVE_ALREADY, "move");
  }
  if (!afterwards || is_founding(state, move)) return ledger::Done{};
  if (event.occurred_at() == NOT_BEGUN) return refuse(ErrorCode::TIME_NOT_SAID, "");
  if (move.recorded_at + move.within >= state.recorded_at()) return ledger::Done{};
  return refuse(ErrorCode::TIME_GOES_BACK, "",
                {{"time", Moment{move.recorded_at + move.within}}, {"last", Moment{state.recorded_at()}}});
}

std::optional<Move> by_the_clock(const State& state, const Move& move) {
  const bool afterwards = is_recorded_afterwards(state);
  if (is_founding(state, move) || (!afterwards && !move.event.afterwards())) return std::nullopt;
  const bool as_it_must = move.event.afterwards() == afterwards || move.event.has_game_went_live();
  if (as_it_must && move.recorded_at >= state.recorded_at()) return std::nullopt;
  Move timed = move;
  const auto end = as_it_must ? move.recorded_at + move.within : state.recorded_at();
  timed.recorded_at = state.recorded_at();
  timed.within = std::max(end - state.recorded_at(), std::int64_t{0});
  return timed;
}

void begin_clock(Play& play) {
  auto& state = play.state;
  if (!is_recorded_afterwards(state) || state.recorded_at() != NOT_BEGUN || is_founding(state, play.move)) return;
  // Its rules were in force before: from no time on that anything could be counted from.
  for (int at = 0; at < state.players_size(); ++at) {
    auto& player = state.edit_players().edit(at);
    player.set_moved_at(latest(play));
    player.set_moved_within(within(play));
  }
  state.edit_turn().set_phase_since(latest(play));
  state.edit_turn().set_phase_within(within(play));
  state.set_recorded_at(play.move.recorded_at);
}

v1::Consequence::CannotTell* emit_if_untold(Play& play, const v1::RuleVersion& rule, std::int64_t over,
                                            std::int64_t over_within) {
  if (play.move.recorded_at >= over || latest(play) < over - over_within) return nullptr;
  auto& emitted = *play.emit(rule).mutable_cannot_tell();
  emitted.set_earliest(over - over_within);
  emitted.set_latest(over);
  return &emitted;
}

void emit_what_cannot_be_told(Play& play, Beside beside) {
  if (!is_recorded_afterwards(play.state) || is_won(play)) return;
  // What had fallen due for certain has happened, or happens now; what is emitted here falls due later than that began.
  for (const auto& due : what_may_be_due(play.state, play.law(), latest(play))) {
    auto* emitted = beside == Beside::WHAT_FALLS_DUE || concerns(due, play.move)
                        ? emit_if_untold(play, due.rule, due.at, due.within)
                        : nullptr;
    if (emitted == nullptr) continue;
    emitted->set_what(what_of(due.what));
    const bool is_rule = due.what == Due::What::CHANGE || due.what == Due::What::REPEAL;
    if (is_rule) emitted->set_number(reference(due.number));
    if (!is_rule && due.player.empty()) emitted->set_proposal(reference(due.number));
    emitted->set_player(due.player);
  }
}

}  // namespace nomic::replay
