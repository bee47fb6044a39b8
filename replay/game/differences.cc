#include "game/differences.h"

#include <algorithm>

namespace nomic::replay {
namespace {

const v1::Rule* of_lineage(const v1::State& state, std::uint32_t lineage) {
  for (const auto& rule : state.rules()) {
    if (rule.lineage() == lineage) return &rule;
  }
  return nullptr;
}

void tell_rule(Play& play, const v1::RuleRef& by, std::uint32_t from, std::uint32_t to, std::uint32_t proposal,
               const std::string& text) {
  auto& told = play.tell(v1::Consequence::RECKONED_ANEW, by);
  told.set_proposal(proposal);
  told.set_from_number(from);
  told.set_to_number(to);
  told.set_text(text);
}

// A score that is no longer on record is told away, so that it stays the sum of its entries.
void tell_score(Play& play, v1::Player& now, std::int64_t points, const v1::RuleRef& by, std::uint32_t proposal,
                const std::string& why) {
  if (now.points() == points) return;
  play.score(now, points - now.points(), by, proposal);
  play.told.back().set_text(why);
}

bool is_in(const v1::Player* player) {
  return player != nullptr && in_game(*player);
}

void tell_players(Play& play, const v1::State& before, const v1::State& then, const v1::RuleRef& by,
                  std::uint32_t proposal, const std::string& why) {
  for (const auto& player : before.players()) {
    const auto& name = player.names().name();
    const auto* still = find_player(then, name);
    if (still == nullptr) tell_score(play, *find_player(play.state, name), 0, by, proposal, why);
    if (in_game(player) && !is_in(still)) play.tell(v1::Consequence::PLAYER_LEFT, by).set_player(name);
  }
  for (const auto& player : then.players()) {
    const auto& name = player.names().name();
    auto* now = find_player(play.state, name);
    if (now == nullptr) {
      now = play.state.add_players();
      *now->mutable_names() = player.names();
    }
    if (in_game(player) && !is_in(find_player(before, name))) {
      play.tell(v1::Consequence::PLAYER_JOINED, by).set_player(name);
    }
    tell_score(play, *now, player.points(), by, proposal, why);
  }
}

}  // namespace

void tell_differences(Play& play, const v1::State& then, const v1::RuleRef& by, std::uint32_t proposal,
                      const std::string& why) {
  for (const auto& rule : then.rules()) {
    const auto* before = of_lineage(play.state, rule.lineage());
    if (before == nullptr) {
      tell_rule(play, by, 0, rule.number(), proposal, "in force");
    } else if (before->number() != rule.number() || before->since() != rule.since()) {
      tell_rule(play, by, before->number(), rule.number(), proposal, "another version is in force");
    }
  }
  for (const auto& rule : play.state.rules()) {
    if (of_lineage(then, rule.lineage()) == nullptr) {
      tell_rule(play, by, rule.number(), 0, proposal, "not in force");
    }
  }
  // A copy: the scores are moved by telling them.
  const v1::State before = play.state;
  tell_players(play, before, then, by, proposal, why);
  for (const auto& winner : then.winners()) {
    const bool known = std::any_of(before.winners().begin(), before.winners().end(), [&](const auto& other) {
      return other.player() == winner.player() && other.rule_lineage() == winner.rule_lineage();
    });
    if (known) continue;
    auto& victory = play.tell(v1::Consequence::VICTORY, by);
    victory.set_player(winner.player());
    victory.set_total(find_player(then, winner.player())->points());
    victory.set_reached_at(winner.reached_at());
  }
  for (const auto& winner : before.winners()) {
    const bool still = std::any_of(then.winners().begin(), then.winners().end(), [&](const auto& other) {
      return other.player() == winner.player() && other.rule_lineage() == winner.rule_lineage();
    });
    if (still) continue;
    auto& undone = play.tell(v1::Consequence::RECKONED_ANEW, by);
    undone.set_player(winner.player());
    undone.set_text("has not won");
  }
}

}  // namespace nomic::replay
