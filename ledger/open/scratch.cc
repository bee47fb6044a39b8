#include "nomic/ledger/scratch.h"

#include <utility>

#include "nomic/ledger/log/seen.h"
#include "nomic/ledger/store/rocks/scratch_store.h"

namespace nomic::ledger {

Result<std::unique_ptr<Ledger>> scratch_ledger(const std::string& folder) {
  auto store = make_scratch_store(folder);
  if (!store) return std::move(store).error();
  return Ledger::over(*std::move(store), {});
}

Result<Met> met_of(Ledger& copy, const GameId& game, const std::string& seen_dir) {
  auto head = copy.head(game);
  if (!head) return std::move(head).error();
  auto known = SeenGames(seen_dir).recall(game);
  if (!known) return std::move(known).error();
  if (!*known) return Met{};
  const SeenGame& memory = **known;
  Met met;
  met.size = memory.size;
  if (memory.size > head->size) {
    // Whether what they have met goes on where the copy ends cannot be told: its records are not there.
    met.missing = memory.size - head->size;
    return met;
  }
  auto last = copy.record(game, {memory.size - 1});
  if (!last) return std::move(last).error();
  const bool same_root = memory.size < head->size || memory.root == head->root;
  met.is_other = last->leaf != memory.head_hash || !same_root;
  return met;
}

}  // namespace nomic::ledger
