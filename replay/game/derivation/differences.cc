#include "derivation/differences.h"

#include <algorithm>

#include "turn/victory.h"

namespace nomic::replay {
namespace {

const v1::Rule* of_lineage(const State& state, std::uint32_t lineage) {
  for (const auto& rule : state.rules()) {
    if (rule.lineage() == lineage) return &rule;
  }
  return nullptr;
}

void emit_rule(Play& play, const v1::RuleRef& by, std::uint32_t from, std::uint32_t to, std::uint32_t proposal) {
  auto& reckoned = *play.emit(by).mutable_reckoned_anew();
  reckoned.set_proposal(proposal);
  reckoned.mutable_rule()->set_from_number(from);
  reckoned.mutable_rule()->set_to_number(to);
}

const v1::Holding* held(const State& state, const v1::Holding& wanted) {
  for (const auto& holding : state.holdings()) {
    if (holding.owner() == wanted.owner() && holding.thing() == wanted.thing()) return &holding;
  }
  return nullptr;
}

void emit_holding(Play& play, const v1::RuleRef& by, const v1::Holding& holding, std::int64_t before,
                  std::int64_t after) {
  if (before == after) return;
  auto& changed = *play.emit(by).mutable_holding_changed();
  changed.set_player(holding.owner());
  changed.set_thing(holding.thing());
  changed.set_amount(after - before);
  changed.set_total(after);
}

const v1::Attribute* value_of(const State& state, const v1::Attribute& wanted) {
  for (const auto& attribute : state.attributes()) {
    if (attribute.player() == wanted.player() && attribute.key() == wanted.key()) return &attribute;
  }
  return nullptr;
}

void emit_attribute(Play& play, const v1::RuleRef& by, const v1::Attribute& attribute, const std::string& value) {
  auto& set = *play.emit(by).mutable_attribute_set();
  set.set_player(attribute.player());
  set.set_key(attribute.key());
  set.set_value(value);
}

// What acts have given and set.
void emit_acts(Play& play, const State& then, const v1::RuleRef& by) {
  for (const auto& holding : play.state.holdings()) {
    const auto* now = held(then, holding);
    emit_holding(play, by, holding, holding.amount(), now == nullptr ? 0 : now->amount());
  }
  for (const auto& holding : then.holdings()) {
    if (held(play.state, holding) == nullptr) emit_holding(play, by, holding, 0, holding.amount());
  }
  for (const auto& attribute : play.state.attributes()) {
    if (value_of(then, attribute) == nullptr) emit_attribute(play, by, attribute, {});
  }
  for (const auto& attribute : then.attributes()) {
    const auto* before = value_of(play.state, attribute);
    if (before != nullptr && before->value() == attribute.value()) continue;
    emit_attribute(play, by, attribute, attribute.value());
  }
}

// A score that is no longer on record is taken back by an entry, so that it stays the sum of its entries.
void emit_score(Play& play, v1::Player& now, std::int64_t points, const v1::RuleRef& by, std::uint32_t proposal,
                std::uint64_t from) {
  if (now.points() == points) return;
  play.score(now, points - now.points(), by, proposal);
  play.consequences.back().mutable_score()->set_derived_from(from);
}

bool is_in(const v1::Player* player) {
  return player != nullptr && in_game(*player);
}

void emit_players(Play& play, const State& before, const State& then, const v1::RuleRef& by, std::uint32_t proposal,
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

void emit_differences(Play& play, const State& then, const v1::RuleRef& by, std::uint32_t proposal,
                      std::uint64_t from) {
  for (const auto& rule : then.rules()) {
    const auto* before = of_lineage(play.state, rule.lineage());
    if (before == nullptr) {
      emit_rule(play, by, 0, rule.number(), proposal);
    } else if (before->number() != rule.number() || before->since() != rule.since()) {
      emit_rule(play, by, before->number(), rule.number(), proposal);
    }
  }
  for (const auto& rule : play.state.rules()) {
    if (of_lineage(then, rule.lineage()) == nullptr) {
      emit_rule(play, by, rule.number(), 0, proposal);
    }
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
    undone.set_proposal(proposal);
    undone.set_not_won(winner.player());
  }
}

}  // namespace nomic::replay
