#include "derivation/revision.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "change/rule_changes.h"
#include "derivation/differences.h"
#include "derivation/numbers_given.h"
#include "dispute/contested.h"
#include "nomic/replay/consequence.h"
#include "nomic/replay/rule_number.h"

namespace nomic::replay {
namespace {

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
    const auto* repealed = find_repealed(state, change.rule());
    return repealed == nullptr ? 0 : repealed->lineage();
  }
  const auto* rule = find_rule(state, change.rule());
  return rule == nullptr ? 0 : rule->lineage();
}

// The form of a proposal, read from its record.
Result<v1::Proposal> form_of(const v1::Retroaction& what, const History& history) {
  auto move = history.at(what.form_at());
  if (!move) return move.error();
  v1::Proposal proposal;
  proposal.set_number(what.proposal());
  proposal.set_proponent(move->author);
  proposal.set_form_at(what.form_at());
  proposal.set_made_at(what.form_at());
  proposal.set_form(digest_of_form(*move).raw());
  *proposal.mutable_waived() = what.waived();
  const auto event = event_in(*move);
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
v1::RuleRef rule_of(const State& then, std::uint32_t proposal) {
  for (const auto& rule : then.rules()) {
    if (rule.proposal() == proposal) return ref_to(rule);
  }
  return {};
}

Status revise_for(Play& play, v1::Retroaction what) {
  auto revision = revision_of(play.state, play.history, play.move.index, play.derivation.disposition);
  if (!revision) return revision.error();
  auto form = form_of(what, play.history);
  if (!form) return form.error();
  const auto numbers = revision->numbers;
  revision->injections.push_back({what, *form});
  Derivation revised = play.derivation;
  revised.revision = std::make_shared<const Revision>(*std::move(revision));
  State there;
  auto derived = fold(Engine(State(), std::move(revised)), play.move.index + 1, play.history, [&](const Derived& one) {
    if (one.move.index == what.from()) there = one.after.state();
    return true;
  });
  if (!derived) return derived.error();
  note_numbers(there, *form, what);

  State then = derived->state();
  const auto by = rule_of(then, what.proposal());
  auto& applies = *play.emit(by).mutable_applies_from();
  applies.set_proposal(what.proposal());
  applies.set_from(what.from());
  emit_differences(play, then, by, what.proposal(), what.from());
  then.set_size(play.state.size());
  then.set_recorded_at(play.state.recorded_at());
  then.set_next_number(std::max(then.next_number(), next_after(play.state, what)));
  if (play.state.has_players_numbers()) then.edit_players_numbers() = play.state.players_numbers();
  then.edit_retroactions() = play.state.retroactions();
  then.edit_retroactions().add(what);
  then.edit_issued().clear();
  for (const auto& [record, number] : numbers) {
    auto& issued = then.edit_issued().add();
    issued.set_record(record);
    issued.set_number(number);
  }
  play.state = std::move(then);
  play.rules_changed();
  return ledger::Done{};
}

// A number that went from a struck proposal to the next is the next one's: the other was not made in the proper way.
void give(std::map<std::uint64_t, std::uint32_t>& numbers, std::uint64_t record, std::uint32_t number) {
  for (auto at = numbers.begin(); at != numbers.end();) at = at->second == number ? numbers.erase(at) : std::next(at);
  numbers[record] = number;
}

// The numbers that the proposals, and acts that enact rules, of the first `size` records were given.
Result<std::map<std::uint64_t, std::uint32_t>> numbers_issued(const State& state, const History& history,
                                                              std::uint64_t size,
                                                              const std::shared_ptr<const Disposition>& disposition) {
  std::map<std::uint64_t, std::uint32_t> numbers;
  if (!state.retroactions().empty()) {
    for (const auto& issued : state.issued()) give(numbers, issued.record(), issued.number());
    return numbers;
  }
  const Derivation derivation{.disposition = disposition, .looks_back = false};
  auto done = fold(Engine(State(), derivation), size, history, [&](const Derived& one) {
    const auto record = one.move.index;
    for (const auto& consequence : one.consequences) {
      const bool numbered = consequence.has_proposal_made() || consequence.acted().proposal() != 0;
      if (numbered) give(numbers, record, proposal_of(consequence));
      // An act that takes no number: that of the first rule which it enacts.
      const bool enacted = consequence.has_rule_enacted() && proposal_of(consequence) == 0;
      if (enacted && numbers.count(record) == 0) give(numbers, record, to_number_of(consequence));
    }
    // Of several proposals open at once, some bear other numbers since a Judgment struck one.
    for (const auto& meant : one.after.state().dispute().numbers()) {
      if (meant.since() == record) give(numbers, meant.proposal_at(), meant.number());
    }
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
  in_use.add(so_far);
  in_use.add(present);
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

Result<Revision> revision_of(const State& state, const History& history, std::uint64_t size,
                             const std::shared_ptr<const Disposition>& disposition) {
  auto numbers = numbers_issued(state, history, size, disposition);
  if (!numbers) return numbers.error();
  Revision revision;
  revision.numbers = *std::move(numbers);
  revision.present = state;
  for (const auto& what : state.retroactions()) {
    auto form = form_of(what, history);
    if (!form) return form.error();
    revision.injections.push_back({what, *std::move(form)});
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
