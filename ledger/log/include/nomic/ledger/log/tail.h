// The end of a store's catalog, compared with the commit: what opening is about.
#pragma once

#include <cstdint>

#include "nomic/ledger/log/rows.h"
#include "nomic/ledger/store.h"

namespace nomic::ledger {

// The last append that the catalog holds; number 0 if it holds none.
Result<AppendRow> last_append(Store& store);

// Whether the appends from `from` to `last` are all there, none missing between.
Status check_dense(Store& store, std::uint64_t from, std::uint64_t last);

// Whether the catalog holds exactly this commit under its number. DAMAGED names both sizes.
Status check_reaches(Store& store, const Commit& commit);

}  // namespace nomic::ledger
