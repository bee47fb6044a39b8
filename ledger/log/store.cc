#include "nomic/ledger/store.h"

#include <algorithm>
#include <map>
#include <utility>

#include "nomic/ledger/base/errors.h"

namespace nomic::ledger {
namespace {

using RowName = std::pair<Table, std::string_view>;

RowName name_of(const Row& row) {
  return {row.table, row.key};
}

}  // namespace

Result<std::unique_ptr<Load>> Store::load() {
  return fail(ErrorCode::READ_ONLY, "this store takes no loads");
}

Status Store::check_conditions(std::span<const Batch> group) {
  std::map<std::string_view, const std::optional<std::string>*> catalog;  // as the batches so far leave it
  for (const Batch& batch : group) {
    std::optional<std::string> kept;
    const std::optional<std::string>* now = &kept;
    if (const auto changed = catalog.find(batch.condition_key); changed != catalog.end()) {
      now = changed->second;
    } else {
      auto found = get(Table::CATALOG, batch.condition_key);
      if (!found) return std::move(found).error();
      kept = *std::move(found);
    }
    if (*now != batch.condition_value) {
      return fail(ErrorCode::SIZE_MISMATCH, "the game has grown meanwhile", "look again, then repeat");
    }
    for (const Row& row : batch.rows) {
      if (row.table == Table::CATALOG) catalog[row.key] = &row.value;
    }
  }
  return Done{};
}

std::vector<const Row*> rows_left(std::span<const Batch> group) {
  std::vector<const Row*> rows;
  for (const Batch& batch : group) {
    for (const Row& row : batch.rows) rows.push_back(&row);
  }
  if (group.size() < 2) return rows;
  std::map<RowName, const Row*> last;
  for (const Row* row : rows) last[name_of(*row)] = row;
  std::erase_if(rows, [&](const Row* row) { return last.at(name_of(*row)) != row; });
  return rows;
}

}  // namespace nomic::ledger
