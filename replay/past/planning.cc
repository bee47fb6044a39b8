#include "planning.h"

#include <algorithm>
#include <utility>

namespace nomic::replay::past {
namespace {

class Planner {
 public:
  Planner(std::size_t at, const PostedVersion& version, const std::vector<Held>& held, const Naming& naming,
          Borne& borne)
      : at_(at), version_(version), held_(held), naming_(naming), borne_(borne), spare_(naming.spare) {
    for (const Held& rule : held) in_use_.insert(rule.copy.number);
  }

  std::vector<PastMove> plan(const std::vector<Change>& changes) {
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

 private:
  PastMove& add(PastMoveKind kind, bool proposed) {
    PastMove& move = moves_.emplace_back();
    move.kind = kind;
    move.version = at_;
    move.proposed = proposed;
    move.since = version_.written;
    return move;
  }

  // The number of a proposal that shows none: what the version names, once.
  std::uint32_t spare_number() {
    if (!spare_ || !borne_.insert(*spare_).second) return 0;
    return *std::exchange(spare_, std::nullopt);
  }

  // The number of the proposal that gives a rule its number.
  std::uint32_t own_number(std::uint32_t number) { return borne_.insert(number).second ? number : 0; }

  void repeal(const Change& change) {
    const Held& rule = held_[*change.held];
    PastMove& move = add(PastMoveKind::REPEAL, naming_.voted && !rule.superseded);
    move.rule = rule.copy.number;
    move.status = rule.copy.status;
    move.since = std::max(move.since, rule.changed);
    if (move.proposed) move.proposal = spare_number();
    in_use_.erase(move.rule);
  }

  void enact(const Change& change) {
    const RuleCopy& posted = *change.posted;
    PastMove& move = add(PastMoveKind::ENACT, true);
    move.proposal = own_number(posted.number);
    move.number = posted.number;
    move.status = v1::MUTABLE;
    if (!posted.title->empty()) move.title = posted.title;
    move.text = posted.text;
    in_use_.insert(posted.number);
    if (posted.status != v1::IMMUTABLE) return;
    PastMove& transmuted = add(PastMoveKind::TRANSMUTE, false);
    transmuted.rule = transmuted.number = posted.number;
    transmuted.status = v1::IMMUTABLE;
    transmuted.since = version_.posted;
  }

  // Each as soon as its number is free. Where rules have only changed places, one of them steps aside.
  void make_all(std::vector<const Change*> changes) {
    std::vector<std::pair<const Change*, std::uint32_t>> aside;
    while (!changes.empty()) {
      std::vector<const Change*> left = make_those_free(changes);
      if (left.size() == changes.size()) {
        const RuleCopy& rule = held_[*left.front()->held].copy;
        const std::uint32_t number = std::max(*borne_.rbegin(), *in_use_.rbegin()) + 1;
        renumber(rule.number, number, rule.status);
        aside.emplace_back(left.front(), number);
        left.erase(left.begin());
      }
      changes = std::move(left);
    }
    for (const auto& [change, number] : aside) make(*change, number);
  }

  // Those that are left.
  std::vector<const Change*> make_those_free(const std::vector<const Change*>& changes) {
    std::vector<const Change*> left;
    for (const Change* change : changes) {
      if (change->number && in_use_.count(change->posted->number) != 0) {
        left.push_back(change);
      } else {
        make(*change, held_[*change->held].copy.number);
      }
    }
    return left;
  }

  void renumber(std::uint32_t from, std::uint32_t to, v1::RuleStatus status) {
    PastMove& move = add(PastMoveKind::RENUMBER, false);
    move.rule = from;
    move.number = to;
    move.status = status;
    in_use_.erase(from);
    in_use_.insert(to);
    borne_.insert(to);
  }

  // One rule that stays a rule, which bears `from` now.
  void make(const Change& change, std::uint32_t from) {
    const Held& rule = held_[*change.held];
    const RuleCopy& posted = *change.posted;
    const bool numbered = is_numbered(version_, change);
    const bool was_immutable = rule.copy.status == v1::IMMUTABLE;
    const bool stays_immutable = was_immutable && posted.status == v1::IMMUTABLE;
    const bool amends = !stays_immutable && (numbered ? change.words || !change.status
                                                      : change.words && is_voted_amendment(naming_, change));
    Bearing bearing{from, posted.number, rule.copy.status, numbered, std::max(version_.written, rule.changed)};
    if (change.status && was_immutable) transmute(bearing, posted.status);
    if (amends) {
      PastMove& move = step(bearing, PastMoveKind::AMEND, true);
      move.text = posted.text;
      if (change.title) move.title = posted.title;
    } else if (change.words) {
      PastMove& move = step(bearing, PastMoveKind::REWORD, false);
      move.text = posted.text;
    }
    if (change.status && !was_immutable) transmute(bearing, posted.status);
    if (bearing.now != posted.number) renumber(bearing.now, posted.number, posted.status);
    if (change.title && !amends) {
      PastMove& move = add(PastMoveKind::RETITLE, false);
      move.rule = move.number = posted.number;
      move.status = posted.status;
      move.title = posted.title;
    }
  }

  // A rule on its way from one number and status to others.
  struct Bearing {
    std::uint32_t now;
    std::uint32_t then;
    v1::RuleStatus status;
    bool numbered;
    std::int64_t since;
  };

  PastMove& step(Bearing& bearing, PastMoveKind kind, bool proposed) {
    PastMove& move = add(kind, proposed);
    move.rule = bearing.now;
    if (proposed && bearing.now != bearing.then && bearing.numbered) {
      move.proposal = own_number(bearing.then);
      in_use_.erase(bearing.now);
      in_use_.insert(bearing.then);
      bearing.now = bearing.then;
    } else if (proposed) {
      move.proposal = spare_number();
    }
    move.number = bearing.now;
    move.status = bearing.status;
    move.since = bearing.since;
    // What follows changes what this has made.
    bearing.since = version_.posted;
    return move;
  }

  void transmute(Bearing& bearing, v1::RuleStatus to) {
    const bool proposed = bearing.numbered || (naming_.voted && naming_.statuses == 1);
    step(bearing, PastMoveKind::TRANSMUTE, proposed).status = to;
    bearing.status = to;
  }

  std::size_t at_;
  const PostedVersion& version_;
  const std::vector<Held>& held_;
  const Naming& naming_;
  Borne& borne_;
  std::optional<std::uint32_t> spare_;
  std::set<std::uint32_t> in_use_;
  std::vector<PastMove> moves_;
};

}  // namespace

std::vector<PastMove> moves_of(std::size_t at, const PostedVersion& version, const std::vector<Held>& held,
                               const std::vector<Change>& changes, const Naming& naming, Borne& borne) {
  return Planner(at, version, held, naming, borne).plan(changes);
}

}  // namespace nomic::replay::past
