// The derived index of a game, read: where something happened, by look-up instead of by deriving the game.
//
//     auto index = game.index(size);               // nothing: it does not reach so far; derive instead
//     auto where = (**index).turn_ended(12);       // the record that ended turn 12
//
// Every answer is as of the size asked for: what later records left counts for nothing. The rows are made with each
// append (index_rows.h); `verify` compares them with the game, `reindex` makes them anew. A row that cannot be read is
// an error (DAMAGED), never an answer.
//
// Cost: O(log records) reads, and the rows that the answer consists of. The ledger outlives the object.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/engine.h"
#include "nomic/replay/marks.h"

namespace nomic::replay {

// A rule from a record on; nothing: from there on it is not in force.
struct IndexedVersion {
  std::uint64_t record = 0;
  std::optional<v1::Rule> rule;
};

class GameIndex {
 public:
  // Of the first `size` records, to all of which the index must reach.
  GameIndex(ledger::Ledger& ledger, const ledger::GameId& game, std::uint64_t size)
      : ledger_(ledger), game_(game), size_(size) {}

  // The record that ended it: the last, where one before that was struck; nothing: none did.
  // What the vote came to, in the order of the records: once more where a Judgment had its turn derived again.
  Result<std::vector<v1::Consequence>> outcomes(std::uint32_t proposal);
  // That which declared its outcome: a later one where no rule determined it.
  Result<std::optional<std::uint64_t>> outcome_declared(std::uint32_t proposal);
  Result<std::optional<std::uint64_t>> turn_ended(std::uint32_t turn);
  Result<std::optional<std::uint64_t>> circuit_ended(std::uint32_t circuit);

  // The records, ascending, that are about the proposal; that changed the player's score (only the last of them, if a
  // number is given); that emitted about a victory; that marked the rule without changing it.
  Result<std::vector<std::uint64_t>> of_proposal(std::uint32_t number);
  Result<std::vector<std::uint64_t>> of_score(const std::string& player, std::optional<std::uint64_t> last = {});
  Result<std::vector<std::uint64_t>> of_victory();
  Result<std::vector<std::uint64_t>> of_rule_marks(std::uint32_t lineage);

  // The numbers, ascending, that proposals bear or bore. Cost: the rows about all of them.
  Result<std::vector<std::uint32_t>> proposals();
  // Of those, the numbers that the last so many proposals were made under, ascending. Cost: the consequences of the
  // records since the first of them.
  Result<std::vector<std::uint32_t>> last_proposals(std::uint64_t last);

  // What the record brought about.
  Result<Consequences> consequences(std::uint64_t record);

  // The lineages, ascending, of the rules that ever bore the number; of all rules, for 0.
  Result<std::vector<std::uint32_t>> lineages(std::uint32_t number);
  // The rule's versions, ascending. Of their sources only the last is kept.
  Result<std::vector<IndexedVersion>> versions(std::uint32_t lineage);
  // The version that came into force in that record, if one did.
  Result<std::optional<v1::Rule>> version(std::uint32_t lineage, std::uint64_t record);

  // What is said of the records from `records.from` to `records.to` - 1, and of those that correct them.
  Result<Marks> marks(Records records);
  // The records, ascending, that say something of `record`; and whether any record says something of another.
  Result<std::vector<std::uint64_t>> marking(std::uint64_t record);
  Result<bool> has_marks();

  // Every row, in the order of keys: for who compares them (verification.cc).
  Status all(const std::function<void(const ledger::IndexRow&)>& each);

 private:
  Status rows(const ledger::IndexQuery& query, const std::function<bool(const ledger::IndexRow&)>& each);
  Result<std::vector<std::uint64_t>> records(const std::string& key);
  Result<std::optional<std::uint64_t>> last(const std::string& key);

  ledger::Ledger& ledger_;
  ledger::GameId game_;
  std::uint64_t size_;
};

}  // namespace nomic::replay
