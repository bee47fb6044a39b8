#include "nomic/ledger/store/rocks/scratch_store.h"

#include <fcntl.h>
#include <rocksdb/file_system.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/files/files.h"
#include "nomic/ledger/store/rocks/database.h"
#include "nomic/ledger/store/rocks/options.h"

namespace nomic::ledger {
namespace {

// A file system of files without names: RocksDB sees folders and files, the disk only open files that no folder holds.
//
// What a process has open goes with it, however it ends; so nothing is left behind by a database that is to be thrown
// away, and nobody else can open it. The names that RocksDB gives its files are kept in memory. Nothing is ever synced:
// after a crash there is nothing that could be opened again.
//
//     NamelessFiles files(temporary_folder);       // where the files would lie, if they had names
//
// Cost: an open file for each file, and for as long as it has a name or somebody reads it. Threads: as RocksDB asks,
// all at once.

// An open file as RocksDB wants to see it, whatever it is called and wherever it lies: read in order, read anywhere, or
// written from its beginning. Nothing is synced. The file stays open as long as one of its views lives.

using OpenFile = std::shared_ptr<const FileHandle>;

// What that errno is to RocksDB. `doing`: "write a temporary file".
rocksdb::IOStatus failed_at(const std::string& doing, int error);

class NamelessFiles final : public rocksdb::FileSystem {
 public:
  using Status = rocksdb::IOStatus;
  using Options = rocksdb::IOOptions;
  using Context = rocksdb::IODebugContext;

  explicit NamelessFiles(std::string folder) : folder_(std::move(folder)) {}
  [[nodiscard]] const char* Name() const override { return "nomic nameless files"; }

  Status NewSequentialFile(const std::string& path, const rocksdb::FileOptions& options,
                           std::unique_ptr<rocksdb::FSSequentialFile>* file, Context* context) override;
  Status NewRandomAccessFile(const std::string& path, const rocksdb::FileOptions& options,
                             std::unique_ptr<rocksdb::FSRandomAccessFile>* file, Context* context) override;
  Status NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                         std::unique_ptr<rocksdb::FSWritableFile>* file, Context* context) override;
  Status NewDirectory(const std::string& path, const Options& options, std::unique_ptr<rocksdb::FSDirectory>* folder,
                      Context* context) override;

  Status FileExists(const std::string& path, const Options& options, Context* context) override;
  Status GetChildren(const std::string& folder, const Options& options, std::vector<std::string>* names,
                     Context* context) override;
  Status DeleteFile(const std::string& path, const Options& options, Context* context) override;
  Status RenameFile(const std::string& from, const std::string& to, const Options& options, Context* context) override;
  Status GetFileSize(const std::string& path, const Options& options, std::uint64_t* bytes, Context* context) override;
  Status GetFileModificationTime(const std::string& path, const Options& options, std::uint64_t* time,
                                 Context* context) override;

  // Every folder is there, and empty until something lies in it.
  Status CreateDir(const std::string& path, const Options& options, Context* context) override;
  Status CreateDirIfMissing(const std::string& path, const Options& options, Context* context) override;
  Status DeleteDir(const std::string& path, const Options& options, Context* context) override;
  Status IsDirectory(const std::string& path, const Options& options, bool* is, Context* context) override;
  Status GetAbsolutePath(const std::string& path, const Options& options, std::string* absolute,
                         Context* context) override;

  // Nobody else can come upon what has no name.
  Status LockFile(const std::string& path, const Options& options, rocksdb::FileLock** lock, Context* context) override;
  Status UnlockFile(rocksdb::FileLock* lock, const Options& options, Context* context) override;
  Status GetTestDirectory(const Options& options, std::string* path, Context* context) override;

 private:
  // Null: there is none.
  OpenFile find(const std::string& path);

  std::string folder_;
  std::mutex guard_;
  std::map<std::string, OpenFile> files_;
};

using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;

IOStatus read_at(const FileHandle& file, std::uint64_t at, std::size_t count, rocksdb::Slice* result, char* space) {
  std::size_t done = 0;
  while (done < count) {
    const ssize_t got = ::pread(file.fd(), space + done, count - done, static_cast<off_t>(at + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failed_at("read a temporary file", errno);
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  *result = rocksdb::Slice(space, done);
  return IOStatus::OK();
}

class Sequential final : public rocksdb::FSSequentialFile {
 public:
  explicit Sequential(OpenFile file) : file_(std::move(file)) {}
  IOStatus Read(std::size_t count, const IOOptions& /*options*/, rocksdb::Slice* result, char* space,
                IODebugContext* /*context*/) override {
    IOStatus status = read_at(*file_, at_, count, result, space);
    if (status.ok()) at_ += result->size();
    return status;
  }
  IOStatus Skip(std::uint64_t count) override {
    at_ += count;
    return IOStatus::OK();
  }

 private:
  OpenFile file_;
  std::uint64_t at_ = 0;
};

class RandomAccess final : public rocksdb::FSRandomAccessFile {
 public:
  explicit RandomAccess(OpenFile file) : file_(std::move(file)) {}
  IOStatus Read(std::uint64_t at, std::size_t count, const IOOptions& /*options*/, rocksdb::Slice* result, char* space,
                IODebugContext* /*context*/) const override {
    return read_at(*file_, at, count, result, space);
  }

 private:
  OpenFile file_;
};

class Writable final : public rocksdb::FSWritableFile {
 public:
  explicit Writable(OpenFile file) : file_(std::move(file)) {}
  using FSWritableFile::Append;
  IOStatus Append(const rocksdb::Slice& bytes, const IOOptions& /*options*/, IODebugContext* /*context*/) override {
    std::size_t done = 0;
    while (done < bytes.size()) {
      const ssize_t wrote = ::pwrite(file_->fd(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(at_));
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote < 0) return failed_at("write a temporary file", errno);
      done += static_cast<std::size_t>(wrote);
      at_ += static_cast<std::uint64_t>(wrote);
    }
    return IOStatus::OK();
  }
  IOStatus Truncate(std::uint64_t size, const IOOptions& /*options*/, IODebugContext* /*context*/) override {
    if (::ftruncate(file_->fd(), static_cast<off_t>(size)) != 0) return failed_at("shorten a temporary file", errno);
    at_ = size;
    return IOStatus::OK();
  }
  std::uint64_t GetFileSize(const IOOptions& /*options*/, IODebugContext* /*context*/) override { return at_; }
  IOStatus Flush(const IOOptions& /*options*/, IODebugContext* /*context*/) override { return IOStatus::OK(); }
  IOStatus Sync(const IOOptions& /*options*/, IODebugContext* /*context*/) override { return IOStatus::OK(); }
  [[nodiscard]] bool IsSyncThreadSafe() const override { return true; }
  IOStatus Close(const IOOptions& /*options*/, IODebugContext* /*context*/) override { return IOStatus::OK(); }

 private:
  OpenFile file_;
  std::uint64_t at_ = 0;
};

IOStatus failed_at(const std::string& doing, int error) {
  if (error == ENOSPC || error == EDQUOT) return IOStatus::NoSpace(doing, system_message(error));
  return IOStatus::IOError(doing, system_message(error));
}

IOStatus size_of(const OpenFile& file, std::uint64_t* bytes) {
  struct stat found {};
  if (::fstat(file->fd(), &found) != 0) return failed_at("look at a temporary file", errno);
  *bytes = static_cast<std::uint64_t>(found.st_size);
  return IOStatus::OK();
}

std::unique_ptr<rocksdb::FSSequentialFile> read_in_order(OpenFile file) {
  return std::make_unique<Sequential>(std::move(file));
}

std::unique_ptr<rocksdb::FSRandomAccessFile> read_anywhere(OpenFile file) {
  return std::make_unique<RandomAccess>(std::move(file));
}

std::unique_ptr<rocksdb::FSWritableFile> write_at_the_end(OpenFile file) {
  return std::make_unique<Writable>(std::move(file));
}

IOStatus no_such(const std::string& path) {
  return IOStatus::PathNotFound("no such file", path);
}

class Directory final : public rocksdb::FSDirectory {
 public:
  IOStatus Fsync(const IOOptions& /*options*/, IODebugContext* /*context*/) override { return IOStatus::OK(); }
};

class NoLock final : public rocksdb::FileLock {};

OpenFile NamelessFiles::find(const std::string& path) {
  const std::lock_guard hold(guard_);
  const auto found = files_.find(path);
  return found == files_.end() ? nullptr : found->second;
}

IOStatus NamelessFiles::NewSequentialFile(const std::string& path, const rocksdb::FileOptions& /*options*/,
                                          std::unique_ptr<rocksdb::FSSequentialFile>* file, Context* /*context*/) {
  auto found = find(path);
  if (!found) return no_such(path);
  *file = read_in_order(std::move(found));
  return IOStatus::OK();
}

IOStatus NamelessFiles::NewRandomAccessFile(const std::string& path, const rocksdb::FileOptions& /*options*/,
                                            std::unique_ptr<rocksdb::FSRandomAccessFile>* file, Context* /*context*/) {
  auto found = find(path);
  if (!found) return no_such(path);
  *file = read_anywhere(std::move(found));
  return IOStatus::OK();
}

// It bears a name for as long as it takes to remove it: O_TMPFILE, which needs none, is not known to every file system.
IOStatus NamelessFiles::NewWritableFile(const std::string& path, const rocksdb::FileOptions& /*options*/,
                                        std::unique_ptr<rocksdb::FSWritableFile>* file, Context* /*context*/) {
  int fd = ::open(folder_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
    std::string name = folder_ + "/nomic-XXXXXX";
    fd = ::mkostemp(name.data(), O_CLOEXEC);
    if (fd >= 0) ::unlink(name.c_str());
  }
  if (fd < 0) return failed_at("make a temporary file in " + folder_, errno);
  auto made = std::make_shared<const FileHandle>(fd);
  *file = write_at_the_end(made);
  const std::lock_guard hold(guard_);
  files_[path] = std::move(made);
  return IOStatus::OK();
}

IOStatus NamelessFiles::NewDirectory(const std::string& /*path*/, const Options& /*options*/,
                                     std::unique_ptr<rocksdb::FSDirectory>* folder, Context* /*context*/) {
  *folder = std::make_unique<Directory>();
  return IOStatus::OK();
}

IOStatus NamelessFiles::FileExists(const std::string& path, const Options& /*options*/, Context* /*context*/) {
  return find(path) ? IOStatus::OK() : IOStatus::NotFound();
}

IOStatus NamelessFiles::GetChildren(const std::string& folder, const Options& /*options*/,
                                    std::vector<std::string>* names, Context* /*context*/) {
  names->clear();
  const std::string prefix = folder + "/";
  const std::lock_guard hold(guard_);
  for (auto at = files_.lower_bound(prefix); at != files_.end() && at->first.starts_with(prefix); ++at) {
    names->push_back(at->first.substr(prefix.size()));
  }
  return IOStatus::OK();
}

IOStatus NamelessFiles::DeleteFile(const std::string& path, const Options& /*options*/, Context* /*context*/) {
  const std::lock_guard hold(guard_);
  return files_.erase(path) != 0 ? IOStatus::OK() : no_such(path);
}

IOStatus NamelessFiles::RenameFile(const std::string& from, const std::string& to, const Options& /*options*/,
                                   Context* /*context*/) {
  const std::lock_guard hold(guard_);
  auto moved = files_.extract(from);
  if (moved.empty()) return no_such(from);
  files_[to] = std::move(moved.mapped());
  return IOStatus::OK();
}

IOStatus NamelessFiles::GetFileSize(const std::string& path, const Options& /*options*/, std::uint64_t* bytes,
                                    Context* /*context*/) {
  const auto found = find(path);
  return found ? size_of(found, bytes) : no_such(path);
}

IOStatus NamelessFiles::GetFileModificationTime(const std::string& path, const Options& /*options*/,
                                                std::uint64_t* time, Context* /*context*/) {
  *time = 0;
  return find(path) ? IOStatus::OK() : no_such(path);
}

IOStatus NamelessFiles::CreateDir(const std::string& /*path*/, const Options& /*options*/, Context* /*context*/) {
  return IOStatus::OK();
}

IOStatus NamelessFiles::CreateDirIfMissing(const std::string& /*path*/, const Options& /*options*/,
                                           Context* /*context*/) {
  return IOStatus::OK();
}

IOStatus NamelessFiles::DeleteDir(const std::string& /*path*/, const Options& /*options*/, Context* /*context*/) {
  return IOStatus::OK();
}

IOStatus NamelessFiles::IsDirectory(const std::string& path, const Options& /*options*/, bool* is,
                                    Context* /*context*/) {
  *is = !find(path);
  return IOStatus::OK();
}

IOStatus NamelessFiles::GetAbsolutePath(const std::string& path, const Options& /*options*/, std::string* absolute,
                                        Context* /*context*/) {
  *absolute = path;
  return IOStatus::OK();
}

IOStatus NamelessFiles::LockFile(const std::string& /*path*/, const Options& /*options*/, rocksdb::FileLock** lock,
                                 Context* /*context*/) {
  *lock = std::make_unique<NoLock>().release();
  return IOStatus::OK();
}

IOStatus NamelessFiles::UnlockFile(rocksdb::FileLock* lock, const Options& /*options*/, Context* /*context*/) {
  const std::unique_ptr<rocksdb::FileLock> held(lock);
  return IOStatus::OK();
}

IOStatus NamelessFiles::GetTestDirectory(const Options& /*options*/, std::string* path, Context* /*context*/) {
  *path = folder_;
  return IOStatus::OK();
}

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
