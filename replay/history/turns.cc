#include "nomic/replay/turns.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include "consequence_reading.h"
#include "nomic/replay/game_index.h"

namespace nomic::replay {
namespace {

using EndOfTurn = std::function<Result<std::optional<std::uint64_t>>(std::uint32_t turn)>;

// Looks for the turns of ascending records, each from the turn before on. A turn that nothing ended, since it was
// struck or cut off, is none that anything came about in.
class TurnSearch {
 public:
  TurnSearch(EndOfTurn end_of, std::uint32_t last) : end_of_(std::move(end_of)), last_(last) {}

  Result<std::uint32_t> of(std::uint64_t record) {
    // Up to `from_` - 1 all ended before it; the steps double until one did not.
    std::uint32_t until = from_;
    for (std::uint32_t step = 1; until < last_; step *= 2) {
      NOMIC_ASSIGN(auto open, open_from(until, last_, record));
      if (open) break;
      from_ = std::min(until + 1, last_);
      until = std::min(until + step, last_);
    }
    while (from_ < until) {
      const std::uint32_t middle = from_ + (until - from_) / 2;
      NOMIC_ASSIGN(auto open, open_from(middle, until, record));
      if (open) {
        until = middle;
      } else {
        from_ = middle + 1;
      }
    }
    // The first of them that was ended at all, or the one that goes on.
    while (from_ < last_) {
      NOMIC_ASSIGN(auto end, end_of_(from_));
      if (end) break;
      ++from_;
    }
    return from_;
  }

 private:
  // Whether that turn, or the first after it that was ended, had not ended before the record.
  Result<bool> open_from(std::uint32_t turn, std::uint32_t until, std::uint64_t record) {
    for (; turn < until; ++turn) {
      NOMIC_ASSIGN(auto end, end_of_(turn));
      if (end) return *end >= record;
    }
    return true;
  }

  EndOfTurn end_of_;
  std::uint32_t last_;
  std::uint32_t from_ = 1;
};

Result<std::map<std::uint32_t, std::uint64_t>> ends_derived(Game& game, std::uint64_t size) {
  std::map<std::uint32_t, std::uint64_t> ends;
  auto done = game.replay(size, [&](const Played& played) {
    for (const v1::Consequence& one : played.consequences) {
      if (const auto turn = turn_ended(one); turn != 0) ends[turn] = played.record.index.value;
    }
    return true;
  });
  if (!done) return done.error();
  return ends;
}

}  // namespace

Result<std::vector<std::uint32_t>> turns_of(Game& game, std::uint64_t size, const std::vector<std::uint64_t>& records) {
  std::vector<std::uint32_t> turns;
  if (records.empty()) return turns;
  NOMIC_ASSIGN(auto then, game.at(size));
  NOMIC_ASSIGN(auto index, game.index(size));
  std::map<std::uint32_t, std::uint64_t> ends;
  if (!index) {
    NOMIC_ASSIGN(auto derived, ends_derived(game, size));
    ends = std::move(derived);
  }
  TurnSearch search(
      [&](std::uint32_t turn) -> Result<std::optional<std::uint64_t>> {
        if (index) return index->turn_ended(turn);
        const auto found = ends.find(turn);
        return found == ends.end() ? std::optional<std::uint64_t>() : std::optional<std::uint64_t>(found->second);
      },
      std::max<std::uint32_t>(then.state().turn().number(), 1));
  for (const std::uint64_t record : records) {
    if (record < then.state().founding().founding_records()) {
      turns.push_back(0);
      continue;
    }
    NOMIC_ASSIGN(auto turn, search.of(record));
    turns.push_back(turn);
  }
  return turns;
}

}  // namespace nomic::replay
