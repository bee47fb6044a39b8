#include "shared/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view BESIDE = ".new-";

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

int sync_folder(const std::string& folder) {
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return errno;
  const int error = ::fsync(fd) == 0 ? 0 : errno;
  ::close(fd);
  return error;
}

// NAME of NAME.new-PID; empty: it is called otherwise.
std::string_view name_beside(std::string_view file) {
  const std::size_t at = file.rfind(BESIDE);
  if (at == std::string_view::npos) return {};
  const std::string_view process = file.substr(at + BESIDE.size());
  const bool is_number = std::all_of(process.begin(), process.end(), [](char c) { return c >= '0' && c <= '9'; });
  return process.empty() || !is_number ? std::string_view() : file.substr(0, at);
}

// Removes it unless some process holds its lock.
void remove_if_left(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return;
  struct stat found {};
  const bool plain = ::fstat(fd, &found) == 0 && S_ISREG(found.st_mode);
  if (plain && ::flock(fd, LOCK_EX | LOCK_NB) == 0) ::unlink(path.c_str());
  ::close(fd);
}

// The name, if nothing has it. Where the file system cannot say both at once, it is looked at first.
int rename_to_free(const std::string& from, const std::string& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  struct stat found {};
  if (::lstat(to.c_str(), &found) == 0) return EEXIST;
  return std::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
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
    if (!name.empty() && is_meant(name)) remove_if_left(at->path().string());
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

int WholeFile::begin(const std::string& path) {
  path_ = path;
  const std::string beside = fmt::format("{}{}{}", path, BESIDE, ::getpid());
  for (;;) {
    fd_ = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd_ < 0) return errno;
    // Where there are no locks, what is left stays.
    if (::flock(fd_, LOCK_EX) != 0) break;
    // Whoever cleans up here may have taken it for left before it was locked; and a process of the same number on
    // another machine, or in another container, may have finished its own.
    struct stat held {};
    if (::fstat(fd_, &held) != 0) return errno;
    struct stat named {};
    if (::lstat(beside.c_str(), &named) == 0 && held.st_dev == named.st_dev && held.st_ino == named.st_ino) break;
    ::close(fd_);
  }
  beside_ = beside;
  return ::ftruncate(fd_, 0) == 0 ? 0 : errno;
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
  return sync == Sync::YES ? sync_folder(folder_of(path_)) : 0;
}

}  // namespace nomic::tools
