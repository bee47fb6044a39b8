#include "derivation/past_changes.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>

#include "change/issued_numbers.h"
#include "change/rule_changes.h"
#include "derivation/differences.h"
#include "dispute/contested.h"
#include "nomic/replay/consequence.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/state.h"
#include "play.h"

namespace nomic::replay {
namespace {

// The numbers that a rule-change which acts on the past gives rules: found when it is put in force first, and given
// again whenever it is.

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

// Notes what it gave. `there`: just after the record from which it applies; `form`: of its proposal.
void note_numbers(const State& there, const v1::Proposal& form, v1::Retroaction& what) {
  for (int place = 0; place < what.changes_size(); ++place) {
    const auto& change = form.changes(static_cast<int>(what.changes(place)));
    what.add_numbers(number_given(there, what, place, change));
  }
}

// The next number of a proposal after those that were given beside it: integers in their order, as of any proposal. A
// sequence that rules have of their own moves no count. `present`: the game as it stood before.
std::uint32_t next_after(const State& present, const v1::Retroaction& what) {
  auto next = present.next_number();
  for (const auto number : what.numbers()) {
    if (number != 0 && number == next_number_of_rules(present, next)) next = number + 1;
  }
  return next;
}

const Injection* injection_of(const Revision& revision, std::uint32_t proposal) {
  const auto& all = revision.injections;
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.what.proposal() == proposal; });
  return found == all.end() ? nullptr : &*found;
}

// The place of a change among those adopted.
std::optional<int> place_of(const v1::Retroaction& what, std::uint32_t change) {
  const auto& all = what.changes();
  const auto found = std::find(all.begin(), all.end(), change);
  if (found == all.end()) return std::nullopt;
  return static_cast<int>(found - all.begin());
}

std::uint32_t lineage_now(const State& state, const v1::RuleChange& change) {
  if (change.kind() == v1::REENACT) {
    const auto* repealed = find_repealed(state, number_in(change.rule()));
    return repealed == nullptr ? 0 : repealed->lineage();
  }
  const auto* rule = find_rule(state, number_in(change.rule()));
  return rule == nullptr ? 0 : rule->lineage();
}

IssuedNumbers::key_type key_of(const v1::IssuedNumber& issued) {
  return {issued.record(), issued.change(), issued.number()};
}

// The record of the proposal with that number. The form may be of a later one.
std::uint64_t record_of(std::uint32_t proposal, const IssuedNumbers& numbers, std::uint64_t form_at) {
  for (const auto& [key, issued] : numbers) {
    if (issued.change() == 0 && issued.number() == proposal) return issued.record();
  }
  return form_at;
}

// The form of a proposal, read from its record.
Result<v1::Proposal> form_of(const v1::Retroaction& what, const IssuedNumbers& numbers, const History& history) {
  NOMIC_ASSIGN(auto move, history.at(what.form_at()));
  v1::Proposal proposal;
  proposal.set_number(what.proposal());
  proposal.set_proponent(move.author);
  proposal.set_form_at(what.form_at());
  proposal.set_made_at(record_of(what.proposal(), numbers, what.form_at()));
  proposal.set_form(digest_of_form(move).raw());
  *proposal.mutable_waived() = what.waived();
  const auto event = event_in(move);
  if (event.has_proposal_made()) {
    *proposal.mutable_changes() = event.proposal_made().changes();
    proposal.set_together(event.proposal_made().together());
  } else {
    *proposal.mutable_changes() = event.proposal_revised().changes();
    proposal.set_together(event.proposal_revised().together());
  }
  return proposal;
}

// The rule that the proposal made, in the state derived anew.
v1::RuleVersion rule_of(const State& then, std::uint32_t proposal) {
  for (const auto& rule : then.rules()) {
    if (rule.proposal() == proposal) return ref_to(rule);
  }
  return {};
}

Status revise_for(Play& play, v1::Retroaction what) {
  NOMIC_ASSIGN(auto revision, revision_of(play.state, play.history, play.move.index));
  NOMIC_ASSIGN(auto form, form_of(what, revision.numbers, play.history));
  const auto numbers = revision.numbers;
  revision.injections.push_back({what, form});
  Derivation revised = play.derivation;
  revised.revision = std::make_shared<const Revision>(std::move(revision));
  State there;
  auto derived = fold(Engine(State(), std::move(revised)), play.move.index + 1, play.history, [&](const Derived& one) {
    if (one.move.index == what.from()) there = one.after.state();
    return true;
  });
  if (!derived) return derived.error();
  note_numbers(there, form, what);

  State then = derived->state();
  const auto by = rule_of(then, what.proposal());
  auto& applies = *play.emit(by).mutable_applies_from();
  applies.set_proposal(reference(what.proposal()));
  applies.set_from(what.from());
  emit_differences(play, then, by, what.proposal(), what.from());
  then.set_size(play.state.size());
  then.set_recorded_at(play.state.recorded_at());
  then.set_next_number(std::max(then.next_number(), next_after(play.state, what)));
  if (play.state.has_players_numbers()) then.edit_players_numbers() = play.state.players_numbers();
  then.edit_retroactions() = play.state.retroactions();
  then.edit_retroactions().add(what);
  // The record that has the game derived anew may have given numbers itself.
  const auto issued_by_now = then.issued();
  then.edit_issued().clear();
  for (const auto& [key, issued] : numbers) then.edit_issued().add() = issued;
  for (const auto& issued : issued_by_now) {
    if (numbers.count(key_of(issued)) == 0) then.edit_issued().add() = issued;
  }
  play.state = std::move(then);
  play.rules_changed();
  return ledger::Done{};
}

// Whether a record with such consequences may have given a number.
bool may_number(const Consequences& consequences) {
  return std::any_of(consequences.begin(), consequences.end(), [](const v1::Consequence& one) {
    return one.has_proposal_made() || one.has_acted() || one.has_judgment_delivered() || one.has_judgment_overruled() ||
           to_number_of(one) != 0;
  });
}

// The numbers that were given in the first `size` records. Where nothing acted on the past so far, a state holds those
// of its own turn alone.
Result<IssuedNumbers> numbers_issued(const State& state, const History& history, std::uint64_t size) {
  IssuedNumbers numbers;
  const auto take = [&](const State& from) {
    for (const auto& issued : from.issued()) numbers.try_emplace(key_of(issued), issued);
  };
  take(state);
  if (!state.retroactions().empty()) return numbers;
  const Derivation derivation{.looks_back = false};
  auto done = fold(Engine(State(), derivation), size, history, [&](const Derived& one) {
    if (may_number(one.consequences)) take(one.after.state());
    return true;
  });
  if (!done) return done.error();
  return numbers;
}

}  // namespace

bool Revision::holds(std::uint32_t proposal) const {
  return injection_of(*this, proposal) != nullptr;
}

std::optional<std::uint32_t> Revision::number_of(std::uint32_t proposal, std::uint32_t change) const {
  const auto* found = injection_of(*this, proposal);
  const auto place = found == nullptr ? std::nullopt : place_of(found->what, change);
  if (!place || *place >= found->what.numbers_size() || found->what.numbers(*place) == 0) return std::nullopt;
  return found->what.numbers(*place);
}

bool Revision::gives(std::uint32_t proposal, std::uint32_t number) const {
  const auto* found = injection_of(*this, proposal);
  if (found == nullptr) return false;
  const auto& all = found->what.numbers();
  return std::find(all.begin(), all.end(), number) != all.end();
}

std::uint32_t Revision::next_free(const State& so_far, std::uint32_t first) const {
  NumbersInUse in_use(first);
  for (const auto* state : {&so_far, &present}) {
    in_use.add(*state);
    in_use.add_given(*state);
  }
  return in_use.next();
}

std::uint32_t Revision::next_lettered(const State& so_far, std::uint32_t number) const {
  const auto first = with_letters(number, letters_of(number) + 1);
  const auto next = first == 0 ? 0 : next_free(so_far, first);
  return is_lettered(next) ? next : 0;
}

std::uint32_t Revision::lineage_of(std::uint32_t proposal, std::uint32_t change) const {
  const auto* found = injection_of(*this, proposal);
  const auto place = found == nullptr ? std::nullopt : place_of(found->what, change);
  return place && *place < found->what.lineages_size() ? found->what.lineages(*place) : 0;
}

v1::Retroaction retroaction_of(const State& state, const v1::Proposal& proposal,
                               const std::vector<std::uint32_t>& changes, std::uint64_t from) {
  v1::Retroaction what;
  what.set_proposal(proposal.number());
  what.set_form_at(proposal.form_at());
  what.set_from(from);
  what.set_decided_at(state.size());
  *what.mutable_waived() = proposal.waived();
  for (const auto at : changes) {
    const auto& change = proposal.changes(static_cast<int>(at));
    what.add_changes(at);
    what.add_lineages(change.kind() == v1::ENACT ? 0 : lineage_now(state, change));
  }
  return what;
}

Result<Revision> revision_of(const State& state, const History& history, std::uint64_t size) {
  NOMIC_ASSIGN(auto numbers, numbers_issued(state, history, size));
  Revision revision;
  revision.numbers = std::move(numbers);
  revision.present = state;
  for (const auto& what : state.retroactions()) {
    NOMIC_ASSIGN(auto form, form_of(what, revision.numbers, history));
    revision.injections.push_back({what, std::move(form)});
  }
  return revision;
}

Status ask_revision(Play& play, const v1::Proposal& proposal, const std::vector<std::uint32_t>& changes) {
  auto what = retroaction_of(play.state, proposal, changes, proposal.effect_from());
  what.set_decided_at(play.move.index);
  play.asked.retroactions.push_back(std::move(what));
  return ledger::Done{};
}

bool acts_already(const Play& play, std::uint32_t proposal) {
  if (play.derivation.revision != nullptr && play.derivation.revision->holds(proposal)) return true;
  const auto& all = play.state.retroactions();
  return std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.proposal() == proposal; });
}

Status revise(Play& play) {
  for (const auto& what : play.asked.retroactions) {
    NOMIC_TRY(revise_for(play, what));
  }
  return ledger::Done{};
}

}  // namespace nomic::replay
