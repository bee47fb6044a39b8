#include "decode.h"

#include "unknown.h"

namespace nomic::replay {
namespace {

Error newer(const ledger::StoredRecord& record, std::string_view variant) {
  return error_of(ErrorCode::NEWER_EVENT, variant, {{"record", record.index.value}});
}

Error no_game(const ledger::StoredRecord& record, std::string_view variant) {
  return error_of(ErrorCode::NOT_A_GAME, variant, {{"record", record.index.value}});
}

}  // namespace

Result<Move> decode_move(const ledger::StoredRecord& record) {
  Move move;
  move.index = record.index.value;
  move.author = record.author;
  move.recorded_at = record.recorded_at.value;
  move.payload = record.payload;
  move.signers.reserve(record.signers.size());
  for (const ledger::PublicKey& key : record.signers) move.signers.push_back(key.raw());
  if (!move.event.ParseFromString(move.payload)) return no_game(record, "no_event");
  if (holds_unknown(move.event)) return newer(record, "unknown_field");
  if (move.event.kind_case() == v1::Event::KIND_NOT_SET) return newer(record, "unknown_kind");
  // Two readers must not see two things in the same bytes.
  if (move.event.SerializeAsString() != move.payload) return no_game(record, "other_form");
  if (move.index == 0 && !move.event.has_game_founded()) return no_game(record, "founds_nothing");
  return move;
}

}  // namespace nomic::replay
