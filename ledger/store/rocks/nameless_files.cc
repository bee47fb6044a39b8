#include "nameless_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <utility>

namespace nomic::ledger {
namespace {

using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;

IOStatus no_such(const std::string& path) {
  return IOStatus::PathNotFound("no such file", path);
}

class Directory final : public rocksdb::FSDirectory {
 public:
  IOStatus Fsync(const IOOptions& /*options*/, IODebugContext* /*context*/) override { return IOStatus::OK(); }
};

class NoLock final : public rocksdb::FileLock {};

}  // namespace

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

}  // namespace nomic::ledger
