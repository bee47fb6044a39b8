#include "game/dispute.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "game/differences.h"
#include "game/judge.h"

namespace nomic::replay {
namespace {

template <class List>
bool contains(const List& list, std::uint64_t record) {
  return std::find(list.begin(), list.end(), record) != list.end();
}

// The move being played is not yet on record.
class WithThisMove : public History {
 public:
  explicit WithThisMove(const Play& play) : play_(play) {}
  [[nodiscard]] Result<Move> at(std::uint64_t index) const override {
    return index == play_.move.index ? Result<Move>(play_.move) : play_.history.at(index);
  }

 private:
  const Play& play_;
};

void tell_record(Play& play, v1::Consequence::Kind kind, std::uint64_t record, const std::string& text) {
  auto& told = play.tell(kind, play.law().judgment({}).source("seat"));
  told.set_reached_at(record);
  told.set_text(text);
  if (auto move = play.history.at(record)) told.set_player(move->author);
}

bool is_upheld(const v1::Dispute& dispute, std::uint64_t record) {
  return std::any_of(dispute.contested().begin(), dispute.contested().end(),
                     [&](const auto& contested) { return contested.record() == record && contested.upheld(); });
}

// Which records count no more, and which do again.
void tell_records(Play& play, const v1::Dispute& before, const v1::Dispute& after) {
  for (const auto record : after.struck()) {
    if (!contains(before.struck(), record)) tell_record(play, v1::Consequence::MOVE_STRUCK, record, {});
  }
  for (const auto& contested : after.contested()) {
    if (contested.upheld() && !is_upheld(before, contested.record())) {
      tell_record(play, v1::Consequence::MOVE_UPHELD, contested.record(), {});
    }
  }
  for (const auto record : after.fallen()) {
    if (!contains(before.fallen(), record)) {
      tell_record(play, v1::Consequence::MOVE_FALLEN, record, "it cannot stand without what has no effect");
    }
  }
  for (const auto* list : {&before.struck(), &before.fallen()}) {
    for (const auto record : *list) {
      const bool still = contains(after.struck(), record) || contains(after.fallen(), record);
      if (!still) tell_record(play, v1::Consequence::MOVE_STANDS, record, {});
    }
  }
  for (const auto& contested : before.contested()) {
    if (contested.upheld() && !is_upheld(after, contested.record())) {
      tell_record(play, v1::Consequence::MOVE_FALLEN, contested.record(), "it is upheld no longer");
    }
  }
}

}  // namespace

Disposition disposition_of(const v1::State& state) {
  Disposition disposition;
  for (const auto& judgment : state.dispute().judgments()) {
    if (judgment.overruled()) {
      disposition.overruled.insert(judgment.record());
      continue;
    }
    disposition.struck.insert(judgment.strikes().begin(), judgment.strikes().end());
    disposition.upheld.insert(judgment.upholds().begin(), judgment.upholds().end());
  }
  return disposition;
}

Status derive_turn_again(Play& play) {
  const WithThisMove history(play);
  const Disposition disposition = disposition_of(play.state);
  auto begin = play.before_turn();
  if (!begin) return begin.error();
  Engine engine{*std::move(begin)};
  engine.derive_under(&disposition, play.revision);
  for (std::uint64_t index = engine.state().size(); index <= play.move.index; ++index) {
    auto move = history.at(index);
    if (!move) return move.error();
    if (auto told = engine.replay(*move, history); !told) return told.error();
  }

  v1::State then = engine.state();
  v1::RuleRef by = play.law().judgment({}).source("seat");
  tell_records(play, play.state.dispute(), then.dispute());
  tell_differences(play, then, by, 0,
                   fmt::format("the turn is derived again from #{}", first_record_of_turn(play.state)));
  then.set_size(play.state.size());
  then.set_recorded_at(play.state.recorded_at());
  play.state = std::move(then);
  play.rules_changed();
  return ledger::Done{};
}

bool is_prohibition(ErrorCode code) {
  switch (code) {
    case ErrorCode::JOIN_BETWEEN_TURNS:
    case ErrorCode::FORFEIT_NOT_ALLOWED:
    case ErrorCode::OUT_OF_TURN:
    case ErrorCode::TURN_NOT_COMPLETE:
    case ErrorCode::TOO_MANY_PROPOSALS:
    case ErrorCode::SEVERAL_CHANGES:
    case ErrorCode::KIND_NOT_ALLOWED:
    case ErrorCode::RULE_IMMUTABLE:
    case ErrorCode::BOUND_BROKEN:
    case ErrorCode::NOT_PROPONENT:
    case ErrorCode::VOTE_CALLED_ALREADY:
    case ErrorCode::VOTED_ALREADY:
    case ErrorCode::CHOICE_NOT_ALLOWED:
    case ErrorCode::NOT_ELIGIBLE:
    case ErrorCode::VOTE_STAYS:
    case ErrorCode::MAY_NOT_WITHDRAW:
    case ErrorCode::DEBATE_TOO_SHORT:
    case ErrorCode::INACTIVE:
    case ErrorCode::ACTIVITY_NOT_PROVIDED:
    case ErrorCode::JOINING_CLOSED:
    case ErrorCode::DEFEATED_BEFORE:
    case ErrorCode::EFFECT_NOT_ALLOWED:
    case ErrorCode::RULE_IS_VOID:
    case ErrorCode::ACT_HAS_PROVISION:
    case ErrorCode::ACT_GIVES_NOTHING:
    case ErrorCode::TEAMS_BETWEEN_TURNS:
    case ErrorCode::CONSENT_MISSING:
    case ErrorCode::CONSENT_NOT_COUNTED:
    case ErrorCode::NOT_THE_JUDGE:
    case ErrorCode::MAY_NOT_OVERRULE:
      return true;
    default:
      return false;
  }
}

bool bars(const Play& play, const Status& status) {
  return !status && !(play.waives && is_prohibition(status.error().code));
}

}  // namespace nomic::replay
