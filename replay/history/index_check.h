// Compares the derived index with the game: rows that are missing, differ, or should not be there.
//
//     IndexCheck check(reach);
//     check.kept(row);                                   // each row of ours that is kept, in any order
//     check.given(move, consequences, after);            // each record, in order
//     auto faults = check.finish(ledger, game);          // empty: the index says what the records give
//
// Rows are kept in the order of their keys and given in that of the records. So both sides are first summed up by
// blocks of 1,024 records, in memory that hardly grows with the game; only a block whose sums differ is compared row by
// row, once the game is derived again from its first record: the states that are kept are in doubt themselves. The two
// sides may be fed by two threads; what is given is summed up in a third, since who gives it derives the game as well
// and is the slowest.
//
// Cost: a hash a row on either side, and making the rows of every record. Memory: 64 bytes a block, and 4,096 rows.
#pragma once

#include <vector>

#include "index_rows.h"
#include "nomic/ledger/row_sums.h"
#include "nomic/replay/game.h"

namespace nomic::replay {

class IndexCheck {
 public:
  // Of an index that reaches over so many records: rows of later ones count for nothing.
  explicit IndexCheck(std::uint64_t reach) : reach_(reach), kept_(reach), given_(reach) {}

  void kept(const ledger::IndexRowView& row) { kept_.add(row.key, row.record, row.value); }

  // The records in their order, from 0 on.
  void given(const Move& move, const Consequences& consequences, const State& after);

  // Once everything was seen. At most about 100 faults; their check is "index".
  Result<std::vector<KeptFault>> finish(ledger::Ledger& ledger, const ledger::GameId& game);

 private:
  std::uint64_t reach_;
  ledger::RowSums kept_;
  ledger::RowSums given_;
  IndexRows rows_;
};

}  // namespace nomic::replay
