// Events of players: joining, leaving, teams, activity, applications.
#include "making.h"
#include "nomic/replay/text.h"

namespace nomic::tools {

using replay::error_of;
using replay::ErrorCode;
using replay::Result;

Result<v1::Event> event_of(Making& making, const v1::Request::Join& move) {
  // They join in their own name, whoever passes it on.
  const std::string& author = making.request().author();
  if (!author.empty() && replay::fold(author) != replay::fold(move.name())) {
    return error_of(ErrorCode::BAD_REQUEST, "joins_for_another", {{"typed", author}, {"player", move.name()}});
  }
  NOMIC_ASSIGN(auto names, replay::player_names(move.name(), move.surname(), move.team()));
  v1::Event event;
  v1::PlayerJoined& joined = *event.mutable_player_joined();
  *joined.mutable_player() = std::move(names);
  if (making.means().keys.empty()) return event;
  joined.set_public_key(making.means().keys.front()->public_key().raw());
  joined.set_key_name(move.key_name());
  return event;
}

Result<v1::Event> event_of(Making& /*making*/, const v1::Request::Forfeit& /*move*/) {
  v1::Event event;
  event.mutable_player_forfeited();
  return event;
}

Result<v1::Event> event_of(Making& /*making*/, const v1::Request::Team& move) {
  v1::Event event;
  v1::TeamAssigned& assigned = *event.mutable_team_assigned();
  if (move.name().empty()) return event;
  NOMIC_ASSIGN(auto team, replay::clean_name(move.name(), "team_name"));
  assigned.set_team(std::move(team));
  return event;
}

Result<v1::Event> event_of(Making& /*making*/, const v1::Request::Activity& move) {
  NOMIC_ASSIGN(auto reason, clean_reason(move.reason()));
  v1::Event event;
  event.mutable_activity_changed()->set_active(move.active());
  event.mutable_activity_changed()->set_reason(std::move(reason));
  return event;
}

Result<v1::Event> event_of(Making& making, const v1::Request::Approve& move) {
  NOMIC_ASSIGN(auto state, making.state());
  v1::Event event;
  v1::ApprovalGiven& given = *event.mutable_approval_given();
  given.set_approve(!move.refuse());
  given.set_player(move.player());
  // As whoever asked spelt it.
  const std::string folded = replay::fold(move.player());
  for (const v1::Application& application : state->applications()) {
    if (application.names().folded() == folded) given.set_player(application.names().name());
  }
  return event;
}

}  // namespace nomic::tools
