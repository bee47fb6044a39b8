// Snapshots: states kept beside the records, so that one move need not derive the whole game.
//
// A snapshot is a hint. It is bound to its position, to the head there (the ledger's business) and to who derived it;
// one that cannot be read, is of another size, or differs from the digest kept with it, is passed over as if it were
// missing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/error.h"
#include "nomic/replay/state.h"

namespace nomic::replay {

// A snapshot is kept with the first append that finds this many records since the newest. Every opening derives the
// records after it, at 70,000 instructions each; keeping one takes 250,000.
constexpr std::uint64_t SNAPSHOT_EVERY = 16;
// Or once the moves since then took this many microseconds to derive, where that is measured (work.h). So opening takes
// not much longer, however slow the moves of a game are.
constexpr std::int64_t SNAPSHOT_AFTER = 1'000'000;
// The larger a state is, the less often it is kept: with a record more for each so many bytes, and the same time more
// for each so many; but at least so often.
constexpr std::uint64_t SNAPSHOT_BYTES_A_RECORD = std::uint64_t{64} << 10U;
constexpr std::uint64_t SNAPSHOT_BYTES_A_TIME = std::uint64_t{4} << 20U;
constexpr std::uint64_t SNAPSHOT_AT_LEAST_EVERY = 1024;
constexpr std::int64_t SNAPSHOT_AT_LEAST_AFTER = 5 * SNAPSHOT_AFTER;
// Whether to keep one: after so many records and so long since the newest, which had so many bytes.
bool is_snapshot_due(std::uint64_t records, std::int64_t micros, std::uint64_t bytes);
// With records that came from elsewhere, they are kept as far apart as the ledger keeps those of the past.
constexpr std::uint64_t KEEP_EVERY = 4096;

// Who derives: the engine's semantics and the schema of the state. What another made is not used.
std::string maker();

// The newest state of at most `size` records that can be used, if there is one. O(state), and again for each that
// cannot.
Result<std::optional<State>> newest_snapshot(ledger::Ledger& ledger, const ledger::GameId& game, std::uint64_t size);

// The state in a snapshot; none if this program cannot read it. O(state).
std::optional<State> state_in(const ledger::KeptSnapshot& snapshot);

// What to keep with an append after which the game is in `state`.
ledger::Derived derived_from(const State& state, bool with_snapshot);

}  // namespace nomic::replay
