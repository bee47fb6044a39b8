#include "sql_reading.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "tables.h"

namespace nomic::ledger {
namespace {

// Many a scan wants little: the first page is short.
constexpr std::int32_t FIRST_PAGE = 64;
constexpr std::int32_t PAGE = 4096;
constexpr std::size_t PAGE_BYTES = std::size_t{2} << 20U;

// $1 is the lower bound; $2 the upper one, where there is one.
std::string in_range(std::string_view lower, bool bounded) {
  return fmt::format("key {} $1::bytea{}", lower, bounded ? " AND key < $2::bytea" : "");
}

SqlCommand page_command(Table table, bool after, bool bounded) {
  const std::string_view name = sql_table(table);
  const int next = bounded ? 3 : 2;
  // The length of a value that lies outside its row is known without fetching it. The first row is always given.
  return {fmt::format("page {}{}{}", name, after ? " after" : "", bounded ? " until" : ""),
          fmt::format("SELECT key, value FROM (SELECT key, value, sum(octet_length(value)) OVER (ORDER BY key) -"
                      " octet_length(value) AS before FROM (SELECT key, value FROM {} WHERE {} ORDER BY key"
                      " LIMIT ${}::integer) AS page) AS sized WHERE before < ${}::integer ORDER BY key",
                      name, in_range(after ? ">" : ">=", bounded), next, next + 1)};
}

class PageCursor final : public Cursor {
 public:
  PageCursor(SqlAsker& asker, Table table, std::string_view from, std::string_view until)
      : asker_(asker), table_(table), from_(from), until_(until) {
    fetch(/*after=*/false);
  }
  [[nodiscard]] bool valid() const override { return rows_ && at_ < rows_->size(); }
  [[nodiscard]] std::string_view key() const override { return rows_->at(at_, 0); }
  [[nodiscard]] std::string_view value() const override { return rows_->at(at_, 1); }
  void next() override {
    if (++at_ < rows_->size()) return;
    from_ = std::string(rows_->at(rows_->size() - 1, 0));
    rows_.reset();
    if (more_) fetch(/*after=*/true);
  }
  Status status() const override { return status_; }

 private:
  void fetch(bool after) {
    const bool bounded = !until_.empty();
    SqlCommand command = page_command(table_, after, bounded);
    command.parameters.push_back(from_);
    if (bounded) command.parameters.push_back(until_);
    const std::int32_t limit = after ? PAGE : FIRST_PAGE;
    command.parameters.push_back(int4(limit));
    command.parameters.push_back(int4(static_cast<std::int32_t>(PAGE_BYTES)));
    auto rows = asker_.ask(command, "read the ledger");
    if (!rows) {
      status_ = std::move(rows).error();
      return;
    }
    at_ = 0;
    std::size_t bytes = 0;
    for (int row = 0; row < rows->size(); ++row) bytes += rows->at(row, 1).size();
    more_ = rows->size() == limit || bytes >= PAGE_BYTES;
    rows_ = *std::move(rows);
  }

  SqlAsker& asker_;
  const Table table_;
  std::string from_;
  const std::string until_;
  std::optional<SqlRows> rows_;
  int at_ = 0;
  bool more_ = false;
  Status status_ = Done{};
};

class FailedCursor final : public Cursor {
 public:
  explicit FailedCursor(Error error) : error_(std::move(error)) {}
  [[nodiscard]] bool valid() const override { return false; }
  [[nodiscard]] std::string_view key() const override { return {}; }
  [[nodiscard]] std::string_view value() const override { return {}; }
  void next() override {}
  Status status() const override { return error_; }

 private:
  Error error_;
};

}  // namespace

Result<std::optional<std::string>> get_row(SqlAsker& asker, Table table, std::string_view key) {
  NOMIC_ASSIGN(const auto rows, asker.ask({fmt::format("get {}", sql_table(table)),
                                           fmt::format("SELECT value FROM {} WHERE key = $1::bytea", sql_table(table)),
                                           {std::string(key)}},
                                          "read the ledger"));
  if (rows.size() == 0) return std::optional<std::string>{};
  return std::optional<std::string>{rows.at(0, 0)};
}

Result<std::optional<Row>> last_row(SqlAsker& asker, Table table, std::string_view from, std::string_view until) {
  const bool bounded = !until.empty();
  SqlCommand command{fmt::format("last {}{}", sql_table(table), bounded ? " until" : ""),
                     fmt::format("SELECT key, value FROM {} WHERE {} ORDER BY key DESC LIMIT 1", sql_table(table),
                                 in_range(">=", bounded)),
                     {std::string(from)}};
  if (bounded) command.parameters.emplace_back(until);
  NOMIC_ASSIGN(const auto rows, asker.ask(command, "read the ledger"));
  if (rows.size() == 0) return std::optional<Row>{};
  return std::optional<Row>{Row{table, std::string(rows.at(0, 0)), std::string(rows.at(0, 1))}};
}

std::unique_ptr<Cursor> scan_rows(SqlAsker& asker, Table table, std::string_view from, std::string_view until) {
  return std::make_unique<PageCursor>(asker, table, from, until);
}

std::unique_ptr<Cursor> failed_cursor(Error error) {
  return std::make_unique<FailedCursor>(std::move(error));
}

}  // namespace nomic::ledger
