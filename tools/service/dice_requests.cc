// Events of dice: throws of the program's or the table's own, and throws that are made of commitments and secrets.
#include <algorithm>

#include "making.h"
#include "nomic/ledger/hash.h"
#include "nomic/replay/dice.h"
#include "nomic/replay/law.h"

namespace nomic::tools {

using replay::error_of;
using replay::ErrorCode;
using replay::Result;

namespace {

// The throw that is due, as the rules now in force have it; nothing if none is.
std::optional<v1::ThrowPart> throw_due(const replay::Engine& engine) {
  const v1::Turn& turn = engine.state().turn();
  if (turn.phase() != v1::Turn::THROWING) return std::nullopt;
  const v1::TurnParts parts = engine.law().turn_parts({v1::CHANGE_KIND_UNSPECIFIED, turn.mover()}).value;
  for (int i = static_cast<int>(turn.parts_done()); i < parts.parts_size(); ++i) {
    if (parts.parts(i).has_throw_()) return parts.parts(i).throw_();
  }
  return std::nullopt;
}

// 32 bytes as their 64 hex digits; empty where none are given.
Result<std::string> bytes_in(const std::string& digits) {
  if (digits.empty()) return std::string();
  const auto bytes = ledger::Hash::from_hex(digits);
  if (!bytes) return error_of(ErrorCode::BAD_REQUEST, "secret_digits");
  return bytes->raw();
}

// 32 bits of randomness.
std::uint32_t draw(const Means& means) {
  std::uint32_t word = 0;
  for (const char byte : means.random(sizeof word)) word = word << 8U | static_cast<unsigned char>(byte);
  return word;
}

// A player's part in a round; null: they have not committed.
const v1::DiceSecret* part_in(const v1::DiceRound& round, const std::string& player) {
  const auto found = std::find_if(round.secrets().begin(), round.secrets().end(),
                                  [&](const v1::DiceSecret& own) { return own.player() == player; });
  return found == round.secrets().end() ? nullptr : &*found;
}

bool is_asked(const v1::DiceRound& round, const std::string& player) {
  return std::find(round.committers().begin(), round.committers().end(), player) != round.committers().end();
}

// The round in which the player has that still to do, else any; null where no throw is by secrets.
const v1::DiceRound* round_for(const replay::State& state, const std::string& player, bool to_commit) {
  const v1::DiceRound* any = nullptr;
  const v1::DiceRound* fitting = nullptr;
  const auto look = [&](const v1::Turn& turn) {
    if (!turn.has_dice()) return;
    any = &turn.dice();
    const v1::DiceSecret* own = part_in(turn.dice(), player);
    const bool to_do = to_commit ? own == nullptr : own != nullptr && own->secret().empty();
    if (to_do && is_asked(turn.dice(), player)) fitting = &turn.dice();
  };
  for (const v1::Turn& turn : state.other_turns()) look(turn);
  look(state.turn());
  return fitting != nullptr ? fitting : any;
}

std::string folded_name(const replay::State& state, const std::string& player) {
  for (const v1::Player& one : state.players()) {
    if (one.names().name() == player) return one.names().folded();
  }
  return {};
}

}  // namespace

Result<v1::Event> event_of(Making& making, const v1::Request::Roll& move) {
  v1::Event event;
  v1::DiceThrown& thrown = *event.mutable_dice_thrown();
  if (!move.faces().empty()) {
    thrown.set_source(v1::DiceThrown::HAND);
    *thrown.mutable_faces() = move.faces();
    return event;
  }
  thrown.set_source(v1::DiceThrown::PROGRAM);
  NOMIC_ASSIGN(auto game, making.game());
  // Where no throw is due the engine says so.
  const replay::Game& asked = *game;
  const auto due = throw_due(asked.engine());
  for (std::uint32_t i = 0; due && i < due->dice(); ++i) {
    thrown.add_faces(replay::face_of(due->faces(), [&] { return draw(making.means()); }));
  }
  return event;
}

// Where it would be refused the engine says so, and no secret is kept for it.
Result<v1::Event> event_of(Making& making, const v1::Request::CommitDice& move) {
  NOMIC_ASSIGN(auto made, bytes_in(move.commitment()));
  NOMIC_ASSIGN(auto player, making.author());
  NOMIC_ASSIGN(auto there, making.state());
  const replay::State& state = *there;
  const v1::DiceRound* round = round_for(state, player, true);
  v1::Event event;
  v1::DiceCommitted& committed = *event.mutable_dice_committed();
  if (round != nullptr) *committed.mutable_position() = round->position();
  if (!made.empty()) {
    committed.set_commitment(made);
    return event;
  }
  const std::string secret = making.means().random(replay::SECRET_SIZE);
  committed.set_commitment(replay::commitment_to(replay::dice_game(state.founding()), committed.position(),
                                                 {folded_name(state, player), secret}));
  const bool wanted = round != nullptr && is_asked(*round, player) && part_in(*round, player) == nullptr;
  if (!wanted || making.request().dry_run()) return event;
  if (making.means().secrets == nullptr) return error_of(ErrorCode::BAD_REQUEST, "no_secrets");
  NOMIC_TRY(
      making.means().secrets->keep(*ledger::Hash::from_raw(committed.commitment()), *ledger::Hash::from_raw(secret)));
  return event;
}

// Nothing of a secret leaves where it is kept before every commitment is on record.
Result<v1::Event> event_of(Making& making, const v1::Request::RevealDice& move) {
  NOMIC_ASSIGN(auto laid_open, bytes_in(move.secret()));
  NOMIC_ASSIGN(auto player, making.author());
  NOMIC_ASSIGN(auto state, making.state());
  const v1::DiceRound* round = round_for(*state, player, false);
  v1::Event event;
  v1::DiceRevealed& revealed = *event.mutable_dice_revealed();
  revealed.set_secret(std::string(replay::SECRET_SIZE, '\0'));
  if (round != nullptr) *revealed.mutable_position() = round->position();
  const v1::DiceSecret* own = round == nullptr ? nullptr : part_in(*round, player);
  if (own == nullptr || !round->revealing() || !own->secret().empty()) return event;
  if (!laid_open.empty()) {
    revealed.set_secret(laid_open);
    return event;
  }
  const auto commitment = ledger::Hash::from_raw(own->commitment());
  if (making.means().secrets == nullptr || !commitment) return error_of(ErrorCode::BAD_REQUEST, "no_secrets");
  NOMIC_ASSIGN(auto secret, making.means().secrets->find(player, *commitment));
  revealed.set_secret(secret.raw());
  return event;
}

}  // namespace nomic::tools
