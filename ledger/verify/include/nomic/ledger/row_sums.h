// RowSums: rows of a derived index, summed up by blocks of records, so that two sets of rows are compared in little
// memory and whatever order each comes in.
//
//     RowSums kept(reach), made(reach);
//     kept.add(row.key, row.record, row.value);          // in any order
//     made.add_beside(row.key, row.record, row.value);   // the same, in a thread of its own
//     made.wait();
//     for (std::uint64_t block : made.differing(kept)) ...   // records block * RowSums::BLOCK and those after it
//
// A row counts by its SHA-256, and the sum is that of the hashes as four numbers of 64 bits each: rows that are not the
// same have another sum, but by an accident that nobody can bring about.
//
// Threads: each is used by one thread. Cost: a hash a row. Memory: 32 bytes a block, and two lots.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <future>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/ledger/ledger.h"

namespace nomic::ledger {

class RowSums {
 public:
  static constexpr std::uint64_t BLOCK = 1024;

  // Of an index that reaches over so many records: rows of later ones count for nothing.
  explicit RowSums(std::uint64_t reach) : reach_(reach), blocks_(reach / BLOCK + 1) {}

  // Not between add_beside() and wait().
  void add(std::string_view key, std::uint64_t record, std::string_view value);

  // For whoever has more to do: rows go over in lots of about a megabyte, to be summed up while more are made.
  void add_beside(std::string_view key, std::uint64_t record, std::string_view value);
  void wait();

  // The blocks in which they differ, ascending. Both reach over as many records.
  [[nodiscard]] std::vector<std::uint64_t> differing(const RowSums& other) const;

 private:
  // Rows as they are hashed, one behind the other: a row begins with its record, and ends where `ends` says.
  struct Lot {
    std::string bytes;
    std::vector<std::size_t> ends;
  };

  void add_hash(std::uint64_t record, std::string_view bytes);
  void hand_over();

  std::uint64_t reach_;
  std::vector<std::array<std::uint64_t, 4>> blocks_;
  std::string scratch_;
  Lot waiting_;
  Lot summed_;                 // the running thread's
  std::future<void> running_;  // its end is waited for when this goes
};

}  // namespace nomic::ledger
