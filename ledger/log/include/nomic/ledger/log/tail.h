// The end of a store's catalog, compared with the commit: what opening is about.
#pragma once

#include <cstdint>
#include <vector>

#include "nomic/ledger/log/rows.h"
#include "nomic/ledger/store.h"

namespace nomic::ledger {

// The last append that the catalog holds; number 0 if it holds none.
Result<AppendRow> last_append(Store& store);

// Whether the appends from `from` to `last` are all there, none missing between.
Status check_dense(Store& store, std::uint64_t from, std::uint64_t last);

// What may lie above the mark: at most one group, which nobody was told of. DAMAGED: more, so the mark is an older one.
Status check_follows(const Commit& mark, const Commit& last);

// The appends from number `from` on, in order.
Result<std::vector<AppendRow>> appends_from(Store& store, std::uint64_t from);

// Whether the catalog holds exactly this commit under its number. DAMAGED names both sizes.
Status check_reaches(Store& store, const Commit& commit);

}  // namespace nomic::ledger
