#include "replay/game/dice_moves.h"

#include "nomic/replay/dice.h"

namespace nomic::replay::test {

const v1::DiceRound& round_of(const Table& t) {
  EXPECT_TRUE(t.state().turn().has_dice());
  return t.state().turn().dice();
}

std::string secret_of(const std::string& player, int which) {
  std::string secret = player + " " + std::to_string(which);
  secret.resize(SECRET_SIZE, '.');
  return secret;
}

v1::Event commit_to(const v1::DicePosition& position, const std::string& commitment) {
  v1::Event event;
  event.mutable_dice_committed()->set_commitment(commitment);
  *event.mutable_dice_committed()->mutable_position() = position;
  return event;
}

v1::Event commit(const Table& t, const std::string& player, int which) {
  std::string folded;
  for (const auto& one : t.state().players()) {
    if (one.names().name() == player) folded = one.names().folded();
  }
  const auto& position = round_of(t).position();
  return commit_to(position,
                   commitment_to(dice_game(t.state().founding()), position, {folded, secret_of(player, which)}));
}

v1::Event reveal_for(const v1::DicePosition& position, const std::string& secret) {
  v1::Event event;
  event.mutable_dice_revealed()->set_secret(secret);
  *event.mutable_dice_revealed()->mutable_position() = position;
  return event;
}

v1::Event reveal(const Table& t, const std::string& player, int which) {
  return reveal_for(round_of(t).position(), secret_of(player, which));
}

std::string thrown_by_secrets(const std::string& more) {
  return "turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 1000 source: "
         "REVEALED " +
         more + " } } }";
}

DiceTable::DiceTable(const std::vector<std::string>& players, const std::string& more) : Table(players) {
  ok("Ann", amend(202, "Dice are thrown by secrets.", {thrown_by_secrets(more)}));
  ok("Ann", call());
  everyone_votes(FOR);
}

Consequences DiceTable::all_commit() {
  Consequences last;
  const auto names = round_of(*this).committers();
  for (const auto& name : names) {
    bool has = false;
    for (const auto& own : round_of(*this).secrets()) has = has || own.player() == name;
    if (!has) last = ok(name, commit(*this, name));
  }
  return last;
}

Consequences DiceTable::all_reveal() {
  Consequences last;
  const auto secrets = round_of(*this).secrets();
  for (const auto& own : secrets) {
    if (own.secret().empty()) last = ok(own.player(), reveal(*this, own.player()));
  }
  return last;
}

}  // namespace nomic::replay::test
