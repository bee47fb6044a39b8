// A store that others write too, over rows in memory that several of these share: before its call of a given number
// something else happens, as between two steps of one server another takes its own.
//
//     auto rows = std::make_shared<MemoryStore>();
//     store->before = 3;
//     store->between = [&] { other.append(...); };
//     ledger.append(...);                              // and before its fourth call of the store the other's append
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "nomic/ledger/store/memory/memory_store.h"

namespace nomic::ledger::test {

class SteppingStore final : public Store {
 public:
  explicit SteppingStore(std::shared_ptr<MemoryStore> below) : below_(std::move(below)) {}

  Result<std::optional<std::string>> get(Table table, std::string_view key) override {
    step();
    return below_->get(table, key);
  }
  std::unique_ptr<Cursor> scan(Table table, std::string_view from, std::string_view until) override {
    step();
    // A page of a real one shows what was there when it was fetched; rows that go meanwhile would pull one in memory
    // from under the cursor.
    return std::make_unique<Page>(*below_->scan(table, from, until));
  }
  Result<std::optional<Row>> last(Table table, std::string_view from, std::string_view until) override {
    step();
    return below_->last(table, from, until);
  }
  Status write_group(std::span<const Batch> group) override {
    step();
    return below_->write_group(group);
  }
  // What is loaded is there at once, for everybody: until its game reaches over it, it counts for nothing.
  Result<std::unique_ptr<Load>> load() override {
    step();
    return below_->load();
  }
  [[nodiscard]] bool has_other_writers() const override { return true; }
  Result<std::vector<Fault>> check() override { return below_->check(); }

  std::function<void()> between;
  int before = -1;  // which call
  int calls = 0;

 private:
  class Page final : public Cursor {
   public:
    explicit Page(Cursor& from) {
      for (; from.valid(); from.next()) rows_.emplace_back(from.key(), from.value());
    }
    [[nodiscard]] bool valid() const override { return at_ < rows_.size(); }
    [[nodiscard]] std::string_view key() const override { return rows_[at_].first; }
    [[nodiscard]] std::string_view value() const override { return rows_[at_].second; }
    void next() override { ++at_; }
    Status status() const override { return Done{}; }

   private:
    std::vector<std::pair<std::string, std::string>> rows_;
    std::size_t at_ = 0;
  };

  void step() {
    if (calls++ != before) return;
    if (auto first = std::exchange(between, nullptr)) first();
  }

  std::shared_ptr<MemoryStore> below_;
};

}  // namespace nomic::ledger::test
