#include "nomic/server/process.h"

#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace nomic::tools {
namespace {

constexpr std::chrono::milliseconds SAME_SIGNAL(100);

}  // namespace

StopSignals::StopSignals() {
  ::sigemptyset(&signals_);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) ::sigaddset(&signals_, signal);
  ::pthread_sigmask(SIG_BLOCK, &signals_, &before_);
}

StopSignals::~StopSignals() {
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

bool StopSignals::wait_for(std::chrono::milliseconds time) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time);
  const timespec left{seconds.count(), std::chrono::nanoseconds(time - seconds).count()};
  return ::sigtimedwait(&signals_, nullptr, &left) > 0;
}

int StopSignals::wait() {
  int signal = 0;
  do {
    signal = ::sigwaitinfo(&signals_, nullptr);
  } while (signal < 0 && errno == EINTR);
  // Who passes a signal on may send it to the process and to its group, as timeout(1) does.
  const auto until = std::chrono::steady_clock::now() + SAME_SIGNAL;
  for (;;) {
    const auto left = until - std::chrono::steady_clock::now();
    if (left <= std::chrono::nanoseconds(0)) break;
    const timespec time{0, std::chrono::duration_cast<std::chrono::nanoseconds>(left).count()};
    ::sigtimedwait(&signals_, nullptr, &time);
  }
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  return signal;
}

void end_at_once(int status) {
  std::_Exit(status);
}

bool tell_service_manager(const std::string& socket, std::string_view state) {
  if (socket.empty()) return true;
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  if (socket.size() >= sizeof name.sun_path || (socket[0] != '/' && socket[0] != '@')) return false;
  std::memcpy(name.sun_path, socket.data(), socket.size());
  // A name that is in no folder.
  if (socket[0] == '@') name.sun_path[0] = '\0';
  const int fd = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return false;
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + socket.size());
  const ssize_t sent =
      ::sendto(fd, state.data(), state.size(), MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&name), size);
  ::close(fd);
  return sent == static_cast<ssize_t>(state.size());
}

std::size_t allow_descriptors(std::size_t most) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return most;
  if (limit.rlim_cur >= most) return limit.rlim_cur;
  rlimit more = limit;
  more.rlim_cur = std::min<rlim_t>(limit.rlim_max, most);
  return ::setrlimit(RLIMIT_NOFILE, &more) == 0 ? more.rlim_cur : limit.rlim_cur;
}

}  // namespace nomic::tools
