#include "past_slips.h"

#include <algorithm>
#include <string>
#include <utility>

namespace nomic::replay::past {
namespace {

constexpr std::size_t MANY_TITLES = 10;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// The text with one number in place of another, where it stands by itself.
std::string with_number(const std::string& text, std::uint32_t before, std::uint32_t after) {
  const std::string from = std::to_string(before);
  std::string out;
  std::size_t at = 0;
  for (std::size_t found = text.find(from); found != std::string::npos; found = text.find(from, at)) {
    const std::size_t end = found + from.size();
    const bool alone = (found == 0 || !is_digit(text[found - 1])) && (end == text.size() || !is_digit(text[end]));
    out += text.substr(at, found - at) + (alone ? std::to_string(after) : from);
    at = end;
  }
  return out + text.substr(at);
}

class Notes {
 public:
  Notes(const Happening& happening, const PastOptions& options, std::vector<Held>& held, std::vector<PastSlip>& slips)
      : now_(happening), options_(options), held_(held), slips_(slips) {}

  void note() {
    for (const std::uint32_t number : now_.posted.twice) add(PastSlipKind::NUMBER_TWICE, {number});
    kept_numbers();
    renumbered();
    superseded();
    without_proposal();
    statuses();
    titles();
    went_back();
  }

 private:
  PastSlip& add(PastSlipKind kind, std::vector<std::uint32_t> rules) {
    PastSlip& slip = slips_.emplace_back();
    slip.kind = kind;
    slip.version = now_.at;
    slip.rules = std::move(rules);
    return slip;
  }

  Held& held_of(const Change& change) { return held_[*change.held]; }

  [[nodiscard]] const PastMove* move_of(PastMoveKind kind, std::uint32_t number) const {
    const auto found = std::find_if(now_.moves.begin(), now_.moves.end(),
                                    [&](const PastMove& move) { return move.kind == kind && move.number == number; });
    return found == now_.moves.end() ? nullptr : &*found;
  }

  // The proposal that changed the rule with this number and left it the number.
  [[nodiscard]] const PastMove* changed_in_place(std::uint32_t number) const {
    for (const PastMoveKind kind : {PastMoveKind::AMEND, PastMoveKind::TRANSMUTE}) {
      const PastMove* move = move_of(kind, number);
      if (move != nullptr && move->proposed && move->proposal != number) return move;
    }
    return nullptr;
  }

  // By 108 what is changed bears the number of its proposal. A part of what a numbered proposal does is no slip.
  void kept_numbers() {
    if (!options_.changed_rules_renumbered) return;
    for (const Change& change : now_.posted.changes) {
      if (change.enacts() || change.repeals() || change.number || !(change.words || change.status)) continue;
      const PastMove* move = changed_in_place(change.posted->number);
      if (move == nullptr || (move->proposal == 0 && now_.naming.any_numbered)) continue;
      held_of(change).kept = slips_.size();
      add(PastSlipKind::KEPT_NUMBER, {change.posted->number}).other = move->proposal;
    }
  }

  // A number that is put right says since when it was wrong.
  void renumbered() {
    for (const Change& change : now_.posted.changes) {
      if (change.enacts() || change.repeals() || !change.number) continue;
      Held& rule = held_of(change);
      const bool alone = !is_numbered(now_.version, change);
      if (rule.kept && alone) {
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
  }

  // A rule that the version names and leaves as it is, beside one that is new.
  void superseded() {
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

  void without_proposal() {
    for (const Change& change : now_.posted.changes) {
      if (change.enacts()) {
        if (!now_.naming.voted) add(PastSlipKind::NO_PROPOSAL, {change.posted->number});
        continue;
      }
      const Held& rule = held_of(change);
      const bool immutable = rule.copy.status == v1::IMMUTABLE;
      if (change.repeals()) {
        if (!now_.naming.voted && !rule.superseded) add(PastSlipKind::NO_PROPOSAL, {rule.copy.number});
      } else if (const PastMove* move = reworded(change); move != nullptr) {
        if (follows_numbers(change)) continue;
        const bool amends = immutable && is_voted_amendment(now_.naming, change);
        add(amends ? PastSlipKind::IMMUTABLE_CHANGED : PastSlipKind::NO_PROPOSAL, {change.posted->number});
      } else if (change.status && !now_.naming.voted && now_.naming.statuses == 1) {
        add(PastSlipKind::NO_PROPOSAL, {change.posted->number});
      }
    }
  }

  // Whether the words are others only by numbers of rules that are other ones in this version.
  [[nodiscard]] bool follows_numbers(const Change& change) const {
    std::string text = held_[*change.held].readings.back();
    for (const Change& other : now_.posted.changes) {
      if (other.enacts() || other.repeals() || !other.number) continue;
      text = with_number(text, held_[*other.held].copy.number, other.posted->number);
    }
    return text == reading_of(change.posted->text);
  }

  [[nodiscard]] const PastMove* reworded(const Change& change) const {
    if (!change.words) return nullptr;
    for (const PastMove& move : now_.moves) {
      if (move.kind != PastMoveKind::REWORD) continue;
      if (move.number == change.posted->number || move.number == held_[*change.held].copy.number) return &move;
    }
    return nullptr;
  }

  // Several at once are headings that were moved, or rules that were moved below others.
  void statuses() {
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

  void titles() {
    std::vector<std::uint32_t> rules;
    for (const Change& change : now_.posted.changes) {
      if (change.held && change.posted && change.title) rules.push_back(change.posted->number);
    }
    if (rules.size() >= MANY_TITLES) add(PastSlipKind::MANY_TITLES, std::move(rules));
  }

  void went_back() {
    for (const Change& change : now_.posted.changes) {
      if (!change.held || !change.posted || !change.words) continue;
      const Held& rule = held_of(change);
      const auto& before = rule.readings;
      if (std::find(before.begin(), before.end(), reading_of(change.posted->text)) == before.end()) continue;
      add(PastSlipKind::WENT_BACK, {change.posted->number});
    }
  }

  const Happening& now_;
  const PastOptions& options_;
  std::vector<Held>& held_;
  std::vector<PastSlip>& slips_;
};

}  // namespace

void note_slips(const Happening& happening, const PastOptions& options, std::vector<Held>& held,
                std::vector<PastSlip>& slips) {
  Notes(happening, options, held, slips).note();
}

}  // namespace nomic::replay::past
