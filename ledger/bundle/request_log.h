// The request IDs of a stream of records, each of which may begin a request once: whether two are the same, in constant
// memory, however many there are.
#pragma once

#include <string_view>

#include "leaf_log.h"

namespace nomic::ledger {

class RequestLog {
 public:
  // FULL, READ_ONLY or IO_FAILED: the temporary file.
  Status add(std::string_view id);
  // Whether an ID was added twice. Goes through what was added once for every million of them.
  Result<bool> has_twice() const;

 private:
  LeafLog hashes_;
};

}  // namespace nomic::ledger
