#include "derivation/differences.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "nomic/replay/reference.h"
#include "turn/victory.h"

namespace nomic::replay {
namespace {

// Valid as long as the rules do not change.
std::map<std::uint32_t, const v1::Rule*> by_lineage(const State& state) {
  std::map<std::uint32_t, const v1::Rule*> all;
  for (const auto& rule : state.rules()) all.emplace(rule.lineage(), &rule);
  return all;
}

void emit_rule(Play& play, const v1::RuleVersion& by, std::uint32_t from, std::uint32_t to, std::uint32_t proposal) {
  auto& reckoned = *play.emit(by).mutable_reckoned_anew();
  reckoned.set_proposal(reference(proposal));
  reckoned.mutable_rule()->set_from_number(reference(from));
  reckoned.mutable_rule()->set_to_number(reference(to));
}

void emit_holding(Play& play, const v1::RuleVersion& by, const v1::Holding& holding, std::int64_t before,
                  std::int64_t after) {
  if (before == after) return;
  auto& changed = *play.emit(by).mutable_holding_changed();
  changed.set_player(holding.owner());
  changed.set_thing(holding.thing());
  changed.set_amount(after - before);
  changed.set_total(after);
}

void emit_attribute(Play& play, const v1::RuleVersion& by, const v1::Attribute& attribute, const std::string& value) {
  auto& set = *play.emit(by).mutable_attribute_set();
  set.set_player(attribute.player());
  set.set_key(attribute.key());
  set.set_value(value);
}

using Key = std::pair<std::string_view, std::string_view>;

Key key_of(const v1::Holding& holding) {
  return {holding.owner(), holding.thing()};
}

Key key_of(const v1::Attribute& attribute) {
  return {attribute.player(), attribute.key()};
}

// Valid as long as the list does not change.
template <class List>
auto by_key(const List& list) {
  std::map<Key, decltype(&*list.begin())> all;
  for (const auto& one : list) all.emplace(key_of(one), &one);
  return all;
}

// Things and values that acts have given and set.
void emit_acts(Play& play, const State& then, const v1::RuleVersion& by) {
  const auto holdings_then = by_key(then.holdings());
  for (const auto& holding : play.state.holdings()) {
    const auto now = holdings_then.find(key_of(holding));
    emit_holding(play, by, holding, holding.amount(), now == holdings_then.end() ? 0 : now->second->amount());
  }
  const auto holdings_before = by_key(play.state.holdings());
  for (const auto& holding : then.holdings()) {
    if (!holdings_before.contains(key_of(holding))) emit_holding(play, by, holding, 0, holding.amount());
  }
  const auto attributes_then = by_key(then.attributes());
  for (const auto& attribute : play.state.attributes()) {
    if (!attributes_then.contains(key_of(attribute))) emit_attribute(play, by, attribute, {});
  }
  const auto attributes_before = by_key(play.state.attributes());
  for (const auto& attribute : then.attributes()) {
    const auto before = attributes_before.find(key_of(attribute));
    if (before != attributes_before.end() && before->second->value() == attribute.value()) continue;
    emit_attribute(play, by, attribute, attribute.value());
  }
}

// A score that is no longer on record is taken back by an entry, so that it stays the sum of its entries.
void emit_score(Play& play, v1::Player& now, std::int64_t points, const v1::RuleVersion& by, std::uint32_t proposal,
                std::uint64_t from) {
  if (now.points() == points) return;
  play.score(now, points - now.points(), by, proposal);
  play.consequences.back().mutable_score()->set_derived_from(from);
}

bool is_in(const v1::Player* player) {
  return player != nullptr && in_game(*player);
}

void emit_players(Play& play, const State& before, const State& then, const v1::RuleVersion& by, std::uint32_t proposal,
                  std::uint64_t from) {
  for (const auto& player : before.players()) {
    const auto& name = player.names().name();
    const auto* still = find_player(then, name);
    if (still == nullptr) emit_score(play, *edit_player(play.state, name), 0, by, proposal, from);
    if (in_game(player) && !is_in(still)) play.emit(by).mutable_player_left()->set_player(name);
  }
  for (const auto& player : then.players()) {
    const auto& name = player.names().name();
    auto* now = edit_player(play.state, name);
    if (now == nullptr) {
      now = &play.state.edit_players().add();
      *now->mutable_names() = player.names();
    }
    if (in_game(player) && !is_in(find_player(before, name))) {
      play.emit(by).mutable_player_joined()->set_player(name);
    }
    emit_score(play, *now, player.points(), by, proposal, from);
  }
}

}  // namespace

void emit_differences(Play& play, const State& then, const v1::RuleVersion& by, std::uint32_t proposal,
                      std::uint64_t from) {
  const auto rules_before = by_lineage(play.state);
  for (const auto& rule : then.rules()) {
    const auto found = rules_before.find(rule.lineage());
    if (found == rules_before.end()) {
      emit_rule(play, by, 0, rule.number(), proposal);
    } else if (found->second->number() != rule.number() || found->second->since() != rule.since()) {
      emit_rule(play, by, found->second->number(), rule.number(), proposal);
    }
  }
  const auto rules_then = by_lineage(then);
  for (const auto& rule : play.state.rules()) {
    if (!rules_then.contains(rule.lineage())) emit_rule(play, by, rule.number(), 0, proposal);
  }
  // A copy: the scores are moved as they are emitted.
  const State before = play.state;
  emit_players(play, before, then, by, proposal, from);
  emit_acts(play, then, by);
  for (const auto& winner : then.winners()) {
    const bool known = std::any_of(before.winners().begin(), before.winners().end(), [&](const auto& other) {
      return other.player() == winner.player() && other.rule_lineage() == winner.rule_lineage();
    });
    if (known) continue;
    auto& victory = *play.emit(by).mutable_victory();
    victory.set_player(winner.player());
    victory.set_total(find_player(then, winner.player())->points());
    victory.set_reached_at(winner.reached_at());
    victory.set_ends(ended_by(winner));
  }
  for (const auto& winner : before.winners()) {
    const bool still = std::any_of(then.winners().begin(), then.winners().end(), [&](const auto& other) {
      return other.player() == winner.player() && other.rule_lineage() == winner.rule_lineage();
    });
    if (still) continue;
    auto& undone = *play.emit(by).mutable_reckoned_anew();
    undone.set_proposal(reference(proposal));
    undone.set_not_won(winner.player());
  }
}

}  // namespace nomic::replay
