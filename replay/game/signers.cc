#include "signers.h"

#include <fmt/format.h>

#include <algorithm>

#include "nomic/ledger/key.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/player_keys.h"

namespace nomic::replay {
namespace {

constexpr std::size_t DIGITS_SHOWN = 8;  // bytes

// The key that the event is about to give its author, and which signs to prove that they hold it.
std::string new_key_of(const v1::Event& event) {
  if (event.has_player_joined()) return event.player_joined().public_key();
  if (event.has_key_registered()) return event.key_registered().public_key();
  if (event.has_key_rotated()) return event.key_rotated().new_key();
  return {};
}

// Why this key does not speak for the author.
Error another_signed(const State& state, const std::string& author, const std::string& key) {
  for (const auto& player : state.players()) {
    const auto* found = find_key(player, key);
    if (found == nullptr) continue;
    if (player.names().name() != author) {
      return author.empty() ? refuse(ErrorCode::SIGNED_BY_ANOTHER, "not_of_keeper",
                                     {{"key", short_key(key)}, {"owner", player.names().name()}})
                            : refuse(ErrorCode::SIGNED_BY_ANOTHER, "of_another",
                                     {{"key", short_key(key)}, {"owner", player.names().name()}, {"player", author}});
    }
    return refuse(ErrorCode::KEY_RETIRED, "of_author",
                  {{"player", author}, {"key", short_key(key)}, {"record", found->until()}});
  }
  return author.empty()
             ? refuse(ErrorCode::SIGNED_BY_ANOTHER, "of_nobody", {{"key", short_key(key)}})
             : refuse(ErrorCode::SIGNED_BY_ANOTHER, "not_registered", {{"key", short_key(key)}, {"player", author}});
}

Status must_have_signed(const State& state, const Move& move, const v1::Player* player, bool proven) {
  const bool has_keys = player != nullptr && has_had_key(*player);
  if (!has_keys && (proven || !state.founding().signatures_required())) return ledger::Done{};
  if (has_keys && !has_key_in_force(*player)) {
    // Their first key is their own word; another, once none is in force, is a Judgment's.
    if (proven && !player->successor_key().empty() && player->successor_key() == new_key_of(move.event)) {
      return ledger::Done{};
    }
    return refuse(ErrorCode::NOT_SIGNED, "no_key_left", {{"player", move.author}});
  }
  if (has_keys) {
    if (proven && !player->successor_key().empty() && player->successor_key() == new_key_of(move.event)) {
      return ledger::Done{};
    }
    return refuse(ErrorCode::NOT_SIGNED, "", {{"player", move.author}});
  }
  return player == nullptr ? refuse(ErrorCode::NOT_SIGNED, "joiner_required")
                           : refuse(ErrorCode::NOT_SIGNED, "required");
}

}  // namespace

std::string short_key(const std::string& raw) {
  std::string digits;
  for (const char byte : raw.substr(0, DIGITS_SHOWN)) {
    digits += fmt::format("{:02x}", static_cast<unsigned>(static_cast<unsigned char>(byte)));
  }
  return digits;
}

const v1::PlayerKey* find_key(const v1::Player& player, const std::string& raw) {
  for (const auto& key : player.keys()) {
    if (key.public_key() == raw) return &key;
  }
  return nullptr;
}

bool has_key_in_force(const v1::Player& player) {
  return std::any_of(player.keys().begin(), player.keys().end(), [](const auto& key) { return key.until() == 0; });
}

bool has_signed(const Move& move, const std::string& raw) {
  return std::find(move.signers.begin(), move.signers.end(), raw) != move.signers.end();
}

bool is_rehearsed(const State& state, const Move& move) {
  return state.founding().has_rehearsal() && move.signers.empty();
}

Status may_speak(const State& state, const Move& move) {
  const auto& founding = state.founding();
  if (move.index == 0 || move.index < founding.founding_records()) {
    if (move.signers.empty()) return ledger::Done{};
    return refuse(ErrorCode::SIGNED_BY_ANOTHER, "founding");
  }
  if (is_rehearsed(state, move)) {
    const auto& dumb = founding.rehearsal().unsigned_records();
    const bool spoke = !std::binary_search(dumb.begin(), dumb.end(), move.index);
    return spoke ? Status(ledger::Done{}) : refuse(ErrorCode::NOT_SIGNED, "where_it_was_made");
  }
  const auto* player = find_player(state, move.author);
  const std::string fresh = new_key_of(move.event);
  bool by_key_in_force = false;
  bool proven = false;
  const std::string* stray = nullptr;
  for (const auto& key : move.signers) {
    const auto* known = player == nullptr ? nullptr : find_key(*player, key);
    if (known != nullptr && known->until() == 0) {
      by_key_in_force = true;
    } else if (known == nullptr && !fresh.empty() && key == fresh) {
      proven = true;
    } else if (stray == nullptr) {
      stray = &key;
    }
  }
  if (by_key_in_force) return ledger::Done{};
  // Anybody can add a signature of their own to a record: where the author's let them speak, it has no effect.
  const bool spoken = proven && !move.author.empty() && must_have_signed(state, move, player, proven).ok();
  if (spoken) return ledger::Done{};
  if (stray != nullptr) return another_signed(state, move.author, *stray);
  if (move.author.empty()) return ledger::Done{};
  return must_have_signed(state, move, player, proven);
}

Status check_key(const std::string& raw, const std::string& key_name) {
  if (auto key = ledger::PublicKey::from_raw(raw); !key) {
    return error_of(ErrorCode::BAD_KEY, "", {}, from_ledger(key.error()));
  }
  const bool printable = std::none_of(key_name.begin(), key_name.end(),
                                      [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == '+'; });
  if (key_name.size() <= KEY_NAME_LIMIT && printable) return ledger::Done{};
  return refuse(ErrorCode::BAD_KEY, "name", {{"limit", KEY_NAME_LIMIT}});
}

Status key_is_free(const State& state, const std::string& raw) {
  for (const auto& player : state.players()) {
    const auto* known = find_key(player, raw);
    if (known == nullptr) continue;
    if (known->until() != 0) {
      return refuse(ErrorCode::KEY_RETIRED, "of_player",
                    {{"key", short_key(raw)}, {"player", player.names().name()}, {"record", known->until()}});
    }
    return refuse(ErrorCode::KEY_TAKEN, "",
                  {{"key", short_key(raw)}, {"player", player.names().name()}, {"record", known->since()}});
  }
  for (const auto& application : state.applications()) {
    if (application.public_key() != raw || raw.empty()) continue;
    return refuse(ErrorCode::KEY_TAKEN, "of_applicant",
                  {{"key", short_key(raw)}, {"player", application.names().name()}});
  }
  return ledger::Done{};
}

void add_key(Play& play, v1::Player& player, const std::string& raw, const std::string& key_name) {
  auto& key = *player.add_keys();
  key.set_public_key(raw);
  key.set_name(key_name);
  key.set_since(play.move.index);
  if (player.successor_key() == raw) player.clear_successor_key();
  if (play.move.event.has_player_seated()) return;
  auto& emitted = *play.emit({}).mutable_key_registered();
  emitted.set_player(player.names().name());
  emitted.set_key(short_key(raw));
}

}  // namespace nomic::replay
