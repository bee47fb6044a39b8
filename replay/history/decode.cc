#include "decode.h"

#include "nomic/replay/game_limits.h"
#include "unknown.h"

namespace nomic::replay {
namespace {

Error newer(const ledger::StoredRecord& record, std::string_view variant) {
  return error_of(ErrorCode::NEWER_EVENT, variant, {{"record", record.index.value}});
}

Error no_game(const ledger::StoredRecord& record, std::string_view variant) {
  return error_of(ErrorCode::NOT_A_GAME, variant, {{"record", record.index.value}});
}

bool is_in_range(std::int64_t time) {
  return FIRST_TIME <= time && time <= LAST_TIME;
}

// Whether the times that it says can be reckoned with and shown, whatever road it came by: when it happened, of a day
// its beginning and its end; when another record did, as a correction says; when a change is to take effect; and those
// of the move that a contested one holds.
bool says_times(const v1::Event& event) {
  const auto begins = event.occurred_at();
  const auto ends = event.has_occurred_day() ? event.occurred_day().ends_at() : begins;
  const bool of_move = is_in_range(begins) && is_in_range(ends) && begins <= ends;
  if (!of_move || !is_in_range(event.record_corrected().occurred_at())) return false;
  if (!is_in_range(event.proposal_made().effect_at())) return false;
  if (!is_in_range(event.proposal_revised().effect_at())) return false;
  if (!event.has_move_contested()) return true;
  v1::Event inner;
  if (!inner.ParseFromString(event.move_contested().event())) return true;
  return inner.has_move_contested() || says_times(inner);
}

bool contests_unknown_reference(const v1::Event& event) {
  if (!event.has_move_contested()) return false;
  v1::Event inner;
  return inner.ParseFromString(event.move_contested().event()) && holds_unknown_reference(inner);
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
  if (holds_unknown(move.event) || contests_unknown_reference(move.event)) return newer(record, "unknown_field");
  if (move.event.kind_case() == v1::Event::KIND_NOT_SET) return newer(record, "unknown_kind");
  // Two readers must not see two things in the same bytes.
  if (move.event.SerializeAsString() != move.payload) return no_game(record, "other_form");
  if (!says_times(move.event)) return no_game(record, "time");
  if (move.event.afterwards()) {
    move.recorded_at = move.event.occurred_at();
    if (move.event.has_occurred_day()) move.within = move.event.occurred_day().ends_at() - move.recorded_at;
  }
  if (move.index == 0 && !move.event.has_game_founded()) return no_game(record, "founds_nothing");
  return move;
}

}  // namespace nomic::replay
