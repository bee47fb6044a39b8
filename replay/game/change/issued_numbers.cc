#include "change/issued_numbers.h"

#include <algorithm>
#include <set>
#include <vector>

#include "dispute/dispute.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/revision.h"

namespace nomic::replay {
namespace {

// Whether it is one of those that proposals are given in their order.
bool counts(const v1::IssuedNumber& issued) {
  return !issued.of_rules() && !is_lettered(issued.number()) && !is_unnumbered(issued.number());
}

// Whether it would be given again, now that no rule has it. The count of proposals never goes back.
bool could_come_again(const State& state, const v1::IssuedNumber& issued) {
  const bool of_rule = issued.change() != 0 && (issued.of_rules() || is_lettered(issued.number()));
  return of_rule && find_rule(state, issued.number()) == nullptr && !what_became_of(state, issued.number());
}

bool is_to_take_effect(const State& state, std::uint32_t proposal) {
  const auto& all = state.pending();
  return find_proposal(state, proposal) != nullptr ||
         std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.proposal().number() == proposal; });
}

// The number of the proposal that was made at the record, as far as it is still to take effect; else 0.
std::uint32_t awaited_from(const State& state, std::uint64_t record) {
  for (const auto& one : state.proposals()) {
    if (one.made_at() == record) return one.number();
  }
  for (const auto& one : state.pending()) {
    if (one.proposal().made_at() == record) return one.proposal().number();
  }
  // One that is upheld once more is made at another record.
  for (const auto& issued : state.issued()) {
    const bool is_made = issued.record() == record && issued.change() == 0;
    if (is_made && is_to_take_effect(state, issued.number())) return issued.number();
  }
  return 0;
}

// The proposals that are still to take effect, though rule-changes of theirs gave numbers already: their votes are open
// once more, or they took effect in a turn that has not begun after all.
std::set<std::uint32_t> awaited_again(const State& state) {
  std::set<std::uint32_t> proposals;
  for (const auto& issued : state.issued()) {
    const auto proposal = issued.change() == 0 ? 0 : awaited_from(state, issued.record());
    if (proposal != 0) proposals.insert(proposal);
  }
  return proposals;
}

// Whether that record is one at which the proposal of this number was made. A proposal that is upheld once more is made
// at another record.
bool made_at(const State& state, std::uint64_t record, std::uint32_t number) {
  const auto& all = state.issued();
  return number != 0 && std::any_of(all.begin(), all.end(), [&](const auto& one) {
           return one.record() == record && one.change() == 0 && one.number() == number;
         });
}

// Whether the number went to the place, or to the same rule-change of the same proposal at another record.
// `own`: the proposal's number; 0: a proposal's own place.
bool went_to(const State& state, const v1::IssuedNumber& issued, const NumberPlace& place, std::uint32_t own) {
  if (place_of_number(issued) == place) return true;
  const bool same_change = issued.change() != 0 && issued.change() == place.second;
  return same_change && made_at(state, issued.record(), own) && made_at(state, place.first, own);
}

// The numbers of the present turn that the next one needs.
std::vector<v1::IssuedNumber> needed_later(const State& state) {
  const auto awaited = awaited_again(state);
  std::vector<v1::IssuedNumber> needed;
  for (const auto& issued : state.issued()) {
    const bool is_awaited =
        !awaited.empty() &&
        awaited.contains(issued.change() == 0 ? issued.number() : awaited_from(state, issued.record()));
    if (is_awaited || could_come_again(state, issued)) needed.push_back(issued);
  }
  return needed;
}

}  // namespace

NumberPlace place_of_number(const v1::IssuedNumber& issued) {
  return {issued.record(), issued.change()};
}

NumbersOfPlace numbers_of(const Play& play, const NumberPlace& place, std::uint32_t own) {
  NumbersOfPlace numbers;
  const auto take = [&](const v1::IssuedNumber& issued) {
    if (!went_to(play.state, issued, place, own)) return;
    auto& number = issued.of_rules()              ? numbers.of_rules
                   : is_lettered(issued.number()) ? numbers.lettered
                   : issued.number() == own       ? numbers.own
                                                  : numbers.next;
    if (!number) number = issued.number();
  };
  for (const auto& issued : play.state.issued()) take(issued);
  if (const auto& revision = play.derivation.revision; revision != nullptr) {
    const auto& all = revision->numbers;
    const auto first = all.lower_bound({place.first, place.second, 0});
    for (auto one = first; one != all.end() && place_of_number(one->second) == place; ++one) take(one->second);
  }
  return numbers;
}

std::optional<std::uint32_t> number_of_record(const Play& play) {
  auto numbers = numbers_of(play, {play.move.index, 0}, 0);
  const bool has_none = !numbers.next && !numbers.lettered;
  if (has_none && play.upheld) numbers = numbers_of(play, {*play.upheld, 0}, 0);
  return numbers.next ? numbers.next : numbers.lettered;
}

bool is_issued_to_another(const Play& play, std::uint32_t number, const NumberPlace& place) {
  const auto to_another = [&](const v1::IssuedNumber& one) {
    return one.number() == number && one.change() != 0 && !went_to(play.state, one, place, number);
  };
  const auto& all = play.state.issued();
  if (std::any_of(all.begin(), all.end(), to_another)) return true;
  const auto& revision = play.derivation.revision;
  return revision != nullptr && std::any_of(revision->numbers.begin(), revision->numbers.end(),
                                            [&](const auto& one) { return to_another(one.second); });
}

void note_issued(Play& play, const NumberPlace& place, std::uint32_t number, bool of_rules) {
  const auto& all = play.state.issued();
  const bool known = std::any_of(
      all.begin(), all.end(), [&](const auto& one) { return place_of_number(one) == place && one.number() == number; });
  if (known) return;
  auto& issued = play.state.edit_issued().add();
  issued.set_record(place.first);
  issued.set_change(place.second);
  issued.set_number(number);
  issued.set_of_rules(of_rules);
}

void forget_issued(Play& play) {
  auto& state = play.state;
  const bool first_turn = state.turn().phase() == v1::Turn::PROPOSING;
  const bool acts_on_past = !state.retroactions().empty() || play.derivation.revision != nullptr;
  if (state.issued().empty() || first_turn || acts_on_past || play.upheld || is_derived_again(play)) return;
  const auto needed = needed_later(state);
  if (needed.size() == static_cast<std::size_t>(state.issued().size())) return;
  auto& issued = state.edit_issued();
  issued.clear();
  for (const auto& one : needed) issued.add() = one;
}

std::uint32_t next_to_issue(const State& state) {
  auto next = state.next_number();
  for (const auto& issued : state.issued()) {
    if (counts(issued)) next = std::max(next, issued.number() + 1);
  }
  return next;
}

}  // namespace nomic::replay
