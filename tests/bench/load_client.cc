#include "load_client.h"

#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace nomic::bench {
namespace {

int connected(const std::string& where) {
  if (where.find('/') == std::string::npos) {
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_port = htons(static_cast<in_port_t>(std::strtoul(where.c_str(), nullptr, 10)));
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int yes = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return ::connect(fd, reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0 ? fd : -1;
  }
  sockaddr_un at{};
  at.sun_family = AF_UNIX;
  if (where.size() >= sizeof at.sun_path) return -1;
  std::memcpy(at.sun_path, where.data(), where.size());
  const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  return ::connect(fd, reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0 ? fd : -1;
}

std::size_t length_in(std::string_view head) {
  constexpr std::string_view NAME = "\r\nContent-Length: ";
  const auto same = [](char a, char b) { return (a | 0x20) == (b | 0x20); };
  const auto found = std::search(head.begin(), head.end(), NAME.begin(), NAME.end(), same);
  std::size_t length = 0;
  if (found == head.end()) give_up("an answer has no length");
  const std::size_t at = static_cast<std::size_t>(found - head.begin()) + NAME.size();
  std::from_chars(head.data() + at, head.data() + head.size(), length);
  return length;
}

}  // namespace

void give_up(const std::string& what) {
  fmt::print(stderr, "{}\n", what);
  std::exit(1);
}

double Latencies::at(double share) const {
  if (all_.empty()) return 0;
  std::sort(all_.begin(), all_.end());
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(all_.size())));
  return all_[std::clamp<std::size_t>(rank, 1, all_.size()) - 1];
}

LoadClient::LoadClient(const std::string& where) : fd_(connected(where)) {
  if (fd_ < 0) give_up(fmt::format("nobody listens at {}: {}", where, std::strerror(errno)));
}

LoadClient::~LoadClient() {
  ::close(fd_);
}

void LoadClient::ask(std::string_view request, Clock::time_point since) {
  idle_ = false;
  since_ = since;
  // A request is small: the system takes all of it, or waits a moment.
  while (!request.empty()) {
    const ssize_t sent = ::send(fd_, request.data(), request.size(), MSG_NOSIGNAL);
    if (sent < 0) give_up(fmt::format("the server takes no more: {}", std::strerror(errno)));
    request.remove_prefix(static_cast<std::size_t>(sent));
  }
}

unsigned LoadClient::take() {
  std::array<char, 65'536> piece;  // NOLINT(cppcoreguidelines-pro-type-member-init): written before it is read
  const ssize_t count = ::recv(fd_, piece.data(), piece.size(), 0);
  if (count <= 0) give_up("the server has closed a connection");
  in_.append(piece.data(), static_cast<std::size_t>(count));
  const std::size_t head = in_.find("\r\n\r\n");
  if (head == std::string::npos) return 0;
  const std::size_t end = head + 4 + length_in(std::string_view(in_).substr(0, head + 2));
  if (in_.size() < end) return 0;
  took_ = Clock::now() - since_;
  constexpr std::size_t STATUS_AT = 9;  // of "HTTP/1.1 200 OK"
  const auto status = static_cast<unsigned>(std::strtoul(in_.c_str() + STATUS_AT, nullptr, 10));
  body_.assign(in_, head + 4, end - head - 4);
  in_.erase(0, end);
  idle_ = true;
  return status;
}

unsigned LoadClient::asked(std::string_view request) {
  ask(request, Clock::now());
  for (;;) {
    if (const unsigned status = take(); status != 0) return status;
  }
}

}  // namespace nomic::bench
