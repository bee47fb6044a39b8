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

Result<std::optional<std::optional<std::string>>> Store::value_for_condition(std::string_view key) {
  NOMIC_ASSIGN(auto found, get(Table::CATALOG, key));
  return std::optional<std::optional<std::string>>(std::move(found));
}

Status Store::check_conditions(std::span<const Batch> group) {
  std::map<std::string_view, const std::optional<std::string>*> catalog;  // as the batches so far leave it
  // SIZE_MISMATCH unless the row is what it has to be.
  const auto check = [&](std::string_view key, const std::optional<std::string>& wanted) -> Status {
    std::optional<std::optional<std::string>> kept;
    if (const auto changed = catalog.find(key); changed != catalog.end()) {
      kept = *changed->second;
    } else {
      NOMIC_ASSIGN(auto found, value_for_condition(key));
      kept = std::move(found);
    }
    if (!kept || *kept == wanted) return Done{};
    return fail(ErrorCode::SIZE_MISMATCH, "the game has grown meanwhile", "look again, then repeat");
  };
  for (const Batch& batch : group) {
    NOMIC_TRY(check(batch.condition_key, batch.condition_value));
    for (const Row& row : batch.rows) {
      if (row.table != Table::CATALOG) continue;
      if (row.is_new) NOMIC_TRY(check(row.key, std::nullopt));
      catalog[row.key] = &row.value;
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
