// A store in memory: for tests, and for deriving what is not to be recorded.
#pragma once

#include <array>
#include <map>
#include <memory>

#include "nomic/ledger/store.h"

namespace nomic::ledger {

class MemoryStore final : public Store {
 public:
  Result<std::optional<std::string>> get(Table table, std::string_view key) override;
  std::unique_ptr<Cursor> scan(Table table, std::string_view from, std::string_view until) override;
  Result<std::optional<Row>> last(Table table, std::string_view from, std::string_view until) override;
  Status write_group(std::span<const Batch> group) override;
  Result<std::unique_ptr<Load>> load() override;
  Result<std::vector<Fault>> check() override { return std::vector<Fault>{}; }

  // The rows themselves, for tests that damage them.
  using Rows = std::map<std::string, std::string, std::less<>>;
  Rows& rows(Table table) { return tables_.at(static_cast<std::size_t>(table)); }

 private:
  std::array<Rows, TABLES> tables_;
};

}  // namespace nomic::ledger
