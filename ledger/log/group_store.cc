#include "nomic/ledger/log/group_store.h"

#include <iterator>
#include <utility>
#include <vector>

namespace nomic::ledger {
namespace {

using Waiting = GroupStore::Waiting;

// Two orders of rows as one: of one key, the row that waits. Rows that wait to be removed are passed over, with what
// they remove.
class GroupCursor final : public Cursor {
 public:
  GroupCursor(std::unique_ptr<Cursor> below, Waiting::const_iterator at, Waiting::const_iterator end)
      : below_(std::move(below)), at_(at), end_(end) {
    settle();
  }
  [[nodiscard]] bool valid() const override { return here_ || below_->valid(); }
  [[nodiscard]] std::string_view key() const override { return here_ ? at_->first : below_->key(); }
  [[nodiscard]] std::string_view value() const override { return here_ ? *at_->second->value : below_->value(); }
  void next() override {
    if (here_) {
      pass();
    } else {
      below_->next();
    }
    settle();
  }
  Status status() const override { return below_->status(); }

 private:
  // Whether what waits comes next, and below too where it has the same key.
  [[nodiscard]] bool is_next() const { return at_ != end_ && (!below_->valid() || at_->first <= below_->key()); }
  void pass() {
    if (below_->valid() && below_->key() == at_->first) below_->next();
    ++at_;
  }
  void settle() {
    while (is_next() && !at_->second->value) pass();
    // What failed below shows nothing more.
    here_ = is_next() && (below_->valid() || below_->status().ok());
  }

  std::unique_ptr<Cursor> below_;
  Waiting::const_iterator at_;
  Waiting::const_iterator end_;
  bool here_ = false;
};

Waiting::const_iterator end_of(const Waiting& rows, std::string_view until) {
  return until.empty() ? rows.end() : rows.lower_bound(until);
}

}  // namespace

Result<std::optional<std::string>> GroupStore::get(Table table, std::string_view key) {
  const Waiting& rows = waiting(table);
  if (const auto found = rows.find(key); found != rows.end()) return found->second->value;
  return below_->get(table, key);
}

std::unique_ptr<Cursor> GroupStore::scan(Table table, std::string_view from, std::string_view until) {
  const Waiting& rows = waiting(table);
  return std::make_unique<GroupCursor>(below_->scan(table, from, until), rows.lower_bound(from), end_of(rows, until));
}

Result<std::optional<Row>> GroupStore::last(Table table, std::string_view from, std::string_view until) {
  const Waiting& rows = waiting(table);
  std::string end(until);
  for (;;) {
    NOMIC_ASSIGN(auto kept, below_->last(table, from, end));
    const auto after = end_of(rows, end);
    if (after == rows.begin() || std::prev(after)->first < from) return kept;
    const Row& newest = *std::prev(after)->second;
    if (kept && kept->key > newest.key) return kept;
    if (newest.value) return std::optional<Row>{newest};
    // It goes, and so does what lies below under its key: the last is before it.
    end = newest.key;
    if (end <= from) return std::optional<Row>{};
  }
}

Result<std::optional<std::optional<std::string>>> GroupStore::value_for_condition(std::string_view key) {
  if (has_other_writers() && !waiting(Table::CATALOG).contains(key)) return std::optional<std::optional<std::string>>();
  return Store::value_for_condition(key);
}

Status GroupStore::write_group(std::span<const Batch> group) {
  NOMIC_TRY(check_conditions(group));
  for (const Batch& each : group) {
    const Batch& batch = batches_.emplace_back(each);
    for (const Row& row : batch.rows) {
      tables_.at(static_cast<std::size_t>(row.table)).insert_or_assign(row.key, &row);
      bytes_ += row.key.size() + (row.value ? row.value->size() : 0);
    }
    if (!batch.witness.empty()) ++appends_;
  }
  return Done{};
}

Status GroupStore::finish() {
  std::vector<Batch> all(std::make_move_iterator(batches_.begin()), std::make_move_iterator(batches_.end()));
  for (Waiting& rows : tables_) rows.clear();
  batches_.clear();
  bytes_ = 0;
  appends_ = 0;
  return all.empty() ? Status(Done{}) : below_->write_group(all);
}

}  // namespace nomic::ledger
