// Events of keys: registering, rotating and revoking.
#include "making.h"
#include "nomic/replay/text.h"
#include "nomic/service/verifier_key.h"

namespace nomic::tools {

using replay::error_of;
using replay::ErrorCode;
using replay::Result;

namespace {

// The keys that sign, as the event of a key names them.
Result<std::vector<std::string>> signing_keys(const Making& making) {
  std::vector<std::string> keys;
  for (const ledger::PrivateKey* key : making.means().keys) keys.push_back(key->public_key().raw());
  if (keys.empty()) return error_of(ErrorCode::BAD_KEY, "none");
  return keys;
}

}  // namespace

Result<v1::Event> event_of(Making& making, const v1::Request::RegisterKey& move) {
  NOMIC_ASSIGN(auto keys, signing_keys(making));
  NOMIC_TRY(check_key_name(move.key_name()));
  // The author, as the game spells them; elsewhere they must know it themselves.
  auto author = making.author();
  v1::Event event;
  v1::KeyRegistered& made = *event.mutable_key_registered();
  made.set_player(author ? *author : making.request().author());
  made.set_public_key(keys.back());
  made.set_key_name(move.key_name());
  return event;
}

Result<v1::Event> event_of(Making& making, const v1::Request::RotateKey& move) {
  NOMIC_ASSIGN(auto keys, signing_keys(making));
  if (keys.size() != 2) return error_of(ErrorCode::BAD_KEY, "rotation");
  NOMIC_TRY(check_key_name(move.key_name()));
  v1::Event event;
  v1::KeyRotated& made = *event.mutable_key_rotated();
  made.set_old_key(keys.front());
  made.set_new_key(keys.back());
  made.set_key_name(move.key_name());
  return event;
}

Result<v1::Event> event_of(Making& making, const v1::Request::RevokeKey& move) {
  NOMIC_ASSIGN(auto keys, signing_keys(making));
  NOMIC_ASSIGN(auto reason, clean_reason(move.reason()));
  v1::Event event;
  v1::KeyRevoked& made = *event.mutable_key_revoked();
  made.set_public_key(keys.front());
  if (move.has_judgment() && move.key().empty()) return error_of(ErrorCode::BAD_KEY, "by_judgment");
  if (!move.key().empty()) {
    NOMIC_ASSIGN(auto key, parse_verifier_key(move.key()));
    made.set_public_key(key.key.raw());
  }
  if (!move.successor().empty()) {
    NOMIC_ASSIGN(auto key, parse_verifier_key(move.successor()));
    made.set_successor(key.key.raw());
  }
  made.set_judgment(move.judgment());
  made.set_reason(std::move(reason));
  return event;
}

Result<v1::Event> event_of(Making& making, const v1::Request::RestoreSeat& move) {
  NOMIC_ASSIGN(auto reason, clean_reason(move.reason()));
  if (reason.empty()) return error_of(ErrorCode::BAD_REQUEST, "no_restoration_reason");
  v1::Event event;
  v1::SeatRestored& made = *event.mutable_seat_restored();
  made.set_player(move.player());
  NOMIC_TRY(making.spell_player(*made.mutable_player()));
  made.set_reason(std::move(reason));
  return event;
}

}  // namespace nomic::tools
