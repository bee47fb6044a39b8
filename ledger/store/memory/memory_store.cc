#include "nomic/ledger/store/memory/memory_store.h"

#include "nomic/ledger/base/errors.h"

namespace nomic::ledger {
namespace {

class MemoryCursor final : public Cursor {
 public:
  MemoryCursor(MemoryStore::Rows::const_iterator at, MemoryStore::Rows::const_iterator end) : at_(at), end_(end) {}
  [[nodiscard]] bool valid() const override { return at_ != end_; }
  [[nodiscard]] std::string_view key() const override { return at_->first; }
  [[nodiscard]] std::string_view value() const override { return at_->second; }
  void next() override { ++at_; }
  Status status() const override { return Done{}; }

 private:
  MemoryStore::Rows::const_iterator at_;
  MemoryStore::Rows::const_iterator end_;
};

class MemoryLoad final : public Load {
 public:
  explicit MemoryLoad(MemoryStore& store) : store_(store) {}
  Status add(Table table, std::string_view key, std::string_view value) override {
    tables_.at(static_cast<std::size_t>(table)).insert_or_assign(std::string(key), std::string(value));
    return Done{};
  }
  Status finish() override {
    for (std::size_t table = 0; table < TABLES; ++table) {
      for (const auto& [key, value] : tables_.at(table)) {
        store_.rows(static_cast<Table>(table)).insert_or_assign(key, value);
      }
    }
    return Done{};
  }

 private:
  MemoryStore& store_;
  std::array<MemoryStore::Rows, TABLES> tables_;
};

MemoryStore::Rows::const_iterator bound(const MemoryStore::Rows& rows, std::string_view until) {
  return until.empty() ? rows.end() : rows.lower_bound(until);
}

}  // namespace

Result<std::optional<std::string>> MemoryStore::get(Table table, std::string_view key) {
  const Rows& rows = this->rows(table);
  const auto found = rows.find(key);
  if (found == rows.end()) return std::optional<std::string>{};
  return std::optional<std::string>{found->second};
}

std::unique_ptr<Cursor> MemoryStore::scan(Table table, std::string_view from, std::string_view until) {
  const Rows& rows = this->rows(table);
  if (is_empty(from, until)) return std::make_unique<MemoryCursor>(rows.end(), rows.end());
  return std::make_unique<MemoryCursor>(rows.lower_bound(from), bound(rows, until));
}

Result<std::optional<Row>> MemoryStore::last(Table table, std::string_view from, std::string_view until) {
  const Rows& rows = this->rows(table);
  auto at = bound(rows, until);
  if (is_empty(from, until) || at == rows.begin() || (--at)->first < from) return std::optional<Row>{};
  return std::optional<Row>{Row{table, at->first, at->second}};
}

Status MemoryStore::write_group(std::span<const Batch> group) {
  NOMIC_TRY(check_conditions(group));
  for (const Row* row : rows_left(group)) {
    if (row->value) {
      rows(row->table).insert_or_assign(row->key, *row->value);
    } else {
      rows(row->table).erase(row->key);
    }
  }
  return Done{};
}

Result<std::unique_ptr<Load>> MemoryStore::load() {
  return std::unique_ptr<Load>(std::make_unique<MemoryLoad>(*this));
}

}  // namespace nomic::ledger
