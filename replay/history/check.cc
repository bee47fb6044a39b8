// What was kept while playing, compared with what the records give.
#include <set>
#include <vector>

#include "nomic/replay/digest.h"
#include "nomic/replay/game.h"
#include "self.h"
#include "snapshots.h"

namespace nomic::replay {
namespace {

KeptFault difference(std::string_view check, std::uint64_t size, Error what) {
  return {std::string(check), size - 1, std::move(what)};
}

// At which sizes, up to `size`, a snapshot of ours is kept.
Result<std::set<std::uint64_t>> snapshot_sizes(ledger::Ledger& ledger, const ledger::GameId& game, std::uint64_t size) {
  std::set<std::uint64_t> sizes;
  while (size > 0) {
    auto kept = ledger.snapshot(game, size, maker());
    if (!kept) return from_ledger(kept.error());
    if (!kept->has_value() || (**kept).size == 0) break;
    sizes.insert((**kept).size);
    size = (**kept).size - 1;
  }
  return sizes;
}

// The digests kept while playing, for ascending sizes: read in ranges, since there is one for nearly every record.
class KeptDigests {
 public:
  KeptDigests(ledger::Ledger& ledger, const ledger::GameId& game) : ledger_(ledger), game_(game) {}

  Result<std::optional<ledger::Hash>> at(std::uint64_t size) {
    if (size >= read_until_) {
      auto range = ledger_.kept_digests(game_, size, size + AHEAD - 1, maker());
      if (!range) return from_ledger(range.error());
      range_ = std::move(*range);
      next_ = 0;
      read_until_ = size + AHEAD;
    }
    while (next_ < range_.size() && range_[next_].size < size) ++next_;
    if (next_ == range_.size() || range_[next_].size != size) return std::optional<ledger::Hash>();
    return std::optional<ledger::Hash>(range_[next_].digest);
  }

 private:
  static constexpr std::uint64_t AHEAD = 1024;

  ledger::Ledger& ledger_;
  ledger::GameId game_;
  std::vector<ledger::KeptDigest> range_;
  std::size_t next_ = 0;
  std::uint64_t read_until_ = 0;
};

// Compares what is kept at one size with the state derived there.
class Comparison {
 public:
  Comparison(ledger::Ledger& ledger, const ledger::GameId& game, std::set<std::uint64_t> snapshots)
      : ledger_(ledger), game_(game), digests_(ledger, game), snapshots_(std::move(snapshots)) {}

  Status at(const State& derived) {
    auto digest = digests_.at(derived.size());
    if (!digest) return digest.error();
    const bool has_snapshot = snapshots_.count(derived.size()) != 0;
    if (!digest->has_value() && !has_snapshot) return ledger::Done{};
    ++check.compared;
    const ledger::Hash expected = digest_of(derived);
    if (digest->has_value() && **digest != expected) {
      check.differences.push_back(difference(
          "digest", derived.size(),
          error_of(ErrorCode::LEDGER, "digest_differs", {{"kept", (**digest).hex()}, {"derived", expected.hex()}})));
    }
    return has_snapshot ? compare_snapshot(derived, expected) : Status(ledger::Done{});
  }

  ReplayCheck check;

 private:
  Status compare_snapshot(const State& derived, const ledger::Hash& expected) {
    auto kept = ledger_.snapshot(game_, derived.size(), maker());
    if (!kept) return from_ledger(kept.error());
    const std::optional<State> state = kept->has_value() ? state_in(**kept) : std::nullopt;
    if (!state) {
      check.differences.push_back(
          difference("snapshot", derived.size(), error_of(ErrorCode::LEDGER, "snapshot_unreadable")));
    } else if (const ledger::Hash found = digest_of(*state); found != expected) {
      check.differences.push_back(difference(
          "snapshot", derived.size(),
          error_of(ErrorCode::LEDGER, "snapshot_differs", {{"kept", found.hex()}, {"derived", expected.hex()}})));
    }
    return ledger::Done{};
  }

  ledger::Ledger& ledger_;
  ledger::GameId game_;
  KeptDigests digests_;
  std::set<std::uint64_t> snapshots_;
};

}  // namespace

Result<ReplayCheck> Game::check(std::uint64_t size, const std::function<void(std::uint64_t)>& progress) {
  Result<std::set<std::uint64_t>> snapshots = snapshot_sizes(self_->ledger, self_->head.game, size);
  if (!snapshots) return snapshots.error();
  Comparison comparison(self_->ledger, self_->head.game, std::move(*snapshots));
  std::optional<Error> error;
  Result<Engine> derived = replay(size, [&](const Played& played) {
    Status compared = comparison.at(played.after.state());
    if (!compared) error = compared.error();
    if (progress) progress(played.record.index.value + 1);
    return compared.ok();
  });
  if (error) return *error;
  if (!derived) return derived.error();
  comparison.check.derived = *std::move(derived);
  return std::move(comparison.check);
}

}  // namespace nomic::replay
