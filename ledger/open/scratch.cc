#include "nomic/ledger/scratch.h"

#include <utility>

#include "nomic/ledger/log/seen.h"
#include "nomic/ledger/store/rocks/scratch_store.h"

namespace nomic::ledger {

Result<std::unique_ptr<Ledger>> scratch_ledger(const std::string& folder) {
  NOMIC_ASSIGN(auto store, make_scratch_store(folder));
  return Ledger::over(std::move(store), {});
}

Result<Met> met_of(Ledger& copy, const GameId& game, const std::string& seen_dir) {
  NOMIC_ASSIGN(auto head, copy.head(game));
  NOMIC_ASSIGN(auto known, SeenGames(seen_dir).recall(game));
  if (!known) return Met{};
  const SeenGame& memory = *known;
  Met met;
  met.size = memory.size;
  if (memory.size > head.size) {
    // Whether what they have met goes on where the copy ends cannot be told: its records are not there.
    met.missing = memory.size - head.size;
    return met;
  }
  NOMIC_ASSIGN(auto last, copy.record(game, {memory.size - 1}));
  const bool same_root = memory.size < head.size || memory.root == head.root;
  met.is_other = last.leaf != memory.head_hash || !same_root;
  return met;
}

}  // namespace nomic::ledger
