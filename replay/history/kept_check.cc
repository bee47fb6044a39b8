#include "kept_check.h"

#include <algorithm>
#include <string>

#include "nomic/replay/digest.h"
#include "snapshots.h"

namespace nomic::replay {
namespace {

constexpr std::size_t MOST_DIFFERENCES = 200;
// How many digests are read at once.
constexpr std::uint64_t AHEAD = 1024;

bool is_the_same(const ledger::NamedSnapshot& kept, const StateInChunks& derived) {
  return kept.body == derived.rest &&
         std::equal(kept.chunks.begin(), kept.chunks.end(), derived.chunks.begin(), derived.chunks.end(),
                    [](const ledger::Hash& name, const StateInChunks::Chunk& chunk) { return name == chunk.hash; });
}

}  // namespace

Result<KeptCheck> KeptCheck::begin(ledger::Ledger& ledger, const ledger::GameId& game, std::uint64_t size,
                                   Digests digests) {
  KeptCheck check(ledger, game, size, digests);
  NOMIC_ASSIGN(auto snapshots, ledger.snapshot_sizes(game, size));
  check.snapshots_ = std::move(snapshots);
  return check;
}

Status KeptCheck::at(const State& derived) {
  const std::uint64_t size = derived.size();
  while (next_snapshot_ < snapshots_.size() && snapshots_[next_snapshot_] < size) ++next_snapshot_;
  std::optional<ledger::NamedSnapshot> snapshot;
  if (next_snapshot_ < snapshots_.size() && snapshots_[next_snapshot_] == size) {
    // None: what lies here is not ours, or does not fit, and nobody goes on from it.
    NOMIC_ASSIGN(auto kept, ledger_->named_snapshot(game_, size, maker(), whole_));
    snapshot = std::move(kept);
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
  // Equal bytes are an equal state. Other bytes may be one too: protobuf promises no order.
  return !snapshot || is_the_same(*snapshot, derived.in_chunks()) ? Status(ledger::Done{})
                                                                  : compare_snapshot(size, expected);
}

Result<std::optional<ledger::Hash>> KeptCheck::digest_at(std::uint64_t size) {
  if (digests_ == Digests::WITH_SNAPSHOTS) {
    NOMIC_ASSIGN(auto kept, ledger_->kept_digest(game_, size, maker()));
    return kept;
  }
  if (size >= read_until_) {
    NOMIC_ASSIGN(auto range, ledger_->kept_digests(game_, size, size + AHEAD - 1, maker()));
    range_ = std::move(range);
    next_digest_ = 0;
    read_until_ = size + AHEAD;
  }
  while (next_digest_ < range_.size() && range_[next_digest_].size < size) ++next_digest_;
  if (next_digest_ == range_.size() || range_[next_digest_].size != size) return std::optional<ledger::Hash>();
  return std::optional<ledger::Hash>(range_[next_digest_].digest);
}

Status KeptCheck::compare_snapshot(std::uint64_t size, const ledger::Hash& expected) {
  NOMIC_ASSIGN(auto kept, ledger_->snapshot(game_, size, maker()));
  const std::optional<State> state = kept.has_value() && kept->size == size ? state_in(*kept) : std::nullopt;
  if (!state) {
    differs("snapshot", size, error_of(ErrorCode::LEDGER, "snapshot_unreadable"));
  } else if (const ledger::Hash found = digest_of(*state); found != expected) {
    differs("snapshot", size,
            error_of(ErrorCode::LEDGER, "snapshot_differs", {{"kept", found.hex()}, {"derived", expected.hex()}}));
  }
  return ledger::Done{};
}

void KeptCheck::differs(std::string_view check, std::uint64_t size, Error what) {
  if (differences.size() >= MOST_DIFFERENCES) return;
  differences.push_back({std::string(check), size - 1, std::move(what)});
}

}  // namespace nomic::replay
