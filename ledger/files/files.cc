#include "nomic/ledger/files/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "nomic/ledger/base/errors.h"

namespace nomic::ledger {
namespace {

bool write_all(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(fd, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// Whatever the file held before.
Status write_anew(int fd, const std::string& path, std::string_view content, bool sync) {
  if (::ftruncate(fd, 0) != 0 || !write_all(fd, content)) return system_error(errno, "write", path);
  if (sync && ::fdatasync(fd) != 0) return system_error(errno, "sync", path);
  return Done{};
}

// Whether the name is still that of the open file.
bool is_named(int fd, const std::string& path) {
  struct stat held = {};
  struct stat named = {};
  return ::fstat(fd, &held) == 0 && ::lstat(path.c_str(), &named) == 0 && held.st_dev == named.st_dev &&
         held.st_ino == named.st_ino;
}

// The file of that name, made if it is not there, under a lock that goes with its process.
Result<FileHandle> open_alone(const std::string& path, FileMode mode) {
  for (;;) {
    FileHandle file(
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, static_cast<mode_t>(mode)));
    if (!file.is_open()) return system_error(errno, "create", path);
    while (::flock(file.fd(), LOCK_EX) != 0) {
      if (errno != EINTR) return system_error(errno, "lock", path);
    }
    // Whoever held the lock has given the file another name by now, or removed it.
    if (is_named(file.fd(), path)) return file;
  }
}

}  // namespace

FileHandle& FileHandle::operator=(FileHandle&& other) noexcept {
  if (this != &other) {
    close();
    fd_ = other.fd_;
    other.fd_ = -1;
  }
  return *this;
}

void FileHandle::close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

std::string system_message(int number) {
  return std::generic_category().message(number);
}

ErrorCode code_of(int number) {
  switch (number) {
    case EACCES:
    case EPERM:
    case EROFS:
      return ErrorCode::READ_ONLY;
    case ENOSPC:
    case EDQUOT:
      return ErrorCode::FULL;
    case ENOMEM:
      return ErrorCode::OUT_OF_MEMORY;
    default:
      return ErrorCode::IO_FAILED;
  }
}

std::string hint_of(int number) {
  if (number == ELOOP) return "it is a symbolic link, and none is followed there: put the file itself in its place";
  if (code_of(number) == ErrorCode::READ_ONLY) return "make it writable for you, or work in a copy";
  if (code_of(number) == ErrorCode::FULL) return "make room on the disk, then repeat";
  if (code_of(number) == ErrorCode::OUT_OF_MEMORY) return "give the program more memory: see ulimit";
  return {};
}

Error system_error(int number, std::string_view doing, const std::string& path) {
  const ErrorCode code = code_of(number);
  return fail(code, fmt::format("cannot {} {}: {}", doing, path, system_message(number)), hint_of(number));
}

Result<std::optional<std::string>> read_file(const std::string& path, std::size_t limit) {
  const FileHandle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW));
  if (!file.is_open()) {
    if (errno == ENOENT || errno == ENOTDIR) return std::optional<std::string>{};
    const int number = errno;
    return fail(ErrorCode::IO_FAILED, fmt::format("cannot read {}: {}", path, system_message(number)), hint_of(number));
  }
  std::string content(limit, '\0');
  std::size_t got = 0;
  while (got < limit) {
    const ssize_t count = ::read(file.fd(), content.data() + got, limit - got);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const int number = errno;
      return fail(ErrorCode::IO_FAILED, fmt::format("cannot read {}: {}", path, system_message(number)));
    }
    if (count == 0) break;
    got += static_cast<std::size_t>(count);
  }
  content.resize(got);
  return std::optional<std::string>{std::move(content)};
}

Status replace_file(const std::string& path, std::string_view content, bool sync, FileMode mode) {
  const std::string beside = path + ".new";
  NOMIC_ASSIGN(auto file, open_alone(beside, mode));
  // Another version may have left the file beside.
  if (mode == FileMode::SECRET && ::fchmod(file.fd(), static_cast<mode_t>(mode)) != 0) {
    return system_error(errno, "protect", beside);
  }
  if (auto done = write_anew(file.fd(), beside, content, sync); !done) {
    ::unlink(beside.c_str());
    return done;
  }
  if (::rename(beside.c_str(), path.c_str()) != 0) {
    const int number = errno;
    ::unlink(beside.c_str());
    return system_error(number, "replace", path);
  }
  if (!sync) return Done{};
  return sync_folder(path.substr(0, path.rfind('/')));
}

Status write_synced(const std::string& path, std::string_view content) {
  const FileHandle file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, static_cast<mode_t>(FileMode::OWNED)));
  if (!file.is_open()) return system_error(errno, "create", path);
  return write_anew(file.fd(), path, content, /*sync=*/true);
}

Status sync_folder(const std::string& path) {
  const FileHandle folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.is_open()) return system_error(errno, "open", path);
  if (::fsync(folder.fd()) != 0) return system_error(errno, "sync", path);
  return Done{};
}

}  // namespace nomic::ledger
