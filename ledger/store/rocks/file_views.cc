#include "file_views.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace nomic::ledger {
namespace {

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

}  // namespace

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

}  // namespace nomic::ledger
