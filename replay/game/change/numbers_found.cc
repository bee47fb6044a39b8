#include "change/numbers_found.h"

#include <algorithm>
#include <map>
#include <utility>

#include "change/rule_changes.h"
#include "change/rules_in_order.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/rule_past.h"

namespace nomic::replay {
namespace {

Error not_free(std::string_view variant, std::vector<Parameter> parameters) {
  return refuse(ErrorCode::NUMBER_NOT_FREE, variant, std::move(parameters));
}

// That the proposal will give, or may: its own, or one that a rule is to bear by it.
bool promises(const v1::Proposal& proposal, std::uint32_t number) {
  const auto& changes = proposal.changes();
  return proposal.number() == number || std::any_of(changes.begin(), changes.end(), [&](const v1::RuleChange& change) {
           return number_in(change.number()) == number;
         });
}

bool is_promised(const State& state, std::uint32_t number) {
  const auto& open = state.proposals();
  const auto& pending = state.pending();
  return std::any_of(open.begin(), open.end(), [&](const auto& one) { return promises(one, number); }) ||
         std::any_of(pending.begin(), pending.end(), [&](const auto& one) { return promises(one.proposal(), number); });
}

// A rule that is void stays so: only its number in that list is another.
void rename_void(State& state, const std::map<std::uint32_t, std::uint32_t>& renamed) {
  auto numbers = state.void_rules();
  for (auto& number : numbers) {
    if (const auto found = renamed.find(number); found != renamed.end()) number = found->second;
  }
  std::sort(numbers.begin(), numbers.end());
  state.set_void_rules(std::move(numbers));
}

void find_number(State& state, v1::Rule& rule, std::uint32_t number, bool all_along, std::uint64_t record) {
  auto& found = *rule.add_numbers_found();
  found.set_record(record);
  found.set_before(rule.number());
  found.set_number(number);
  found.set_all_along(all_along);
  add_former_number(state, rule, rule.number());
  rule.set_number(number);
}

// The place of what the record found; -1: nothing of this rule.
template <class AnyRule>
int place_found(const AnyRule& rule, std::uint64_t record) {
  for (int at = 0; at < rule.numbers_found_size(); ++at) {
    if (rule.numbers_found(at).record() == record) return at;
  }
  return -1;
}

// Forgets what the record found. Where the rule bears its number by that, it bears the one before again; by a later
// finding, or a rule-change, it keeps another.
template <class AnyRule>
void forget_found(State& state, AnyRule& rule, std::uint64_t record) {
  const auto at = place_found(rule, record);
  const v1::NumberFound found = rule.numbers_found(at);
  const bool is_last = at + 1 == rule.numbers_found_size();
  const bool still = is_last && rule.number() == found.number();
  auto numbers = former_numbers(state, rule);
  // What it bore before is no former number any more where it bears it again; else what it bore by this one is none.
  const auto gone = still ? found.before() : found.number();
  if (const auto last = std::find(numbers.rbegin(), numbers.rend(), gone); last != numbers.rend()) {
    numbers.erase(std::next(last).base());
  }
  put_former_numbers(state, rule, numbers);
  if (!is_last) rule.mutable_numbers_found(at + 1)->set_before(found.before());
  rule.mutable_numbers_found()->DeleteSubrange(at, 1);
  if (still) rule.set_number(found.before());
}

// The numbers of rules in force that bear, by that record, the ones it gave them; each with the one it bore before.
std::map<std::uint32_t, std::uint32_t> borne_by(const State& state, std::uint64_t record) {
  std::map<std::uint32_t, std::uint32_t> borne;
  for (const auto& rule : state.rules()) {
    const auto at = place_found(rule, record);
    if (at < 0 || at + 1 != rule.numbers_found_size()) continue;
    const auto& found = rule.numbers_found(at);
    if (rule.number() == found.number()) borne[found.number()] = found.before();
  }
  return borne;
}

// The correction, still open to objection, by which a rule bears the number; 0: none.
std::uint64_t correction_behind(const State& state, std::uint32_t number) {
  const auto* rule = find_rule(state, number);
  if (rule == nullptr || rule->numbers_found().empty()) return 0;
  const auto& last = *rule->numbers_found().rbegin();
  if (last.number() != number) return 0;
  for (const auto& correction : state.corrections()) {
    if (correction.record() == last.record()) return last.record();
  }
  return 0;
}

}  // namespace

Status may_bear(const Play& play, const v1::NumberCorrection& wanted) {
  const auto& state = play.state;
  const auto* rule = find_rule(state, number_in(wanted.rule()));
  if (rule == nullptr) return no_such_rule(state, number_in(wanted.rule()));
  if (!is_number(number_in(wanted.number()))) {
    return not_free("none", {{"limit", LARGEST_NUMBER}});
  }
  if (number_in(wanted.number()) == number_in(wanted.rule()))
    return not_free("same", {{"rule", number_in(wanted.rule())}});
  const auto* bearer = find_rule(state, number_in(wanted.number()));
  if (wanted.swap() != (bearer != nullptr)) {
    return not_free(bearer != nullptr ? "rule" : "no_swap",
                    {{"rule", number_in(wanted.rule())}, {"number", number_in(wanted.number())}});
  }
  if (bearer == nullptr && is_promised(state, number_in(wanted.number()))) {
    return not_free("proposal", {{"number", number_in(wanted.number())}});
  }
  const auto most = std::max(rule->numbers_found_size(), bearer == nullptr ? 0 : bearer->numbers_found_size());
  if (most >= SLIPS_LIMIT) return not_free("too_often", {{"limit", SLIPS_LIMIT}});
  return ledger::Done{};
}

void bear_number(Play& play, const v1::NumberCorrection& wanted) {
  auto& state = play.state;
  const auto record = play.move.index;
  std::map<std::uint32_t, std::uint32_t> renamed = {{number_in(wanted.rule()), number_in(wanted.number())}};
  if (wanted.swap()) renamed[number_in(wanted.number())] = number_in(wanted.rule());
  v1::Rule rule = lift(state, number_in(wanted.rule()));
  find_number(state, rule, number_in(wanted.number()), wanted.all_along(), record);
  if (wanted.swap()) {
    v1::Rule other = lift(state, number_in(wanted.number()));
    find_number(state, other, number_in(wanted.rule()), wanted.all_along(), record);
    set_down(state, std::move(other));
  }
  set_down(state, std::move(rule));
  rename_void(state, renamed);
}

Result<std::vector<BornAgain>> take_back_number(Play& play, std::uint64_t correction) {
  auto& state = play.state;
  // Those that stand in the way are later ones: this ends.
  std::vector<BornAgain> others;
  const auto back = borne_by(state, correction);
  for (const auto& [from, to] : back) {
    if (back.count(to) != 0 || find_rule(state, to) == nullptr) continue;
    const auto behind = correction_behind(state, to);
    if (behind <= correction) return not_free("by_now", {{"number", to}, {"record", correction}});
    NOMIC_ASSIGN(auto fallen, take_back_number(play, behind));
    others.insert(others.end(), fallen.begin(), fallen.end());
    if (find_rule(state, to) != nullptr) return not_free("by_now", {{"number", to}, {"record", correction}});
  }

  std::vector<BornAgain> all;
  std::vector<v1::Rule> lifted;
  for (const auto& [from, to] : back) {
    lifted.push_back(lift(state, from));
    forget_found(state, lifted.back(), correction);
    all.push_back({correction, from, to});
  }
  for (auto& rule : lifted) set_down(state, std::move(rule));
  rename_void(state, back);
  // The others that it renumbered bear another number by now, or are not in force.
  for (int at = 0; at < state.rules_size(); ++at) {
    if (place_found(state.rules(at), correction) >= 0) forget_found(state, state.edit_rules().edit(at), correction);
  }
  for (int at = 0; at < state.repealed_size(); ++at) {
    if (place_found(state.repealed(at), correction) >= 0) {
      forget_found(state, state.edit_repealed().edit(at), correction);
    }
  }
  if (all.empty()) all.push_back({correction, 0, 0});
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

}  // namespace nomic::replay
