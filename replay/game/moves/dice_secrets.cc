// A commitment to a secret, and the secret behind it: what a throw whose faces are revealed is made of. When the last
// secret is known the faces follow, as settle() finds.

#include <algorithm>

#include "moves/moves.h"
#include "nomic/replay/dice.h"
#include "nomic/replay/reference.h"
#include "turn/throws.h"
#include "turn/turn.h"

namespace nomic::replay {
namespace {

// The throw that is meant, and the rule that has its faces revealed.
struct Meant {
  v1::Turn* turn = nullptr;
  v1::RuleVersion rule;
};

Error no_reveal_due(const Play& play) {
  const auto parts = play.law().turn_parts(case_of_mover(play.state));
  const bool throwing = play.state.turn().phase() == v1::Turn::THROWING;
  return throwing ? refuse(ErrorCode::NO_THROW_DUE, "not_committed", {}, {parts.source("parts")})
                  : refuse(ErrorCode::NO_THROW_DUE, "none", {}, {parts.source("parts")});
}

bool same_throw(const v1::DicePosition& one, const v1::DicePosition& other) {
  return one.turn_record() == other.turn_record() && number_in(one.proposal()) == number_in(other.proposal()) &&
         one.part() == other.part() && one.round() == other.round();
}

// The throw that is spoken of, and the one that is due.
std::vector<Parameter> other_throw(const v1::DicePosition& meant, const v1::DicePosition& due) {
  return {{"round", meant.round()},          {"part", meant.part() + 1},
          {"record", meant.turn_record()},   {"proposal", number_in(meant.proposal())},
          {"due_round", due.round()},        {"due_part", due.part() + 1},
          {"due_record", due.turn_record()}, {"due_proposal", number_in(due.proposal())}};
}

// Looks in the order of the refusals: no throw, another throw, not asked of the author.
Result<Meant> throw_meant(Play& play, const v1::DicePosition& position, std::string_view what) {
  Meant meant;
  const v1::Turn* any = nullptr;
  const auto is_meant = [&](const v1::Turn& turn) {
    if (!turn.has_dice()) return false;
    any = &turn;
    return same_throw(turn.dice().position(), position);
  };
  for (int at = 0; at < play.state.other_turns_size(); ++at) {
    if (is_meant(play.state.other_turns(at))) meant.turn = &play.state.edit_other_turns().edit(at);
  }
  if (is_meant(play.state.turn())) meant.turn = &play.state.edit_turn();
  if (any == nullptr) return no_reveal_due(play);
  const auto& of = meant.turn != nullptr ? *meant.turn : *any;
  meant.rule = play.law().turn_parts({.change = v1::CHANGE_KIND_UNSPECIFIED, .player = of.mover()}).source("parts");
  if (meant.turn == nullptr) {
    return refuse(ErrorCode::OTHER_THROW, what, other_throw(position, any->dice().position()), {meant.rule});
  }
  const auto& names = of.dice().committers();
  if (std::find(names.begin(), names.end(), play.move.author) == names.end()) {
    return refuse(ErrorCode::NOT_A_COMMITTER, what,
                  {{"player", play.move.author}, {"committers", Parameter::Names(names.begin(), names.end())}},
                  {meant.rule});
  }
  return meant;
}

Status must_be_32_bytes(const std::string& bytes, std::string_view what) {
  if (bytes.size() == SECRET_SIZE) return ledger::Done{};
  return refuse(ErrorCode::BAD_COMMITMENT, what, {{"size", bytes.size()}});
}

void emit_step(Play& play, bool reveals, const Meant& meant) {
  const auto& round = meant.turn->dice();
  const auto missing = static_cast<std::uint32_t>(missing_in(round).size());
  auto& emitted = play.emit(meant.rule);
  auto& step = reveals ? *emitted.mutable_dice_revealed() : *emitted.mutable_dice_committed();
  step.set_player(play.move.author);
  step.set_turn(meant.turn->number());
  step.set_round(round.position().round());
  step.set_done(static_cast<std::uint32_t>(round.committers_size()) - missing);
  step.set_missing(missing);
}

}  // namespace

Status play_commit(Play& play, const v1::DiceCommitted& event) {
  NOMIC_TRY(must_be_playing(play));
  NOMIC_TRY(must_be_32_bytes(event.commitment(), "commitment"));
  NOMIC_ASSIGN(auto meant, throw_meant(play, event.position(), "commitment"));
  auto& round = *meant.turn->mutable_dice();
  const auto& author = play.move.author;
  if (secret_in(round, author) != nullptr) {
    return refuse(ErrorCode::COMMITTED_ALREADY, "", {{"player", author}}, {meant.rule});
  }
  for (const auto& other : round.secrets()) {
    if (other.commitment() != event.commitment()) continue;
    return refuse(ErrorCode::COMMITMENT_COPIED, "", {{"owner", other.player()}, {"player", author}}, {meant.rule});
  }
  auto& own = *round.add_secrets();
  own.set_player(author);
  own.set_commitment(event.commitment());
  emit_step(play, false, meant);
  return ledger::Done{};
}

Status play_reveal(Play& play, const v1::DiceRevealed& event) {
  NOMIC_TRY(must_be_playing(play));
  NOMIC_TRY(must_be_32_bytes(event.secret(), "secret"));
  NOMIC_ASSIGN(auto meant, throw_meant(play, event.position(), "secret"));
  auto& round = *meant.turn->mutable_dice();
  const auto& author = play.move.author;
  const auto own = std::find_if(round.mutable_secrets()->begin(), round.mutable_secrets()->end(),
                                [&](const auto& secret) { return secret.player() == author; });
  if (own == round.mutable_secrets()->end()) {
    return refuse(ErrorCode::NOT_COMMITTED, "", {{"player", author}}, {meant.rule});
  }
  if (!round.revealing()) {
    return refuse(ErrorCode::REVEAL_TOO_EARLY, "", {{"players", missing_in(round)}}, {meant.rule});
  }
  if (!own->secret().empty()) {
    return refuse(ErrorCode::REVEALED_ALREADY, "", {{"player", author}}, {meant.rule});
  }
  const Secret secret{find_player(play.state, author)->names().folded(), event.secret()};
  if (commitment_to(dice_game(play.state.founding()), round.position(), secret) != own->commitment()) {
    return refuse(ErrorCode::SECRET_DOES_NOT_FIT, "", {{"player", author}}, {meant.rule});
  }
  own->set_secret(event.secret());
  emit_step(play, true, meant);
  return ledger::Done{};
}

}  // namespace nomic::replay
