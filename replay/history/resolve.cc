// From a point to the size of the game just after it.
//
// Proposals, turns and circuits are looked up in the derived index, and beyond its reach by deriving the game until
// their consequence comes: what is closed stands in no state. What cannot have happened yet is told from the state at
// the head.
#include <algorithm>

#include "consequence_reading.h"
#include "game_self.h"
#include "nomic/replay/afterwards.h"
#include "nomic/replay/game.h"
#include "nomic/replay/game_index.h"
#include "nomic/replay/marks.h"
#include "nomic/replay/players_numbers.h"
#include "nomic/replay/reference.h"

namespace nomic::replay {
namespace {

bool is_it(const v1::Consequence& consequence, const Point& point) {
  switch (point.kind) {
    case Point::Kind::PROPOSAL:
      return vote_ended(consequence) == point.number;
    case Point::Kind::OUTCOME:
      return outcome_declared(consequence) == point.number;
    case Point::Kind::TURN:
      return turn_ended(consequence) == point.number;
    case Point::Kind::CIRCUIT:
      return circuit_ended(consequence) == point.number;
    case Point::Kind::HEAD:
    case Point::Kind::START:
    case Point::Kind::RECORD:
    case Point::Kind::TIME:
      break;
  }
  return false;
}

// Why a proposal's vote cannot be over, if the state at the head says so.
std::optional<Error> vote_not_over(const State& state, const Point& point, const ledger::Head& head) {
  for (const v1::Proposal& open : state.proposals()) {
    const bool left_open = open.phase() == v1::Proposal::UNDETERMINED;
    if (open.number() != point.number || (left_open && point.kind == Point::Kind::PROPOSAL)) continue;
    const auto* why = left_open                            ? "undetermined"
                      : open.phase() == v1::Proposal::VOTE ? "being_voted_on"
                                                           : "being_debated";
    return no_such_point(why, {{"proposal", point.number}, {"last", head.size - 1}});
  }
  if (point.number < state.next_number() || is_unnumbered(point.number) || is_lettered(point.number))
    return std::nullopt;
  return no_such_point("no_proposal", {{"proposal", point.number}, {"next", state.next_number()}});
}

std::optional<Error> turn_not_over(const State& state, const Point& point, const ledger::Head& head) {
  const v1::Turn& turn = state.turn();
  if (point.number > turn.number()) {
    return no_such_point("no_turn", {{"turn", point.number}, {"last", turn.number()}});
  }
  if (point.number < turn.number() || turn.phase() == v1::Turn::TURN_COMPLETE || turn.phase() == v1::Turn::WON) {
    return std::nullopt;
  }
  return no_such_point("turn_goes_on", {{"turn", point.number}, {"last", head.size - 1}});
}

std::optional<Error> circuit_not_over(const State& state, const Point& point) {
  const v1::Turn& turn = state.turn();
  if (point.number <= turn.circuits_complete()) return std::nullopt;
  const bool first = turn.circuits_complete() == 0;
  std::vector<Parameter> parameters = {{"circuit", point.number}, {"last", turn.circuits_complete()}};
  if (point.number == turn.circuits_complete() + 1) {
    return no_such_point(first ? "first_circuit_goes_on" : "circuit_goes_on", std::move(parameters));
  }
  return no_such_point(first ? "no_circuit_yet" : "no_circuit", std::move(parameters));
}

std::optional<Error> not_yet(const State& state, const Point& point, const ledger::Head& head) {
  switch (point.kind) {
    case Point::Kind::PROPOSAL:
    case Point::Kind::OUTCOME:
      return vote_not_over(state, point, head);
    case Point::Kind::TURN:
      return turn_not_over(state, point, head);
    case Point::Kind::CIRCUIT:
      return circuit_not_over(state, point);
    case Point::Kind::HEAD:
    case Point::Kind::START:
    case Point::Kind::RECORD:
    case Point::Kind::TIME:
      break;
  }
  return std::nullopt;
}

// Nothing excluded it, and yet it never happened: a number before the first proposal, a turn that a victory cut off.
Error never_happened(const State& state, const Point& point) {
  if (point.kind == Point::Kind::TURN) return no_such_point("turn_cut_off", {{"turn", point.number}});
  if (point.kind == Point::Kind::CIRCUIT) return no_such_point("circuit_cut_off", {{"circuit", point.number}});
  if (is_unnumbered(point.number)) return no_such_point("of_record", {{"record", record_of_unnumbered(point.number)}});
  const bool left = is_left_free(state, static_cast<std::uint32_t>(point.number));
  return no_such_point(left ? "nothing_on_record" : "no_proposal",
                       {{"proposal", point.number}, {"next", state.next_number()}});
}

Result<std::uint64_t> by_time(ledger::Ledger& ledger, const ledger::Head& head, const Point& point) {
  NOMIC_ASSIGN(auto last, ledger.last_at_or_before(head.game, ledger::Micros{point.time}));
  if (last.has_value()) return last->value + 1;
  NOMIC_ASSIGN(auto first, ledger.record(head.game, ledger::RecordIndex{0}));
  return no_such_point(
      "before_founding",
      {{"typed", point.words}, {"time", Moment{point.time}}, {"first", Moment{first.recorded_at.value}}});
}

Result<std::uint64_t> by_record(const ledger::Head& head, const Point& point) {
  if (point.number < head.size) return point.number + 1;
  return no_such_point("no_record", {{"record", point.number}, {"last", head.size - 1}});
}

Result<std::uint64_t> by_start(const State& state, const ledger::Head& head) {
  const std::uint64_t founding = state.founding().founding_records();
  if (founding <= head.size) return founding;
  return no_such_point("founding_incomplete", {{"last", head.size - 1}});
}

// Times that are said may go back and forth: the last record that had happened by then, among all.
Result<std::uint64_t> among_all(Game& game, const Point& point, std::uint64_t known, const State& knowing) {
  std::uint64_t size = 0;
  auto done = game.read(known, [&](const Move& move) {
    if (latest_time_of(move, knowing) <= point.time) size = move.index + 1;
    return true;
  });
  if (!done) return done.error();
  return size;
}

// While a game is recorded afterwards, no record is said to be before the one before it. So after one that began later
// than the time none had happened by it: such a one is found by bisection, and the records before it are looked at from
// there backwards, those of a day at most. What is corrected says for itself when it was.
Result<std::uint64_t> by_the_order(Game& game, const Point& point, std::uint64_t known, const State& knowing) {
  std::uint64_t low = 0;
  std::uint64_t later = known;
  while (low < later) {
    const auto middle = low + (later - low) / 2;
    NOMIC_ASSIGN(auto move, game.history().at(middle));
    if (move.recorded_at > point.time) {
      later = middle;
    } else {
      low = middle + 1;
    }
  }
  std::uint64_t corrected = 0;
  for (const v1::CorrectedTime& time : knowing.times()) {
    if (time.record() < known && time.occurred_at() <= point.time) corrected = std::max(corrected, time.record() + 1);
  }
  for (auto size = later; size > corrected; --size) {
    NOMIC_ASSIGN(auto move, game.history().at(size - 1));
    if (latest_time_of(move, knowing) <= point.time) return size;
  }
  return corrected;
}

Result<std::uint64_t> when_it_happened(Game& game, const Point& point, std::uint64_t known) {
  NOMIC_ASSIGN(auto knowing, game.at(known));
  const State& state = knowing.state();
  NOMIC_ASSIGN(auto size, is_recorded_afterwards(state) ? by_the_order(game, point, known, state)
                                                        : among_all(game, point, known, state));
  if (size != 0) return size;
  return no_such_point("nothing_by_then", {{"typed", point.words}, {"time", Moment{point.time}}});
}

Result<std::optional<std::uint64_t>> look_up(GameIndex index, const Point& point) {
  const auto number = static_cast<std::uint32_t>(point.number);
  switch (point.kind) {
    case Point::Kind::PROPOSAL: {
      NOMIC_ASSIGN(auto outcomes, index.outcomes(number));
      return vote_completed_at(outcomes);
    }
    case Point::Kind::OUTCOME:
      return index.outcome_declared(number);
    case Point::Kind::TURN:
      return index.turn_ended(number);
    case Point::Kind::CIRCUIT:
      return index.circuit_ended(number);
    case Point::Kind::HEAD:
    case Point::Kind::START:
    case Point::Kind::RECORD:
    case Point::Kind::TIME:
      break;
  }
  return std::optional<std::uint64_t>();
}

}  // namespace

Result<std::optional<std::uint64_t>> Game::Self::record_of(const Point& point) {
  Result<std::uint64_t> reach = index_reach();
  if (!reach) return reach.error();
  std::optional<std::uint64_t> found;
  std::vector<v1::Consequence> outcomes;
  if (*reach > 0) {
    GameIndex index(ledger, head.game, *reach);
    auto looked_up = look_up(index, point);
    if (!looked_up || *reach == head.size) return looked_up;
    found = *looked_up;
    if (point.kind == Point::Kind::PROPOSAL) {
      NOMIC_ASSIGN(auto before_reach, index.outcomes(static_cast<std::uint32_t>(point.number)));
      outcomes = std::move(before_reach);
    }
  }
  std::uint64_t snapshot = 0;
  Result<Engine> before = derive(*reach, snapshot);
  if (!before) return before.error();
  Result<Engine> scanned = replay(*std::move(before), head.size, [&](const Played& played) {
    for (const v1::Consequence& consequence : played.consequences) {
      if (!is_it(consequence, point)) continue;
      found = played.record.index.value;
      if (point.kind == Point::Kind::PROPOSAL) outcomes.push_back(consequence);
    }
    return true;
  });
  if (!scanned) return scanned.error();
  return point.kind == Point::Kind::PROPOSAL ? vote_completed_at(outcomes) : found;
}

Result<std::uint64_t> Game::Self::when(const Point& point, std::uint64_t known) {
  switch (point.kind) {
    case Point::Kind::HEAD:
      return known;
    case Point::Kind::START:
      return by_start(engine.state(), head);
    case Point::Kind::RECORD:
      return by_record(head, point);
    case Point::Kind::TIME:
      return by_time(ledger, head, point);
    case Point::Kind::PROPOSAL:
    case Point::Kind::OUTCOME:
    case Point::Kind::TURN:
    case Point::Kind::CIRCUIT:
      break;
  }
  if (std::optional<Error> error = not_yet(engine.state(), point, head)) return *error;
  Result<std::optional<std::uint64_t>> found = record_of(point);
  if (!found) return found.error();
  if (*found) return **found + 1;
  return never_happened(engine.state(), point);
}

Result<std::uint64_t> Game::resolve(const Point& point, std::optional<std::uint64_t> known) {
  const std::uint64_t records = known.value_or(self_->head.size);
  const bool by_occurred = point.kind == Point::Kind::TIME && point.by_occurred;
  Result<std::uint64_t> size = by_occurred ? when_it_happened(*this, point, records) : self_->when(point, records);
  if (size && *size > records && point.kind != Point::Kind::TIME) {
    return no_such_point("not_known_then", {{"typed", point.words}, {"last", records - 1}});
  }
  if (size && *size > records) size = records;
  if (!size || point.before < *size) return size ? Result<std::uint64_t>(*size - point.before) : size;
  return no_such_point("before_first", {{"typed", point.words}});
}

}  // namespace nomic::replay
