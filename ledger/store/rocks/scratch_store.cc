#include "nomic/ledger/store/rocks/scratch_store.h"

#include <exception>
#include <utility>
#include <vector>

#include "nameless_files.h"
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/store/rocks/database.h"
#include "nomic/ledger/store/rocks/options.h"

namespace nomic::ledger {
namespace {

// Rows of a load wait until there are so many bytes of them.
constexpr std::size_t AT_ONCE_BYTES = std::size_t{256} << 10U;
// What RocksDB calls the folder of the database: it is nowhere.
constexpr const char* NOWHERE = "/nowhere/store";

Status put(Database& database, const std::vector<const Row*>& rows) {
  try {
    const RocksStatus written = database.write_unlogged(rows);
    if (!written) return written.error("write");
    return Done{};
  } catch (const std::exception& thrown) {
    return error_of(thrown, "write");
  }
}

// What a load has written stands in the store at once: whoever fails half way throws the store away.
class ScratchLoad final : public Load {
 public:
  explicit ScratchLoad(Database& database) : database_(database) {}

  Status add(Table table, std::string_view key, std::string_view value) override {
    waiting_.push_back({table, std::string(key), std::string(value)});
    bytes_ += key.size() + value.size();
    return bytes_ < AT_ONCE_BYTES ? Status(Done{}) : finish();
  }

  Status finish() override {
    bytes_ = 0;
    const std::vector<Row> rows = std::exchange(waiting_, {});
    std::vector<const Row*> added;
    added.reserve(rows.size());
    for (const Row& row : rows) added.push_back(&row);
    return put(database_, added);
  }

 private:
  Database& database_;
  std::vector<Row> waiting_;
  std::size_t bytes_ = 0;
};

class ScratchStore final : public Store {
 public:
  ScratchStore(std::unique_ptr<rocksdb::Env> env, std::unique_ptr<Database> database)
      : env_(std::move(env)), database_(std::move(database)) {}

  Result<std::optional<std::string>> get(Table table, std::string_view key) override {
    return database_->get(table, key);
  }
  std::unique_ptr<Cursor> scan(Table table, std::string_view from, std::string_view until) override {
    return database_->scan(table, from, until);
  }
  Result<std::optional<Row>> last(Table table, std::string_view from, std::string_view until) override {
    return database_->last(table, from, until);
  }

  Status write_group(std::span<const Batch> group) override {
    NOMIC_TRY(check_conditions(group));
    return put(*database_, rows_left(group));
  }

  Result<std::unique_ptr<Load>> load() override {
    return std::unique_ptr<Load>(std::make_unique<ScratchLoad>(*database_));
  }

  Result<std::vector<Fault>> check() override {
    auto what = fault_found_by([this] { return database_->verify_files(); });
    if (!what) return std::move(what).error();
    std::vector<Fault> faults;
    if (*what) faults.push_back({"file", std::nullopt, **std::move(what)});
    return faults;
  }

 private:
  std::unique_ptr<rocksdb::Env> env_;
  std::unique_ptr<Database> database_;
};

}  // namespace

Result<std::unique_ptr<Store>> make_scratch_store(const std::string& folder) {
  auto env = make_environment(std::make_shared<NamelessFiles>(folder));
  NOMIC_ASSIGN(auto database, Database::open(NOWHERE, OpenAs::NEW, env.get()));
  return std::unique_ptr<Store>(std::make_unique<ScratchStore>(std::move(env), std::move(database)));
}

}  // namespace nomic::ledger
