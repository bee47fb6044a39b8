#include "nomic/replay/index_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "index_keys.h"
#include "index_rows.h"
#include "nomic/replay/game_index.h"

namespace nomic::replay {
namespace {

// Rows are kept in the order of their keys and made in that of the records. So both sides are first summed up by blocks
// of so many records, in memory that hardly grows with the game; only a block whose sums differ is compared row by row.
constexpr std::uint64_t BLOCK = 1024;
constexpr std::size_t MOST_FAULTS = 100;

// A sum of hashes: the same for the same rows in any order.
using Sum = std::array<std::uint64_t, 4>;

void add(Sum& sum, const ledger::IndexRow& row) {
  const std::string text = fmt::format("{} {} ", row.record, row.key.size()).append(row.key).append(row.value);
  const ledger::Hash hash = ledger::sha256(text);
  for (std::size_t i = 0; i < ledger::Hash::SIZE; ++i) {
    sum.at(i / 8) += std::uint64_t{hash.bytes.at(i)} << (8 * (i % 8));
  }
}

class Sums {
 public:
  explicit Sums(std::uint64_t reach) : blocks_(reach / BLOCK + 1) {}
  void add(const ledger::IndexRow& row) { replay::add(blocks_.at(row.record / BLOCK), row); }
  [[nodiscard]] std::vector<std::uint64_t> differing(const Sums& other) const {
    std::vector<std::uint64_t> blocks;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (blocks_[i] != other.blocks_[i]) blocks.push_back(i);
    }
    return blocks;
  }

 private:
  std::vector<Sum> blocks_;
};

using Place = std::pair<std::uint64_t, std::string>;  // record, key
using Rows = std::map<Place, std::string>;

void report(const Place& place, std::string_view what, std::vector<KeptFault>& faults) {
  if (faults.size() >= MOST_FAULTS) return;
  faults.push_back({"index", place.first,
                    error_of(ErrorCode::LEDGER, what, {{"record", place.first}}, about_index_key(place.second))});
}

void compare(const Rows& made, const Rows& kept, std::vector<KeptFault>& faults) {
  for (const auto& [place, value] : made) {
    const auto found = kept.find(place);
    if (found == kept.end()) {
      report(place, "row_missing", faults);
    } else if (found->second != value) {
      report(place, "row_differs", faults);
    }
  }
  for (const auto& [place, value] : kept) {
    if (made.count(place) == 0) report(place, "row_not_given", faults);
  }
}

}  // namespace

struct IndexCheck::Self {
  Self(Game& its_game, std::uint64_t its_reach) : game(its_game), reach(its_reach), kept(reach), made(reach) {}

  Game& game;
  std::uint64_t reach;
  Sums kept;
  Sums made;
  IndexRows rows;

  Status compare_block(std::uint64_t block, std::vector<KeptFault>& faults);
  Status read_kept(const std::function<void(const ledger::IndexRow&)>& each) const;
};

IndexCheck::IndexCheck(std::unique_ptr<Self> self) : self_(std::move(self)) {}
IndexCheck::~IndexCheck() = default;
IndexCheck::IndexCheck(IndexCheck&&) noexcept = default;

Status IndexCheck::Self::read_kept(const std::function<void(const ledger::IndexRow&)>& each) const {
  Result<std::optional<GameIndex>> index = game.index(reach);
  if (!index) return index.error();
  return *index ? (**index).all(each) : Status(ledger::Done{});
}

Result<IndexCheck> IndexCheck::of(Game& game) {
  Result<std::uint64_t> reach = game.index_reach();
  if (!reach) return reach.error();
  auto self = std::make_unique<Self>(game, *reach);
  Status read = self->read_kept([&](const ledger::IndexRow& row) { self->kept.add(row); });
  if (!read) return read.error();
  return IndexCheck(std::move(self));
}

void IndexCheck::see(const Played& played) {
  if (played.move.index >= self_->reach) return;
  for (const ledger::IndexRow& row : self_->rows.of(played.move, played.consequences, played.after.state())) {
    self_->made.add(row);
  }
}

Status IndexCheck::Self::compare_block(std::uint64_t block, std::vector<KeptFault>& faults) {
  const std::uint64_t from = block * BLOCK;
  const std::uint64_t to = std::min(from + BLOCK, reach);
  Result<Engine> before = game.at(from);
  if (!before) return before.error();
  IndexRows again(before->state());
  Rows ours;
  Status done = game.replay_range(from, to, [&](const Played& played) {
    for (auto& row : again.of(played.move, played.consequences, played.after.state())) {
      ours.emplace(Place{row.record, std::move(row.key)}, std::move(row.value));
    }
    return true;
  });
  if (!done) return done;
  Rows theirs;
  done = read_kept([&](const ledger::IndexRow& row) {
    if (row.record >= from && row.record < to) theirs.emplace(Place{row.record, row.key}, row.value);
  });
  if (done) compare(ours, theirs, faults);
  return done;
}

Result<std::vector<KeptFault>> IndexCheck::finish() {
  std::vector<KeptFault> faults;
  for (const std::uint64_t block : self_->made.differing(self_->kept)) {
    if (faults.size() >= MOST_FAULTS) break;
    if (Status done = self_->compare_block(block, faults); !done) return done.error();
  }
  return faults;
}

}  // namespace nomic::replay
