// A disk on which the next step of a write fails, in one of the ways in which a disk can fail it: under the log of
// RocksDB and under the mark.
#pragma once

#include <rocksdb/file_system.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "nomic/ledger/ledger.h"
#include "nomic/ledger/store/rocks/folder.h"
#include "nomic/ledger/store/rocks/open_store.h"
#include "nomic/ledger/store/rocks/options.h"

namespace nomic::ledger::test {

enum class Step { NONE, LOG_APPEND, LOG_SYNC, LIST_SYNC, MARK_WRITE, MARK_SYNC, OPEN_FOR_WRITING, LIST };
enum class Way { NOT_APPLIED, HALF_APPLIED, APPLIED };

// What fails next, shared by the file system and the mark's disk, for as long as it is armed; and how often the disk
// was synced.
struct Plan {
  // RocksDB's own threads look at it too.
  std::atomic<Step> step = Step::NONE;
  Way way = Way::NOT_APPLIED;
  bool full = false;  // ENOSPC, else EIO
  std::uint64_t free_bytes = std::uint64_t{1} << 40U;
  mutable std::uint64_t syncs = 0;
  mutable std::uint64_t list_syncs_before = 0;  // so many syncs of the list of files go well before one fails

  [[nodiscard]] rocksdb::IOStatus error() const {
    return full ? rocksdb::IOStatus::NoSpace("no space") : rocksdb::IOStatus::IOError("the disk failed");
  }
  [[nodiscard]] int number() const { return full ? ENOSPC : EIO; }
};

// A log, or the list of files (MANIFEST).
class FaultyFile final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  FaultyFile(std::unique_ptr<rocksdb::FSWritableFile> file, const Plan& plan, bool is_list)
      : FSWritableFileOwnerWrapper(std::move(file)), plan_(plan), is_list_(is_list) {}
  using FSWritableFileOwnerWrapper::Append;

  rocksdb::IOStatus Append(const rocksdb::Slice& data, const rocksdb::IOOptions& options,
                           rocksdb::IODebugContext* context) override {
    if (is_list_ || plan_.step != Step::LOG_APPEND) return FSWritableFileOwnerWrapper::Append(data, options, context);
    if (plan_.way != Way::NOT_APPLIED) {
      const std::size_t count = plan_.way == Way::APPLIED ? data.size() : data.size() / 2;
      static_cast<void>(FSWritableFileOwnerWrapper::Append({data.data(), count}, options, context));
    }
    return plan_.error();
  }
  rocksdb::IOStatus Append(const rocksdb::Slice& data, const rocksdb::IOOptions& options,
                           const rocksdb::DataVerificationInfo& /*verification*/,
                           rocksdb::IODebugContext* context) override {
    return Append(data, options, context);
  }
  rocksdb::IOStatus Sync(const rocksdb::IOOptions& options, rocksdb::IODebugContext* context) override {
    ++plan_.syncs;
    if (is_list_ && plan_.list_syncs_before > 0) {
      --plan_.list_syncs_before;
      return FSWritableFileOwnerWrapper::Sync(options, context);
    }
    if (plan_.step != (is_list_ ? Step::LIST_SYNC : Step::LOG_SYNC))
      return FSWritableFileOwnerWrapper::Sync(options, context);
    if (plan_.way == Way::APPLIED) static_cast<void>(FSWritableFileOwnerWrapper::Sync(options, context));
    return plan_.error();
  }

 private:
  const Plan& plan_;
  const bool is_list_;
};

class FaultyFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  explicit FaultyFileSystem(const Plan& plan) : FileSystemWrapper(rocksdb::FileSystem::Default()), plan_(plan) {}
  [[nodiscard]] const char* Name() const override { return "faulty"; }

  rocksdb::IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* file,
                                    rocksdb::IODebugContext* context) override {
    if (plan_.step == Step::OPEN_FOR_WRITING) return plan_.error();
    rocksdb::IOStatus status = FileSystemWrapper::NewWritableFile(path, options, file, context);
    const bool is_list = path.find("/MANIFEST-") != std::string::npos;
    if (status.ok() && (is_list || path.ends_with(".log"))) {
      *file = std::make_unique<FaultyFile>(std::move(*file), plan_, is_list);
    }
    return status;
  }
  rocksdb::IOStatus GetChildren(const std::string& path, const rocksdb::IOOptions& options,
                                std::vector<std::string>* names, rocksdb::IODebugContext* context) override {
    if (plan_.step == Step::LIST) return plan_.error();
    return FileSystemWrapper::GetChildren(path, options, names, context);
  }
  rocksdb::IOStatus GetFreeSpace(const std::string& /*path*/, const rocksdb::IOOptions& /*options*/,
                                 std::uint64_t* free, rocksdb::IODebugContext* /*context*/) override {
    *free = plan_.free_bytes;
    return rocksdb::IOStatus::OK();
  }

 private:
  const Plan& plan_;
};

class FaultyMarkDisk final : public MarkDisk {
 public:
  explicit FaultyMarkDisk(const Plan& plan) : plan_(plan) {}
  ssize_t write(int fd, const char* bytes, std::size_t count, off_t at) override {
    if (plan_.step != Step::MARK_WRITE) return MarkDisk::write(fd, bytes, count, at);
    if (plan_.way != Way::NOT_APPLIED) {
      static_cast<void>(MarkDisk::write(fd, bytes, plan_.way == Way::APPLIED ? count : count / 2, at));
    }
    errno = plan_.number();
    return -1;
  }
  int sync(int fd) override {
    ++plan_.syncs;
    if (plan_.step != Step::MARK_SYNC) return MarkDisk::sync(fd);
    if (plan_.way == Way::APPLIED) static_cast<void>(MarkDisk::sync(fd));
    errno = plan_.number();
    return -1;
  }

 private:
  const Plan& plan_;
};

// The ledger of a folder on such a disk, open for writing.
inline Result<std::unique_ptr<Ledger>> open_on(const Plan& plan, const std::string& path, const OpenOptions& options) {
  const Folder folder(path);
  auto lock = Lock::take(folder.lock(), options.lock_wait_ms, "test");
  if (!lock) return std::move(lock).error();
  RocksStore::Ground ground{make_environment(std::make_shared<FaultyFileSystem>(plan)),
                            std::make_unique<FaultyMarkDisk>(plan)};
  auto store = open_writer(folder, *std::move(lock), std::move(ground));
  if (!store) return std::move(store).error();
  return Ledger::over(*std::move(store), options);
}

}  // namespace nomic::ledger::test
