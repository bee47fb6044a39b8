#include "sql_writing.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "nomic/ledger/base/errors.h"
#include "tables.h"

namespace nomic::ledger {
namespace {

using Value = std::optional<std::string>;

// The rows that depend on one condition, and what becomes of the row that it is about.
struct Conditioned {
  const Value* old = nullptr;
  const Value* now = nullptr;  // null: it stays as it is
  struct Rows {
    std::vector<std::string_view> keys;
    std::vector<std::string_view> values;
    std::vector<std::string_view> gone;
    std::vector<std::string_view> new_keys;
    std::vector<std::string_view> new_values;
  };
  std::array<Rows, TABLES> tables;
};

using Group = std::map<std::string_view, Conditioned>;  // by the key of the condition

// The conditions that only the store can tell of.
Status find_conditions(std::span<const Batch> group, Group& conditions) {
  std::map<std::string_view, const Value*> catalog;  // as the batches so far leave it
  for (const Batch& batch : group) {
    const Value* known = nullptr;
    if (const auto written = catalog.find(batch.condition_key); written != catalog.end()) {
      known = written->second;
    } else {
      Conditioned& condition = conditions[batch.condition_key];
      if (condition.old == nullptr) condition.old = &batch.condition_value;
      known = condition.old;
    }
    if (*known != batch.condition_value) return mismatch();
    for (const Row& row : batch.rows) {
      if (row.table != Table::CATALOG) continue;
      const auto written = catalog.find(row.key);
      if (row.is_new) {
        const auto condition = conditions.find(row.key);
        const bool was_there = condition != conditions.end() && *condition->second.old;
        if (written == catalog.end() ? was_there : written->second->has_value()) return mismatch();
      }
      catalog[row.key] = &row.value;
    }
  }
  return Done{};
}

// Deals the rows out: each to the condition of its batch, or to the first.
void deal(std::span<const Batch> group, Group& conditions) {
  struct Last {
    const Row* row = nullptr;
    Conditioned* condition = nullptr;
    bool is_new = false;  // by the first of them
  };
  std::map<std::pair<Table, std::string_view>, Last> left;
  for (const Batch& batch : group) {
    const auto own = conditions.find(batch.condition_key);
    Conditioned& condition = own == conditions.end() ? conditions.begin()->second : own->second;
    for (const Row& row : batch.rows) {
      const auto [at, is_first] = left.try_emplace({row.table, row.key});
      at->second.row = &row;
      at->second.condition = &condition;
      if (is_first) at->second.is_new = row.is_new && row.table == Table::CATALOG;
    }
  }
  for (const auto& [name, found] : left) {
    const auto& [row, condition, is_new] = found;
    if (row->table == Table::CATALOG) {
      if (const auto about = conditions.find(row->key); about != conditions.end()) {
        about->second.now = &row->value;
        continue;
      }
    }
    Conditioned::Rows& rows = condition->tables.at(static_cast<std::size_t>(row->table));
    if (row->value && is_new) {
      rows.new_keys.emplace_back(row->key);
      rows.new_values.emplace_back(*row->value);
    } else if (row->value) {
      rows.keys.emplace_back(row->key);
      rows.values.emplace_back(*row->value);
    } else {
      rows.gone.emplace_back(row->key);
    }
  }
}

constexpr std::string_view IF_MET = " WHERE EXISTS (SELECT FROM met)";

std::string upsert_sql(Table table, std::size_t first, std::string_view where) {
  return fmt::format(
      "INSERT INTO {} AS old (key, value) SELECT new.key, new.value FROM"
      " unnest(${}::bytea[], ${}::bytea[]) AS new (key, value){} ON CONFLICT (key) DO UPDATE"
      " SET value = excluded.value RETURNING 1",
      sql_table(table), first, first + 1, where);
}

// A row that is there ends it all.
std::string insert_sql(Table table, std::size_t first) {
  return fmt::format(
      "INSERT INTO {} (key, value) SELECT new.key, new.value FROM unnest(${}::bytea[], ${}::bytea[]) AS"
      " new (key, value) WHERE EXISTS (SELECT FROM met) RETURNING 1",
      sql_table(table), first, first + 1);
}

std::string delete_sql(Table table, std::size_t first) {
  return fmt::format(
      "DELETE FROM {} AS old USING unnest(${}::bytea[]) AS new (key) WHERE old.key = new.key AND"
      " EXISTS (SELECT FROM met) RETURNING 1",
      sql_table(table), first);
}

// A trigger, a rule or row security can drop a row, and the server reports no error. So each statement counts its rows.
// A wrong count takes the logarithm of zero, which ends the transaction (DROPPED_ROWS).
std::string counts_all(std::string_view statement, std::size_t keys) {
  return fmt::format("(SELECT count(*) FROM {}) = cardinality(${}::bytea[])", statement, keys);
}

// A row that is to go need not be there.
std::string counts_all_gone(std::string_view statement, Table table, std::size_t keys) {
  return fmt::format(
      "(SELECT count(*) FROM {}) = (SELECT count(*) FROM {} AS old JOIN unnest(${}::bytea[]) AS new (key) ON old.key ="
      " new.key)",
      statement, sql_table(table), keys);
}

// What the condition's own row becomes.
enum class Fate : std::uint8_t { CHANGED, REMOVED, KEPT, MADE, ABSENT };

Fate fate_of(const Conditioned& condition) {
  if (!*condition.old) return condition.now != nullptr && *condition.now ? Fate::MADE : Fate::ABSENT;
  if (condition.now == nullptr) return Fate::KEPT;
  return *condition.now ? Fate::CHANGED : Fate::REMOVED;
}

std::string_view met_sql(Fate fate) {
  switch (fate) {
    case Fate::CHANGED:
      return "UPDATE nomic.catalog SET value = $3::bytea WHERE key = $1::bytea AND value = $2::bytea RETURNING 1";
    case Fate::REMOVED:
      return "DELETE FROM nomic.catalog WHERE key = $1::bytea AND value = $2::bytea RETURNING 1";
    case Fate::KEPT:
      return "SELECT 1 FROM nomic.catalog WHERE key = $1::bytea AND value = $2::bytea FOR UPDATE";
    case Fate::MADE:
    case Fate::ABSENT:
      break;
  }
  return "INSERT INTO nomic.catalog VALUES ($1::bytea, $2::bytea) ON CONFLICT DO NOTHING RETURNING 1";
}

SqlCommand command_of(std::string_view key, const Conditioned& condition, bool raises) {
  const Fate fate = fate_of(condition);
  SqlCommand command;
  command.name = fmt::format("write {}{}", static_cast<int>(fate), raises ? " or fail" : "");
  command.sql = fmt::format("WITH met AS ({})", met_sql(fate));
  command.parameters.emplace_back(key);
  if (*condition.old) command.parameters.push_back(**condition.old);
  // Nobody sees the row that is made to find out that there is none.
  if (fate == Fate::ABSENT) command.parameters.emplace_back();
  if (fate == Fate::CHANGED || fate == Fate::MADE) command.parameters.push_back(**condition.now);
  std::string counted;
  // Adds a statement on rows of one table; `all` holds if none of them was dropped.
  const auto add = [&](const std::string& statement, const std::string& sql, const std::string& all) {
    command.sql += fmt::format(", {} AS ({})", statement, sql);
    counted += (counted.empty() ? "" : " AND ") + all;
  };
  for (std::size_t number = 0; number < TABLES; ++number) {
    const auto table = static_cast<Table>(number);
    const Conditioned::Rows& rows = condition.tables.at(number);
    const std::size_t keys = command.parameters.size() + 1;
    if (!rows.keys.empty()) {
      command.name += fmt::format(" +{}", number);
      const std::string put = fmt::format("put{}", number);
      add(put, upsert_sql(table, keys, IF_MET), counts_all(put, keys));
      command.parameters.push_back(bytea_array(rows.keys));
      command.parameters.push_back(bytea_array(rows.values));
    }
    const std::size_t new_keys = command.parameters.size() + 1;
    if (!rows.new_keys.empty()) {
      command.name += fmt::format(" *{}", number);
      const std::string made = fmt::format("new{}", number);
      add(made, insert_sql(table, new_keys), counts_all(made, new_keys));
      command.parameters.push_back(bytea_array(rows.new_keys));
      command.parameters.push_back(bytea_array(rows.new_values));
    }
    const std::size_t gone_keys = command.parameters.size() + 1;
    if (!rows.gone.empty()) {
      command.name += fmt::format(" -{}", number);
      const std::string gone = fmt::format("gone{}", number);
      add(gone, delete_sql(table, gone_keys), counts_all_gone(gone, table, gone_keys));
      command.parameters.push_back(bytea_array(rows.gone));
    }
  }
  const std::string_view times = raises ? "1 / count(*)" : "count(*)";
  const std::string dropped =
      counted.empty() ? std::string() : fmt::format(" + ln((count(*) = 0 OR ({}))::integer)", counted);
  command.sql += fmt::format(" SELECT ({}{})::integer FROM met", times, dropped);
  return command;
}

bool removes_rows(const Conditioned& condition) {
  for (const Conditioned::Rows& rows : condition.tables) {
    if (!rows.gone.empty()) return true;
  }
  return false;
}

}  // namespace

Error dropped() {
  return fail(ErrorCode::IO_FAILED,
              "PostgreSQL did not store all rows that were written, and reported no error: nothing was recorded",
              "remove triggers, rules and row security from the tables of the schema nomic, then repeat");
}

Error mismatch() {
  return fail(ErrorCode::SIZE_MISMATCH, "the game has grown meanwhile", "look again, then repeat");
}

Result<SqlWrite> sql_of(std::span<const Batch> group, IfUnmet unmet) {
  Group conditions;
  NOMIC_TRY(find_conditions(group, conditions));
  deal(group, conditions);
  SqlWrite write;
  write.raises = unmet == IfUnmet::RAISE;
  for (const auto& [key, condition] : conditions) {
    write.raises = write.raises || conditions.size() > 1 || fate_of(condition) == Fate::ABSENT;
  }
  for (const auto& [key, condition] : conditions) {
    // A DELETE sees what lay there when its command began: the row is waited for before that.
    if (*condition.old && removes_rows(condition)) {
      write.commands.push_back(
          {"lock", "SELECT 1 FROM nomic.catalog WHERE key = $1::bytea FOR UPDATE", {std::string(key)}});
    }
    write.counts = write.commands.size();
    write.commands.push_back(command_of(key, condition, write.raises));
    if (fate_of(condition) == Fate::ABSENT) {
      write.commands.push_back({"unmake", "DELETE FROM nomic.catalog WHERE key = $1::bytea", {std::string(key)}});
    }
  }
  return write;
}

std::vector<const Row*> proofs_of(std::span<const Batch> group) {
  std::vector<const Row*> proofs;
  for (const Batch& batch : group) {
    for (const Row& row : batch.rows) {
      if (!row.value) continue;
      const bool is_witness = row.table == Table::CATALOG && row.key == batch.witness;
      if (batch.witness.empty() ? row.table == Table::RECORDS : is_witness) proofs.push_back(&row);
    }
  }
  return proofs;
}

SqlCommand find_rows(Table table, const std::vector<const Row*>& rows) {
  std::vector<std::string_view> keys;
  std::vector<std::string_view> values;
  for (const Row* row : rows) {
    keys.emplace_back(row->key);
    values.emplace_back(*row->value);
  }
  return {fmt::format("find {}", sql_table(table)),
          fmt::format("SELECT old.key FROM unnest($1::bytea[], $2::bytea[]) AS new (key, value) JOIN {} AS old"
                      " ON old.key = new.key AND old.value = new.value FOR KEY SHARE OF old",
                      sql_table(table)),
          {bytea_array(keys), bytea_array(values)}};
}

SqlCommand upsert(Table table, std::span<const std::string_view> keys, std::span<const std::string_view> values) {
  return {fmt::format("put {}", sql_table(table)),
          fmt::format("WITH put AS ({}) SELECT ln(({})::integer)", upsert_sql(table, 1, {}), counts_all("put", 1)),
          {bytea_array(keys), bytea_array(values)}};
}

Result<std::vector<SqlCommand>> look_at_conditions(std::span<const Batch> group) {
  Group conditions;
  NOMIC_TRY(find_conditions(group, conditions));
  std::vector<SqlCommand> commands;
  for (const auto& [key, condition] : conditions) {
    if (*condition.old) {
      commands.push_back({"holds",
                          "SELECT EXISTS (SELECT FROM nomic.catalog WHERE key = $1::bytea AND value = $2::bytea)",
                          {std::string(key), **condition.old}});
    } else {
      commands.push_back(
          {"holds without", "SELECT NOT EXISTS (SELECT FROM nomic.catalog WHERE key = $1::bytea)", {std::string(key)}});
    }
  }
  return commands;
}

}  // namespace nomic::ledger
