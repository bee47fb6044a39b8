// The writes of a database, numbered: how it is found that one of them is missing.
//
// A log that lost its end opens without a word, and so does a database one of whose logs is gone from the middle. So
// every write leaves a row of its own under the next number, in the same batch; the mark (mark.h) names the last that
// was acknowledged. These rows lie in the table of the catalog below all keys that stores are given, and Database shows
// them to nobody else.
//
//     key     00 | number (8, big-endian)
//     value   digest (32) | of each witness of the write its length (2, big-endian) and its bytes
//
// The digest is SHA-256 over the digest of the write before, the number, and of each batch its condition's key and the
// value that it leaves there: a mark fits one sequence of writes and no other.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/ledger/store.h"
#include "nomic/ledger/store/rocks/mark.h"

namespace nomic::ledger {

class Database;

struct Write {
  Written written;
  std::vector<std::string> witnesses;
};

// What becomes of `before` when the group is written, and the row that says so.
Written written_after(const Written& before, std::span<const Batch> group);
Row row_of(const Written& written, std::span<const Batch> group);

// The last write; number 0 if there is none. DAMAGED if its row cannot be read.
Result<Write> last_write(Database& database);

// Whether the writes from number `from` to `last` are all there. DAMAGED.
Status check_dense(Database& database, std::uint64_t from, std::uint64_t last);

// What may lie above the mark: at most one write, which nobody was told of. DAMAGED: more, so the mark is an older one.
Status check_follows(const Written& mark, const Written& last);

// Whether the database holds exactly this write under its number. DAMAGED.
Status check_reaches(Database& database, const Written& written);

}  // namespace nomic::ledger
