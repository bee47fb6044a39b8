// Slips of numbers, and of rules that something else has taken the place of.
#include "past_slips.h"

#include <algorithm>
#include <utility>

#include "notes.h"

namespace nomic::replay::past {

void Notes::note() {
  for (const std::uint32_t number : now_.posted.twice) add(PastSlipKind::NUMBER_TWICE, {number});
  kept_numbers();
  renumbered();
  given_again();
  superseded();
  without_proposal();
  statuses();
  titles();
  went_back();
}

PastSlip& Notes::add(PastSlipKind kind, std::vector<std::uint32_t> rules) {
  PastSlip& slip = slips_.emplace_back();
  slip.kind = kind;
  slip.version = now_.at;
  slip.rules = std::move(rules);
  return slip;
}

const PastMove* Notes::move_of(PastMoveKind kind, std::uint32_t number) const {
  const auto found = std::find_if(now_.moves.begin(), now_.moves.end(),
                                  [&](const PastMove& move) { return move.kind == kind && move.number == number; });
  return found == now_.moves.end() ? nullptr : &*found;
}

const PastMove* Notes::changed_in_place(std::uint32_t number) const {
  for (const PastMoveKind kind : {PastMoveKind::AMEND, PastMoveKind::TRANSMUTE}) {
    const PastMove* move = move_of(kind, number);
    if (move != nullptr && move->proposed && move->proposal != number) return move;
  }
  return nullptr;
}

void Notes::kept_numbers() {
  if (!options_.changed_rules_renumbered) return;
  for (const Change& change : now_.posted.changes) {
    if (change.enacts() || change.repeals() || change.number || !(change.words || change.status)) continue;
    const PastMove* move = changed_in_place(change.posted->number);
    if (move == nullptr || (move->proposal == 0 && now_.naming.any_numbered)) continue;
    held_of(change).kept = slips_.size();
    add(PastSlipKind::KEPT_NUMBER, {change.posted->number}).other = move->proposal;
  }
}

bool Notes::takes_a_place(const Change& change) const {
  const std::uint32_t before = held_[*change.held].copy.number;
  const std::uint32_t now = change.posted->number;
  return std::any_of(now_.posted.changes.begin(), now_.posted.changes.end(), [&](const Change& other) {
    if (&other == &change) return false;
    return (other.posted && other.posted->number == before) || (other.held && held_[*other.held].copy.number == now);
  });
}

void Notes::renumbered() {
  std::vector<std::uint32_t> moved;
  for (const Change& change : now_.posted.changes) {
    if (change.enacts() || change.repeals() || !change.number) continue;
    Held& rule = held_of(change);
    const bool alone = !is_numbered(now_.version, change);
    if (alone && takes_a_place(change)) {
      moved.push_back(change.posted->number);
    } else if (alone && rule.kept) {
      PastSlip& slip = slips_[*rule.kept];
      slip.other = change.posted->number;
      slip.until = now_.at;
    } else if (alone) {
      PastSlip& slip = add(PastSlipKind::WRONG_NUMBER, {rule.copy.number});
      slip.version = rule.numbered;
      slip.other = change.posted->number;
      slip.until = now_.at;
    }
    rule.kept.reset();
  }
  if (!moved.empty() && !now_.naming.voted) add(PastSlipKind::NO_PROPOSAL, std::move(moved));
}

void Notes::given_again() {
  for (const PastMove& move : now_.moves) {
    if (move.all_along) add(PastSlipKind::NUMBER_AGAIN, {move.number}).other = move.rule;
  }
}

void Notes::superseded() {
  const auto enacted = std::find_if(now_.posted.changes.begin(), now_.posted.changes.end(),
                                    [](const Change& change) { return change.enacts(); });
  for (const Change& change : now_.posted.changes) {
    if (change.enacts()) continue;
    Held& rule = held_of(change);
    if (change.any()) {
      if (rule.superseded) slips_[*rule.superseded].until = now_.at;
      continue;
    }
    const auto& named = now_.naming.named;
    if (enacted == now_.posted.changes.end() || rule.superseded ||
        std::find(named.begin(), named.end(), rule.copy.number) == named.end()) {
      continue;
    }
    rule.superseded = slips_.size();
    add(PastSlipKind::SUPERSEDED, {rule.copy.number}).other = enacted->posted->number;
  }
}

void note_slips(const Happening& happening, const PastOptions& options, std::vector<Held>& held,
                std::vector<PastSlip>& slips) {
  Notes(happening, options, held, slips).note();
}

}  // namespace nomic::replay::past
