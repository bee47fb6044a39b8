// Keys come, are replaced, and go (docs/design/keys.md). That the author may speak at all was looked at before
// (game/signers.h); here is what the keys in the event must be.

#include <algorithm>

#include "dispute/judge.h"
#include "moves/moves.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/player_keys.h"
#include "signers.h"

namespace nomic::replay {
namespace {

int keys_in_force(const v1::Player& player) {
  return static_cast<int>(
      std::count_if(player.keys().begin(), player.keys().end(), [](const auto& key) { return key.until() == 0; }));
}

}  // namespace

Status room_for_a_key(const v1::Player& player, bool instead) {
  if (player.keys_size() < KEYS_LIMIT && (instead || keys_in_force(player) < KEYS_IN_FORCE_LIMIT)) {
    return ledger::Done{};
  }
  return refuse(ErrorCode::TOO_MANY_KEYS, "",
                {{"player", player.names().name()},
                 {"in_force", keys_in_force(player)},
                 {"count", player.keys_size()},
                 {"limit_in_force", KEYS_IN_FORCE_LIMIT},
                 {"limit", KEYS_LIMIT}});
}

namespace {

Status proves_possession(const Play& play, const std::string& key) {
  if (is_rehearsed(play.state, play.move) || has_signed(play.move, key)) return ledger::Done{};
  return refuse(ErrorCode::KEY_NOT_PROVEN, "of_new_key", {{"key", short_key(key)}, {"player", play.move.author}});
}

Status check_new_key(const Play& play, const v1::Player& player, const std::string& raw, const std::string& key_name,
                     bool instead) {
  NOMIC_TRY(check_key(raw, key_name));
  NOMIC_TRY(key_is_free(play.state, raw));
  NOMIC_TRY(room_for_a_key(player, instead));
  return proves_possession(play, raw);
}

// The player's key in force that the event names.
Status must_be_in_force(const v1::Player& player, const std::string& raw) {
  const auto* key = find_key(player, raw);
  if (key == nullptr) {
    return refuse(ErrorCode::NO_SUCH_KEY, "of_player", {{"player", player.names().name()}, {"key", short_key(raw)}});
  }
  if (key->until() == 0) return ledger::Done{};
  return refuse(ErrorCode::KEY_RETIRED, "before",
                {{"key", short_key(raw)}, {"player", player.names().name()}, {"record", key->until()}});
}

void retire(Play& play, v1::Player& player, const std::string& raw) {
  for (auto& key : *player.mutable_keys()) {
    if (key.public_key() != raw || key.until() != 0) continue;
    key.set_until(play.move.index);
    auto& emitted = *play.emit({}).mutable_key_retired();
    emitted.set_player(player.names().name());
    emitted.set_key(short_key(raw));
  }
}

// The Judge who gave the Judgment named, while it stands: in its turn, and not overruled (212).
Status must_have_judged(const Play& play, std::uint64_t judgment) {
  const std::vector<v1::RuleVersion> rule = {judgment_rule(play.state, play.law()).source("seat")};
  for (const auto& one : play.state.judgments()) {
    if (one.record() != judgment || !counts(one)) continue;
    if (one.judge() == play.move.author) return ledger::Done{};
    return refuse(ErrorCode::NOT_THE_JUDGE, "carries_out", {{"record", judgment}, {"player", one.judge()}}, rule);
  }
  return refuse(ErrorCode::NO_SUCH_JUDGMENT, "at", {{"record", judgment}}, rule);
}

// The player whose key it is or was; null: nobody's.
v1::Player* holder_of(State& state, const std::string& raw) {
  for (int at = 0; at < state.players_size(); ++at) {
    if (find_key(state.players(at), raw) != nullptr) return &state.edit_players().edit(at);
  }
  return nullptr;
}

Status revoke_by_judgment(Play& play, const v1::KeyRevoked& event) {
  NOMIC_TRY(must_have_judged(play, event.judgment()));
  auto* holder = holder_of(play.state, event.public_key());
  if (holder == nullptr) {
    return refuse(ErrorCode::NO_SUCH_KEY, "of_anybody", {{"key", short_key(event.public_key())}});
  }
  if (event.successor().empty()) {
    NOMIC_TRY(must_be_in_force(*holder, event.public_key()));
  } else {
    NOMIC_TRY(check_key(event.successor(), {}));
    NOMIC_TRY(key_is_free(play.state, event.successor()));
    if (holder->keys_size() >= KEYS_LIMIT) return room_for_a_key(*holder, true);
  }
  retire(play, *holder, event.public_key());
  if (event.successor().empty()) return ledger::Done{};
  holder->set_successor_key(event.successor());
  auto& emitted = *play.emit(judgment_rule(play.state, play.law()).source("seat")).mutable_key_admitted();
  emitted.set_player(holder->names().name());
  emitted.set_key(short_key(event.successor()));
  return ledger::Done{};
}

}  // namespace

Status play_key(Play& play, const v1::KeyRegistered& event) {
  NOMIC_TRY(must_be_disputing(play));
  if (event.player() != play.move.author) {
    return refuse(ErrorCode::SIGNED_BY_ANOTHER, "registers",
                  {{"author", play.move.author}, {"player", event.player()}});
  }
  auto& player = *edit_player(play.state, play.move.author);
  const bool instead = player.successor_key() == event.public_key();
  NOMIC_TRY(check_new_key(play, player, event.public_key(), event.key_name(), instead));
  add_key(play, player, event.public_key(), event.key_name());
  return ledger::Done{};
}

Status play_key(Play& play, const v1::KeyRotated& event) {
  NOMIC_TRY(must_be_disputing(play));
  auto& player = *edit_player(play.state, play.move.author);
  NOMIC_TRY(must_be_in_force(player, event.old_key()));
  if (!is_rehearsed(play.state, play.move) && !has_signed(play.move, event.old_key())) {
    return refuse(ErrorCode::NOT_SIGNED, "hands_over", {{"key", short_key(event.old_key())}});
  }
  NOMIC_TRY(check_new_key(play, player, event.new_key(), event.key_name(), true));
  retire(play, player, event.old_key());
  add_key(play, player, event.new_key(), event.key_name());
  return ledger::Done{};
}

Status play_key(Play& play, const v1::KeyRevoked& event) {
  NOMIC_TRY(must_be_disputing(play));
  if (event.judgment() != 0) return revoke_by_judgment(play, event);
  if (!event.successor().empty()) {
    return refuse(ErrorCode::NO_SUCH_JUDGMENT, "of_key");
  }
  auto& player = *edit_player(play.state, play.move.author);
  NOMIC_TRY(must_be_in_force(player, event.public_key()));
  retire(play, player, event.public_key());
  return ledger::Done{};
}

Status play_restore(Play& play, const v1::SeatRestored& event) {
  if (!play.move.author.empty()) return refuse(ErrorCode::HOST_ALONE, "", {{"author", play.move.author}});
  auto* player = edit_player(play.state, event.player());
  if (player == nullptr || !has_had_key(*player)) {
    return refuse(ErrorCode::NO_SUCH_KEY, "to_restore", {{"player", event.player()}});
  }
  std::vector<std::string> in_force;
  for (const auto& key : player->keys()) {
    if (key.until() == 0) in_force.push_back(key.public_key());
  }
  for (const std::string& key : in_force) retire(play, *player, key);
  player->clear_successor_key();
  player->set_restored_at(play.move.index);
  return ledger::Done{};
}

}  // namespace nomic::replay
