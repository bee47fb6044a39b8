// How an adopted rule-change takes effect: the text and provisions, and the number that 108 gives.

#include <fmt/core.h>

#include <algorithm>
#include <cassert>

#include "game/automatic.h"
#include "game/changes.h"

namespace nomic::replay {
namespace {

Content content_of(const v1::RuleChange& change) {
  return {change.title(),
          {change.texts().begin(), change.texts().end()},
          {change.provisions().begin(), change.provisions().end()}};
}

Result<Content> content_at(const History& history, const v1::VersionSource& source) {
  auto move = history.at(source.record());
  if (!move) return move.error();
  const auto& event = move->event;
  const auto at = static_cast<int>(source.change());
  if (event.has_rule_founded()) {
    const auto& rule = event.rule_founded().rule();
    return Content{
        rule.title(), {rule.texts().begin(), rule.texts().end()}, {rule.provisions().begin(), rule.provisions().end()}};
  }
  if (event.has_proposal_made() && at < event.proposal_made().changes_size()) {
    return content_of(event.proposal_made().changes(at));
  }
  if (event.has_proposal_revised() && at < event.proposal_revised().changes_size()) {
    return content_of(event.proposal_revised().changes(at));
  }
  return refuse(ErrorCode::NOT_A_GAME, fmt::format("record #{} does not hold the text it should", source.record()));
}

// The version that the last of `count` sources made, with the change it brought about by itself, and the title of the
// latest version that set one.
Result<Content> version(const History& history, const google::protobuf::RepeatedPtrField<v1::VersionSource>& sources,
                        int count) {
  auto content = content_at(history, sources.Get(count - 1));
  if (!content) return content;
  if (sources.Get(count - 1).automatic_change() != 0) {
    for (auto& provision : content->provisions) change_by_itself(provision);
  }
  for (int i = count - 2; i >= 0 && content->title.empty(); --i) {
    auto before = content_at(history, sources.Get(i));
    if (!before) return before;
    content->title = before->title;
  }
  return content;
}

void put_content(v1::Rule& rule, const Content& content) {
  if (!content.title.empty()) rule.set_title(content.title);
  *rule.mutable_texts() = {content.texts.begin(), content.texts.end()};
  *rule.mutable_provisions() = {content.provisions.begin(), content.provisions.end()};
}

void insert_in_order(v1::State& state, v1::Rule rule) {
  auto& rules = *state.mutable_rules();
  *rules.Add() = std::move(rule);
  for (int i = rules.size() - 1; i > 0 && rules.Get(i).number() < rules.Get(i - 1).number(); --i) {
    rules.SwapElements(i, i - 1);
  }
}

v1::Rule take_out(v1::State& state, std::uint32_t number) {
  auto& rules = *state.mutable_rules();
  const auto found =
      std::find_if(rules.begin(), rules.end(), [&](const auto& rule) { return rule.number() == number; });
  assert(found != rules.end());
  v1::Rule rule = *found;
  rules.erase(found);
  return rule;
}

// The number that this proposal has to give: its own, and for a further rule-change of the same proposal the next
// integer, since no two rules bear one number.
std::uint32_t number_to_give(v1::State& state, const v1::Proposal& proposal) {
  if (find_rule(state, proposal.number()) == nullptr) return proposal.number();
  const auto number = state.next_number();
  state.set_next_number(number + 1);
  return number;
}

void renumber(v1::Rule& rule, std::uint32_t number) {
  if (rule.number() == number) return;
  rule.add_former_numbers(rule.number());
  rule.set_number(number);
}

void add_source(v1::Rule& rule, const v1::Proposal& proposal, std::uint32_t change) {
  auto& source = *rule.add_sources();
  source.set_record(proposal.form_at());
  source.set_change(change);
}

v1::RepealedRule repealed_form(const v1::Rule& rule, std::uint64_t record) {
  v1::RepealedRule repealed;
  repealed.set_number(rule.number());
  repealed.set_lineage(rule.lineage());
  *repealed.mutable_sources() = rule.sources();
  *repealed.mutable_former_numbers() = rule.former_numbers();
  repealed.set_repealed_at(record);
  return repealed;
}

v1::Rule revived_form(v1::State& state, std::uint32_t number) {
  auto& all = *state.mutable_repealed();
  const auto* repealed = find_repealed(state, number);
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& other) { return &other == repealed; });
  assert(found != all.end());
  v1::Rule rule;
  rule.set_number(found->number());
  rule.set_lineage(found->lineage());
  rule.set_status(v1::MUTABLE);
  *rule.mutable_sources() = found->sources();
  *rule.mutable_former_numbers() = found->former_numbers();
  all.erase(found);
  return rule;
}

v1::Consequence::Kind told_kind(v1::ChangeKind kind) {
  switch (kind) {
    case v1::ENACT:
      return v1::Consequence::RULE_ENACTED;
    case v1::AMEND:
      return v1::Consequence::RULE_AMENDED;
    case v1::REPEAL:
      return v1::Consequence::RULE_REPEALED;
    case v1::REENACT:
      return v1::Consequence::RULE_REENACTED;
    case v1::RESTORE:
      return v1::Consequence::RULE_RESTORED;
    default:
      return v1::Consequence::RULE_TRANSMUTED;
  }
}

// Changes the rules; returns the rule as it stands now, or as it stood when it was repealed.
v1::Rule change_rules(Play& play, const v1::Proposal& proposal, std::uint32_t at, const Prepared& prepared,
                      bool takes_proposals) {
  const auto& change = proposal.changes(static_cast<int>(at));
  v1::Rule rule;
  switch (change.kind()) {
    case v1::ENACT:
      rule.set_number(number_to_give(play.state, proposal));
      rule.set_lineage(rule.number());
      rule.set_status(v1::MUTABLE);
      add_source(rule, proposal, at);
      break;
    case v1::REENACT:
      rule = revived_form(play.state, change.rule());
      if (takes_proposals) renumber(rule, number_to_give(play.state, proposal));
      break;
    default:
      rule = take_out(play.state, change.rule());
      if (change.kind() == v1::REPEAL) {
        *play.state.add_repealed() = repealed_form(rule, play.move.index);
        return rule;
      }
      if (takes_proposals) renumber(rule, number_to_give(play.state, proposal));
      if (change.kind() == v1::AMEND) add_source(rule, proposal, at);
      if (change.kind() == v1::RESTORE) rule.mutable_sources()->RemoveLast();
      if (change.kind() == v1::TRANSMUTE_TO_MUTABLE) rule.set_status(v1::MUTABLE);
      if (change.kind() == v1::TRANSMUTE_TO_IMMUTABLE) rule.set_status(v1::IMMUTABLE);
  }
  rule.set_since(play.move.index);
  rule.set_proposal(proposal.number());
  if (prepared.content) put_content(rule, *prepared.content);
  insert_in_order(play.state, rule);
  return rule;
}

// What stands against the effect by now: its target is gone, or of another status, or a bound would break.
Status still_possible(const Play& play, const v1::RuleChange& change) {
  if (change.kind() == v1::REENACT) {
    if (find_repealed(play.state, change.rule()) == nullptr) {
      return refuse(ErrorCode::NOT_REPEALED, fmt::format("rule {} is not repealed any more", change.rule()));
    }
  } else if (change.kind() != v1::ENACT) {
    const auto* rule = find_rule(play.state, change.rule());
    if (rule == nullptr)
      return refuse(ErrorCode::NO_SUCH_RULE, fmt::format("rule {} is not in force any more", change.rule()));
    const bool needs_immutable = change.kind() == v1::TRANSMUTE_TO_MUTABLE;
    if ((rule->status() == v1::IMMUTABLE) != needs_immutable) {
      return refuse(ErrorCode::ALREADY_OF_STATUS,
                    fmt::format("rule {} is {} by now", change.rule(), needs_immutable ? "mutable" : "immutable"));
    }
    if (change.kind() == v1::RESTORE && rule->sources_size() < 2) {
      return refuse(ErrorCode::NEVER_AMENDED, fmt::format("no amendment of rule {} stands any more", change.rule()));
    }
  }
  return within_bounds(play, change);
}

}  // namespace

Result<std::vector<Prepared>> prepare(const Play& play, const v1::Proposal& proposal) {
  std::vector<Prepared> all;
  for (const auto& change : proposal.changes()) {
    auto& prepared = all.emplace_back();
    if (change.kind() == v1::ENACT || change.kind() == v1::AMEND) prepared.content = content_of(change);
    const auto* rule = change.kind() == v1::RESTORE ? find_rule(play.state, change.rule()) : nullptr;
    const auto* repealed = change.kind() == v1::REENACT ? find_repealed(play.state, change.rule()) : nullptr;
    if (rule != nullptr && rule->sources_size() >= 2) {
      auto content = version(play.history, rule->sources(), rule->sources_size() - 1);
      if (!content) return content.error();
      prepared.content = *std::move(content);
    }
    if (repealed != nullptr) {
      auto content = version(play.history, repealed->sources(), repealed->sources_size());
      if (!content) return content.error();
      prepared.content = *std::move(content);
    }
  }
  return all;
}

void take_effect(Play& play, const v1::Proposal& proposal, const std::vector<Prepared>& prepared) {
  for (std::uint32_t at = 0; at < prepared.size(); ++at) {
    const auto& change = proposal.changes(static_cast<int>(at));
    if (auto possible = still_possible(play, change); !possible) {
      v1::RuleRef by;
      if (!possible.error().cited.empty()) by.set_number(possible.error().cited.front().rule);
      auto& told = play.tell(v1::Consequence::WITHOUT_EFFECT, by);
      told.set_proposal(proposal.number());
      told.set_changed(change.kind());
      told.set_text(possible.error().what);
      continue;
    }
    const auto numbering = play.law().numbering(case_of(change));
    const auto effectiveness = play.law().effectiveness(case_of(change)).source("when");
    const bool takes_proposals = numbering.value.changed_rule() == v1::Numbering::TAKES_PROPOSALS;
    const auto* repealed = change.kind() == v1::REENACT ? find_repealed(play.state, change.rule()) : nullptr;
    const auto from = repealed != nullptr ? repealed->number() : change.rule();
    const v1::Rule rule = change_rules(play, proposal, at, prepared[at], takes_proposals);
    const bool numbered = change.kind() != v1::REPEAL && rule.number() != from;
    auto& told = play.tell(told_kind(change.kind()), numbered ? numbering.source("changed_rule") : effectiveness);
    told.set_proposal(proposal.number());
    told.set_from_number(from);
    told.set_changed(change.kind());
    if (change.kind() != v1::REPEAL) {
      told.set_to_number(rule.number());
      told.set_status(rule.status());
    }
    play.rules_changed();
  }
}

}  // namespace nomic::replay
