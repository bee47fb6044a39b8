#include <fmt/format.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "nomic/client/host_address.h"
#include "wire.h"

namespace nomic::tools {
namespace {

class PlainWire : public Wire {
 public:
  explicit PlainWire(OwnSocket socket) : socket_(std::move(socket)) {}

  std::ptrdiff_t write(std::string_view bytes, WireTime until) override {
    for (;;) {
      if (!comes(socket_.get(), true, until)) return 0;
      const auto count = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (count >= 0) return count;
      if (errno != EAGAIN && errno != EINTR) return -1;
    }
  }

  Read read(char* into, std::size_t most, WireTime until) override {
    for (;;) {
      if (!comes(socket_.get(), false, until)) return {Got::LATE, 0};
      const auto count = ::recv(socket_.get(), into, most, MSG_DONTWAIT);
      if (count > 0) return {Got::BYTES, static_cast<std::size_t>(count)};
      if (count == 0) return {Got::END, 0};
      if (errno != EAGAIN && errno != EINTR) return {Got::BROKEN, 0};
    }
  }

  [[nodiscard]] int descriptor() const override { return socket_.get(); }

 private:
  OwnSocket socket_;
};

// 0, or the errno that it ended with.
int connect_to(int fd, const addrinfo& to, WireTime until) {
  if (::connect(fd, to.ai_addr, to.ai_addrlen) == 0) return 0;
  if (errno != EINPROGRESS) return errno;
  if (!comes(fd, true, until)) return ETIMEDOUT;
  int error = 0;
  socklen_t size = sizeof error;
  return ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno;
}

}  // namespace

OwnSocket::~OwnSocket() {
  if (fd_ >= 0) ::close(fd_);
}

int OwnSocket::release() {
  return std::exchange(fd_, -1);
}

bool comes(int fd, bool to_write, WireTime until) {
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now()).count();
    pollfd each{fd, static_cast<short>(to_write ? POLLOUT : POLLIN), 0};
    const int ready = ::poll(&each, 1, static_cast<int>(std::clamp<decltype(left)>(left, 0, 1 << 30)));
    if (ready > 0) return true;
    if (ready == 0 || errno != EINTR) return false;
  }
}

ledger::Result<OwnSocket, WireFault> reach(const PublicUrl& at, WireTime until) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = AI_ADDRCONFIG;
  addrinfo* found = nullptr;
  const std::string host(without_brackets(at.host));
  const int failed = ::getaddrinfo(host.c_str(), std::to_string(at.port).c_str(), &wanted, &found);
  if (failed != 0) return WireFault{fmt::format("{}: {}", at.host, ::gai_strerror(failed))};
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> all(found, ::freeaddrinfo);
  int last = ECONNREFUSED;
  for (const addrinfo* each = all.get(); each != nullptr; each = each->ai_next) {
    OwnSocket socket(::socket(each->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, each->ai_protocol));
    if (socket.get() < 0) {
      last = errno;
      continue;
    }
    last = connect_to(socket.get(), *each, until);
    if (last == 0) return socket;
  }
  return WireFault{std::strerror(last)};
}

std::unique_ptr<Wire> plain_wire(OwnSocket socket) {
  return std::make_unique<PlainWire>(std::move(socket));
}

}  // namespace nomic::tools
