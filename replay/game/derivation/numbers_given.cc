#include "derivation/numbers_given.h"

#include "nomic/replay/reference.h"
#include "play.h"

namespace nomic::replay {
namespace {

// Whether the rule is the one that the change at that place has made, at the record from which it applies.
bool made_by_change(const v1::Rule& rule, const v1::Retroaction& what, int place, v1::ChangeKind kind) {
  if (rule.since() != what.from() || rule.proposal() != what.proposal()) return false;
  if (kind != v1::ENACT && kind != v1::AMEND) return rule.lineage() == what.lineages(place);
  const auto& source = *rule.sources().rbegin();
  return source.record() == what.form_at() && source.change() == what.changes(place);
}

// The number that the change gave; 0: none. `there`: just after the record from which it applies.
std::uint32_t number_given(const State& there, const v1::Retroaction& what, int place, const v1::RuleChange& change) {
  if (!change.number().empty()) return number_in(change.number());
  for (const auto& rule : there.rules()) {
    if (!made_by_change(rule, what, place, change.kind())) continue;
    // A version under the same number is counted.
    return rule.revision() == 0 ? rule.number() : 0;
  }
  return 0;
}

}  // namespace

void note_numbers(const State& there, const v1::Proposal& form, v1::Retroaction& what) {
  for (int place = 0; place < what.changes_size(); ++place) {
    const auto& change = form.changes(static_cast<int>(what.changes(place)));
    what.add_numbers(number_given(there, what, place, change));
  }
}

std::uint32_t next_after(const State& present, const v1::Retroaction& what) {
  auto next = present.next_number();
  for (const auto number : what.numbers()) {
    if (number != 0 && number == next_number_of_rules(present, next)) next = number + 1;
  }
  return next;
}

}  // namespace nomic::replay
