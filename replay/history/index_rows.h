// The rows of the derived index that a record leaves: what questions about the game look up instead of deriving it.
//
//     request.derived.index = index_rows(move, consequences, before, after);    // of one record
//
//     IndexRows rows;                                                           // of all of them, in order
//     rows.of(move, consequences, after);
//
// Pure: the same records give the same rows. The consequences kept are those emitted when the record was first derived in
// order; what a later record changes of the past is told at that later record, and leaves these rows as they are.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/engine.h"

namespace nomic::replay {

class IndexRows {
 public:
  // Before record 0.
  IndexRows() = default;
  // After the records of that state. O(rules). The rules of a founding that goes on begin with its last record.
  explicit IndexRows(const State& before);

  // The rows of the next record, each of another key. O(consequences), and O(rules) where a rule may have changed.
  std::vector<ledger::IndexRow> of(const Move& move, const Consequences& consequences, const State& after);

 private:
  // A rule in force.
  struct Stood {
    std::uint32_t number = 0;
    std::string bytes;
  };

  void take_rules(const State& state);
  void compare_rules(const Move& move, const State& after, std::vector<ledger::IndexRow>& rows);

  std::map<std::uint32_t, Stood> rules_;  // by lineage, as of the last record that may have changed one
};

// The rows of one record, between two states. O(consequences), and O(rules) where a rule may have changed.
std::vector<ledger::IndexRow> index_rows(const Move& move, const Consequences& consequences, const State& before,
                                         const State& after);

}  // namespace nomic::replay
