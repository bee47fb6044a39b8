#include "tools/server/raw_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cstring>
#include <utility>

namespace nomic::tools {
namespace {

using Clock = std::chrono::steady_clock;

int left_of(Clock::time_point until) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
  return left > 0 ? static_cast<int>(left) : 0;
}

}  // namespace

RawClient::RawClient(std::uint16_t port) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in name{};
  name.sin_family = AF_INET;
  name.sin_port = htons(port);
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (fd_ >= 0 && ::connect(fd_, reinterpret_cast<const sockaddr*>(&name), sizeof name) == 0) return;
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

RawClient::RawClient(const std::string& socket) : fd_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  std::strncpy(name.sun_path, socket.c_str(), sizeof name.sun_path - 1);
  if (fd_ >= 0 && ::connect(fd_, reinterpret_cast<const sockaddr*>(&name), sizeof name) == 0) return;
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

RawClient::~RawClient() {
  if (fd_ >= 0) ::close(fd_);
}

bool RawClient::send(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void RawClient::done_sending() const {
  ::shutdown(fd_, SHUT_WR);
}

bool RawClient::read_some(int milliseconds) {
  pollfd waited{fd_, POLLIN, 0};
  if (ended_ || ::poll(&waited, 1, milliseconds) <= 0) return false;
  char piece[16384];
  const ssize_t got = ::recv(fd_, piece, sizeof piece, 0);
  if (got <= 0) {
    ended_ = true;
    return false;
  }
  unread_.append(piece, static_cast<std::size_t>(got));
  return true;
}

std::string RawClient::read_until(std::string_view text, int milliseconds) {
  const auto until = Clock::now() + std::chrono::milliseconds(milliseconds);
  while (unread_.find(text) == std::string::npos && read_some(left_of(until))) {
  }
  return std::exchange(unread_, {});
}

std::string RawClient::read_all(int milliseconds) {
  const auto until = Clock::now() + std::chrono::milliseconds(milliseconds);
  while (read_some(left_of(until))) {
  }
  return std::exchange(unread_, {});
}

std::string RawClient::read_answer(int milliseconds) {
  const auto until = Clock::now() + std::chrono::milliseconds(milliseconds);
  for (;;) {
    if (const std::size_t end = unread_.find("\r\n\r\n"); end != std::string::npos) {
      const std::string length = header_of(unread_, "content-length");
      std::size_t body = 0;
      std::from_chars(length.data(), length.data() + length.size(), body);
      if (unread_.size() >= end + 4 + body) {
        std::string answer = unread_.substr(0, end + 4 + body);
        unread_.erase(0, end + 4 + body);
        return answer;
      }
    }
    if (!read_some(left_of(until))) return std::exchange(unread_, {});
  }
}

unsigned status_of(std::string_view answer) {
  unsigned status = 0;
  constexpr std::string_view BEGINNING = "HTTP/1.1 ";
  if (answer.starts_with(BEGINNING)) {
    std::from_chars(answer.data() + BEGINNING.size(), answer.data() + answer.size(), status);
  }
  return status;
}

std::string header_of(std::string_view answer, std::string_view name) {
  const std::string_view head = answer.substr(0, answer.find("\r\n\r\n") + 2);
  const std::string begins = "\r\n" + std::string(name) + ": ";
  const std::size_t at = head.find(begins);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = head.substr(at + begins.size());
  return std::string(rest.substr(0, rest.find("\r\n")));
}

}  // namespace nomic::tools
