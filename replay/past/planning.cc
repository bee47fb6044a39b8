#include "planning.h"

#include <algorithm>
#include <utility>

#include "nomic/replay/work.h"
#include "planner.h"

namespace nomic::replay::past {

Planner::Planner(std::size_t at, const PostedVersion& version, const std::vector<Held>& held, const Naming& naming,
                 Numbers& numbers)
    : at_(at), version_(version), held_(held), naming_(naming), numbers_(numbers), spare_(naming.spare) {
  for (const Held& rule : held) {
    in_use_.insert(rule.copy.number);
    bears_.push_back(rule.copy.number);
  }
}

std::vector<PastMove> Planner::plan(const std::vector<Change>& changes) {
  // What goes makes room for what takes its number.
  for (const Change& change : changes) {
    if (change.repeals()) repeal(change);
  }
  std::vector<const Change*> left;
  for (const Change& change : changes) {
    if (change.any() && !change.repeals() && !change.enacts()) left.push_back(&change);
  }
  make_all(std::move(left));
  for (const Change& change : changes) {
    if (change.enacts()) enact(change);
  }
  return std::move(moves_);
}

PastMove& Planner::add(PastMoveKind kind, bool proposed) {
  PastMove& move = moves_.emplace_back();
  move.kind = kind;
  move.version = at_;
  move.proposed = proposed;
  move.since = version_.written;
  return move;
}

void Planner::repeal(const Change& change) {
  const Held& rule = held_[*change.held];
  PastMove& move = add(PastMoveKind::REPEAL, naming_.voted && !rule.superseded);
  move.rule = rule.copy.number;
  move.status = rule.copy.status;
  move.since = std::max(move.since, rule.changed);
  if (move.proposed) move.proposal = spare_number();
  in_use_.erase(move.rule);
}

void Planner::enact(const Change& change) {
  const RuleCopy& posted = *change.posted;
  const std::uint32_t number = given(posted.number, 0);
  const std::size_t enacts = moves_.size();
  PastMove& move = add(PastMoveKind::ENACT, true);
  move.proposal = numbers_.of_proposal(posted.number);
  move.number = number;
  move.status = v1::MUTABLE;
  if (!posted.title->empty()) move.title = posted.title;
  move.text = posted.text;
  in_use_.insert(number);
  if (posted.status == v1::IMMUTABLE) {
    PastMove& transmuted = add(PastMoveKind::TRANSMUTE, false);
    transmuted.rule = transmuted.number = number;
    transmuted.status = v1::IMMUTABLE;
    transmuted.since = version_.posted;
  }
  if (number == posted.number) return;
  moves_[enacts].posted = posted.number;
  renumber(number, posted.number, posted.status).all_along = true;
}

void Planner::make_all(std::vector<const Change*> changes) {
  while (!changes.empty()) {
    spend_work(WorkStep::LARGE);
    std::vector<const Change*> left;
    for (const Change* change : changes) {
      if (is_free(*change)) {
        make(*change);
      } else {
        left.push_back(change);
      }
    }
    if (left.size() == changes.size()) swap_places(*left.front());
    changes = std::move(left);
  }
}

bool Planner::is_free(const Change& change) const {
  const std::uint32_t number = change.posted->number;
  return bears_[*change.held] == number || in_use_.count(number) == 0;
}

void Planner::swap_places(const Change& change) {
  std::uint32_t& one = bears_[*change.held];
  std::uint32_t& other = *std::find(bears_.begin(), bears_.end(), change.posted->number);
  PastMove& move = add(PastMoveKind::RENUMBER, false);
  move.rule = one;
  move.number = other;
  move.status = held_[*change.held].copy.status;
  move.swap = true;
  std::swap(one, other);
}

PastMove& Planner::renumber(std::uint32_t from, std::uint32_t to, v1::RuleStatus status) {
  PastMove& move = add(PastMoveKind::RENUMBER, false);
  move.rule = from;
  move.number = to;
  move.status = status;
  in_use_.erase(from);
  in_use_.insert(to);
  return move;
}

std::vector<PastMove> moves_of(std::size_t at, const PostedVersion& version, const std::vector<Held>& held,
                               const std::vector<Change>& changes, const Naming& naming, Numbers& numbers) {
  return Planner(at, version, held, naming, numbers).plan(changes);
}

}  // namespace nomic::replay::past
