#include "snapshots.h"

#include <fmt/format.h>

#include "nomic/replay/digest.h"
#include "nomic/replay/engine.h"
#include "nomic/replay/rule_past.h"
#include "unknown.h"

namespace nomic::replay {
namespace {

// Raised whenever the meaning of a field of v1::State, the digest of a state, or what the index keeps changes.
constexpr int STATE_SCHEMA = 21;

Result<bool> fits_its_digest(ledger::Ledger& ledger, const ledger::GameId& game, const State& state) {
  ledger::Result<std::optional<ledger::Hash>> kept = ledger.kept_digest(game, state.size(), maker());
  if (!kept) return from_ledger(kept.error());
  return !kept->has_value() || **kept == digest_of(state);
}

}  // namespace

std::string maker() {
  return fmt::format("nomic-engine/{} schema/{}", SEMANTICS, STATE_SCHEMA);
}

Result<std::optional<State>> newest_snapshot(ledger::Ledger& ledger, const ledger::GameId& game, std::uint64_t size) {
  while (size > 0) {
    ledger::Result<std::optional<ledger::KeptSnapshot>> kept = ledger.snapshot(game, size, maker());
    if (!kept) return from_ledger(kept.error());
    if (!kept->has_value()) break;
    const ledger::KeptSnapshot& snapshot = **kept;
    std::optional<State> state = state_in(snapshot);
    if (state && state->size() == snapshot.size) {
      Result<bool> fits = fits_its_digest(ledger, game, *state);
      if (!fits) return fits.error();
      if (*fits) return state;
    }
    if (snapshot.size == 0) break;
    size = snapshot.size - 1;
  }
  return std::optional<State>();
}

std::optional<State> state_in(const ledger::KeptSnapshot& snapshot) {
  v1::State wire;
  // Bytes of a message behind another's add to its lists.
  for (const std::string& chunk : snapshot.chunks) {
    if (!wire.MergeFromString(chunk)) return std::nullopt;
  }
  if (!wire.MergeFromString(snapshot.body) || holds_unknown(wire)) return std::nullopt;
  State state = State::from_wire(std::move(wire));
  if (!has_its_chunks(state)) return std::nullopt;
  return state;
}

bool is_snapshot_due(std::uint64_t records, std::int64_t micros, std::uint64_t bytes) {
  const auto every = std::min(SNAPSHOT_EVERY + bytes / SNAPSHOT_BYTES_A_RECORD, SNAPSHOT_AT_LEAST_EVERY);
  const auto times = static_cast<std::int64_t>(1 + bytes / SNAPSHOT_BYTES_A_TIME);
  return records >= every || micros >= std::min(times * SNAPSHOT_AFTER, SNAPSHOT_AT_LEAST_AFTER);
}

ledger::Derived derived_from(const State& state, bool with_snapshot) {
  ledger::Derived derived;
  derived.maker = maker();
  derived.digest = digest_of(state);
  if (!with_snapshot) return derived;
  StateInChunks kept = state.in_chunks();
  for (StateInChunks::Chunk& chunk : kept.chunks) derived.chunks.push_back({chunk.hash, std::move(chunk.bytes)});
  derived.snapshot = std::move(kept.rest);
  return derived;
}

}  // namespace nomic::replay
