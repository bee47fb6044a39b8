// One rule that stays a rule, from what it was to what is posted.
#include <algorithm>
#include <utility>

#include "planner.h"

namespace nomic::replay::past {

void Planner::make(const Change& change) {
  const Held& rule = held_[*change.held];
  const RuleCopy& posted = *change.posted;
  const bool numbered = is_numbered(version_, change);
  const bool was_immutable = rule.copy.status == v1::IMMUTABLE;
  const bool stays_immutable = was_immutable && posted.status == v1::IMMUTABLE;
  const bool amends = !stays_immutable &&
                      (numbered ? change.words || !change.status : change.words && is_voted_amendment(naming_, change));
  Bearing bearing{bears_[*change.held],
                  posted.number,
                  rule.lineage,
                  rule.copy.status,
                  numbered,
                  numbered,
                  std::max(version_.written, rule.changed)};
  if (change.status && was_immutable) transmute(bearing, posted.status);
  if (amends) {
    PastMove& move = step(bearing, PastMoveKind::AMEND, true);
    move.text = posted.text;
    if (change.title && !posted.title->empty()) move.title = posted.title;
  } else if (change.words) {
    PastMove& move = step(bearing, PastMoveKind::REWORD, false);
    move.text = posted.text;
  }
  if (change.status && !was_immutable) transmute(bearing, posted.status);
  if (bearing.now != posted.number) {
    renumber(bearing.now, posted.number, posted.status).all_along = numbered && !bearing.due;
  }
  bears_[*change.held] = posted.number;
  // An amendment without a title leaves the rule the one it had.
  if (change.title && (!amends || posted.title->empty())) {
    PastMove& move = add(PastMoveKind::RETITLE, false);
    move.rule = move.number = posted.number;
    move.status = posted.status;
    move.title = posted.title;
  }
}

PastMove& Planner::step(Bearing& bearing, PastMoveKind kind, bool proposed) {
  const bool gives = proposed && std::exchange(bearing.due, false);
  const std::uint32_t number =
      gives && bearing.now != bearing.then ? given(bearing.then, bearing.lineage) : bearing.now;
  PastMove& move = add(kind, proposed);
  move.rule = bearing.now;
  if (proposed) move.proposal = gives ? numbers_.of_proposal(bearing.then) : spare_number();
  if (number != bearing.now) {
    in_use_.erase(bearing.now);
    in_use_.insert(number);
    bearing.now = number;
    if (number != bearing.then) move.posted = bearing.then;
  }
  move.number = bearing.now;
  move.status = bearing.status;
  move.since = bearing.since;
  // What follows changes what this has made.
  bearing.since = version_.posted;
  return move;
}

void Planner::transmute(Bearing& bearing, v1::RuleStatus to) {
  const bool proposed = bearing.numbered || (naming_.voted && naming_.statuses == 1);
  step(bearing, PastMoveKind::TRANSMUTE, proposed).status = to;
  bearing.status = to;
}

}  // namespace nomic::replay::past
