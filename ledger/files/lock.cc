#include "nomic/ledger/files/lock.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <thread>

#include "nomic/ledger/base/errors.h"

namespace nomic::ledger {
namespace {

constexpr std::size_t MAX_FILE = 1024;
constexpr std::chrono::milliseconds POLL{10};

std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

Status wait_for(int fd, const std::string& path, std::int64_t wait_ms) {
  const int error = lock_within(fd, std::chrono::milliseconds(wait_ms));
  if (error == 0) return Done{};
  if (error != EWOULDBLOCK) return system_error(error, "lock", path);
  auto holder = read_file(path, MAX_FILE);
  const std::string who = holder && *holder && !(*holder)->empty() ? one_line(**holder) : "another process";
  return fail(ErrorCode::IN_USE, fmt::format("the ledger is being written by {}", who),
              "wait until it has finished, then repeat");
}

}  // namespace

// flock has no time limit, so we ask again and again.
int lock_within(int fd, std::chrono::milliseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  while (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    const auto now = std::chrono::steady_clock::now();
    if (errno != EWOULDBLOCK || now >= until) return errno;
    std::this_thread::sleep_for(std::min<std::chrono::steady_clock::duration>(POLL, until - now));
  }
  return 0;
}

Result<Lock> Lock::take(const std::string& path, std::int64_t wait_ms, const std::string& command) {
  FileHandle file(
      ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, static_cast<mode_t>(FileMode::OWNED)));
  if (!file.is_open()) return system_error(errno, "open", path);
  NOMIC_TRY(wait_for(file.fd(), path, wait_ms));
  const std::string text = fmt::format("process {} ({}), since {:%Y-%m-%dT%H:%M:%SZ}\n", ::getpid(),
                                       one_line(command.substr(0, 200)), fmt::gmtime(std::time(nullptr)));
  // Who waits may read this text while it changes; so nothing rests on it, and a failure to write it does not matter.
  if (::ftruncate(file.fd(), 0) == 0) {
    static_cast<void>(::pwrite(file.fd(), text.data(), text.size(), 0));
  }
  return Lock(std::move(file));
}

Result<Lock> Lock::borrow(const std::string& path, std::int64_t wait_ms) {
  FileHandle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!file.is_open()) return system_error(errno, "open", path);
  NOMIC_TRY(wait_for(file.fd(), path, wait_ms));
  return Lock(std::move(file));
}

}  // namespace nomic::ledger
