#include "postgres_reader.h"

#include <utility>

#include "nomic/ledger/base/errors.h"
#include "sql_reading.h"

namespace nomic::ledger {
namespace {

Error only_read() {
  return fail(ErrorCode::READ_ONLY, "the ledger was opened for reading", "open it for writing");
}

Error not_looking() {
  return fail(ErrorCode::HANDLE_SHUT, "nothing is shown between two looks", "look again");
}

class Reader final : public Store {
 public:
  Reader(const std::string& conninfo, const PostgresPatience& patience, std::unique_ptr<SqlConnection> connection)
      : conninfo_(conninfo), patience_(patience), moment_(conninfo, patience, Role::READER, std::move(connection)) {}
  ~Reader() override {
    if (sharing_) sharing_->shut();
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  Result<std::optional<std::string>> get(Table table, std::string_view key) override {
    return get_row(moment_, table, key);
  }
  std::unique_ptr<Cursor> scan(Table table, std::string_view from, std::string_view until) override {
    return scan_rows(moment_, table, from, until);
  }
  Result<std::optional<Row>> last(Table table, std::string_view from, std::string_view until) override {
    return last_row(moment_, table, from, until);
  }
  Status write_group(std::span<const Batch> /*group*/) override { return only_read(); }
  Result<std::vector<Fault>> check() override { return moment_.faults(); }
  [[nodiscard]] bool may_lag() const override { return moment_.is_of_standby(); }
  // Whoever looks through views has no use for the moment, which would keep the server from clearing away.
  std::shared_ptr<SharedStore> shared() override {
    moment_.end();
    if (!sharing_) sharing_ = std::make_shared<PostgresSharing>(conninfo_, patience_, Role::READER);
    return sharing_;
  }

 private:
  const std::string conninfo_;
  const PostgresPatience patience_;
  mutable SqlMoment moment_;
  std::shared_ptr<PostgresSharing> sharing_;  // null: nobody has asked for it
};

class View final : public StoreView {
 public:
  View(std::shared_ptr<PostgresSharing> sharing, const std::string& conninfo, const PostgresPatience& patience,
       Role role)
      : sharing_(std::move(sharing)), moment_(conninfo, patience, role) {}

  bool look() override {
    moment_.end();
    shown_ = !sharing_->is_shut();
    return shown_;
  }
  void rest() override {
    shown_ = false;
    moment_.end();
  }

  Result<std::optional<std::string>> get(Table table, std::string_view key) override {
    if (!shown_) return not_looking();
    return get_row(moment_, table, key);
  }
  std::unique_ptr<Cursor> scan(Table table, std::string_view from, std::string_view until) override {
    if (!shown_) return failed_cursor(not_looking());
    return scan_rows(moment_, table, from, until);
  }
  Result<std::optional<Row>> last(Table table, std::string_view from, std::string_view until) override {
    if (!shown_) return not_looking();
    return last_row(moment_, table, from, until);
  }
  Status write_group(std::span<const Batch> /*group*/) override {
    return fail(ErrorCode::READ_ONLY, "the ledger is looked into, and another thread writes it", "ask the writer");
  }
  Result<std::vector<Fault>> check() override {
    if (!shown_) return not_looking();
    return moment_.faults();
  }
  [[nodiscard]] bool may_lag() const override { return moment_.is_of_standby(); }

 private:
  const std::shared_ptr<PostgresSharing> sharing_;
  mutable SqlMoment moment_;
  bool shown_ = false;
};

}  // namespace

std::unique_ptr<Store> postgres_reader(const std::string& conninfo, const PostgresPatience& patience,
                                       std::unique_ptr<SqlConnection> connection) {
  return std::make_unique<Reader>(conninfo, patience, std::move(connection));
}

PostgresSharing::PostgresSharing(std::string conninfo, const PostgresPatience& patience, Role role)
    : conninfo_(std::move(conninfo)), patience_(patience), role_(role) {}

std::unique_ptr<StoreView> PostgresSharing::view() {
  return std::make_unique<View>(shared_from_this(), conninfo_, patience_, role_);
}

void PostgresSharing::shut() {
  shut_ = true;
}

bool PostgresSharing::is_shut() const {
  return shut_;
}

}  // namespace nomic::ledger
