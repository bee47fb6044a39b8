#include "decode.h"

#include <fmt/format.h>

#include "unknown.h"

namespace nomic::replay {
namespace {

Error newer(const ledger::StoredRecord& record, std::string_view what) {
  return {.code = ErrorCode::NEWER_EVENT,
          .what = fmt::format("record #{} holds {} that this program does not know", record.index.value, what),
          .hint = "a newer nomic recorded it: use that version or a later one",
          .cited = {},
          .ledger = {}};
}

Error no_game(const ledger::StoredRecord& record, std::string_view why) {
  return {.code = ErrorCode::NOT_A_GAME,
          .what = fmt::format("record #{} {}", record.index.value, why),
          .hint = "this is no game of Nomic, or whatever recorded it was no nomic",
          .cited = {},
          .ledger = {}};
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
  if (!move.event.ParseFromString(move.payload)) return no_game(record, "holds no event");
  if (holds_unknown(move.event)) return newer(record, "something");
  if (move.event.kind_case() == v1::Event::KIND_NOT_SET) return newer(record, "an event of a kind");
  // Two readers must not see two things in the same bytes.
  if (move.event.SerializeAsString() != move.payload)
    return no_game(record, "holds an event that is not in its one form");
  if (move.index == 0 && !move.event.has_game_founded()) return no_game(record, "does not found a game");
  return move;
}

}  // namespace nomic::replay
