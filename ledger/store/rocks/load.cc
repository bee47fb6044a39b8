#include "load.h"

#include <fmt/format.h>
#include <rocksdb/sst_file_writer.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "nomic/ledger/files/files.h"
#include "nomic/ledger/store/rocks/options.h"

namespace nomic::ledger {
namespace {

// A table's index is in memory until the table is finished.
constexpr std::uint64_t TABLE_BYTES = std::uint64_t{32} << 20U;
// Rows wait until there are so many bytes of them, so that those that come out of order go into few tables.
constexpr std::size_t WAITING_BYTES = std::size_t{4} << 20U;

Status as_status(const RocksStatus& status) {
  if (!status) return status.error("write what is imported beside");
  return Done{};
}

// The tables of one family, made one after the other.
class Tables {
 public:
  Tables(const rocksdb::Options& options, std::string prefix) : options_(options), prefix_(std::move(prefix)) {}

  Status add(std::string_view key, std::string_view value) {
    if (!waiting_.empty() && key <= waiting_.back().first) sorted_ = false;
    bytes_ += key.size() + value.size();
    waiting_.emplace_back(key, value);
    return bytes_ < WAITING_BYTES ? Status(Done{}) : write_waiting();
  }

  // The finished tables.
  Result<std::vector<std::string>> finish() {
    NOMIC_TRY(write_waiting());
    NOMIC_TRY(close());
    return files_;
  }

 private:
  Status write_waiting() {
    if (!sorted_) {
      std::stable_sort(waiting_.begin(), waiting_.end(),
                       [](const auto& a, const auto& b) { return a.first < b.first; });
    }
    for (std::size_t at = 0; at < waiting_.size(); ++at) {
      const auto& [key, value] = waiting_[at];
      // Of a key that stands there twice, the last counts.
      if (at + 1 < waiting_.size() && waiting_[at + 1].first == key) continue;
      NOMIC_TRY(put(key, value));
    }
    waiting_.clear();
    bytes_ = 0;
    sorted_ = true;
    return Done{};
  }

  Status put(const std::string& key, const std::string& value) {
    if (writer_ && (key <= last_key_ || writer_->FileSize() >= TABLE_BYTES)) {
      NOMIC_TRY(close());
    }
    if (!writer_) {
      writer_ = std::make_unique<rocksdb::SstFileWriter>(rocksdb::EnvOptions(), options_);
      files_.push_back(fmt::format("{}{:06}.sst", prefix_, files_.size()));
      NOMIC_TRY(as_status(writer_->Open(files_.back())));
    }
    last_key_ = key;
    return as_status(writer_->Put(key, value));
  }

  Status close() {
    if (!writer_) return Done{};
    auto done = as_status(writer_->Finish());
    writer_.reset();
    return done;
  }

  rocksdb::Options options_;
  std::string prefix_;
  std::vector<std::pair<std::string, std::string>> waiting_;
  std::size_t bytes_ = 0;
  bool sorted_ = true;
  std::unique_ptr<rocksdb::SstFileWriter> writer_;
  std::string last_key_;
  std::vector<std::string> files_;
};

class RocksLoad final : public Load {
 public:
  RocksLoad(Database& database, rocksdb::Env* env, std::string folder)
      : database_(database), folder_(std::move(folder)) {
    tables_.reserve(TABLES);
    for (const rocksdb::ColumnFamilyDescriptor& family : families()) {
      tables_.emplace_back(rocksdb::Options(database_options(env), family.options),
                           fmt::format("{}/{}-", folder_, family.name));
    }
  }
  ~RocksLoad() override {
    tables_.clear();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  RocksLoad(const RocksLoad&) = delete;
  RocksLoad& operator=(const RocksLoad&) = delete;

  Status add(Table table, std::string_view key, std::string_view value) override {
    return tables_.at(static_cast<std::size_t>(table)).add(key, value);
  }

  Status finish() override {
    std::array<std::vector<std::string>, TABLES> files;
    for (std::size_t table = 0; table < TABLES; ++table) {
      NOMIC_ASSIGN(auto made, tables_.at(table).finish());
      files.at(table) = std::move(made);
    }
    try {
      return as_status(database_.ingest(files));
    } catch (const std::exception& thrown) {
      return fail(ErrorCode::IO_FAILED, fmt::format("cannot take what is imported into the store: {}", thrown.what()));
    }
  }

 private:
  Database& database_;
  std::string folder_;
  std::vector<Tables> tables_;
};

}  // namespace

Result<std::unique_ptr<Load>> begin_load(Database& database, rocksdb::Env* env, const std::string& folder) {
  std::error_code error;
  std::filesystem::remove_all(folder, error);
  if (error) return system_error(error.value(), "remove", folder);
  NOMIC_TRY(make_folders(folder, FileMode::OWNED));
  return std::unique_ptr<Load>(std::make_unique<RocksLoad>(database, env, folder));
}

}  // namespace nomic::ledger
