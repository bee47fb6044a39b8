// The rows of the derived index that a record leaves: what questions about the game look up instead of deriving it.
//
//     request.derived.index = index_rows(move, consequences, before, after);    // of one record
//
//     IndexRows rows;                                                           // of all of them, in order
//     rows.of(move, consequences, after);
//     rows.each(move, consequences, after, [](auto key, auto record, auto value) { ... });   // the same, not kept
//
// Pure: the same records give the same rows. The consequences kept are those emitted when the record was first derived
// in order; what a later record changes of the past is emitted at that later record, and leaves these rows as they are.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/engine.h"

namespace nomic::replay {

class IndexRows {
 public:
  // Before record 0.
  IndexRows() = default;
  // After the records of that state. The rules of a founding that goes on begin with its last record.
  explicit IndexRows(const State& before);

  // The rows of the next record, each of another key. O(consequences + rules that changed), and a look at every rule
  // where one may have changed.
  std::vector<ledger::IndexRow> of(const Move& move, const Consequences& consequences, const State& after);
  // One by one, in the same order; key and value last as long as the call. For whoever does this a million times:
  // hardly anything is allocated.
  using Sink = std::function<void(std::string_view key, std::uint64_t record, std::string_view value)>;
  void each(const Move& move, const Consequences& consequences, const State& after, const Sink& row);

 private:
  void compare_rules(const Move& move, const State& after, std::vector<ledger::IndexRow>& rows);

  Collection<v1::Rule> rules_;  // as of the last record that may have changed one
  // Used anew by each().
  std::string bytes_;
  std::vector<std::string> keys_;
};

// What a row takes in memory.
inline std::size_t bytes_of(const ledger::IndexRow& row) {
  return sizeof(row) + row.key.size() + row.value.size();
}

// The rows of one record, between two states. Cost: as above.
std::vector<ledger::IndexRow> index_rows(const Move& move, const Consequences& consequences, const State& before,
                                         const State& after);

}  // namespace nomic::replay
