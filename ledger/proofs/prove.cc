// Roots and proofs for a kept game, each verified against its head before it is given.
#include <fmt/format.h>

#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/log/ledger_self.h"
#include "nomic/ledger/proofs/prover.h"

namespace nomic::ledger {
namespace {

Status check_size(const GameRow& row, std::uint64_t size) {
  if (size <= row.size()) return Done{};
  return fail(ErrorCode::NO_SUCH_RECORD, fmt::format("there are no {} records: the game has {}", size, row.size()),
              fmt::format("name a size up to {}", row.size()), size - 1);
}

Error unfit(const GameRow& row, const Error& why) {
  return fail(ErrorCode::DAMAGED,
              fmt::format("the tiles of game {} do not fit its head: {}", short_id(row.game), why.what),
              "find the damage with `nomic verify`; tiles are derived data and can be made anew from the records");
}

// The root at a size, proven by the head's.
Result<Hash> proven_root(Prover& prover, const GameRow& row, std::uint64_t size) {
  const Hash head = row.frontier.root();
  if (size == row.size()) return head;
  NOMIC_ASSIGN(auto root, prover.root(size));
  NOMIC_ASSIGN(auto path, prover.consistency(size, row.size()));
  if (auto fits = verify_consistency(size, root, row.size(), head, path); !fits) return unfit(row, fits.error());
  return root;
}

}  // namespace

Result<Hash> Ledger::root_at(const GameId& game, std::uint64_t size) {
  NOMIC_ASSIGN(auto row, self_->game(game));
  NOMIC_TRY(check_size(row, size));
  Prover prover(*self_->store, game, row.size());
  return proven_root(prover, row, size);
}

Result<InclusionProof> Ledger::prove_inclusion(const GameId& game, RecordIndex index, std::uint64_t size) {
  NOMIC_ASSIGN(auto row, self_->game(game));
  NOMIC_TRY(check_size(row, size));
  if (index.value >= size) {
    return fail(ErrorCode::NO_SUCH_RECORD, fmt::format("record {} is not among the first {}", index.value, size),
                "name a record below the size", index.value);
  }
  Prover prover(*self_->store, game, row.size());
  NOMIC_ASSIGN(auto root, proven_root(prover, row, size));
  NOMIC_ASSIGN(auto path, prover.inclusion(index.value, size));
  // The record itself, not what a tile says of it.
  NOMIC_ASSIGN(auto leaf, Tree(*self_->store, game, row.size()).leaf(index.value));
  if (auto fits = verify_inclusion(leaf, index.value, size, path, root); !fits) return unfit(row, fits.error());
  return InclusionProof{index.value, size, leaf, root, std::move(path)};
}

Result<ConsistencyProof> Ledger::prove_consistency(const GameId& game, std::uint64_t first, std::uint64_t second) {
  NOMIC_ASSIGN(auto row, self_->game(game));
  NOMIC_TRY(check_size(row, second));
  if (first > second) {
    return fail(ErrorCode::BAD_INPUT, fmt::format("{} records are not the beginning of {}", first, second),
                "name the smaller size first");
  }
  Prover prover(*self_->store, game, row.size());
  NOMIC_ASSIGN(auto first_root, proven_root(prover, row, first));
  NOMIC_ASSIGN(auto second_root, proven_root(prover, row, second));
  NOMIC_ASSIGN(auto path, prover.consistency(first, second));
  if (auto fits = verify_consistency(first, first_root, second, second_root, path); !fits) {
    return unfit(row, fits.error());
  }
  return ConsistencyProof{first, second, first_root, second_root, std::move(path)};
}

}  // namespace nomic::ledger
