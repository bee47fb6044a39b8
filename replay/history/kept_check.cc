#include "kept_check.h"

#include <string>

#include "nomic/replay/digest.h"
#include "snapshots.h"

namespace nomic::replay {
namespace {

constexpr std::size_t MOST_DIFFERENCES = 200;
// How many digests are read at once.
constexpr std::uint64_t AHEAD = 1024;

}  // namespace

Result<KeptCheck> KeptCheck::begin(ledger::Ledger& ledger, const ledger::GameId& game, std::uint64_t size,
                                   Digests digests) {
  KeptCheck check(ledger, game, size, digests);
  auto snapshots = ledger.snapshot_sizes(game, size);
  if (!snapshots) return from_ledger(snapshots.error());
  check.snapshots_ = *std::move(snapshots);
  return check;
}

Status KeptCheck::at(const State& derived) {
  const std::uint64_t size = derived.size();
  while (next_snapshot_ < snapshots_.size() && snapshots_[next_snapshot_] < size) ++next_snapshot_;
  std::optional<ledger::KeptSnapshot> snapshot;
  if (next_snapshot_ < snapshots_.size() && snapshots_[next_snapshot_] == size) {
    auto kept = ledger_->snapshot(game_, size, maker());
    if (!kept) return from_ledger(kept.error());
    // Another than this: what lies here is not ours, or does not fit, and nobody goes on from it.
    if (kept->has_value() && (**kept).size == size) snapshot = *std::move(kept);
  }
  if (digests_ == Digests::WITH_SNAPSHOTS && !snapshot && size != size_) return ledger::Done{};
  Result<std::optional<ledger::Hash>> digest = digest_at(size);
  if (!digest) return digest.error();
  if (!digest->has_value() && !snapshot) return ledger::Done{};
  ++compared;
  const ledger::Hash expected = digest_of(derived);
  if (digest->has_value() && **digest != expected) {
    differs("digest", size,
            error_of(ErrorCode::LEDGER, "digest_differs", {{"kept", (**digest).hex()}, {"derived", expected.hex()}}));
  }
  if (snapshot) compare_snapshot(*snapshot, expected);
  return ledger::Done{};
}

Result<std::optional<ledger::Hash>> KeptCheck::digest_at(std::uint64_t size) {
  if (digests_ == Digests::WITH_SNAPSHOTS) {
    auto kept = ledger_->kept_digest(game_, size, maker());
    if (!kept) return from_ledger(kept.error());
    return *kept;
  }
  if (size >= read_until_) {
    auto range = ledger_->kept_digests(game_, size, size + AHEAD - 1, maker());
    if (!range) return from_ledger(range.error());
    range_ = std::move(*range);
    next_digest_ = 0;
    read_until_ = size + AHEAD;
  }
  while (next_digest_ < range_.size() && range_[next_digest_].size < size) ++next_digest_;
  if (next_digest_ == range_.size() || range_[next_digest_].size != size) return std::optional<ledger::Hash>();
  return std::optional<ledger::Hash>(range_[next_digest_].digest);
}

void KeptCheck::compare_snapshot(const ledger::KeptSnapshot& snapshot, const ledger::Hash& expected) {
  const std::optional<State> state = state_in(snapshot);
  if (!state) {
    differs("snapshot", snapshot.size, error_of(ErrorCode::LEDGER, "snapshot_unreadable"));
  } else if (const ledger::Hash found = digest_of(*state); found != expected) {
    differs("snapshot", snapshot.size,
            error_of(ErrorCode::LEDGER, "snapshot_differs", {{"kept", found.hex()}, {"derived", expected.hex()}}));
  }
}

void KeptCheck::differs(std::string_view check, std::uint64_t size, Error what) {
  if (differences.size() >= MOST_DIFFERENCES) return;
  differences.push_back({std::string(check), size - 1, std::move(what)});
}

}  // namespace nomic::replay
