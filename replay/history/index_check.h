// Compares the derived index with the game: rows that are missing, differ, or should not be there.
//
//     auto check = IndexCheck::of(game);                // reads the rows that are kept
//     game.replay(size, [&](const Played& played) { check->see(played); return true; });
//     auto faults = check->finish();                    // empty: the index says what the records give
//
// Cost: one pass over the rows, and making those of every record that is seen; where something differs, a block of 1,024
// records is derived again to name it. Memory: 64 bytes for each 1,024 records. The Game outlives the object.
#pragma once

#include <memory>
#include <vector>

#include "nomic/replay/game.h"

namespace nomic::replay {

class IndexCheck {
 public:
  static Result<IndexCheck> of(Game& game);
  ~IndexCheck();
  IndexCheck(IndexCheck&&) noexcept;

  // The records in their order, from 0 on; those that the index does not reach are passed over.
  void see(const Played& played);

  // Once all that it reaches are seen. At most about 100 faults; their check is "index".
  Result<std::vector<KeptFault>> finish();

 private:
  struct Self;
  explicit IndexCheck(std::unique_ptr<Self> self);
  std::unique_ptr<Self> self_;
};

}  // namespace nomic::replay
