// How an adopted rule-change takes effect: the text and provisions, and the number that 108 gives.

#include <algorithm>
#include <cassert>

#include "change/issued_numbers.h"
#include "change/references_follow.h"
#include "change/rule_changes.h"
#include "change/rules_in_order.h"
#include "change/waivers.h"
#include "derivation/past_changes.h"
#include "nomic/replay/content.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/rule_past.h"
#include "nomic/replay/work.h"
#include "turn/automatic.h"
#include "turn/game_time.h"

namespace nomic::replay {
namespace {

// What the change itself says, as far as the state holds it.
Content content_of(const v1::RuleChange& change, const v1::Proposal& proposal) {
  return {change.title(), {}, {change.provisions().begin(), change.provisions().end()}, proposal.form()};
}

// An amendment that says no title keeps the one that there is; a version that is brought back brings its own, or none.
void put_content(v1::Rule& rule, v1::ChangeKind kind, const Content& content) {
  if (!content.title.empty() || kind == v1::RESTORE) rule.set_title(content.title);
  rule.set_form(content.form);
  *rule.mutable_provisions() = {content.provisions.begin(), content.provisions.end()};
}

// How a rule comes by its number.
struct NumberedBy {
  bool takes_another = false;  // a changed rule does not keep its own
  // Where another rule that the proposal changed has its number: that with the next letter.
  bool takes_letters = false;
  // The next of the rules' own sequence, where it is that; found while the rule that changes still bears its number.
  std::optional<std::uint32_t> next_of_rules;
};

// What acts on the past gives there the number that it gave when it did, also where its turn is derived again. At first
// it gives none that anything bears by now, so that what came after that record keeps its number.
std::uint32_t number_to_give_in_past(const Play& play, const NumberPlace& place, std::uint32_t proposal,
                                     std::uint32_t change, const NumberedBy& by) {
  const auto& state = play.state;
  const auto& revision = *play.derivation.revision;
  if (const auto given = revision.number_of(proposal, change)) return *given;
  const auto before = numbers_of(play, place, proposal);
  if (by.next_of_rules) return before.of_rules ? *before.of_rules : revision.next_free(state, *by.next_of_rules);
  const bool is_free = before.own ? !was_ever_borne(state, proposal) && !is_issued_to_another(play, proposal, place)
                                  : revision.next_free(state, proposal) == proposal;
  if (is_free && !is_unnumbered(proposal) && !revision.gives(proposal, proposal)) return proposal;
  if (by.takes_letters && !is_unnumbered(proposal)) {
    if (before.lettered) return *before.lettered;
    if (const auto lettered = revision.next_lettered(state, proposal); lettered != 0) return lettered;
  }
  return before.next ? *before.next : revision.next_free(state, revision.present.next_number());
}

// The number that a rule-change of the proposal has to give: that of the rules' own sequence, if they have one; the
// proposal's own; for a further rule-change its own with the next letter, or the next integer. In a turn that is
// derived again it is the number that the rule-change gave before, if the rules still number it so.
std::uint32_t number_to_issue(Play& play, const NumberPlace& place, std::uint32_t own, const NumberedBy& by) {
  const auto before = numbers_of(play, place, own);
  if (by.next_of_rules) return before.of_rules.value_or(*by.next_of_rules);
  auto& state = play.state;
  const bool has_own = !is_unnumbered(own);
  if (has_own && !was_ever_borne(state, own) && !is_issued_to_another(play, own, place)) return own;
  if (by.takes_letters && has_own) {
    if (before.lettered) return *before.lettered;
    if (const auto lettered = next_with_letters(state, own); lettered != 0) return lettered;
  }
  if (before.next) {
    state.set_next_number(std::max(state.next_number(), *before.next + 1));
    return *before.next;
  }
  const auto number = next_free_number(state);
  state.set_next_number(number + 1);
  return number;
}

// What the players say goes before everything, then what acts on the past.
std::uint32_t number_to_give(Play& play, const v1::Proposal& proposal, std::uint32_t change, const ByAct* act,
                             const NumberedBy& by) {
  if (const auto said = number_in(proposal.changes(static_cast<int>(change)).number()); said != 0) return said;
  const NumberPlace place = {proposal.made_at(), change + 1};
  const auto& revision = play.derivation.revision;
  const bool in_past = revision != nullptr && act == nullptr && revision->holds(proposal.number());
  const auto own = act != nullptr ? act->number : proposal.number();
  const auto number =
      in_past ? number_to_give_in_past(play, place, own, change, by) : number_to_issue(play, place, own, by);
  note_issued(play, place, number, by.next_of_rules.has_value());
  return number;
}

void renumber(State& state, v1::Rule& rule, std::uint32_t number) {
  if (rule.number() == number) return;
  add_former_number(state, rule, rule.number());
  rule.set_number(number);
  rule.clear_revision();
}

void note_source(State& state, v1::Rule& rule, const v1::Proposal& proposal, std::uint32_t change) {
  auto& source = add_source(state, rule);
  source.set_record(proposal.form_at());
  source.set_change(change);
}

// Of the version that it has, for as long as that is brought back: the title of a retitling before it is not kept.
void retitle(const Play& play, v1::Rule& rule, const std::string& title) {
  auto& all = *rule.mutable_sources()->rbegin()->mutable_corrections();
  all.erase(std::remove_if(all.begin(), all.end(), [](const auto& one) { return one.retitled(); }), all.end());
  auto& given = *all.Add();
  given.set_record(play.move.index);
  given.set_retitled(true);
  given.mutable_title()->set_rule(reference(rule.number()));
  given.mutable_title()->set_before(rule.title());
  given.mutable_title()->set_after(title);
  rule.set_title(title);
}

v1::RepealedRule repealed_form(const v1::Rule& rule, std::uint64_t record) {
  v1::RepealedRule repealed;
  repealed.set_number(rule.number());
  repealed.set_lineage(rule.lineage());
  *repealed.mutable_sources() = rule.sources();
  repealed.set_older_sources(rule.older_sources());
  if (rule.has_source_chunks()) *repealed.mutable_source_chunks() = rule.source_chunks();
  *repealed.mutable_former_numbers() = rule.former_numbers();
  if (rule.has_number_chunks()) *repealed.mutable_number_chunks() = rule.number_chunks();
  *repealed.mutable_numbers_found() = rule.numbers_found();
  *repealed.mutable_notes() = rule.notes();
  repealed.set_repealed_at(record);
  return repealed;
}

v1::Rule revived_form(State& state, std::uint32_t number) {
  auto& all = state.edit_repealed();
  const auto* repealed = find_repealed(state, number);
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& other) { return &other == repealed; });
  assert(found != all.end());
  v1::Rule rule;
  rule.set_number(found->number());
  rule.set_lineage(found->lineage());
  rule.set_status(v1::MUTABLE);
  *rule.mutable_sources() = found->sources();
  rule.set_older_sources(found->older_sources());
  if (found->has_source_chunks()) *rule.mutable_source_chunks() = found->source_chunks();
  *rule.mutable_former_numbers() = found->former_numbers();
  if (found->has_number_chunks()) *rule.mutable_number_chunks() = found->number_chunks();
  *rule.mutable_numbers_found() = found->numbers_found();
  *rule.mutable_notes() = found->notes();
  all.erase(static_cast<int>(found - all.begin()));
  return rule;
}

// Changes the rules; returns the rule as it stands now, or as it stood when it was repealed.
v1::Rule change_rules(Play& play, const v1::Proposal& proposal, std::uint32_t at, const v1::RuleChange& change,
                      const std::optional<Content>& content, const NumberedBy& by, const ByAct* act) {
  v1::Rule rule;
  switch (change.kind()) {
    case v1::ENACT:
      rule.set_number(number_to_give(play, proposal, at, act, by));
      rule.set_lineage(rule.number());
      rule.set_status(v1::MUTABLE);
      note_source(play.state, rule, proposal, at);
      break;
    case v1::REENACT:
      rule = revived_form(play.state, number_in(change.rule()));
      // Another rule may have been found to bear its number since.
      if (by.takes_another || find_rule(play.state, rule.number()) != nullptr)
        renumber(play.state, rule, number_to_give(play, proposal, at, act, by));
      break;
    case v1::REPEAL:
      rule = *find_rule(play.state, number_in(change.rule()));
      take_out_of_force(play, number_in(change.rule()));
      return rule;
    default: {
      // A further number is found while the rule that changes bears its own; the proposal's may be that one.
      const bool bears_own = number_in(change.rule()) == (act != nullptr ? act->number : proposal.number());
      const auto number = by.takes_another && !bears_own ? number_to_give(play, proposal, at, act, by) : 0;
      rule = lift(play.state, number_in(change.rule()));
      rule.set_revision(rule.revision() + 1);
      if (by.takes_another) {
        renumber(play.state, rule, bears_own ? number_to_give(play, proposal, at, act, by) : number);
      }
      if (change.kind() == v1::AMEND) note_source(play.state, rule, proposal, at);
      if (change.kind() == v1::RESTORE) drop_last_source(play.state, rule);
      if (change.kind() == v1::RETITLE) retitle(play, rule, change.title());
      if (change.kind() == v1::TRANSMUTE_TO_MUTABLE) rule.set_status(v1::MUTABLE);
      if (change.kind() == v1::TRANSMUTE_TO_IMMUTABLE) rule.set_status(v1::IMMUTABLE);
    }
  }
  rule.set_since(play.move.index);
  begin_version(play, rule);
  if (content) rule.clear_change_unknown();
  rule.set_proposal(act == nullptr ? proposal.number() : 0);
  rule.set_attested(act == nullptr && proposal.attested());
  if (content) {
    put_content(rule, change.kind(), *content);
    note_passed(play, rule);
  }
  set_down(play.state, rule);
  return rule;
}

// Whether the change may be made of a rule of that status.
bool fits_status(const v1::Proposal& proposal, v1::ChangeKind kind, v1::RuleStatus status) {
  if (kind == v1::TRANSMUTE_TO_MUTABLE) return status == v1::IMMUTABLE;
  if (status == v1::MUTABLE) return true;
  return kind != v1::TRANSMUTE_TO_IMMUTABLE && is_waived(proposal, ErrorCode::RULE_IMMUTABLE);
}

// The rule that the change is made of; 0: the form does not tell.
std::uint32_t lineage_of_target(const Play& play, const v1::Proposal& proposal, std::uint32_t at) {
  const auto kind = proposal.changes(static_cast<int>(at)).kind();
  if (kind == v1::ENACT || kind == v1::REENACT) return 0;
  const auto& revision = play.derivation.revision;
  const auto in_past = revision != nullptr ? revision->lineage_of(proposal.number(), at) : 0;
  if (in_past != 0) return in_past;
  const bool is_known = at < static_cast<std::uint32_t>(proposal.target_lineage_size());
  return is_known ? proposal.target_lineage(static_cast<int>(at)) : 0;
}

const v1::Rule* rule_of_lineage(const State& state, std::uint32_t lineage) {
  const auto& rules = state.rules();
  const auto found =
      std::find_if(rules.begin(), rules.end(), [&](const auto& rule) { return rule.lineage() == lineage; });
  return found == rules.end() ? nullptr : &*found;
}

// The change as its target is numbered by now: another adoption may have renumbered it since the form was made (L12c).
// One that is gone is said with the number that the form has.
v1::RuleChange as_numbered_now(const Play& play, const v1::Proposal& proposal, std::uint32_t at) {
  v1::RuleChange change = proposal.changes(static_cast<int>(at));
  const auto* target = rule_of_lineage(play.state, lineage_of_target(play, proposal, at));
  if (target != nullptr) change.set_rule(reference(target->number()));
  return change;
}

// What stands against the effect by now: its target is gone, or of another status.
Status target_still_there(const Play& play, const v1::Proposal& proposal, std::uint32_t at,
                          const v1::RuleChange& change) {
  if (change.kind() == v1::NO_CHANGE) return ledger::Done{};
  if (!change.number().empty() && number_in(change.number()) != number_in(change.rule()) &&
      find_rule(play.state, number_in(change.number())) != nullptr) {
    return refuse(ErrorCode::NUMBER_TAKEN, "by_now", {{"number", number_in(change.number())}});
  }
  if (change.kind() == v1::REENACT) {
    if (find_repealed(play.state, number_in(change.rule())) == nullptr) {
      return refuse(ErrorCode::NOT_REPEALED, "by_now", {{"rule", number_in(change.rule())}});
    }
  } else if (change.kind() != v1::ENACT) {
    // Another rule may bear the number of the one that is gone.
    const auto lineage = lineage_of_target(play, proposal, at);
    const auto* rule =
        lineage != 0 ? rule_of_lineage(play.state, lineage) : find_rule(play.state, number_in(change.rule()));
    if (rule == nullptr) return refuse(ErrorCode::NO_SUCH_RULE, "by_now", {{"rule", number_in(change.rule())}});
    const bool needs_immutable = change.kind() == v1::TRANSMUTE_TO_MUTABLE;
    if (!fits_status(proposal, change.kind(), rule->status())) {
      return refuse(ErrorCode::ALREADY_OF_STATUS, needs_immutable ? "mutable_by_now" : "immutable_by_now",
                    {{"rule", number_in(change.rule())}});
    }
    if (change.kind() == v1::RESTORE && rule->sources_size() < 2) {
      return refuse(ErrorCode::NEVER_AMENDED, "by_now", {{"rule", number_in(change.rule())}});
    }
  }
  return ledger::Done{};
}

// What the change will put in force, read from earlier records where it brings something back. None for a repeal and a
// transmutation, and where there is nothing to bring back.
Result<std::optional<Content>> content_for(const Play& play, const v1::Proposal& proposal,
                                           const v1::RuleChange& change) {
  if (change.kind() == v1::ENACT || change.kind() == v1::AMEND) {
    auto content = content_of(change, proposal);
    const auto* amended = change.kind() == v1::AMEND ? find_rule(play.state, number_in(change.rule())) : nullptr;
    if (amended != nullptr) {
      const auto before = all_sources(play.state, *amended);
      NOMIC_TRY(drop_kept_changes(play.history, before, before.size(), content.provisions));
    }
    return std::optional<Content>(std::move(content));
  }
  Sources sources;
  int count = 0;
  if (change.kind() == v1::RESTORE) {
    if (const auto* rule = find_rule(play.state, number_in(change.rule()))) {
      sources = all_sources(play.state, *rule);
      count = sources.size() - 1;
    }
  } else if (change.kind() == v1::REENACT) {
    if (const auto* repealed = find_repealed(play.state, number_in(change.rule()))) {
      sources = all_sources(play.state, *repealed);
      count = sources.size();
    }
  }
  if (count < 1) return std::optional<Content>();
  NOMIC_ASSIGN(auto content, version_at(play.history, sources, count));
  return std::optional<Content>(std::move(content));
}

void emit_without_effect(Play& play, const v1::Proposal& proposal, const v1::RuleChange& change, const Error& why) {
  v1::RuleVersion by;
  if (!why.cited.empty()) {
    if (const auto* rule = find_rule(play.state, why.cited.front().rule)) by = ref_to(*rule);
  }
  auto& emitted = *play.emit(by).mutable_without_effect();
  emitted.set_proposal(reference(proposal.number()));
  emitted.set_changed(change.kind());
  *emitted.mutable_refusal() = to_refusal(why);
}

// The consequence made one of a rule that is in force in another form.
v1::Consequence::RuleChanged& changed_form(v1::Consequence& emitted, v1::ChangeKind kind) {
  switch (kind) {
    case v1::AMEND:
      return *emitted.mutable_rule_amended();
    case v1::REENACT:
      return *emitted.mutable_rule_reenacted();
    case v1::RESTORE:
      return *emitted.mutable_rule_restored();
    default:
      return *emitted.mutable_rule_transmuted();
  }
}

void emit_change(Play& play, const v1::Proposal& proposal, const v1::RuleChange& change, const v1::Rule& rule,
                 std::uint32_t from, const v1::RuleVersion& by, bool next_of_rules) {
  auto& emitted = play.emit(by);
  if (change.kind() == v1::ENACT) {
    auto& enacted = *emitted.mutable_rule_enacted();
    enacted.set_proposal(reference(proposal.number()));
    enacted.set_to_number(reference(rule.number()));
    enacted.set_status(rule.status());
    if (!change.number().empty()) enacted.set_players_number(true);
    if (next_of_rules) enacted.set_next_of_rules(true);
    return;
  }
  if (change.kind() == v1::REPEAL) {
    auto& repealed = *emitted.mutable_rule_repealed();
    repealed.set_proposal(reference(proposal.number()));
    repealed.set_from_number(reference(from));
    return;
  }
  if (change.kind() == v1::RETITLE) {
    const auto& title = rule.sources().rbegin()->corrections().rbegin()->title();
    auto& retitled = *emitted.mutable_rule_retitled();
    retitled.set_proposal(reference(proposal.number()));
    retitled.set_from_number(reference(from));
    retitled.set_to_number(reference(rule.number()));
    retitled.set_before(title.before());
    retitled.set_after(title.after());
    if (!change.number().empty()) retitled.set_players_number(true);
    if (next_of_rules) retitled.set_next_of_rules(true);
    return;
  }
  auto& changed = changed_form(emitted, change.kind());
  changed.set_proposal(reference(proposal.number()));
  changed.set_from_number(reference(from));
  changed.set_to_number(reference(rule.number()));
  changed.set_status(rule.status());
  if (!change.number().empty()) changed.set_players_number(true);
  if (next_of_rules) changed.set_next_of_rules(true);
}

// How the change comes by its number, by the rules just before it.
NumberedBy numbered_by(const State& state, const v1::Proposal& proposal, const v1::RuleChange& change,
                       const v1::Numbering& numbering, const ByAct* act) {
  // A proposal whose number is not known gives none.
  const bool has_number = act == nullptr ? !is_unnumbered(proposal.number()) : act->takes_number;
  const auto changed = numbering.changed_rule();
  const bool takes_next = changed == v1::Numbering::TAKES_NEXT && numbering.has_rules_first();
  // Another rule that the proposal changed has its number already.
  const bool keeps_own = numbering.several() == v1::Numbering::KEEP_THEIR_OWN &&
                         was_ever_borne(state, act == nullptr ? proposal.number() : act->number);
  const bool takes_proposals = changed == v1::Numbering::TAKES_PROPOSALS && has_number && !keeps_own;
  NumberedBy by;
  by.takes_letters = numbering.several() == v1::Numbering::TAKE_LETTERS;
  by.takes_another = !change.number().empty() || takes_next || takes_proposals;
  const bool next = numbering.has_rules_first() && (change.kind() == v1::ENACT || takes_next);
  if (next && change.number().empty()) by.next_of_rules = next_number_of_rules(state, numbering.rules_first());
  return by;
}

// One change, whose effect is possible.
Status make_change(Play& play, const v1::Proposal& proposal, std::uint32_t at, const v1::RuleChange& change,
                   const std::optional<Content>& content, const ByAct* act) {
  const auto numbering = play.law().numbering(case_of(change));
  const auto effectiveness = play.law().effectiveness(case_of(change)).source("when");
  const auto by = numbered_by(play.state, proposal, change, numbering.value, act);
  const auto* repealed = change.kind() == v1::REENACT ? find_repealed(play.state, number_in(change.rule())) : nullptr;
  const auto from = repealed != nullptr ? repealed->number() : number_in(change.rule());
  const v1::Rule rule = change_rules(play, proposal, at, change, content, by, act);
  const bool numbered = change.kind() != v1::REPEAL && rule.number() != from && change.number().empty();
  const bool next_of_rules = numbered && by.next_of_rules.has_value();
  const auto usual = !numbered       ? effectiveness
                     : next_of_rules ? numbering.source("rules_first")
                                     : numbering.source("changed_rule");
  emit_change(play, proposal, change, rule, from, act != nullptr ? act->rule : usual, next_of_rules);
  const bool renumbered = from != 0 && change.kind() != v1::REPEAL && rule.number() != from;
  if (renumbered && numbering.value.references_follow()) {
    NOMIC_TRY(let_references_follow(play, from, rule.number(), numbering.source("references_follow")));
  }
  play.rules_changed();
  return ledger::Done{};
}

// The bounds hold, or are waived.
Status bounds_allow(const Play& play, const v1::Proposal& proposal, const std::vector<v1::RuleChange>& changes) {
  return within_bounds(play, changes, waived_of(proposal));
}

Result<BroughtProvisions> brought_by(const Play& play, const v1::Proposal& proposal,
                                     const std::vector<v1::RuleChange>& changes) {
  BroughtProvisions brought;
  for (const auto& change : changes) {
    NOMIC_ASSIGN(auto content, content_for(play, proposal, change));
    brought.add(change, content ? content->provisions : std::vector<v1::Provision>());
  }
  return brought;
}

// Together all must be possible, and the bounds and limits hold for all of them.
Status all_possible(const Play& play, const v1::Proposal& proposal, const std::vector<std::uint32_t>& places,
                    const std::vector<v1::RuleChange>& changes, const BroughtProvisions& brought,
                    const v1::RuleChange** which) {
  *which = &proposal.changes(0);
  for (std::size_t i = 0; i < changes.size(); ++i) {
    *which = &changes[i];
    NOMIC_TRY(target_still_there(play, proposal, places[i], changes[i]));
  }
  NOMIC_TRY(leaves_room_for(play.state, brought));
  return bounds_allow(play, proposal, changes);
}

// Whether the change leaves room for what it puts in force.
Status room_for(const Play& play, const v1::RuleChange& change, const std::optional<Content>& content) {
  BroughtProvisions brought;
  if (content) brought.add(change, content->provisions);
  return leaves_room_for(play.state, brought);
}

}  // namespace

void take_out_of_force(Play& play, std::uint32_t rule) {
  play.state.edit_repealed().add(repealed_form(lift(play.state, rule), play.move.index));
}

Status take_effect(Play& play, const v1::Proposal& proposal, const std::vector<std::uint32_t>& places, bool together,
                   const ByAct* act) {
  std::vector<v1::RuleChange> changes;
  changes.reserve(places.size());
  for (const auto at : places) changes.push_back(as_numbered_now(play, proposal, at));
  const bool as_one = together && changes.size() > 1;
  if (as_one) {
    NOMIC_ASSIGN(const auto brought, brought_by(play, proposal, changes));
    const v1::RuleChange* which = nullptr;
    if (auto possible = all_possible(play, proposal, places, changes, brought, &which); !possible) {
      emit_without_effect(play, proposal, *which, possible.error());
      return ledger::Done{};
    }
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    spend_work(WorkStep::LARGE);
    if (changes[i].kind() == v1::NO_CHANGE) continue;
    auto possible = target_still_there(play, proposal, places[i], changes[i]);
    if (possible && !as_one) possible = bounds_allow(play, proposal, {changes[i]});
    if (!possible) {
      emit_without_effect(play, proposal, changes[i], possible.error());
      continue;
    }
    NOMIC_ASSIGN(auto content, content_for(play, proposal, changes[i]));
    if (const Status room = as_one ? ledger::Done{} : room_for(play, changes[i], content); !room) {
      emit_without_effect(play, proposal, changes[i], room.error());
      continue;
    }
    NOMIC_TRY(make_change(play, proposal, places[i], changes[i], content, act));
  }
  return ledger::Done{};
}

}  // namespace nomic::replay
