#include "game/changes.h"

#include <fmt/core.h>

#include <algorithm>

#include "nomic/replay/edition.h"
#include "nomic/replay/text.h"

namespace nomic::replay {
namespace {

constexpr std::size_t CHANGES_LIMIT = 100;

bool carries_text(v1::ChangeKind kind) {
  return kind == v1::ENACT || kind == v1::AMEND;
}

bool is_transmutation(v1::ChangeKind kind) {
  return kind == v1::TRANSMUTE_TO_MUTABLE || kind == v1::TRANSMUTE_TO_IMMUTABLE;
}

std::string_view verb(v1::ChangeKind kind) {
  switch (kind) {
    case v1::ENACT:
      return "enacting a rule";
    case v1::AMEND:
      return "amending a rule";
    case v1::REPEAL:
      return "repealing a rule";
    case v1::TRANSMUTE_TO_MUTABLE:
      return "transmuting an immutable rule";
    case v1::TRANSMUTE_TO_IMMUTABLE:
      return "transmuting a mutable rule";
    case v1::REENACT:
      return "re-enacting a rule";
    case v1::RESTORE:
      return "repealing an amendment";
    default:
      return "a rule-change of no known kind";
  }
}

Status form_of_content(const v1::RuleChange& change) {
  if (change.texts().empty()) {
    return refuse(ErrorCode::BAD_CHANGE, fmt::format("{} needs a text", verb(change.kind())), "give one with --text");
  }
  for (const auto& text : change.texts()) {
    if (text.text().empty()) return refuse(ErrorCode::TEXT_EMPTY, "the rule's text is empty");
    if (text.text().size() > TEXT_LIMIT) {
      return refuse(ErrorCode::TEXT_TOO_LONG, fmt::format("the rule's text has {} bytes; at most {} are allowed",
                                                          text.text().size(), TEXT_LIMIT));
    }
  }
  for (const auto& provision : change.provisions()) {
    if (auto met = check_provision(provision); !met) return met;
  }
  return ledger::Done{};
}

// Whether the change is written as its kind is: a programmer's slip or a hostile record, not a question of the game. A
// transmutation with a text is one of the game: it is two rule-changes in one.
Status form_of(const Play& play, const v1::RuleChange& change) {
  if (!v1::ChangeKind_IsValid(change.kind()) || change.kind() == v1::CHANGE_KIND_UNSPECIFIED) {
    return refuse(ErrorCode::BAD_CHANGE, "the rule-change is of no known kind");
  }
  if ((change.kind() == v1::ENACT) != (change.rule() == 0)) {
    return refuse(ErrorCode::BAD_CHANGE, change.kind() == v1::ENACT
                                             ? "an enactment names no rule: it takes its proposal's number"
                                             : "the rule-change names no rule");
  }
  if (carries_text(change.kind())) return form_of_content(change);
  if (change.texts().empty() && change.provisions().empty() && change.title().empty()) return ledger::Done{};
  if (is_transmutation(change.kind())) {
    return refuse(ErrorCode::SEVERAL_CHANGES, "a transmutation that also changes the rule's text is two rule-changes",
                  "propose the transmutation alone; amend the rule on another turn",
                  {play.law().transmutation(case_of(change)).source("explicit_kinds"),
                   play.law().rule_change_kinds(case_of(change)).source("per_proposal")});
  }
  return refuse(ErrorCode::BAD_CHANGE, fmt::format("{} brings no text of its own", verb(change.kind())));
}

Status kind_allowed(const Play& play, const v1::RuleChange& change) {
  const auto kinds = play.law().rule_change_kinds(case_of(change));
  const auto& allowed = kinds.value.kinds();
  if (allowed.empty() || std::find(allowed.begin(), allowed.end(), change.kind()) != allowed.end())
    return ledger::Done{};
  return refuse(ErrorCode::KIND_NOT_ALLOWED,
                fmt::format("{} is not a rule-change that may be proposed", verb(change.kind())), {},
                {kinds.source("kinds")});
}

Error no_such_rule(const v1::State& state, std::uint32_t number) {
  const std::string became = what_became_of(state, number);
  return refuse(ErrorCode::NO_SUCH_RULE, fmt::format("there is no rule {} in force", number),
                became.empty() ? "`nomic show-rules` lists the rules in force" : became);
}

Status target_of_change(const Play& play, const v1::RuleChange& change, const v1::Rule& rule) {
  const bool immutable = rule.status() == v1::IMMUTABLE;
  const auto kinds = play.law().rule_change_kinds(case_of(change));
  if (is_transmutation(change.kind())) {
    const bool to_mutable = change.kind() == v1::TRANSMUTE_TO_MUTABLE;
    if (to_mutable == immutable) return ledger::Done{};
    return refuse(ErrorCode::ALREADY_OF_STATUS,
                  fmt::format("rule {} is {} already", rule.number(), immutable ? "immutable" : "mutable"), {},
                  {kinds.source("kinds")});
  }
  if (immutable) {
    v1::RuleChange transmuting;
    transmuting.set_kind(v1::TRANSMUTE_TO_MUTABLE);
    return refuse(ErrorCode::RULE_IMMUTABLE,
                  fmt::format("rule {} is immutable: it cannot be {}, nor transmuted by implication", rule.number(),
                              change.kind() == v1::REPEAL ? "repealed" : "amended"),
                  fmt::format("propose to transmute it first: nomic propose transmute {}", rule.number()),
                  {kinds.source("kinds"), play.law().transmutation(case_of(transmuting)).source("explicit_kinds")});
  }
  if (change.kind() == v1::RESTORE && rule.sources_size() < 2) {
    return refuse(ErrorCode::NEVER_AMENDED,
                  fmt::format("rule {} has no amendment that still stands, so none can be repealed", rule.number()), {},
                  {kinds.source("kinds")});
  }
  return ledger::Done{};
}

Status target_allows(const Play& play, const v1::RuleChange& change) {
  if (change.kind() == v1::ENACT) return ledger::Done{};
  const auto* rule = find_rule(play.state, change.rule());
  if (change.kind() == v1::REENACT) {
    if (find_repealed(play.state, change.rule()) != nullptr) return ledger::Done{};
    // A number that a rule bore before is borne by its lineage still.
    const std::string became = what_became_of(play.state, change.rule());
    const bool in_force = rule != nullptr || !became.empty();
    return refuse(ErrorCode::NOT_REPEALED,
                  in_force ? fmt::format("rule {} is in force: only a repealed rule can be re-enacted", change.rule())
                           : fmt::format("no repealed rule ever bore the number {}", change.rule()),
                  became, {play.law().rule_change_kinds(case_of(change)).source("kinds")});
  }
  if (rule == nullptr) return no_such_rule(play.state, change.rule());
  return target_of_change(play, change, *rule);
}

int effect_on_mutable_count(const Play& play, const v1::RuleChange& change) {
  switch (change.kind()) {
    case v1::ENACT:
    case v1::REENACT:
    case v1::TRANSMUTE_TO_MUTABLE:
      return 1;
    case v1::TRANSMUTE_TO_IMMUTABLE:
      return -1;
    case v1::REPEAL: {
      const auto* rule = find_rule(play.state, change.rule());
      return rule != nullptr && rule->status() == v1::MUTABLE ? -1 : 0;
    }
    default:
      return 0;
  }
}

}  // namespace

Case case_of(const v1::RuleChange& change) {
  return {.change = change.kind(), .player = {}};
}

Status within_bounds(const Play& play, const v1::RuleChange& change) {
  const int step = effect_on_mutable_count(play, change);
  const auto now = std::count_if(play.state.rules().begin(), play.state.rules().end(),
                                 [](const v1::Rule& rule) { return rule.status() == v1::MUTABLE; });
  const auto then = now + step;
  for (const auto& bound : play.law().bounds()) {
    if (step > 0 && bound.value.has_max_mutable() && then > bound.value.max_mutable()) {
      return refuse(
          ErrorCode::BOUND_BROKEN,
          fmt::format("there would be {} mutable rules; at most {} are allowed", then, bound.value.max_mutable()),
          "repeal or transmute a mutable rule first", {bound.source});
    }
    if (step < 0 && bound.value.has_min_mutable() && then < bound.value.min_mutable()) {
      return refuse(
          ErrorCode::BOUND_BROKEN,
          fmt::format("there would be {} mutable rules; at least {} must remain", then, bound.value.min_mutable()), {},
          {bound.source});
    }
  }
  return ledger::Done{};
}

template <class Changes>
Status may_be_proposed(const Play& play, const Changes& changes) {
  const auto count = static_cast<std::size_t>(changes.size());
  if (count == 0) return refuse(ErrorCode::BAD_CHANGE, "a proposal holds at least one rule-change");
  const auto kinds = play.law().rule_change_kinds(case_of(*changes.begin()));
  if (kinds.value.has_per_proposal() && count > kinds.value.per_proposal()) {
    return refuse(
        ErrorCode::SEVERAL_CHANGES,
        fmt::format("the proposal holds {} rule-changes; a proposal may hold {}", count, kinds.value.per_proposal()),
        "propose them one a turn", {kinds.source("per_proposal")});
  }
  if (count > CHANGES_LIMIT) {
    return refuse(ErrorCode::BAD_CHANGE, fmt::format("a proposal holds at most {} rule-changes", CHANGES_LIMIT));
  }
  for (const auto& change : changes) {
    if (auto form = form_of(play, change); !form) return form;
    if (auto allowed = kind_allowed(play, change); !allowed) return allowed;
    if (auto target = target_allows(play, change); !target) return target;
    if (auto bounds = within_bounds(play, change); !bounds) return bounds;
  }
  return ledger::Done{};
}

template Status may_be_proposed(const Play&, const google::protobuf::RepeatedPtrField<v1::RuleChange>&);

std::uint64_t target_since(const v1::State& state, const v1::RuleChange& change) {
  const auto* rule =
      change.kind() == v1::ENACT || change.kind() == v1::REENACT ? nullptr : find_rule(state, change.rule());
  return rule == nullptr ? 0 : rule->since();
}

}  // namespace nomic::replay
