#include "replay/audit/broken_game.h"

#include <algorithm>

#include "nomic/replay/reference.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {

GameToBreak::GameToBreak() : Table({"Ann", "Bob", "Cyd"}) {
  turn("Ann", enact("Cake is served."), FOR, 4);
  ok("Bob", propose(v1::REPEAL, 209));
  ok("Bob", call());
  ok("Ann", vote(FOR));
  ok("Bob", vote(FOR));
  ok("Cyd", vote(AGAINST));
  ok("Bob", roll(2));
  turn("Cyd",
       amend(206, "Defeat costs five.",
             {"award { occasion: DEFEATED recipient: THE_PROPONENT amount { points: \"-5\" } reckoned: "
              "BEFORE_EFFECT }"}),
       FOR, 6);
  turn("Ann", propose(v1::TRANSMUTE_TO_MUTABLE, 112), FOR, 1);
  ok("Bob", enact("Tea too."));
  ok("Bob", call());
  ok("Bob", vote(FOR));
  ok("Cyd", vote(FOR));
  ok("Ann", vote(AGAINST));
  ok("Bob", roll(3));
  ok("Bob", ask_judge());
}

Found found_in(const Table& t, std::uint64_t record, const Alter& alter) {
  Watch watch;
  Engine again;
  for (const auto& move : t.moves) {
    auto emitted = again.replay(move, t);
    EXPECT_TRUE(emitted);
    if (!emitted) break;
    Shown shown{move, *emitted, again.state()};
    if (move.index == record) alter(shown);
    watch.see(shown);
    if (move.index == record) break;
  }
  return {watch.found(), watch.words(), watch.finish(), watch.findings};
}

v1::Consequence& the(Shown& shown, v1::Consequence::KindCase kind) {
  for (auto& one : shown.emitted) {
    if (one.kind_case() == kind) return one;
  }
  ADD_FAILURE() << kind_name(kind) << " is not told at #" << shown.move.index;
  return shown.emitted.emplace_back();
}

v1::Rule& kept(Shown& shown, std::uint32_t number) {
  for (int at = 0; at < shown.after.rules_size(); ++at) {
    if (shown.after.rules(at).number() == number) return shown.after.edit_rules().edit(at);
  }
  ADD_FAILURE() << "no rule " << number;
  return shown.after.edit_rules().add();
}

v1::Player& kept_player(Shown& shown, const std::string& name) {
  for (int at = 0; at < shown.after.players_size(); ++at) {
    if (shown.after.players(at).names().name() == name) return shown.after.edit_players().edit(at);
  }
  ADD_FAILURE() << "no player " << name;
  return shown.after.edit_players().add();
}

void kept_points(Shown& shown, const std::string& name, std::int64_t points) {
  kept_player(shown, name).set_points(points);
}

void gain(Shown& shown, v1::Consequence& score, std::int64_t points) {
  auto& entry = *score.mutable_score();
  auto& player = kept_player(shown, entry.player());
  const auto before = player.points() - entry.points();
  entry.set_points(points);
  entry.set_total(before + points);
  player.set_points(before + points);
}

void drop(Shown& shown, v1::Consequence::KindCase kind) {
  std::erase_if(shown.emitted, [&](const auto& one) { return one.kind_case() == kind; });
}

v1::Consequence& tell(Shown& shown, v1::Consequence::KindCase kind, std::uint32_t rule, std::uint64_t since) {
  auto& one = shown.emitted.emplace_back();
  one.GetReflection()->MutableMessage(&one, v1::Consequence::descriptor()->FindFieldByNumber(static_cast<int>(kind)));
  one.set_record(shown.move.index);
  one.set_order(static_cast<std::uint32_t>(shown.emitted.size() - 1));
  if (rule != 0) {
    one.mutable_rule()->set_number(rule);
    one.mutable_rule()->set_lineage(rule);
    one.mutable_rule()->set_since(since);
  }
  return one;
}

}  // namespace nomic::replay::test
