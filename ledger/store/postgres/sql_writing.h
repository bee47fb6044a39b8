// A group of batches as SQL: the commands of one transaction, which go over in one piece.
//
// What a batch asks of a row that an earlier batch of the group writes is decided here; of rows that are written twice
// the last counts. What is left is one command for each row of the catalog on which the group depends, in the order of
// their keys, so that two groups meet them in the same order. The command changes that row only if it is what it was,
// and everything else only if it did:
//
//     WITH met AS (UPDATE nomic.catalog SET value = $3 WHERE key = $1 AND value = $2 RETURNING 1), ...
//
// In READ COMMITTED the UPDATE waits for whoever is at the row and looks at what they left, so of two writers of one
// game one is let through, and neither waits for writers of others.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/ledger/store.h"
#include "sql_connection.h"

namespace nomic::ledger {

struct SqlWrite {
  std::vector<SqlCommand> commands;
  // Which of them answers with how often its condition was met, where there is only one condition; with several, one
  // that is not met is a division by zero.
  std::size_t counts = 0;
  bool raises = false;
};

// Whether a condition that is not met is to end the transaction: where there is more in it than the group.
enum class IfUnmet : std::uint8_t { COUNT, RAISE };

// What carries a group out. SIZE_MISMATCH: it contradicts itself.
Result<SqlWrite> sql_of(std::span<const Batch> group, IfUnmet unmet = IfUnmet::COUNT);

// Rows that lie there if the group has happened, and not otherwise: its witnesses; of batches that name none, their
// records. None: it may be written again without harm, and there is nothing to be told by.
std::vector<const Row*> proofs_of(std::span<const Batch> group);
// Answers with the keys of those of the rows that lie there. It locks them, so that whoever commits it has waited for
// everything before it to be as safe as a write of its own.
SqlCommand find_rows(Table table, const std::vector<const Row*>& rows);

// Whether the conditions of the group hold: each command answers with one boolean.
Result<std::vector<SqlCommand>> look_at_conditions(std::span<const Batch> group);

// Rows over whatever is under their keys, no key twice.
SqlCommand upsert(Table table, std::span<const std::string_view> keys, std::span<const std::string_view> values);

// The SQLSTATE of a write of which the server has dropped a row (a logarithm of zero), and the error for it.
inline constexpr std::string_view DROPPED_ROWS = "2201E";
Error dropped();

Error mismatch();

}  // namespace nomic::ledger
