// What the books hold of rules: how each kind of rule-change moves them, and their versions.

#include <algorithm>
#include <iterator>
#include <utility>

#include "books.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/work.h"

namespace nomic::replay::audit {
namespace {

const v1::Consequence::RuleChanged* changed_in(const v1::Consequence& emitted) {
  switch (emitted.kind_case()) {
    case Kind::kRuleAmended:
      return &emitted.rule_amended();
    case Kind::kRuleTransmuted:
      return &emitted.rule_transmuted();
    case Kind::kRuleReenacted:
      return &emitted.rule_reenacted();
    case Kind::kRuleRestored:
      return &emitted.rule_restored();
    default:
      return nullptr;
  }
}

}  // namespace

bool is_rule_change(const v1::Consequence& emitted) {
  return (emitted.kind_case() >= Kind::kRuleEnacted && emitted.kind_case() <= Kind::kRuleRestored) ||
         emitted.kind_case() == Kind::kRuleRetitled;
}

bool counts_with_proposals(const v1::Consequence& emitted) {
  if (emitted.has_rule_retitled()) {
    return !emitted.rule_retitled().players_number() && !emitted.rule_retitled().next_of_rules();
  }
  const auto* changed = changed_in(emitted);
  if (changed != nullptr) return !changed->players_number() && !changed->next_of_rules();
  return !emitted.rule_enacted().players_number() && !emitted.rule_enacted().next_of_rules();
}

std::vector<v1::AutomaticChange> own_changes_in(const Provisions& provisions) {
  std::vector<v1::AutomaticChange> all;
  for (const auto& provision : provisions) {
    if (provision.adoption().has_later()) all.push_back(provision.adoption().later());
  }
  return all;
}

void leave_out_kept(Provisions& provisions, const Version& before) {
  for (auto& provision : provisions) {
    if (!provision.adoption().has_later()) continue;
    const auto says = provision.adoption().later().SerializeAsString();
    const bool kept = std::any_of(before.own_changes.begin(), before.own_changes.end(),
                                  [&](const auto& own) { return own.SerializeAsString() == says; });
    if (kept) provision.mutable_adoption()->clear_later();
  }
}

// A circuit or a turn has passed when it is complete; a time has from its own instant on.
std::set<std::size_t> Books::passed_among(const Provisions& provisions, std::int64_t now) const {
  const auto came = [&](const std::string& written) {
    const auto time = parse_time(written, false);
    return !time || *time <= now;
  };
  std::set<std::size_t> places;
  for (std::size_t place = 0; place < provisions.size(); ++place) {
    const auto& repeal = provisions[place].self_repeal();
    bool passed = false;
    if (provisions[place].adoption().has_later()) {
      const auto& later = provisions[place].adoption().later();
      passed = later.at().empty() ? later.after_circuit() <= circuits_complete : came(later.at());
    } else if (repeal.when_case() == v1::SelfRepeal::kAfterCircuit) {
      passed = repeal.after_circuit() <= circuits_complete;
    } else if (repeal.when_case() == v1::SelfRepeal::kAfterTurn) {
      passed = turn_complete(repeal.after_turn());
    } else if (repeal.when_case() == v1::SelfRepeal::kAt) {
      passed = came(repeal.at());
    }
    if (passed) places.insert(place);
  }
  return places;
}

void Books::put_in_force(BookRule rule) {
  rule.version = ++law_version;
  rules[rule.number] = std::move(rule);
}

void Books::remember(const Version& version) {
  versions_->try_emplace({version.record, version.change}, version);
}

// A version that was never in these books, since the game was derived anew in between, is taken as the engine keeps it
// (R106 says then that it is not judged).
void Books::learn(BookRule& rule, const AuditEntry& entry) {
  if (entry.after == nullptr) return;
  for (const auto& kept : entry.after->rules()) {
    if (kept.lineage() == rule.lineage && kept.since() == entry.index) {
      rule.provisions = {kept.provisions().begin(), kept.provisions().end()};
    }
  }
}

void Books::apply_rule(const v1::Consequence& emitted, const AuditEntry& entry) {
  const auto at = change_emitted(emitted);
  const v1::RuleChange* change = nullptr;
  const BookProposal* by = nullptr;
  if (at) {
    by = &adopted[proposal_of(emitted)].proposal;
    change = &by->changes[*at];
  }
  BookRule moved;
  if (emitted.kind_case() == Kind::kRuleEnacted) {
    moved.number = moved.lineage = to_number_of(emitted);
  } else if (emitted.kind_case() == Kind::kRuleReenacted) {
    const auto* again = repealed_rule(from_number_of(emitted));
    if (again == nullptr) return;
    moved = *again;
    repealed.erase(repealed.begin() + (again - repealed.data()));
    moved.status = v1::MUTABLE;
  } else {
    const auto found = rules.find(from_number_of(emitted));
    if (found == rules.end()) return;
    moved = std::move(found->second);
    rules.erase(found);
  }
  ++law_version;
  if (emitted.kind_case() == Kind::kRuleRepealed) {
    known_void.erase(moved.lineage);
    repealed.push_back(std::move(moved));
    if (at) adopted[proposal_of(emitted)].done[*at] = true;
    return;
  }
  if (change != nullptr && (emitted.kind_case() == Kind::kRuleEnacted || emitted.kind_case() == Kind::kRuleAmended)) {
    Provisions says(change->provisions().begin(), change->provisions().end());
    Version version{
        by->form_at,         static_cast<std::uint32_t>(*at), std::make_shared<const Provisions>(says), by->form, {},
        own_changes_in(says)};
    remember(version);
    if (emitted.kind_case() == Kind::kRuleAmended && !moved.versions.empty()) {
      leave_out_kept(says, moved.versions.back());
      version.provisions = std::make_shared<const Provisions>(std::move(says));
    }
    moved.versions.push_back(std::move(version));
  }
  if (emitted.kind_case() == Kind::kRuleRestored && moved.versions.size() > 1) moved.versions.pop_back();
  const bool brings_text = emitted.kind_case() != Kind::kRuleTransmuted && emitted.kind_case() != Kind::kRuleRetitled;
  if (brings_text) moved.change_unknown = false;
  if (brings_text && !moved.versions.empty()) {
    const auto& provisions = moved.versions.back().provisions;
    if (provisions == nullptr) {
      learn(moved, entry);
    } else {
      moved.provisions = *provisions;
    }
    moved.passed = passed_among(moved.provisions, entry.recorded_at);
  }
  if (emitted.kind_case() == Kind::kRuleTransmuted) moved.status = emitted.rule_transmuted().status();
  if (from_number_of(emitted) != to_number_of(emitted) && counts_with_proposals(emitted)) {
    // One that it was found to bear may lie far ahead of those that proposals are given.
    if (!is_lettered(to_number_of(emitted))) next_number = std::max(next_number, to_number_of(emitted) + 1);
  }
  if (by != nullptr && from_number_of(emitted) != to_number_of(emitted)) {
    auto& given_so = counts_with_proposals(emitted) ? given_to_rules : given_of_rules;
    given_so.note({first_made_at(*by), *at}, to_number_of(emitted));
  }
  if (moved.number != to_number_of(emitted)) {
    moved.former.push_back(moved.number);
    left_numbers_.try_emplace(moved.number, moved.lineage);
  }
  moved.number = to_number_of(emitted);
  moved.since = entry.index;
  moved.since_time = entry.latest();
  if (at) adopted[proposal_of(emitted)].done[*at] = true;
  put_in_force(std::move(moved));
}

// A rule is found to bear another number, or, `again`, the one that it bore before. Two may take each other's: then the
// second is set aside until it is told what it bears.
void Books::renumber(std::uint32_t from, std::uint32_t to, bool again) {
  if (from == 0 || to == 0) return;
  auto& holding = set_aside_.count(from) != 0 ? set_aside_ : rules;
  const auto found = holding.find(from);
  if (found == holding.end()) return;
  BookRule moved = std::move(found->second);
  holding.erase(found);
  if (const auto other = rules.find(to); other != rules.end()) {
    set_aside_[to] = std::move(other->second);
    rules.erase(other);
  }
  const auto last = std::find(moved.former.rbegin(), moved.former.rend(), to);
  if (!again) {
    moved.former.push_back(from);
  } else if (last != moved.former.rend()) {
    moved.former.erase(std::next(last).base());
  }
  moved.number = to;
  rules[to] = std::move(moved);
  ++law_version;  // precedence goes by numbers
}

void read_claim(v1::Provision& provision, const std::map<std::uint32_t, std::uint32_t>& references) {
  if (!provision.has_precedence_claim()) return;
  for (auto& rule : *provision.mutable_precedence_claim()->mutable_rules()) {
    if (const auto found = references.find(number_in(rule)); found != references.end()) rule = reference(found->second);
  }
}

// What a rule says of another has followed that one's number.
void Books::follow(const Kind::ReferencesFollowed& followed) {
  const auto found = rules.find(number_in(followed.number()));
  if (found == rules.end() || found->second.versions.empty()) return;
  auto& rule = found->second;
  const std::map<std::uint32_t, std::uint32_t> references = {
      {number_in(followed.mentioned()), number_in(followed.mentions())}};
  for (auto& provision : rule.provisions) read_claim(provision, references);
  rule.versions.edit(rule.versions.size() - 1, [&](Version& version) {
    version.edits.push_back({0, references, lettered()});
    if (version.provisions != nullptr) version.provisions = std::make_shared<const Provisions>(rule.provisions);
  });
  ++law_version;  // precedence goes by what rules claim
}

void Books::correct(const Kind::Corrected& corrected, std::uint64_t record) {
  if (!corrected.has_text()) return;
  const auto found = rules.find(number_in(corrected.text().rule()));
  if (found == rules.end() || found->second.versions.empty()) return;
  auto& versions = found->second.versions;
  versions.edit(versions.size() - 1, [&](Version& version) { version.edits.push_back({record, {}, {}}); });
}

void Books::forget_correction(std::uint64_t record) {
  const auto forget = [&](BookRule& rule) {
    const auto is_of = [&](const Edit& edit) { return edit.correction == record; };
    for (std::size_t at = 0; at < rule.versions.size(); ++at) {
      const auto& edits = rule.versions[at].edits;
      if (std::none_of(edits.begin(), edits.end(), is_of)) continue;
      rule.versions.edit(at, [&](Version& version) { std::erase_if(version.edits, is_of); });
    }
  };
  for (auto& [number, rule] : rules) forget(rule);
  for (auto& rule : repealed) forget(rule);
}

std::set<std::uint32_t> Books::lettered() const {
  std::set<std::uint32_t> all;
  const auto add = [&](const BookRule& rule) {
    if (is_lettered(rule.number)) all.insert(rule.number);
    std::copy_if(rule.former.begin(), rule.former.end(), std::inserter(all, all.end()), is_lettered);
  };
  for (const auto& [number, rule] : rules) add(rule);
  for (const auto& rule : repealed) add(rule);
  return all;
}

bool Books::bore(std::uint32_t number) const {
  spend_work();
  const auto did = [&](const BookRule& rule) {
    return rule.number == number || std::find(rule.former.begin(), rule.former.end(), number) != rule.former.end();
  };
  return std::any_of(rules.begin(), rules.end(), [&](const auto& one) { return did(one.second); }) ||
         std::any_of(repealed.begin(), repealed.end(), did);
}

std::uint32_t Books::lineage_named(std::uint32_t number) const {
  if (const auto left = left_numbers_.find(number); left != left_numbers_.end()) return left->second;
  const auto* found = rule(number);
  return found == nullptr ? 0 : found->lineage;
}

std::optional<ChangePlace> Books::place_of(const v1::Consequence& emitted) const {
  const auto at = change_emitted(emitted);
  if (!at) return std::nullopt;
  return std::make_pair(first_made_at(adopted.at(proposal_of(emitted)).proposal), *at);
}

std::uint64_t Books::first_made_at(const BookProposal& proposal) const {
  const auto upheld = upheld_first_at.find(proposal.number);
  return upheld == upheld_first_at.end() ? proposal.made_at : upheld->second;
}

std::vector<std::uint32_t> Books::gave_before(const v1::Consequence& emitted, bool of_rules) const {
  return (of_rules ? given_of_rules : given_to_rules).of(place_of(emitted));
}

bool Books::another_gave(std::uint32_t number, const v1::Consequence& emitted) const {
  const auto place = place_of(emitted);
  return given_to_rules.has_of_another(number, place) || given_of_rules.has_of_another(number, place);
}

std::uint32_t Books::first_free(std::uint32_t from) const {
  std::vector<std::uint32_t> taken;
  const auto take = [&](const BookRule& rule) {
    if (rule.number >= from) taken.push_back(rule.number);
    std::copy_if(rule.former.begin(), rule.former.end(), std::back_inserter(taken),
                 [from](std::uint32_t number) { return number >= from; });
  };
  for (const auto& [number, rule] : rules) take(rule);
  for (const auto& rule : repealed) take(rule);
  for (const auto* given : {&given_to_rules, &given_of_rules}) {
    const auto numbers = given->from(from);
    taken.insert(taken.end(), numbers.begin(), numbers.end());
  }
  // The free number is at most that many away.
  std::vector<bool> is_taken(taken.size() + 1);
  for (const auto number : taken) {
    if (number - from < is_taken.size()) is_taken[number - from] = true;
  }
  const auto free = std::find(is_taken.begin(), is_taken.end(), false);
  return from + static_cast<std::uint32_t>(free - is_taken.begin());
}

std::uint32_t Books::next_lettered(std::uint32_t number) const {
  const auto first = with_letters(number, letters_of(number) + 1);
  const auto free = first == 0 ? 0 : first_free(first);
  return is_lettered(free) ? free : 0;
}

std::uint32_t Books::next_free() const {
  return first_free(next_number);
}

void Books::change_itself(const v1::Consequence& emitted, const AuditEntry& entry) {
  const auto found = rules.find(from_number_of(emitted));
  if (found == rules.end()) return;
  auto& rule = found->second;
  for (std::size_t place = 0; place < rule.provisions.size(); ++place) {
    auto& provision = rule.provisions[place];
    if (!provision.adoption().has_later() || rule.passed.contains(place)) continue;
    const auto& later = provision.adoption().later();
    bool due = later.at().empty() && circuit_of(emitted) != 0 && later.after_circuit() == circuit_of(emitted);
    if (!later.at().empty() && circuit_of(emitted) == 0) {
      const auto time = parse_time(later.at(), false);
      due = !time || *time <= entry.recorded_at;
    }
    if (!due) continue;
    auto& adoption = *provision.mutable_adoption();
    *adoption.mutable_quota() = v1::Quota(later.quota());
    adoption.clear_later();
  }
  rule.since = entry.index;
  rule.since_time = entry.latest();
  if (!rule.versions.empty()) {
    rule.versions.edit(rule.versions.size() - 1, [&](Version& version) {
      version.provisions = std::make_shared<const Provisions>(rule.provisions);
    });
  }
  rule.version = ++law_version;
}

void Books::act(const v1::Consequence& emitted, const AuditEntry& entry) {
  const auto event = event_within(*entry.event);
  if (event->act_performed().changes().empty()) return;
  BookProposal made;
  made.number = proposal_of(emitted);
  made.proponent = player_of(emitted);
  made.made_at = entry.index;
  made.form_at = entry.index;
  made.form = form_in(entry);
  made.together = true;
  for (const auto& change : event->act_performed().changes()) {
    made.changes.push_back(change);
    const bool has_target = change.kind() != v1::ENACT && change.kind() != v1::REENACT;
    made.lineages.push_back(has_target ? lineage_named(number_in(change.rule())) : 0);
  }
  if (made.number != 0) count_number(made.number);
  const auto count = made.changes.size();
  adopted[proposal_of(emitted)] = {std::move(made), std::vector<bool>(count, false), false, true, {}, true};
}

}  // namespace nomic::replay::audit
