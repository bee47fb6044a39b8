// A player joins, between turns (116: the Initial Set does not say how).

#include "moves/moves.h"
#include "nomic/replay/game_limits.h"
#include "signers.h"
#include "turn/awards.h"
#include "turn/game_time.h"
#include "turn/turn.h"

namespace nomic::replay {

Status room_for_a_player(const Play& play) {
  const auto joining = play.law().joining({});
  if (joining.value.has_open() && !joining.value.open()) {
    return refuse(ErrorCode::JOINING_CLOSED, "closed", {}, {joining.source("open")});
  }
  if (!joining.value.has_most_players()) return ledger::Done{};
  const auto most = joining.value.most_players();
  if (static_cast<std::uint32_t>(players_in_game(play.state)) < most) return ledger::Done{};
  return refuse(ErrorCode::JOINING_CLOSED, "full", {{"limit", most}}, {joining.source("most_players")});
}

Status play_join(Play& play, const v1::PlayerJoined& event) {
  NOMIC_TRY(must_be_running(play));
  const auto& names = event.player();
  if (names.name().empty() || names.folded().empty() || names.name() != play.move.author) {
    return refuse(ErrorCode::NAME_EMPTY, "of_joiner");
  }
  NOMIC_TRY(name_is_free(play, names));
  if (static_cast<std::uint32_t>(play.state.players_size()) >= MOST_PLAYERS) {
    return refuse(ErrorCode::TOO_MANY_PLAYERS, "", {{"limit", MOST_PLAYERS}});
  }
  if (!event.public_key().empty()) {
    NOMIC_TRY(check_key(event.public_key(), event.key_name()));
    NOMIC_TRY(key_is_free(play.state, event.public_key()));
    if (!is_rehearsed(play.state, play.move) && !has_signed(play.move, event.public_key())) {
      return refuse(ErrorCode::KEY_NOT_PROVEN, "of_joiner");
    }
  }
  const auto joining = play.law().joining({});
  if (auto room = room_for_a_player(play); bars(play, room)) return room;
  if (!is_between_turns(play.state) && joining.value.when() != v1::Joining::ANY_TIME) {
    Status later = refuse(ErrorCode::JOIN_BETWEEN_TURNS, "", {{"player", play.state.turn().mover()}},
                          {joining.source("when"), play.law().turn_parts(case_of_mover(play.state)).source("parts")});
    if (bars(play, later)) return later;
  }
  v1::Application application;
  *application.mutable_names() = names;
  application.set_record(play.move.index);
  application.set_public_key(event.public_key());
  application.set_key_name(event.key_name());
  if (!joining.value.has_approval()) return admit(play, application, joining.source("open"));

  play.state.edit_applications().add(application);
  auto& emitted = *play.emit(joining.source("approval")).mutable_approval_asked();
  emitted.set_player(names.name());
  return ledger::Done{};
}

Status admit(Play& play, const v1::Application& application, const v1::RuleVersion& rule) {
  const auto& names = application.names();
  auto& player = play.state.edit_players().add();
  *player.mutable_names() = names;
  player.set_joined_at(play.move.index);
  player.set_moved_at(latest(play));
  player.set_moved_within(within(play));
  play.emit(rule).mutable_player_joined()->set_player(names.name());
  if (!application.public_key().empty()) add_key(play, player, application.public_key(), application.key_name());
  const auto joining = play.law().joining({});
  const auto order = play.law().turn_order({});
  const bool own = joining.value.has_points_thousandths();
  const auto points = own ? joining.value.points_thousandths() : order.value.starting_points_thousandths();
  if (points != 0)
    play.score(player, points, own ? joining.source("points_thousandths") : order.source("starting_points_thousandths"),
               0);
  pay_awards(play, {v1::Award::JOINED, nullptr, nullptr, names.name()});
  if (play.state.turn().phase() == v1::Turn::PROPOSING) seat_first_mover(play);
  return ledger::Done{};
}

}  // namespace nomic::replay
