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
  for (const auto& player : before.players()) {
    const bool stays = find_player(then, player.names().name()) != nullptr;
    if (!stays) play.tell(v1::Consequence::PLAYER_LEFT, by).set_player(player.names().name());
  }
  for (const auto& player : then.players()) {
    auto* now = find_player(play.state, player.names().name());
    if (now == nullptr) {
      now = play.state.add_players();
      *now->mutable_names() = player.names();
      play.tell(v1::Consequence::PLAYER_JOINED, by).set_player(player.names().name());
    }
    if (now->points() == player.points()) continue;
    play.score(*now, player.points() - now->points(), by, proposal);
    play.told.back().set_text(why);
  }
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
