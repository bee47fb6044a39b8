// Compares what is kept of states beside the records, snapshots and digests, with the states that the records give.
//
//     auto check = KeptCheck::begin(ledger, game, size, KeptCheck::Digests::WITH_SNAPSHOTS);
//     check->at(engine.state());                // after each record, in order, up to `size`
//     check->differences                        // empty: what is kept is what the records give
//
// A snapshot is a state that commands go on from without deriving it. Whoever can write in the folder can put another
// in its place, and bind it as it must be bound: only deriving the game tells it from a true one. A digest by itself is
// nothing that anybody goes on from, and there is one for nearly every record; so it is compared where a snapshot lies
// and after the last record, or everywhere.
//
// Cost: a digest of the state, and reading what is kept, wherever something is compared.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "nomic/replay/game.h"

namespace nomic::replay {

class KeptCheck {
 public:
  enum class Digests : std::uint8_t { ALL, WITH_SNAPSHOTS };

  // Of what our version made and kept up to `size` records.
  static Result<KeptCheck> begin(ledger::Ledger& ledger, const ledger::GameId& game, std::uint64_t size,
                                 Digests digests);

  // Fails as the ledger does.
  Status at(const State& derived);

  std::uint64_t compared = 0;          // positions at which something was kept
  std::vector<KeptFault> differences;  // by position; at most 200

 private:
  KeptCheck(ledger::Ledger& ledger, const ledger::GameId& game, std::uint64_t size, Digests digests)
      : ledger_(&ledger), game_(game), size_(size), digests_(digests) {}

  Result<std::optional<ledger::Hash>> digest_at(std::uint64_t size);
  // Of what is kept and not the same byte by byte: says what differs, if anything that counts does.
  Status compare_snapshot(std::uint64_t size, const ledger::Hash& expected);
  void differs(std::string_view check, std::uint64_t size, Error what);

  ledger::Ledger* ledger_;
  ledger::GameId game_;
  std::uint64_t size_;
  Digests digests_;
  std::vector<std::uint64_t> snapshots_;   // at these sizes
  std::size_t next_snapshot_ = 0;          // of those
  std::set<ledger::Hash> whole_;           // chunks of those that are kept as they should be
  std::vector<ledger::KeptDigest> range_;  // read ahead, where all are compared
  std::size_t next_digest_ = 0;            // of those
  std::uint64_t read_until_ = 0;
};

}  // namespace nomic::replay
