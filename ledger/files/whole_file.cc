#include "nomic/ledger/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>

#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/files/files.h"
#include "nomic/ledger/files/lock.h"

namespace nomic::ledger {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view BESIDE = ".new-";

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

int sync_entries_of(const std::string& folder) {
  const FileHandle opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return opened.is_open() && ::fsync(opened.fd()) == 0 ? 0 : errno;
}

// NAME of NAME.new-PID; empty: it is called otherwise.
std::string_view name_beside(std::string_view file) {
  const std::size_t at = file.rfind(BESIDE);
  if (at == std::string_view::npos) return {};
  const std::string_view process = file.substr(at + BESIDE.size());
  const bool is_number = std::all_of(process.begin(), process.end(), [](char c) { return c >= '0' && c <= '9'; });
  return process.empty() || !is_number ? std::string_view() : file.substr(0, at);
}

bool is_named(int fd, const std::string& path) {
  struct stat held {};
  struct stat named {};
  return ::fstat(fd, &held) == 0 && ::lstat(path.c_str(), &named) == 0 && held.st_dev == named.st_dev &&
         held.st_ino == named.st_ino;
}

// Another user can hold the lock of a file in a shared folder for ever.
constexpr std::chrono::seconds LOCK_PATIENCE{2};

// Removes it unless another process holds its lock for longer than `patience`. 0, or an errno.
int remove_if_left(const std::string& path, std::chrono::milliseconds patience) {
  const FileHandle file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file.is_open()) return errno == ENOENT ? 0 : errno;
  struct stat found {};
  if (::fstat(file.fd(), &found) != 0) return errno;
  if (!S_ISREG(found.st_mode)) return EEXIST;
  if (const int error = lock_within(file.fd(), patience); error != 0) return error;
  // Another process may have finished the file meanwhile, and a third one have begun.
  if (!is_named(file.fd(), path)) return 0;
  return ::unlink(path.c_str()) == 0 || errno == ENOENT ? 0 : errno;
}

// The name, if nothing has it. A file system that cannot rename so can link; one that can do neither is looked at
// first.
int rename_to_free(const std::string& from, const std::string& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  if (::link(from.c_str(), to.c_str()) == 0) {
    ::unlink(from.c_str());
    return 0;
  }
  if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS) return errno;
  struct stat found {};
  if (::lstat(to.c_str(), &found) == 0) return EEXIST;
  return std::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

// 0700, 0755 or 0777.
mode_t folder_mode(FileMode mode) {
  const auto bits = static_cast<mode_t>(mode);
  return bits | ((bits & 0444U) >> 2U);
}

}  // namespace

int write_whole(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(descriptor, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return 0;
}

void remove_left_behind(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  remove_left_in(folder_of(path), [&](std::string_view file) { return file == name; });
}

void remove_left_in(const std::string& folder, const std::function<bool(std::string_view name)>& is_meant) {
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string file = at->path().filename().string();
    const std::string_view name = name_beside(file);
    if (!name.empty() && is_meant(name)) static_cast<void>(remove_if_left(at->path().string(), {}));
  }
}

WholeFile::~WholeFile() {
  drop();
}

void WholeFile::drop() {
  if (!beside_.empty()) ::unlink(beside_.c_str());
  beside_.clear();
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

int WholeFile::begin(const std::string& path, FileMode mode) {
  path_ = path;
  const std::string beside = fmt::format("{}{}{}", path, BESIDE, ::getpid());
  for (;;) {
    // Never into a file that somebody else has put there.
    fd_ = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, static_cast<mode_t>(mode));
    if (fd_ < 0 && errno == EEXIST) {
      // Of a killed process, or of one with the same number on another machine or in another container.
      if (const int error = remove_if_left(beside, LOCK_PATIENCE); error != 0) return error;
      continue;
    }
    if (fd_ < 0) return errno;
    beside_ = beside;
    // Where there are no locks, what is left stays. A process that cleans up here may have removed it before it was
    // locked.
    if (lock_within(fd_, LOCK_PATIENCE) != 0 || is_named(fd_, beside)) break;
    ::close(fd_);
    beside_.clear();
  }
  return mode == FileMode::SECRET && ::fchmod(fd_, static_cast<mode_t>(mode)) != 0 ? errno : 0;
}

int WholeFile::write(std::string_view bytes) {
  return write_whole(fd_, bytes);
}

int WholeFile::finish(Place place, Sync sync) {
  if (sync == Sync::YES && ::fsync(fd_) != 0) return errno;
  if (place == Place::FREE) {
    if (const int error = rename_to_free(beside_, path_); error != 0) return error;
  } else if (std::rename(beside_.c_str(), path_.c_str()) != 0) {
    return errno;
  }
  beside_.clear();
  if (sync == Sync::NO) return 0;
  const int error = sync_entries_of(folder_of(path_));
  // What is reported as failed must not be in the way of the next try.
  if (error != 0 && place == Place::FREE && is_named(fd_, path_)) ::unlink(path_.c_str());
  return error;
}

int put_whole(const std::string& path, std::string_view bytes, WholeFile::Place place, WholeFile::Sync sync,
              FileMode mode) {
  remove_left_behind(path);
  return put_one_of_many(path, bytes, place, sync, mode);
}

int put_one_of_many(const std::string& path, std::string_view bytes, WholeFile::Place place, WholeFile::Sync sync,
                    FileMode mode) {
  WholeFile file;
  int error = file.begin(path, mode);
  if (error == 0) error = file.write(bytes);
  return error == 0 ? file.finish(place, sync) : error;
}

int sync_file_system_of(const std::string& folder) {
  const FileHandle opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return opened.is_open() && ::syncfs(opened.fd()) == 0 ? 0 : errno;
}

Status make_folders(const std::string& path, FileMode mode, WholeFile::Sync sync) {
  std::error_code ignored;
  if (path.empty() || fs::is_directory(path, ignored)) return Done{};
  const std::string above = fs::path(path).parent_path().string();
  NOMIC_TRY(make_folders(above, mode, sync));
  if (path.ends_with('/')) return Done{};
  if (::mkdir(path.c_str(), folder_mode(mode)) != 0) {
    const int error = errno;
    // Another process may have made it meanwhile.
    return error == EEXIST && fs::is_directory(path, ignored) ? Status(Done{}) : system_error(error, "make", path);
  }
  return sync == WholeFile::Sync::YES ? sync_folder(above.empty() ? "." : above) : Status(Done{});
}

}  // namespace nomic::ledger
