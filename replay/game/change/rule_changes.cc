#include "change/rule_changes.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "nomic/replay/afterwards.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/law/clause.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"

namespace nomic::replay {

Error no_such_rule(const State& state, std::uint32_t number) {
  const auto became = what_became_of(state, number);
  return refuse(ErrorCode::NO_SUCH_RULE, became ? "became" : "", {{"rule", number}}, {}, became);
}

namespace {

bool carries_text(v1::ChangeKind kind) {
  return kind == v1::ENACT || kind == v1::AMEND;
}

bool is_transmutation(v1::ChangeKind kind) {
  return kind == v1::TRANSMUTE_TO_MUTABLE || kind == v1::TRANSMUTE_TO_IMMUTABLE;
}

// The kind as errors name it: "TRANSMUTE_TO_MUTABLE".
std::string name_of(v1::ChangeKind kind) {
  return v1::ChangeKind_Name(kind);
}

Status form_of_content(const v1::RuleChange& change) {
  if (change.text_unknown() && !change.texts().empty()) return refuse(ErrorCode::BAD_CHANGE, "text_and_unknown");
  if (change.texts().empty() && !change.text_unknown()) {
    return refuse(ErrorCode::BAD_CHANGE, "without_text", {{"change", name_of(change.kind())}});
  }
  for (const auto& text : change.texts()) {
    if (text.text().empty()) return refuse(ErrorCode::TEXT_EMPTY, "of_rule");
    if (text.text().size() > TEXT_LIMIT) {
      return refuse(ErrorCode::TEXT_TOO_LONG, "of_rule", {{"size", text.text().size()}, {"limit", TEXT_LIMIT}});
    }
  }
  for (const auto& provision : change.provisions()) {
    NOMIC_TRY(check_provision(provision));
  }
  return ledger::Done{};
}

bool brings_nothing(const v1::RuleChange& change) {
  return change.texts().empty() && change.provisions().empty() && change.title().empty() && !change.text_unknown();
}

// A title and nothing else; none: the rule has none from then on.
Status form_of_title(const v1::RuleChange& change) {
  if (change.texts().empty() && change.provisions().empty() && !change.text_unknown()) return ledger::Done{};
  return refuse(ErrorCode::BAD_CHANGE, "brings_text", {{"change", name_of(change.kind())}});
}

Status names_nothing(const v1::RuleChange& change) {
  if (change.rule().empty() && change.number().empty() && brings_nothing(change)) return ledger::Done{};
  return refuse(ErrorCode::BAD_CHANGE, "nothing_and_more");
}

// Numbers of their own, and a text that is not on record, are the players' word, which a game takes while it is
// recorded afterwards.
Status says_what_it_may(const Play& play, const v1::RuleChange& change) {
  if ((change.number().empty() && !change.text_unknown()) || is_recorded_afterwards(play.state)) return ledger::Done{};
  if (change.text_unknown()) return refuse(ErrorCode::NUMBERED_BY_RULES, "text");
  return refuse(ErrorCode::NUMBERED_BY_RULES, "rule", {},
                {play.law().numbering(case_of(change)).source("changed_rule")});
}

// Whether the change is written as its kind is: a programmer's slip or a hostile record, not a question of the game. A
// transmutation with a text is one of the game: it is two rule-changes in one.
Status form_of(const Play& play, const v1::RuleChange& change) {
  NOMIC_TRY(says_what_it_may(play, change));
  if (!v1::ChangeKind_IsValid(change.kind()) || change.kind() == v1::CHANGE_KIND_UNSPECIFIED) {
    return refuse(ErrorCode::BAD_CHANGE, "unknown_kind");
  }
  if (change.kind() == v1::NO_CHANGE) return names_nothing(change);
  if ((change.kind() == v1::ENACT) != (change.rule().empty())) {
    return change.kind() == v1::ENACT ? refuse(ErrorCode::BAD_CHANGE, "enactment_names_rule")
                                      : refuse(ErrorCode::BAD_CHANGE, "names_no_rule");
  }
  if (carries_text(change.kind())) return form_of_content(change);
  if (change.kind() == v1::RETITLE) return form_of_title(change);
  if (brings_nothing(change)) return ledger::Done{};
  if (is_transmutation(change.kind())) {
    return refuse(ErrorCode::SEVERAL_CHANGES, "transmutes_and_amends", {},
                  {play.law().transmutation(case_of(change)).source("explicit_kinds"),
                   play.law().rule_change_kinds(case_of(change)).source("per_proposal")});
  }
  return refuse(ErrorCode::BAD_CHANGE, "brings_text", {{"change", name_of(change.kind())}});
}

Status kind_allowed(const Play& play, const v1::RuleChange& change) {
  // What players proposed beside rule-changes is on record, whatever the rules said of it.
  if (change.kind() == v1::NO_CHANGE && is_recorded_afterwards(play.state)) return ledger::Done{};
  const auto kinds = play.law().rule_change_kinds(case_of(change));
  const auto& allowed = kinds.value.kinds();
  if (allowed.empty() || std::find(allowed.begin(), allowed.end(), change.kind()) != allowed.end())
    return ledger::Done{};
  if (change.kind() == v1::RETITLE && std::find(allowed.begin(), allowed.end(), v1::AMEND) != allowed.end()) {
    return refuse(ErrorCode::KIND_NOT_ALLOWED, "retitle",
                  {{"change", name_of(change.kind())}, {"rule", number_in(change.rule())}}, {kinds.source("kinds")});
  }
  return refuse(ErrorCode::KIND_NOT_ALLOWED, "", {{"change", name_of(change.kind())}}, {kinds.source("kinds")});
}

Status target_of_change(const Play& play, const v1::RuleChange& change, const v1::Rule& rule) {
  const bool immutable = rule.status() == v1::IMMUTABLE;
  const auto kinds = play.law().rule_change_kinds(case_of(change));
  if (is_transmutation(change.kind())) {
    const bool to_mutable = change.kind() == v1::TRANSMUTE_TO_MUTABLE;
    if (to_mutable == immutable) return ledger::Done{};
    return refuse(ErrorCode::ALREADY_OF_STATUS, immutable ? "immutable" : "mutable", {{"rule", rule.number()}},
                  {kinds.source("kinds")});
  }
  if (immutable) {
    v1::RuleChange transmuting;
    transmuting.set_kind(v1::TRANSMUTE_TO_MUTABLE);
    Status first_mutable =
        refuse(ErrorCode::RULE_IMMUTABLE, change.kind() == v1::REPEAL ? "not_repealed" : "not_amended",
               {{"rule", rule.number()}},
               {kinds.source("kinds"), play.law().transmutation(case_of(transmuting)).source("explicit_kinds")});
    if (forbids(play, first_mutable)) return first_mutable;
  }
  if (change.kind() == v1::RESTORE && rule.sources_size() < 2) {
    return refuse(ErrorCode::NEVER_AMENDED, "", {{"rule", rule.number()}}, {kinds.source("kinds")});
  }
  if (change.kind() == v1::RETITLE && change.title() == rule.title()) {
    if (rule.title().empty()) return refuse(ErrorCode::ALREADY_OF_STATUS, "untitled", {{"rule", rule.number()}});
    return refuse(ErrorCode::ALREADY_OF_STATUS, "titled", {{"rule", rule.number()}, {"title", rule.title()}});
  }
  return ledger::Done{};
}

Status target_allows(const Play& play, const v1::RuleChange& change) {
  if (change.kind() == v1::ENACT || change.kind() == v1::NO_CHANGE) return ledger::Done{};
  const auto* rule = find_rule(play.state, number_in(change.rule()));
  if (change.kind() == v1::REENACT) {
    if (find_repealed(play.state, number_in(change.rule())) != nullptr) return ledger::Done{};
    // A number that a rule bore before is borne by its lineage still.
    const auto became = what_became_of(play.state, number_in(change.rule()));
    const bool in_force = rule != nullptr || became.has_value();
    return refuse(ErrorCode::NOT_REPEALED, in_force ? "in_force" : "never_borne", {{"rule", number_in(change.rule())}},
                  {play.law().rule_change_kinds(case_of(change)).source("kinds")}, became);
  }
  if (rule == nullptr) return no_such_rule(play.state, number_in(change.rule()));
  return target_of_change(play, change, *rule);
}

void count_effect(const Play& play, const v1::RuleChange& change, RuleCounts& counts) {
  switch (change.kind()) {
    case v1::ENACT:
    case v1::REENACT:
      counts.is_mutable += 1;
      break;
    case v1::TRANSMUTE_TO_MUTABLE:
      counts.is_mutable += 1;
      counts.is_immutable -= 1;
      break;
    case v1::TRANSMUTE_TO_IMMUTABLE:
      counts.is_mutable -= 1;
      counts.is_immutable += 1;
      break;
    case v1::REPEAL: {
      const auto* rule = find_rule(play.state, number_in(change.rule()));
      if (rule == nullptr) break;
      (rule->status() == v1::MUTABLE ? counts.is_mutable : counts.is_immutable) -= 1;
      break;
    }
    default:
      break;
  }
}

Error too_many(int then, std::string_view variant, std::uint32_t most, const v1::RuleVersion& rule) {
  return refuse(ErrorCode::BOUND_BROKEN, variant, {{"count", then}, {"limit", most}}, {rule});
}

Error too_few(int then, std::string_view variant, std::uint32_t least, const v1::RuleVersion& rule) {
  return refuse(ErrorCode::BOUND_BROKEN, variant, {{"count", then}, {"limit", least}}, {rule});
}

// A provision may be about players and rules of this game only.
Status names_known(const Play& play, const v1::RuleChange& change) {
  for (int at = 0; at < change.provisions_size(); ++at) {
    const auto& provision = change.provisions(at);
    std::vector<std::pair<std::string, std::string>> players;
    for (const auto& name : provision.scope().players()) players.emplace_back("scope.players", name);
    if (provision.judgment().has_judge()) players.emplace_back("judgment.judge", provision.judgment().judge());
    for (const auto& [field, name] : players) {
      if (find_player(play.state, name) != nullptr) continue;
      return refuse(ErrorCode::BAD_PROVISION, "unknown_player", {{"index", at}, {"field", field}, {"player", name}});
    }
    for (const auto number : numbers_in(provision.precedence_claim().rules())) {
      const bool known = find_rule(play.state, number) != nullptr || what_became_of(play.state, number).has_value() ||
                         plain_of(number) >= play.state.next_number();
      if (known) continue;
      return refuse(ErrorCode::BAD_PROVISION, "unknown_rule", {{"index", at}, {"rule", number}});
    }
  }
  return ledger::Done{};
}

// Two changes of one rule leave open which of them holds.
template <class Changes>
Status contradicts_itself(const Changes& changes) {
  for (auto one = changes.begin(); one != changes.end(); ++one) {
    if (one->kind() == v1::NO_CHANGE && changes.size() != 1) return refuse(ErrorCode::BAD_CHANGE, "nothing_and_more");
    const bool twice = !one->rule().empty() && std::any_of(changes.begin(), one, [&](const auto& other) {
      return other.rule() == one->rule();
    });
    if (!twice) continue;
    return refuse(ErrorCode::BAD_CHANGE, "rule_twice",
                  {{"rule", number_in(one->rule())}, {"index", std::distance(changes.begin(), one)}});
  }
  return ledger::Done{};
}

// The version of the rule that its players saw when they made this record.
std::uint64_t version_seen(const Play& play, const v1::Rule& rule) {
  if (rule.since() != play.move.index) return rule.since();
  for (const auto& before : play.rules_before) {
    if (before.lineage() == rule.lineage()) return before.since();
  }
  return rule.since();
}

}  // namespace

Case case_of(const v1::RuleChange& change) {
  return {.change = change.kind(), .player = {}};
}

RuleCounts counts_of(const State& state) {
  RuleCounts counts;
  for (const auto& rule : state.rules()) (rule.status() == v1::MUTABLE ? counts.is_mutable : counts.is_immutable) += 1;
  return counts;
}

std::vector<Error> broken_bounds(const Law& law, const RuleCounts& now, const RuleCounts& then) {
  std::vector<Error> broken;
  const auto over = [](int count, int before, std::uint32_t most) {
    return count > before && std::int64_t{count} > std::int64_t{most};
  };
  const auto under = [](int count, int before, std::uint32_t least) {
    return count < before && std::int64_t{count} < std::int64_t{least};
  };
  const int all = then.is_mutable + then.is_immutable;
  const int all_before = now.is_mutable + now.is_immutable;
  for (const auto& bound : law.bounds()) {
    const auto& b = bound.value;
    if (b.has_max_mutable() && over(then.is_mutable, now.is_mutable, b.max_mutable())) {
      broken.push_back(too_many(then.is_mutable, "too_many_mutable", b.max_mutable(), bound.source));
    }
    if (b.has_min_mutable() && under(then.is_mutable, now.is_mutable, b.min_mutable())) {
      broken.push_back(too_few(then.is_mutable, "too_few_mutable", b.min_mutable(), bound.source));
    }
    if (b.has_max_immutable() && over(then.is_immutable, now.is_immutable, b.max_immutable())) {
      broken.push_back(too_many(then.is_immutable, "too_many_immutable", b.max_immutable(), bound.source));
    }
    if (b.has_min_immutable() && under(then.is_immutable, now.is_immutable, b.min_immutable())) {
      broken.push_back(too_few(then.is_immutable, "too_few_immutable", b.min_immutable(), bound.source));
    }
    if (b.has_max_rules() && over(all, all_before, b.max_rules())) {
      broken.push_back(too_many(all, "too_many_of_all", b.max_rules(), bound.source));
    }
  }
  return broken;
}

template <class Changes>
Status within_bounds(const Play& play, const Changes& changes, const Prohibitions& waived) {
  const auto now = counts_of(play.state);
  auto then = now;
  for (const auto& change : changes) count_effect(play, change, then);
  for (auto& broken : broken_bounds(play.law(), now, then)) {
    if (!is_among(waived, play.state, broken)) return std::move(broken);
  }
  return ledger::Done{};
}

template Status within_bounds(const Play&, const google::protobuf::RepeatedPtrField<v1::RuleChange>&,
                              const Prohibitions&);
template Status within_bounds(const Play&, const std::vector<v1::RuleChange>&, const Prohibitions&);

Status leaves_room_for(const State& state, const BroughtProvisions& brought) {
  if (brought.rules > 0 && state.rules_size() + brought.rules > RULES_LIMIT) {
    return refuse(ErrorCode::BEYOND_LIMIT, "rules", {{"limit", RULES_LIMIT}});
  }
  if (brought.of_kind.empty()) return ledger::Done{};
  auto counts = brought.of_kind;
  for (const auto& rule : state.rules()) {
    if (brought.replaced.contains(rule.number())) continue;
    for (const auto& provision : rule.provisions()) {
      if (const auto of_kind = counts.find(provision.kind_case()); of_kind != counts.end()) ++of_kind->second;
    }
  }
  for (const auto& [kind, count] : counts) {
    const int limit = adds_up(kind) ? PROVISIONS_THAT_ADD_UP_LIMIT : PROVISIONS_LIMIT;
    if (count > limit) return refuse(ErrorCode::BEYOND_LIMIT, "provisions", {{"limit", limit}});
  }
  return ledger::Done{};
}

template <class Changes>
Status may_be_made(const Play& play, const Changes& changes) {
  BroughtProvisions brought;
  for (const auto& change : changes) {
    NOMIC_TRY(form_of(play, change));
    if (auto allowed = kind_allowed(play, change); forbids(play, allowed)) return allowed;
    NOMIC_TRY(target_allows(play, change));
    NOMIC_TRY(names_known(play, change));
    brought.add(change, change.provisions());
  }
  NOMIC_TRY(leaves_room_for(play.state, brought));
  NOMIC_TRY(contradicts_itself(changes));
  return within_bounds(play, changes, play.waived);
}

template Status may_be_made(const Play&, const google::protobuf::RepeatedPtrField<v1::RuleChange>&);

template <class Changes>
Status may_be_proposed(const Play& play, const Changes& changes) {
  const auto count = static_cast<std::size_t>(changes.size());
  if (count == 0) return refuse(ErrorCode::BAD_CHANGE, "no_changes");
  const auto kinds = play.law().rule_change_kinds(case_of(*changes.begin()));
  if (kinds.value.has_per_proposal() && count > kinds.value.per_proposal()) {
    Status several = refuse(ErrorCode::SEVERAL_CHANGES, "", {{"count", count}, {"limit", kinds.value.per_proposal()}},
                            {kinds.source("per_proposal")});
    if (forbids(play, several)) return several;
  }
  if (count > CHANGES_LIMIT) {
    return refuse(ErrorCode::BAD_CHANGE, "too_many_changes", {{"limit", CHANGES_LIMIT}});
  }
  return may_be_made(play, changes);
}

template Status may_be_proposed(const Play&, const google::protobuf::RepeatedPtrField<v1::RuleChange>&);

void note_targets(const Play& play, v1::Proposal& proposal) {
  proposal.clear_target_since();
  proposal.clear_target_lineage();
  for (const auto& change : proposal.changes()) {
    const bool has_target = change.kind() != v1::ENACT && change.kind() != v1::REENACT;
    const auto* rule = has_target ? find_rule(play.state, number_in(change.rule())) : nullptr;
    proposal.add_target_since(rule == nullptr ? 0 : version_seen(play, *rule));
    proposal.add_target_lineage(rule == nullptr ? 0 : rule->lineage());
  }
}

}  // namespace nomic::replay
