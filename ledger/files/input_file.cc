#include "nomic/ledger/input_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

#include "nomic/ledger/files/files.h"

namespace nomic::ledger {
namespace {

constexpr int WRITER_WAIT_MS = 3'000;
constexpr int NO_WAIT = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

InputFault fault_of(int number) {
  return {number, system_message(number)};
}

// The folder in which a path from another folder ends, and the name there. No link on the way is followed.
Result<FileHandle, InputFault> last_folder(const std::string& folder, std::string_view& path) {
  FileHandle at(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!at.is_open()) return fault_of(errno);
  for (;;) {
    const std::size_t slash = path.find('/');
    const std::string part(path.substr(0, slash));
    if (part.empty() || part == "..") return InputFault{EXDEV, "it is outside the folder"};
    if (slash == std::string_view::npos) return at;
    path.remove_prefix(slash + 1);
    FileHandle next(::openat(at.fd(), part.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!next.is_open()) {
      const int number = errno;
      struct stat found {};
      const bool is_link = ::fstatat(at.fd(), part.c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(found.st_mode);
      return is_link ? fault_of(ELOOP) : fault_of(number);
    }
    at = std::move(next);
  }
}

}  // namespace

Result<InputFile, InputFault> InputFile::open(const std::string& path) {
  InputFile file(::open(path.c_str(), NO_WAIT), false);
  if (file.fd_ < 0) return fault_of(errno);
  struct stat found {};
  if (::fstat(file.fd_, &found) != 0) return fault_of(errno);
  if (S_ISDIR(found.st_mode)) return fault_of(EISDIR);
  if (S_ISBLK(found.st_mode)) return InputFault{EINVAL, "it is a disk"};
  file.is_regular_ = S_ISREG(found.st_mode);
  if (file.is_regular_) return file;
  if (S_ISFIFO(found.st_mode)) {
    if (auto fault = file.await_writer()) return *std::move(fault);
  }
  // From here on it is waited for.
  const int flags = ::fcntl(file.fd_, F_GETFL);
  if (flags < 0 || ::fcntl(file.fd_, F_SETFL, flags & ~O_NONBLOCK) != 0) return fault_of(errno);
  return file;
}

Result<InputFile, InputFault> InputFile::open_within(const std::string& folder, const std::string& path) {
  std::string_view name = path;
  NOMIC_ASSIGN(auto at, last_folder(folder, name));
  InputFile file(::openat(at.fd(), std::string(name).c_str(), NO_WAIT | O_NOFOLLOW), true);
  if (file.fd_ < 0) return fault_of(errno);
  struct stat found {};
  if (::fstat(file.fd_, &found) != 0) return fault_of(errno);
  if (S_ISDIR(found.st_mode)) return fault_of(EISDIR);
  if (!S_ISREG(found.st_mode)) return InputFault{EINVAL, "it is no regular file"};
  return file;
}

// A pipe without a writer looks as one that has ended: the system tells them apart only once a writer has come.
std::optional<InputFault> InputFile::await_writer() {
  pollfd pipe{fd_, POLLIN, 0};
  int ready = 0;
  do {
    ready = ::poll(&pipe, 1, WRITER_WAIT_MS);
  } while (ready < 0 && errno == EINTR);
  if (ready > 0) return std::nullopt;
  char first = 0;
  const ssize_t got = ::read(fd_, &first, 1);
  if (got == 0) return InputFault{EPIPE, "it is a pipe, and no program writes to it"};
  // A writer is there, and is slow.
  if (got < 0 && errno != EAGAIN) return fault_of(errno);
  if (got > 0) held_ = first;
  return std::nullopt;
}

InputFile& InputFile::operator=(InputFile&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(is_regular_, other.is_regular_);
  std::swap(held_, other.held_);
  return *this;
}

InputFile::~InputFile() {
  if (fd_ >= 0) ::close(fd_);
}

std::ptrdiff_t InputFile::read(char* into, std::size_t count) {
  if (held_ && count > 0) {
    *into = *std::exchange(held_, std::nullopt);
    return 1;
  }
  for (;;) {
    const ssize_t got = ::read(fd_, into, count);
    if (got >= 0 || errno != EINTR) return got;
  }
}

int InputFile::rewind() {
  return ::lseek(fd_, 0, SEEK_SET) == 0 ? 0 : errno;
}

}  // namespace nomic::ledger
