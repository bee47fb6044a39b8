// The requests that a stream of records begins, each of which may be begun once: whether two are the same, in constant
// memory, however many there are.
#pragma once

#include "leaf_log.h"
#include "nomic/ledger/log/requests.h"

namespace nomic::ledger {

class RequestLog {
 public:
  // FULL, READ_ONLY or IO_FAILED: the temporary file.
  Status add(const RequestName& name);
  // Whether one was added twice. Goes through what was added once for every million of them.
  Result<bool> has_twice() const;

 private:
  LeafLog hashes_;
};

}  // namespace nomic::ledger
