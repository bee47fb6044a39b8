// Records whose signatures were found to verify, so that a second pass over a game does not verify them again.
//
// A record is known by its leaf hash, which covers every byte of it, its signatures included: the same hash is the same
// record. It is a memory of a handle on a ledger and not kept with it: whoever opens the ledger verifies anew, and so
// do `verify` and imports, which do not ask. At most 4 MB; of more records the newer ones take the places of older
// ones.
#pragma once

#include <mutex>
#include <vector>

#include "nomic/ledger/hash.h"

namespace nomic::ledger {

// Several threads may ask at once.
class SignedRecords {
 public:
  [[nodiscard]] bool has(const Hash& leaf);
  void add(const Hash& leaf);

 private:
  Hash& place_of(const Hash& leaf);

  std::mutex mutex_;
  std::vector<Hash> places_;
};

}  // namespace nomic::ledger
