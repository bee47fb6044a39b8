// An act under a rule in force that speaks of it and has no provision for it (116, L30): points, values, what changes
// hands, and rule-changes that the rule makes by itself. Each is a consequence of the rule cited.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "change/rule_changes.h"
#include "change/waivers.h"
#include "dispute/judge.h"
#include "moves/moves.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/law/scopes.h"
#include "nomic/replay/reference.h"
#include "voting/completion.h"

namespace nomic::replay {
namespace {

Error bad_act(std::string_view variant, std::vector<Parameter> parameters = {}) {
  return refuse(ErrorCode::BAD_ACT, variant, std::move(parameters));
}

bool is_line(const std::string& text, std::size_t limit) {
  return text.size() <= limit &&
         std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; });
}

bool is_name(const std::string& text) {
  return !text.empty() && is_line(text, LABEL_LIMIT);
}

bool is_amount(std::int64_t amount) {
  return amount != 0 && amount >= -AMOUNT_LIMIT && amount <= AMOUNT_LIMIT;
}

Status form_of_attributes(const v1::ActPerformed& event) {
  const auto& all = event.attributes();
  for (auto one = all.begin(); one != all.end(); ++one) {
    if (!is_name(one->key())) return bad_act("key", {{"limit", LABEL_LIMIT}});
    if (!is_line(one->value(), VALUE_LIMIT)) {
      return bad_act("value", {{"key", one->key()}, {"limit", VALUE_LIMIT}});
    }
    const bool twice = std::any_of(all.begin(), one, [&](const auto& other) {
      return other.player() == one->player() && other.key() == one->key();
    });
    if (twice) return bad_act("key_twice", {{"key", one->key()}});
  }
  return ledger::Done{};
}

// What no act has, whatever the rules say.
Status form_of_act(const v1::ActPerformed& event) {
  if (event.text().empty()) return refuse(ErrorCode::TEXT_EMPTY, "of_act");
  if (event.text().size() > TEXT_LIMIT) {
    return refuse(ErrorCode::TEXT_TOO_LONG, "of_act", {{"size", event.text().size()}, {"limit", TEXT_LIMIT}});
  }
  const auto most =
      std::max({event.points_size(), event.attributes_size(), event.holdings_size(), event.changes_size()});
  if (most > ENTRIES_LIMIT) return bad_act("too_many_entries", {{"limit", ENTRIES_LIMIT}});
  for (const auto& points : event.points()) {
    if (!is_amount(points.points())) return bad_act("points");
  }
  for (const auto& holding : event.holdings()) {
    if (!is_name(holding.owner()) || !is_name(holding.thing())) {
      return bad_act("holding_names", {{"limit", LABEL_LIMIT}});
    }
    if (!is_amount(holding.amount())) return bad_act("amount");
  }
  return form_of_attributes(event);
}

bool gives_points(const v1::Provision& provision) {
  if (provision.has_award() || provision.joining().has_points_thousandths() ||
      provision.turn_order().has_starting_points_thousandths()) {
    return true;
  }
  const auto& parts = provision.turn_parts().parts();
  return std::any_of(parts.begin(), parts.end(),
                     [](const auto& part) { return part.has_throw_() || part.has_award(); });
}

// Whether the author, and some rule-change that the act makes, lie in the scope. An act without rule-changes lies in
// none that is limited to some.
bool is_about(const Play& play, const v1::Scope& scope, const v1::ActPerformed& event) {
  const auto mode = play.state.founding().mode();
  if (covers(scope, {.change = v1::CHANGE_KIND_UNSPECIFIED, .player = play.move.author}, mode)) return true;
  return std::any_of(event.changes().begin(), event.changes().end(), [&](const auto& change) {
    return covers(scope, {.change = change.kind(), .player = play.move.author}, mode);
  });
}

// The rule may be cited for what the act does, as far as can be told (L38).
Status rule_allows(const Play& play, const v1::ActPerformed& event, const v1::Rule& rule) {
  if (play.law().is_void(rule.number())) {
    std::vector<v1::RuleVersion> cited;
    for (const auto& conflict : play.law().conflicts()) {
      const bool it = conflict.end == Conflict::End::VOID && conflict.loser.number() == rule.number();
      if (it) cited.push_back(conflict.winner);
    }
    return refuse(ErrorCode::RULE_IS_VOID, "", {{"rule", rule.number()}}, cited);
  }
  for (const auto& acts : play.law().acts()) {
    if (!acts.value.none() || acts.source.lineage() != rule.lineage() || !is_about(play, acts.scope, event)) continue;
    return refuse(ErrorCode::ACTS_NOT_PROVIDED, "", {{"rule", rule.number()}}, {ref_to(rule)});
  }
  const auto& provisions = rule.provisions();
  const bool permits = std::any_of(provisions.begin(), provisions.end(),
                                   [](const auto& provision) { return provision.has_permission(); });
  if (permits && (!event.points().empty() || !event.holdings().empty() || !event.changes().empty())) {
    return refuse(ErrorCode::ACT_GIVES_NOTHING, "", {{"rule", rule.number()}}, {ref_to(rule)});
  }
  if (!event.points().empty() && std::any_of(provisions.begin(), provisions.end(), gives_points)) {
    return refuse(ErrorCode::ACT_HAS_PROVISION, "", {{"rule", rule.number()}}, {ref_to(rule)});
  }
  return ledger::Done{};
}

Status players_known(const Play& play, const v1::ActPerformed& event) {
  std::vector<std::string> named;
  for (const auto& attribute : event.attributes()) {
    if (!attribute.player().empty()) named.push_back(attribute.player());
  }
  for (const auto& points : event.points()) {
    const auto* player = find_player(play.state, points.player());
    named.push_back(points.player());
    if (player == nullptr || in_game(*player)) continue;
    return refuse(ErrorCode::HAS_FORFEITED, "score_stays",
                  {{"player", points.player()}, {"record", player->left_at()}});
  }
  for (const auto& name : named) {
    if (find_player(play.state, name) == nullptr) {
      return refuse(ErrorCode::NOT_A_PLAYER, "named", {{"player", name}});
    }
  }
  return ledger::Done{};
}

// ---- Holdings ------------------------------------------------------------------------------------------------------

auto place_of(const v1::Holding& holding) {
  return std::tie(holding.owner(), holding.thing());
}

// Where it stands, or would.
auto find_holding(const Collection<v1::Holding>& all, const v1::Holding& wanted) {
  return std::lower_bound(all.begin(), all.end(), wanted,
                          [](const auto& a, const auto& b) { return place_of(a) < place_of(b); });
}

// Changes what is held, one after another: refused where it would be below zero at any of them.
Status change_holdings(Collection<v1::Holding>& all, const v1::ActPerformed& event) {
  for (const auto& change : event.holdings()) {
    const auto at = find_holding(all, change);
    const auto place = static_cast<int>(at - all.begin());
    const bool there = at != all.end() && place_of(*at) == place_of(change);
    const auto before = there ? at->amount() : 0;
    const auto after = before + change.amount();
    if (after < 0) {
      return refuse(
          ErrorCode::HOLDING_BELOW_ZERO, "",
          {{"owner", change.owner()}, {"held", before}, {"thing", change.thing()}, {"taken", -change.amount()}});
    }
    if (after > AMOUNT_LIMIT) return bad_act("too_much_held", {{"thing", change.thing()}});
    if (after == 0) {
      if (there) all.erase(place);
    } else if (there) {
      all.edit(place).set_amount(after);
    } else {
      all.insert(place, change);
    }
  }
  if (all.size() <= KEPT_LIMIT) return ledger::Done{};
  return bad_act("too_many_holdings", {{"limit", KEPT_LIMIT}});
}

void emit_holdings(Play& play, const v1::ActPerformed& event, const v1::RuleVersion& by) {
  const auto& all = play.state.holdings();
  std::map<std::pair<std::string, std::string>, std::int64_t> totals;  // by owner and thing
  for (const auto& change : event.holdings()) {
    const auto [total, is_new] = totals.try_emplace({change.owner(), change.thing()}, 0);
    if (is_new) {
      const auto at = find_holding(all, change);
      if (at != all.end() && place_of(*at) == place_of(change)) total->second = at->amount();
    }
    total->second += change.amount();
    auto& emitted = *play.emit(by).mutable_holding_changed();
    emitted.set_player(change.owner());
    emitted.set_thing(change.thing());
    emitted.set_amount(change.amount());
    emitted.set_total(total->second);
  }
}

// ---- Values --------------------------------------------------------------------------------------------------------

auto place_of(const v1::Attribute& attribute) {
  return std::tie(attribute.player(), attribute.key());
}

Status set_attributes(Collection<v1::Attribute>& all, const v1::ActPerformed& event) {
  for (const auto& set : event.attributes()) {
    const auto at = std::lower_bound(all.begin(), all.end(), set,
                                     [](const auto& a, const auto& b) { return place_of(a) < place_of(b); });
    const auto place = static_cast<int>(at - all.begin());
    const bool there = at != all.end() && place_of(*at) == place_of(set);
    if (set.value().empty()) {
      if (!there) return bad_act("no_such_value", {{"key", set.key()}});
      all.erase(place);
    } else if (there) {
      all.edit(place) = set;
    } else {
      all.insert(place, set);
    }
  }
  if (all.size() <= KEPT_LIMIT) return ledger::Done{};
  return bad_act("too_many_values", {{"limit", KEPT_LIMIT}});
}

void emit_attributes(Play& play, const v1::ActPerformed& event, const v1::RuleVersion& by) {
  for (const auto& set : event.attributes()) {
    auto& emitted = *play.emit(by).mutable_attribute_set();
    emitted.set_player(set.player());
    emitted.set_key(set.key());
    emitted.set_value(set.value());
  }
}

// ---- Rule-changes --------------------------------------------------------------------------------------------------

// The rule-changes that the rule makes are such as may be made, and of no immutable rule.
Status changes_allowed(const Play& play, const v1::ActPerformed& event) {
  if (event.changes().empty()) return ledger::Done{};
  NOMIC_TRY(may_be_made(play, event.changes()));
  NOMIC_TRY(numbers_are_free(play, 0, event.changes()));
  for (const auto& change : event.changes()) {
    if (change.kind() == v1::NO_CHANGE) return refuse(ErrorCode::BAD_CHANGE, "act_of_nothing");
    if (change.kind() != v1::TRANSMUTE_TO_MUTABLE) continue;
    Status immutable = refuse(ErrorCode::RULE_IMMUTABLE, "no_act", {{"rule", number_in(change.rule())}},
                              {play.law().transmutation(case_of(change)).source("explicit_kinds"),
                               play.law().rule_change_kinds(case_of(change)).source("kinds")});
    if (forbids(play, immutable)) return immutable;
  }
  return ledger::Done{};
}

// ---- What players are told ------------------------------------------------------------------------------------------

// The rule as it is cited: enough of it to read its text, also when the act has changed it.
v1::Rule as_cited(const v1::Rule& rule) {
  v1::Rule cited;
  cited.set_number(rule.number());
  cited.set_lineage(rule.lineage());
  cited.set_status(rule.status());
  cited.set_since(rule.since());
  cited.set_form(rule.form());
  if (!rule.sources().empty()) *cited.add_sources() = *rule.sources().rbegin();
  return cited;
}

using Effect = v1::Consequence::Acted;

// What a consequence of the act does beside giving its author something.
Effect::Effect effect_of(const Play& play, const std::string& author, const v1::Consequence& emitted) {
  const auto of_another = [&](const std::string& name) {
    return name != author && find_player(play.state, name) != nullptr ? Effect::CHANGES_ANOTHERS_SCORE
                                                                      : Effect::EFFECT_UNSPECIFIED;
  };
  switch (emitted.kind_case()) {
    case v1::Consequence::kRuleEnacted:
    case v1::Consequence::kRuleAmended:
    case v1::Consequence::kRuleRepealed:
    case v1::Consequence::kRuleTransmuted:
    case v1::Consequence::kRuleReenacted:
    case v1::Consequence::kRuleRestored:
    case v1::Consequence::kRuleRetitled:
      return Effect::CHANGES_RULES;
    case v1::Consequence::kVictory:
      return Effect::DECLARES_WINNER;
    case v1::Consequence::kScore:
      return of_another(emitted.score().player());
    case v1::Consequence::kAttributeSet:
      return of_another(emitted.attribute_set().player());
    case v1::Consequence::kHoldingChanged:
      return of_another(emitted.holding_changed().player());
    default:
      return Effect::EFFECT_UNSPECIFIED;
  }
}

// The number that is the act's: numbered as a proposal is, if a rule says so; else for a rule that it enacts, which
// must bear one (108 speaks of proposals alone).
Result<ByAct> by_act(const Play& play, const v1::ActPerformed& event, const v1::Rule& rule) {
  ByAct act{ref_to(rule), 0, false};
  const auto& changes = event.changes();
  if (changes.empty()) return act;
  act.takes_number = play.law().numbering(case_of(changes.Get(0))).value.acts();
  const bool enacts = std::any_of(changes.begin(), changes.end(), [&](const auto& one) {
    return one.kind() == v1::ENACT && one.number().empty() &&
           !play.law().numbering(case_of(one)).value.has_rules_first();
  });
  if (!act.takes_number && !enacts) return act;
  NOMIC_ASSIGN(auto number, number_to_bear(play));
  act.number = number;
  return act;
}

Status make_changes(Play& play, const v1::ActPerformed& event, const ByAct& act) {
  v1::Proposal made;
  if (act.takes_number) made.set_number(act.number);
  made.set_proponent(play.move.author);
  *made.mutable_changes() = event.changes();
  made.set_made_at(play.move.index);
  made.set_form_at(play.move.index);
  made.set_form(digest_of_form(play.move).raw());
  note_targets(play, made);
  note_waivers(play, made);
  std::vector<std::uint32_t> places;
  places.reserve(static_cast<std::size_t>(event.changes_size()));
  for (int at = 0; at < event.changes_size(); ++at) places.push_back(static_cast<std::uint32_t>(at));
  NOMIC_TRY(take_effect(play, made, places, true, &act));
  return complete_ready_votes(play);
}

}  // namespace

Status play_act(Play& play, const v1::ActPerformed& event) {
  NOMIC_TRY(must_be_playing(play));
  NOMIC_TRY(form_of_act(event));
  const auto* rule = find_rule(play.state, number_in(event.cited()));
  if (rule == nullptr) return no_such_rule(play.state, number_in(event.cited()));
  if (auto allows = rule_allows(play, event, *rule); bars(play, allows)) return allows;
  NOMIC_TRY(players_known(play, event));
  auto attributes = play.state.attributes();
  NOMIC_TRY(set_attributes(attributes, event));
  auto holdings = play.state.holdings();
  NOMIC_TRY(change_holdings(holdings, event));
  NOMIC_TRY(look_waiving(play, [&] { return changes_allowed(play, event); }));
  NOMIC_ASSIGN(const auto act, by_act(play, event, *rule));

  play.judgment_before.emplace(play.law().judgment({}));
  const auto& by = act.rule;
  auto& emitted = *play.emit(by).mutable_acted();
  emitted.set_player(play.move.author);
  emitted.set_text(event.text());
  if (act.takes_number) emitted.set_proposal(reference(act.number));
  v1::PerformedAct performed;
  performed.set_record(play.move.index);
  performed.set_player(play.move.author);
  *performed.mutable_cited() = as_cited(*rule);
  play.state.edit_acts().add(std::move(performed));
  for (const auto& points : event.points())
    play.score(*edit_player(play.state, points.player()), points.points(), by, 0);
  emit_attributes(play, event, by);
  play.state.edit_attributes() = std::move(attributes);
  emit_holdings(play, event, by);
  play.state.edit_holdings() = std::move(holdings);
  if (event.changes().empty()) return ledger::Done{};
  if (act.number != 0) note_number(play, act.number);
  return make_changes(play, event, act);
}

void note_act(Play& play) {
  auto& all = play.consequences;
  const auto acted = std::find_if(all.begin(), all.end(), [](const auto& one) { return one.has_acted(); });
  const int last = play.state.acts_size() - 1;
  if (acted == all.end() || last < 0 || play.state.acts(last).record() != play.move.index) return;
  std::set<Effect::Effect> effects;
  for (auto one = acted; one != all.end(); ++one) {
    const auto effect = effect_of(play, acted->acted().player(), *one);
    if (effect != Effect::EFFECT_UNSPECIFIED) effects.insert(effect);
  }
  auto& kept = play.state.edit_acts();
  if (effects.empty()) {
    kept.erase(last);
    return;
  }
  kept.edit(last).clear_effects();
  acted->mutable_acted()->clear_effects();
  for (const auto effect : effects) {
    kept.edit(last).add_effects(effect);
    acted->mutable_acted()->add_effects(effect);
  }
  if (play.judgment_before) keep_judgment_rule(play.state, play.law(), *play.judgment_before);
}

}  // namespace nomic::replay
