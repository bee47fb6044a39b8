// The ledger of one run: as a store on a disk, but in files without names (scratch_store.cc), which go with the
// process. For what has to be looked at as a ledger and is none: a bundle.
#pragma once

#include <memory>
#include <string>

#include "nomic/ledger/store.h"

namespace nomic::ledger {

// An empty one. `folder`: on whose disk its files lie; nothing can be seen in it.
Result<std::unique_ptr<Store>> make_scratch_store(const std::string& folder);

}  // namespace nomic::ledger
