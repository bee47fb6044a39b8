// Slips of what rules say and are called, and of their statuses.
#include <algorithm>
#include <string>
#include <utility>

#include "nomic/replay/reference.h"
#include "notes.h"

namespace nomic::replay::past {
namespace {

constexpr std::size_t MANY_TITLES = 10;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// The text with one number in place of another, where it stands by itself.
std::string with_number(const std::string& text, std::uint32_t before, std::uint32_t after) {
  const std::string from = numeral(before);
  std::string out;
  std::size_t at = 0;
  for (std::size_t found = text.find(from); found != std::string::npos; found = text.find(from, at)) {
    const std::size_t end = found + from.size();
    const bool alone = (found == 0 || !is_digit(text[found - 1])) && (end == text.size() || !is_digit(text[end]));
    out += text.substr(at, found - at) + (alone ? numeral(after) : from);
    at = end;
  }
  return out + text.substr(at);
}

}  // namespace

void Notes::without_proposal() {
  for (const Change& change : now_.posted.changes) {
    if (change.enacts()) {
      if (!now_.naming.voted) add(PastSlipKind::NO_PROPOSAL, {change.posted->number});
      continue;
    }
    const Held& rule = held_of(change);
    const bool immutable = rule.copy.status == v1::IMMUTABLE;
    if (change.repeals()) {
      if (now_.naming.voted || rule.superseded) continue;
      if (rule.unvoted) {
        slips_[rule.unvoted->slip].until = now_.at;
      } else {
        add(PastSlipKind::NO_PROPOSAL, {rule.copy.number});
      }
    } else if (const PastMove* move = reworded(change); move != nullptr) {
      if (follows_numbers(change)) continue;
      const bool amends = immutable && is_voted_amendment(now_.naming, change);
      add(amends ? PastSlipKind::IMMUTABLE_CHANGED : PastSlipKind::NO_PROPOSAL, {change.posted->number});
    } else if (change.status && !now_.naming.voted && now_.naming.statuses == 1) {
      add(PastSlipKind::NO_PROPOSAL, {change.posted->number});
    }
  }
}

bool Notes::follows_numbers(const Change& change) const {
  std::string text = held_[*change.held].readings.back();
  for (const Change& other : now_.posted.changes) {
    if (other.enacts() || other.repeals() || !other.number) continue;
    text = with_number(text, held_[*other.held].copy.number, other.posted->number);
  }
  return text == reading_of(change.posted->text);
}

const PastMove* Notes::reworded(const Change& change) const {
  if (!change.words) return nullptr;
  for (const PastMove& move : now_.moves) {
    if (move.kind != PastMoveKind::REWORD) continue;
    if (move.number == change.posted->number || move.number == held_[*change.held].copy.number) return &move;
  }
  return nullptr;
}

void Notes::statuses() {
  std::vector<std::uint32_t> rules;
  std::vector<Held*> moved;
  for (const Change& change : now_.posted.changes) {
    if (!change.held || !change.posted || !change.status) continue;
    if (change.number || now_.naming.statuses < 2) {
      held_of(change).status_moved.reset();
      continue;
    }
    rules.push_back(change.posted->number);
    moved.push_back(&held_of(change));
  }
  if (moved.empty()) return;
  const std::optional<std::size_t> slip = moved.front()->status_moved;
  const bool back =
      slip && slips_[*slip].rules == rules &&
      std::all_of(moved.begin(), moved.end(), [&](const Held* rule) { return rule->status_moved == slip; });
  for (Held* rule : moved) rule->status_moved = back ? std::nullopt : std::optional(slips_.size());
  if (back) {
    slips_[*slip].until = now_.at;
  } else {
    add(PastSlipKind::STATUSES_MOVED, std::move(rules));
  }
}

void Notes::titles() {
  std::vector<std::uint32_t> rules;
  for (const Change& change : now_.posted.changes) {
    if (change.held && change.posted && change.title) rules.push_back(change.posted->number);
  }
  if (rules.size() >= MANY_TITLES) add(PastSlipKind::MANY_TITLES, std::move(rules));
}

void Notes::went_back() {
  for (const Change& change : now_.posted.changes) {
    if (!change.held || !change.posted || !change.words) continue;
    const Held& rule = held_of(change);
    const auto& before = rule.readings;
    if (std::find(before.begin(), before.end(), reading_of(change.posted->text)) == before.end()) continue;
    add(PastSlipKind::WENT_BACK, {change.posted->number});
  }
}

}  // namespace nomic::replay::past
