#include "snapshots.h"

#include <fmt/format.h>

#include "nomic/replay/digest.h"
#include "nomic/replay/engine.h"
#include "unknown.h"

namespace nomic::replay {
namespace {

// Raised whenever the meaning of a field of State changes.
constexpr int STATE_SCHEMA = 3;

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
    State state;
    if (state.ParseFromString(snapshot.body) && state.size() == snapshot.size && !holds_unknown(state)) {
      Result<bool> fits = fits_its_digest(ledger, game, state);
      if (!fits) return fits.error();
      if (*fits) return std::optional<State>(std::move(state));
    }
    if (snapshot.size == 0) break;
    size = snapshot.size - 1;
  }
  return std::optional<State>();
}

ledger::Derived derived_from(const State& state, bool with_snapshot) {
  ledger::Derived derived;
  derived.maker = maker();
  derived.digest = digest_of(state);
  if (with_snapshot) derived.snapshot = state.SerializeAsString();
  return derived;
}

}  // namespace nomic::replay
