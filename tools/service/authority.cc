#include "nomic/service/authority.h"

#include <algorithm>

#include "nomic/replay/player_keys.h"
#include "nomic/replay/text.h"
#include "nomic/service/service.h"

namespace nomic::tools {

using replay::error_of;
using replay::ErrorCode;
using replay::Result;
using replay::Status;
using By = Authority::By;

namespace {

// A contested move takes effect if a Judgment upholds it: what is contested is decided on.
v1::Event effect_of(const ledger::Statement& statement) {
  v1::Event event;
  v1::Event inner;
  event.ParseFromString(statement.payload);
  const bool contested = event.has_move_contested() && inner.ParseFromString(event.move_contested().event());
  return contested ? inner : event;
}

// Events that correct the record, or change the game itself.
bool is_hosts(const v1::Event& event) {
  switch (event.kind_case()) {
    case v1::Event::kRecordCorrected:
    case v1::Event::kEngineUpgraded:
    case v1::Event::kRollbackAccepted:
    case v1::Event::kGameWentLive:
    case v1::Event::kSeatRestored:
      return true;
    default:
      return false;
  }
}

const v1::Player* player_of(const replay::Game& game, const std::string& name) {
  const auto known = game.player(name);
  if (!known) return nullptr;
  const auto& players = game.engine().state().players();
  const auto found = std::find_if(players.begin(), players.end(),
                                  [&](const v1::Player& player) { return player.names().name() == *known; });
  return found == players.end() ? nullptr : &*found;
}

bool must_sign(const replay::Game& game, const v1::Player* player) {
  if (game.engine().state().founding().signatures_required()) return true;
  return player != nullptr && replay::has_had_key(*player);
}

// A key in force, or the one that a Judgment lets the player register.
bool speaks_for(const v1::Player& player, const std::string& key) {
  if (!key.empty() && player.successor_key() == key) return true;
  return std::any_of(player.keys().begin(), player.keys().end(),
                     [&](const v1::PlayerKey& known) { return known.public_key() == key && known.until() == 0; });
}

bool is_same_name(const std::string& one, const std::string& other) {
  return replay::fold(one) == replay::fold(other);
}

bool is_of_game(const Authority& authority, const replay::Game& game) {
  return authority.game == game.head().game;
}

Status only_here() {
  return error_of(ErrorCode::AT_THE_SOCKET, "");
}

Status not_authorised() {
  return error_of(ErrorCode::NOT_AUTHORISED, "");
}

Status may_ask_as_player(const Authority& authority, const replay::Game& game, v1::Request& request) {
  const v1::Player* player = player_of(game, authority.player);
  if (must_sign(game, player)) return error_of(ErrorCode::NOT_SIGNED, "token", {{"player", authority.player}});
  const std::string& name = player == nullptr ? authority.player : player->names().name();
  const std::string typed = request.has_join() ? request.join().name() : request.author();
  const auto others = [&] {
    return error_of(ErrorCode::OTHER_PLAYER, "", {{"player", authority.player}, {"typed", typed}});
  };
  // A correction may show another player under the name that the token was issued for.
  if (!is_same_name(name, authority.player)) return others();
  if (request.has_join()) {
    if (!is_same_name(typed, authority.player)) return others();
    // As the invitation has it, so that the token is theirs once they have joined.
    request.mutable_join()->set_name(authority.player);
  } else if (!typed.empty() && !is_same_name(typed, authority.player)) {
    const auto author = game.player(typed);
    if (!author || *author != name) return others();
  }
  request.set_author(name);
  return ledger::Done{};
}

// Players without a key, where the server takes that. A newcomer needs an invitation all the same.
Status may_ask_as_anybody(const replay::Game& game, const v1::Request& request) {
  if (request.has_join()) return not_authorised();
  if (request.author().empty() && request.has_tick()) return ledger::Done{};
  const v1::Player* player = player_of(game, request.author());
  return player == nullptr || must_sign(game, player) ? not_authorised() : Status(ledger::Done{});
}

bool is_signed(const replay::Game& game, const Submitted& submitted) {
  const v1::Player* player = player_of(game, submitted.statement.author);
  const auto& signatures = submitted.signed_statement.signatures;
  return player != nullptr && std::any_of(signatures.begin(), signatures.end(),
                                          [&](const auto& each) { return speaks_for(*player, each.public_key); });
}

Standing standing_of_unknown_key(const Authority& authority, const replay::Game& game, const std::string& author,
                                 const std::string& vouched) {
  switch (authority.by) {
    case By::HOST:
    case By::HOSTS_PAGE:
      return vouched.empty() ? Standing::TO_VOUCH_FOR : Standing::AUTHORISED;
    case By::PLAYER: {
      const bool is_theirs = is_of_game(authority, game) && is_same_name(authority.player, author);
      return is_theirs ? Standing::AUTHORISED : Standing::REFUSED;
    }
    case By::READER:
    case By::ANYBODY:
      break;
  }
  return Standing::REFUSED;
}

}  // namespace

ledger::Via via_of(const Authority& authority) {
  switch (authority.by) {
    case By::HOST:
    case By::HOSTS_PAGE:
      return ledger::Via::LOCAL;
    case By::PLAYER:
      return ledger::Via::TOKEN;
    case By::READER:
    case By::ANYBODY:
      break;
  }
  return ledger::Via::ANYBODY;
}

Status may_ask(const Authority& authority, const replay::Game& game, v1::Request& request) {
  if (authority.by == By::HOST) return ledger::Done{};
  const bool is_tokens = authority.by == By::PLAYER || authority.by == By::READER;
  if (is_tokens && !is_of_game(authority, game)) return error_of(ErrorCode::OTHER_GAME, "");
  if (authority.by == By::READER) return error_of(ErrorCode::READER, "");
  if (authority.by == By::ANYBODY && !authority.takes_unsigned) return error_of(ErrorCode::NOT_SIGNED, "from_afar");
  if (request.has_correct() || request.has_go_live() || request.has_restore_seat()) return only_here();
  if (authority.by == By::HOSTS_PAGE) return ledger::Done{};
  return authority.by == By::PLAYER ? may_ask_as_player(authority, game, request) : may_ask_as_anybody(game, request);
}

Result<Standing> standing_of(const Authority& authority, const replay::Game& game, const Submitted& submitted,
                             const std::string& vouched) {
  const std::string& author = submitted.statement.author;
  Standing standing = Standing::SIGNED;
  if (!is_signed(game, submitted)) standing = standing_of_unknown_key(authority, game, author, vouched);
  if (standing == Standing::REFUSED) return standing;
  if (authority.by != By::HOST && is_hosts(effect_of(submitted.statement))) return only_here().error();
  if (!vouched.empty() && !is_same_name(vouched, author)) {
    return error_of(ErrorCode::BAD_REQUEST, "other_author", {{"typed", vouched}, {"author", author}});
  }
  return standing;
}

Result<std::optional<ledger::GameId>> game_meant(const Means& means, const v1::Request& request) {
  const Authority& authority = means.authority;
  std::optional<ledger::GameId> meant;
  if (authority.is_hosts()) return meant;
  if (means.verified) {
    meant = means.verified->statement.game;
  } else if (request.has_signed_move()) {
    NOMIC_ASSIGN(auto game, game_of(request.signed_move()));
    meant = game;
  } else if (authority.by != By::ANYBODY) {
    meant = authority.game;
  }
  return meant;
}

replay::Error without_the_game(const Means& means, const v1::Request& request, const replay::Error& missing) {
  const Authority& authority = means.authority;
  if (authority.is_hosts()) return missing;
  if (means.verified) return not_authorised().error();
  if (request.has_signed_move()) {
    const auto read = verified(request.signed_move());
    return read ? not_authorised().error() : read.error();
  }
  if (authority.by != By::ANYBODY) return error_of(ErrorCode::OTHER_GAME, "");
  return authority.takes_unsigned ? not_authorised().error() : error_of(ErrorCode::NOT_SIGNED, "from_afar");
}

replay::Error refusal_of(Standing standing, const Submitted& submitted) {
  if (standing != Standing::TO_VOUCH_FOR) return not_authorised().error();
  const std::string& author = submitted.statement.author;
  const bool joins = effect_of(submitted.statement).has_player_joined();
  return joins ? error_of(ErrorCode::NOT_VOUCHED_FOR, "join", {{"player", author}})
               : error_of(ErrorCode::NOT_VOUCHED_FOR, "", {{"player", author}});
}

}  // namespace nomic::tools
