// A store over another, in which a group is gathered: what is written to it is seen by who reads it, and by nobody
// else, until finish() writes all of it to the store below, as one.
//
//     GroupStore group(std::move(store));
//     group.write(first), group.write(second);   // seen here; on no disk
//     group.finish();                            // both, or neither
//     store = group.release();
//
// Cost of reading: that of the store below, and a look-up among what waits.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "nomic/ledger/store.h"

namespace nomic::ledger {

class GroupStore final : public Store {
 public:
  explicit GroupStore(std::unique_ptr<Store> below) : below_(std::move(below)) {}

  Result<std::optional<std::string>> get(Table table, std::string_view key) override;
  // A row that is written while a cursor stands may be given by it or not.
  std::unique_ptr<Cursor> scan(Table table, std::string_view from, std::string_view until) override;
  Result<std::optional<Row>> last(Table table, std::string_view from, std::string_view until) override;
  // Nothing but a condition that does not hold can fail.
  Status write_group(std::span<const Batch> group) override;
  [[nodiscard]] bool has_other_writers() const override { return below_->has_other_writers(); }
  // What waits is confirmed when the group is.
  Status confirm(Table table, std::string_view key) override {
    return waiting(table).contains(key) ? Status(Done{}) : below_->confirm(table, key);
  }
  [[nodiscard]] std::uint64_t generation() const override { return below_->generation(); }
  [[nodiscard]] std::vector<std::string> undecided() const override { return below_->undecided(); }
  Result<std::vector<Fault>> check() override { return below_->check(); }

  // How much waits. Appends are the batches that have a witness.
  [[nodiscard]] std::uint64_t appends() const { return appends_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

  // Writes what waits. After an error nothing waits any more, and what the store below says of its own rows holds.
  Status finish();
  // The store below. What waits is dropped, and this object is good for nothing more.
  std::unique_ptr<Store> release() { return std::move(below_); }

  // Rows that wait, the last of each key.
  using Waiting = std::map<std::string_view, const Row*, std::less<>>;

 private:
  // Where others write, what lies below is compared once, by the store below, with the whole group.
  Result<std::optional<std::optional<std::string>>> value_for_condition(std::string_view key) override;
  [[nodiscard]] const Waiting& waiting(Table table) const { return tables_.at(static_cast<std::size_t>(table)); }

  std::unique_ptr<Store> below_;
  std::uint64_t appends_ = 0;
  std::deque<Batch> batches_;  // that wait; they stay where they are
  std::array<Waiting, TABLES> tables_;
  std::uint64_t bytes_ = 0;
};

}  // namespace nomic::ledger
