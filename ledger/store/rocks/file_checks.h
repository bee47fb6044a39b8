// What a store can tell of its files, beside the rows in them.
#pragma once

#include <functional>
#include <vector>

#include "nomic/ledger/store.h"
#include "nomic/ledger/store/rocks/mark.h"
#include "nomic/ledger/store/rocks/status.h"

namespace nomic::ledger {

// How often what a writer at work may have spoilt is looked at again.
constexpr int FRESH_VIEWS = 20;

enum class Beside : std::uint8_t { NOBODY, A_WRITER };

// What `look` finds to be wrong with the tables, and what is wrong with the mark, of which a writer may be overwriting
// a slot.
Result<std::vector<Fault>> faults_of_files(const std::function<RocksStatus()>& look, const Mark& mark, Beside beside);

}  // namespace nomic::ledger
