#include "nomic/ledger/store.h"

#include "nomic/ledger/base/errors.h"

namespace nomic::ledger {

Result<std::unique_ptr<Load>> Store::load() {
  return fail(ErrorCode::READ_ONLY, "this store takes no loads");
}

}  // namespace nomic::ledger
