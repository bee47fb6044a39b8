#include "postgres/proxy.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace nomic::test {
namespace {

constexpr const char* SOCKET = "/.s.PGSQL.5432";
constexpr int TICK_MS = 20;

sockaddr_un name_of(const std::string& folder) {
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  const std::string path = folder + SOCKET;
  if (path.size() >= sizeof name.sun_path) throw std::runtime_error("the name of a socket is too long: " + path);
  std::memcpy(name.sun_path, path.c_str(), path.size() + 1);
  return name;
}

bool send_all(int to, const char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t sent = ::send(to, bytes, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes += sent;
    count -= static_cast<std::size_t>(sent);
  }
  return true;
}

}  // namespace

Proxy::Proxy(const std::string& server_folder, std::string folder) : server_(server_folder), folder_(std::move(folder)) {
  ::mkdir(folder_.c_str(), 0755);
  listening_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_un name = name_of(folder_);
  if (::bind(listening_, reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0 || ::listen(listening_, 64) != 0) {
    throw std::runtime_error("a proxy cannot listen");
  }
  accepting_ = std::thread([this] { accept(); });
}

Proxy::~Proxy() {
  over_ = true;
  accepting_.join();
  for (std::thread& each : threads_) each.join();
  ::close(listening_);
  for (const int each : silent_) ::close(each);
}

void Proxy::cut(std::optional<Cut> cut) {
  const std::lock_guard lock(mutex_);
  cut_ = cut;
  cuts_ = 0;
  to_server_ = 0;
  to_client_ = 0;
  turns_ = 0;
}

void Proxy::accept() {
  while (!over_) {
    pollfd ready{listening_, POLLIN, 0};
    if (::poll(&ready, 1, TICK_MS) <= 0) continue;
    const int client = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
    if (client < 0) continue;
    const int server = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_un name = name_of(server_);
    if (::connect(server, reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0) {
      ::close(server);
      ::close(client);
      continue;
    }
    threads_.emplace_back([this, client, server] { carry(client, server); });
  }
}

std::size_t Proxy::allowed(std::uint64_t before, std::size_t count, const std::optional<std::uint64_t>& limit) const {
  if (!limit) return count;
  return std::min<std::uint64_t>(count, *limit - std::min(*limit, before));
}

void Proxy::carry(int client, int server) {
  std::array<char, 1 << 16> bytes{};
  bool asking = false;
  bool quietly = false;
  for (bool going = true; going && !over_;) {
    std::array<pollfd, 2> ready = {{{client, POLLIN, 0}, {server, POLLIN, 0}}};
    if (::poll(ready.data(), ready.size(), TICK_MS) <= 0) continue;
    for (std::size_t side = 0; side < 2 && going; ++side) {
      if (ready.at(side).revents == 0) continue;
      const ssize_t got = ::recv(ready.at(side).fd, bytes.data(), bytes.size(), 0);
      if (got <= 0) {
        going = false;
        break;
      }
      const std::lock_guard lock(mutex_);
      const bool is_question = side == 0;
      if (is_question && !asking) ++turns_;
      asking = is_question;
      auto& passed = is_question ? to_server_ : to_client_;
      const auto count = static_cast<std::size_t>(got);
      std::size_t let = count;
      if (cut_ && cuts_ == 0) {
        let = allowed(passed, count, is_question ? cut_->to_server : cut_->to_client);
        // At the limit exactly: what comes after it is never sent.
        const auto& limit = is_question ? cut_->to_server : cut_->to_client;
        if (limit && passed + let >= *limit) {
          going = false;
          quietly = cut_->quietly;
          ++cuts_;
        }
      }
      passed += let;
      if (!send_all(is_question ? server : client, bytes.data(), let)) going = false;
    }
  }
  ::close(client);
  if (quietly) {
    const std::lock_guard lock(mutex_);
    silent_.push_back(server);
  } else {
    ::close(server);
  }
}

}  // namespace nomic::test
