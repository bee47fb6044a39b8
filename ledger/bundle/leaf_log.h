// The leaf hashes of a stream of records, to be looked at again, in constant memory: the newest in memory, the others
// in a temporary file that has no name. Short streams make no file.
#pragma once

#include <cstdint>
#include <vector>

#include "nomic/ledger/files/files.h"
#include "nomic/ledger/hash.h"

namespace nomic::ledger {

class LeafLog {
 public:
  // FULL, READ_ONLY or IO_FAILED: the temporary file.
  Status add(const Hash& leaf);
  // Number `at` of those added, which is below size(). IO_FAILED.
  Result<Hash> at(std::uint64_t at) const;
  // Those from number `from` on, as many as `into` takes or as there are; how many. IO_FAILED.
  Result<std::size_t> read(std::uint64_t from, std::vector<Hash>& into) const;
  [[nodiscard]] std::uint64_t size() const { return filed_ + newest_.size(); }

 private:
  Status make_file();
  Status file_newest();

  FileHandle file_;
  std::uint64_t filed_ = 0;  // how many are in the file
  std::vector<Hash> newest_;
};

}  // namespace nomic::ledger
