// A library to be preloaded into the real program (LD_PRELOAD): one of its system calls that change files fails, writes
// half, or is the last thing that the process does.
//
//     NOMIC_FAULT_UNDER=/folder   only calls on files below it count
//     NOMIC_FAULT_LOG=FILE        each counted call is a line of it, "write /folder/ledger/mark"; the one that was
//     spoilt
//                                 begins with "!"
//     NOMIC_FAULT=WAY:N           what happens at the N-th of them, from 1 on; nothing without it
//
// The ways:
//
//     eio         It fails with EIO, and nothing is done. (close() closes all the same.)
//     full        It fails with ENOSPC, and so does every later call that needs room. The disk says that it is full.
//     short       A write writes half of what it was given, and says so. The next one goes on as usual.
//     short-full  A write writes half, and the disk is full from then on.
//     kill        The process is killed before it.
//     torn        A write writes half, and the process is killed.
//
// Calls of the C library inside itself (fopen, fwrite) do not come by here: the program keeps no file by these.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

enum class Way { NONE, EIO_ONCE, FULL, SHORT, SHORT_FULL, KILL, TORN };

struct Plan {
  std::string under;
  int log = -1;
  Way way = Way::NONE;
  unsigned long at = 0;
};

std::atomic<unsigned long> calls = 0;
std::atomic<bool> is_full = false;

Way way_of(const std::string& name) {
  if (name == "none") return Way::NONE;
  if (name == "eio") return Way::EIO_ONCE;
  if (name == "full") return Way::FULL;
  if (name == "short") return Way::SHORT;
  if (name == "short-full") return Way::SHORT_FULL;
  if (name == "kill") return Way::KILL;
  if (name == "torn") return Way::TORN;
  std::abort();
}

// Read at the first call, which may come before any constructor of this library.
const Plan& plan() {
  static const Plan* const read = [] {
    auto* made = new Plan;
    if (const char* under = std::getenv("NOMIC_FAULT_UNDER")) made->under = std::string(under) + "/";
    if (const char* log = std::getenv("NOMIC_FAULT_LOG")) {
      made->log =
          static_cast<int>(::syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    }
    if (const char* fault = std::getenv("NOMIC_FAULT")) {
      const std::string text = fault;
      const std::size_t colon = text.find(':');
      made->way = way_of(text.substr(0, colon));
      made->at = std::strtoul(text.c_str() + colon + 1, nullptr, 10);
    }
    return made;
  }();
  return *read;
}

template <class Function>
Function* real(const char* name) {
  void* found = ::dlsym(RTLD_NEXT, name);
  if (found == nullptr) std::abort();
  return reinterpret_cast<Function*>(found);
}
#define REAL(name) (real<decltype(::name)>(#name))

std::string link_of(const std::string& path) {
  std::array<char, PATH_MAX> target{};
  const long count = ::syscall(SYS_readlinkat, AT_FDCWD, path.c_str(), target.data(), target.size());
  return count > 0 ? std::string(target.data(), static_cast<std::size_t>(count)) : std::string();
}
std::string path_of(int fd) {
  return link_of(fd == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/" + std::to_string(fd));
}
std::string path_at(int folder, const char* path) {
  return path[0] == '/' ? std::string(path) : path_of(folder) + "/" + path;
}

bool is_counted(const std::string& path) {
  return !plan().under.empty() && path.compare(0, plan().under.size(), plan().under) == 0;
}

void log_call(const char* kind, const std::string& path, bool is_spoilt) {
  if (plan().log < 0) return;
  const std::string line = (is_spoilt ? "!" : "") + std::string(kind) + " " + path + "\n";
  ::syscall(SYS_write, plan().log, line.data(), line.size());
}

void die() {
  ::syscall(SYS_kill, ::getpid(), SIGKILL);
  for (;;) ::pause();
}

// What becomes of a call.
enum class Fate { DONE, FAILED, HALF, HALF_AND_KILLED };
enum class Needs { NO_ROOM, ROOM };

// FAILED: errno is set.
Fate fate_of(const char* kind, const std::string& path, Needs needs, bool is_write = false) {
  if (!is_counted(path)) return Fate::DONE;
  const bool is_it = ++calls == plan().at;
  const Way way = is_it ? plan().way : Way::NONE;
  const bool fits = plan().way != Way::NONE && way != Way::NONE &&
                    (is_write || (way != Way::SHORT && way != Way::SHORT_FULL && way != Way::TORN)) &&
                    (needs == Needs::ROOM || way != Way::FULL);
  log_call(kind, path, fits);
  if (fits) {
    if (way == Way::KILL) die();
    if (way == Way::FULL || way == Way::SHORT_FULL) is_full = true;
    if (way == Way::TORN) return Fate::HALF_AND_KILLED;
    if (way == Way::SHORT || way == Way::SHORT_FULL) return Fate::HALF;
    errno = way == Way::FULL ? ENOSPC : EIO;
    return Fate::FAILED;
  }
  if (is_full && needs == Needs::ROOM) {
    errno = ENOSPC;
    return Fate::FAILED;
  }
  return Fate::DONE;
}

template <class Write>
ssize_t write_by(const char* kind, int fd, std::size_t count, const Write& write) {
  const Fate fate = fate_of(kind, path_of(fd), Needs::ROOM, true);
  if (fate == Fate::FAILED) return -1;
  if (fate == Fate::DONE) return write(count);
  const ssize_t half = count > 1 ? write(count / 2) : 0;
  if (fate == Fate::HALF_AND_KILLED) die();
  if (half > 0) return half;
  errno = EINTR;  // no byte can be halved
  return -1;
}

bool writes(int flags) {
  return (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT) != 0;
}

int open_by(int folder, const char* path, int flags, mode_t mode) {
  if (writes(flags)) {
    const Needs needs = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? Needs::ROOM : Needs::NO_ROOM;
    if (fate_of("open", path_at(folder, path), needs) == Fate::FAILED) return -1;
  }
  return static_cast<int>(::syscall(SYS_openat, folder, path, flags, mode));
}

mode_t mode_in(int flags, va_list more) {
  return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(more, mode_t) : 0;
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = mode_in(flags, more);
  va_end(more);
  return open_by(AT_FDCWD, path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = mode_in(flags, more);
  va_end(more);
  return open_by(AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = mode_in(flags, more);
  va_end(more);
  return open_by(folder, path, flags, mode);
}
int openat64(int folder, const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = mode_in(flags, more);
  va_end(more);
  return open_by(folder, path, flags, mode);
}
int __open_2(const char* path, int flags) {
  return open_by(AT_FDCWD, path, flags, 0);
}
int __open64_2(const char* path, int flags) {
  return open_by(AT_FDCWD, path, flags, 0);
}
int __openat_2(int folder, const char* path, int flags) {
  return open_by(folder, path, flags, 0);
}
int __openat64_2(int folder, const char* path, int flags) {
  return open_by(folder, path, flags, 0);
}
FILE* fopen(const char* path, const char* mode) {
  const bool reads = mode[0] == 'r' && std::strchr(mode, '+') == nullptr;
  if (!reads && fate_of("open", path_at(AT_FDCWD, path), Needs::ROOM) == Fate::FAILED) return nullptr;
  return REAL(fopen)(path, mode);
}
int mkstemp(char* path) {
  return fate_of("open", path_at(AT_FDCWD, path), Needs::ROOM) == Fate::FAILED ? -1 : REAL(mkstemp)(path);
}
int mkstemps(char* path, int ending) {
  return fate_of("open", path_at(AT_FDCWD, path), Needs::ROOM) == Fate::FAILED ? -1 : REAL(mkstemps)(path, ending);
}
int mkostemp(char* path, int flags) {
  return fate_of("open", path_at(AT_FDCWD, path), Needs::ROOM) == Fate::FAILED ? -1 : REAL(mkostemp)(path, flags);
}

ssize_t write(int fd, const void* bytes, size_t count) {
  return write_by("write", fd, count, [&](std::size_t some) { return ::syscall(SYS_write, fd, bytes, some); });
}
ssize_t pwrite(int fd, const void* bytes, size_t count, off_t at) {
  return write_by("pwrite", fd, count, [&](std::size_t some) { return ::syscall(SYS_pwrite64, fd, bytes, some, at); });
}
ssize_t pwrite64(int fd, const void* bytes, size_t count, off64_t at) {
  return pwrite(fd, bytes, count, at);
}
ssize_t writev(int fd, const iovec* parts, int count) {
  std::size_t bytes = 0;
  for (int i = 0; i < count; ++i) bytes += parts[i].iov_len;
  return write_by("writev", fd, bytes, [&](std::size_t some) -> ssize_t {
    if (some == bytes) return ::syscall(SYS_writev, fd, parts, count);
    std::string all;
    for (int i = 0; i < count; ++i) all.append(static_cast<const char*>(parts[i].iov_base), parts[i].iov_len);
    return ::syscall(SYS_write, fd, all.data(), some);
  });
}

int fsync(int fd) {
  return fate_of("fsync", path_of(fd), Needs::NO_ROOM) == Fate::FAILED ? -1 : REAL(fsync)(fd);
}
int fdatasync(int fd) {
  return fate_of("fdatasync", path_of(fd), Needs::NO_ROOM) == Fate::FAILED ? -1 : REAL(fdatasync)(fd);
}
int syncfs(int fd) {
  return fate_of("syncfs", path_of(fd), Needs::NO_ROOM) == Fate::FAILED ? -1 : REAL(syncfs)(fd);
}
int sync_file_range(int fd, off64_t at, off64_t count, unsigned flags) {
  // Without flags it asks whether there is such a call, and touches no disk.
  if (flags == 0) return REAL(sync_file_range)(fd, at, count, flags);
  if (fate_of("sync_file_range", path_of(fd), Needs::NO_ROOM) == Fate::FAILED) return -1;
  return REAL(sync_file_range)(fd, at, count, flags);
}
int msync(void* at, size_t count, int flags) {
  return fate_of("msync", plan().under, Needs::NO_ROOM) == Fate::FAILED ? -1 : REAL(msync)(at, count, flags);
}
int close(int fd) {
  // Of what was only read nothing can fail.
  const int flags = static_cast<int>(::syscall(SYS_fcntl, fd, F_GETFL));
  const bool fails =
      flags >= 0 && writes(flags & ~O_CREAT) && fate_of("close", path_of(fd), Needs::NO_ROOM) == Fate::FAILED;
  const auto done = static_cast<int>(::syscall(SYS_close, fd));
  if (!fails) return done;
  errno = EIO;
  return -1;
}
int flock(int fd, int what) {
  return fate_of("flock", path_of(fd), Needs::NO_ROOM) == Fate::FAILED ? -1 : REAL(flock)(fd, what);
}

int ftruncate(int fd, off_t size) {
  struct stat about {};
  const bool grows = ::fstat(fd, &about) == 0 && size > about.st_size;
  const Fate fate = fate_of("ftruncate", path_of(fd), grows ? Needs::ROOM : Needs::NO_ROOM);
  return fate == Fate::FAILED ? -1 : static_cast<int>(::syscall(SYS_ftruncate, fd, size));
}
int ftruncate64(int fd, off64_t size) {
  return ftruncate(fd, size);
}
int fallocate(int fd, int mode, off_t at, off_t count) {
  if (fate_of("fallocate", path_of(fd), Needs::ROOM) == Fate::FAILED) return -1;
  return static_cast<int>(::syscall(SYS_fallocate, fd, mode, at, count));
}
int fallocate64(int fd, int mode, off64_t at, off64_t count) {
  return fallocate(fd, mode, at, count);
}

int rename(const char* from, const char* to) {
  return fate_of("rename", path_at(AT_FDCWD, to), Needs::ROOM) == Fate::FAILED ? -1 : REAL(rename)(from, to);
}
int renameat(int folder, const char* from, int other, const char* to) {
  if (fate_of("rename", path_at(other, to), Needs::ROOM) == Fate::FAILED) return -1;
  return REAL(renameat)(folder, from, other, to);
}
int renameat2(int folder, const char* from, int other, const char* to, unsigned flags) {
  if (fate_of("rename", path_at(other, to), Needs::ROOM) == Fate::FAILED) return -1;
  return static_cast<int>(::syscall(SYS_renameat2, folder, from, other, to, flags));
}
int link(const char* from, const char* to) {
  return fate_of("link", path_at(AT_FDCWD, to), Needs::ROOM) == Fate::FAILED ? -1 : REAL(link)(from, to);
}
int linkat(int folder, const char* from, int other, const char* to, int flags) {
  if (fate_of("link", path_at(other, to), Needs::ROOM) == Fate::FAILED) return -1;
  return REAL(linkat)(folder, from, other, to, flags);
}
int symlink(const char* from, const char* to) {
  return fate_of("symlink", path_at(AT_FDCWD, to), Needs::ROOM) == Fate::FAILED ? -1 : REAL(symlink)(from, to);
}
int unlink(const char* path) {
  return fate_of("unlink", path_at(AT_FDCWD, path), Needs::NO_ROOM) == Fate::FAILED ? -1 : REAL(unlink)(path);
}
int unlinkat(int folder, const char* path, int flags) {
  const Fate fate = fate_of("unlink", path_at(folder, path), Needs::NO_ROOM);
  return fate == Fate::FAILED ? -1 : REAL(unlinkat)(folder, path, flags);
}
int remove(const char* path) {
  return fate_of("unlink", path_at(AT_FDCWD, path), Needs::NO_ROOM) == Fate::FAILED ? -1 : REAL(remove)(path);
}
int rmdir(const char* path) {
  return fate_of("rmdir", path_at(AT_FDCWD, path), Needs::NO_ROOM) == Fate::FAILED ? -1 : REAL(rmdir)(path);
}
int mkdir(const char* path, mode_t mode) {
  return fate_of("mkdir", path_at(AT_FDCWD, path), Needs::ROOM) == Fate::FAILED ? -1 : REAL(mkdir)(path, mode);
}
int mkdirat(int folder, const char* path, mode_t mode) {
  return fate_of("mkdir", path_at(folder, path), Needs::ROOM) == Fate::FAILED ? -1 : REAL(mkdirat)(folder, path, mode);
}
int chmod(const char* path, mode_t mode) {
  return fate_of("chmod", path_at(AT_FDCWD, path), Needs::NO_ROOM) == Fate::FAILED ? -1 : REAL(chmod)(path, mode);
}
int fchmod(int fd, mode_t mode) {
  return fate_of("chmod", path_of(fd), Needs::NO_ROOM) == Fate::FAILED ? -1 : REAL(fchmod)(fd, mode);
}
int fchmodat(int folder, const char* path, mode_t mode, int flags) {
  if (fate_of("chmod", path_at(folder, path), Needs::NO_ROOM) == Fate::FAILED) return -1;
  return REAL(fchmodat)(folder, path, mode, flags);
}

int statvfs(const char* path, struct statvfs* about) {
  const int done = REAL(statvfs)(path, about);
  if (done == 0 && is_full && is_counted(path_at(AT_FDCWD, path))) about->f_bfree = about->f_bavail = 0;
  return done;
}
int statvfs64(const char* path, struct statvfs64* about) {
  const int done = REAL(statvfs64)(path, about);
  if (done == 0 && is_full && is_counted(path_at(AT_FDCWD, path))) about->f_bfree = about->f_bavail = 0;
  return done;
}

}  // extern "C"
