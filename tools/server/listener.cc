#include "nomic/server/listener.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/un.h>
#include <unistd.h>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <exception>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "connection.h"
#include "core.h"
#include "nomic/client/socket_path.h"
#include "nomic/ledger/result.h"
#include "problem.h"

namespace nomic::tools {

// Doors: the sockets that a listener takes connections from, as the system makes them.

// An open socket that listens. It closes itself, and removes its name from the file system where it still is its own.
class Door {
 public:
  // An address in figures: anything else would have to be looked up, and could be another tomorrow.
  static ledger::Result<Door> on_address(const std::string& address, std::uint16_t port);
  // At a path of any length. Only this user can open it. A socket that nobody listens at is replaced.
  static ledger::Result<Door> on_path(const std::string& path);

  Door(Door&& other) noexcept;
  Door& operator=(Door&&) = delete;
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;
  ~Door();

  [[nodiscard]] int family() const { return family_; }
  [[nodiscard]] std::uint16_t port() const { return port_; }
  // Whoever takes it closes it.
  [[nodiscard]] int release() { return std::exchange(fd_, -1); }

 private:
  Door() = default;

  int fd_ = -1;
  int family_ = 0;
  std::uint16_t port_ = 0;
  std::string path_;
  dev_t device_ = 0;
  ino_t inode_ = 0;
};

namespace {

using ledger::Error;
using ledger::ErrorCode;

// As many may wait to be taken.
constexpr int BACKLOG = 1024;

ErrorCode code_of(int number) {
  if (number == EADDRINUSE) return ErrorCode::IN_USE;
  if (number == EADDRNOTAVAIL) return ErrorCode::BAD_INPUT;
  if (number == EACCES || number == EPERM || number == EROFS) return ErrorCode::READ_ONLY;
  return number == ENOSPC ? ErrorCode::FULL : ErrorCode::IO_FAILED;
}

Error cannot(const std::string& where, std::string hint) {
  const int number = errno;
  return {
      code_of(number), fmt::format("nobody can listen at {}: {}", where, std::strerror(number)), std::move(hint), {}};
}

template <class T>
sockaddr* as_name(T& name) {
  return reinterpret_cast<sockaddr*>(&name);
}

bool is_answered(sockaddr_un name) {
  const int probe = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (probe < 0) return false;
  const bool answered = ::connect(probe, as_name(name), sizeof name) == 0 || errno == EAGAIN;
  ::close(probe);
  return answered;
}

// Nothing, or why the name is not free. Whoever asks holds the ledger's lock: nobody else makes a socket there.
ledger::Status make_way(const std::string& given, const SocketPath& place, const sockaddr_un& name) {
  struct stat found {};
  if (::lstat(place.path().c_str(), &found) != 0) return ledger::Done{};
  if (!S_ISSOCK(found.st_mode)) {
    return Error{ErrorCode::BAD_INPUT,
                 fmt::format("{} is there and is no socket: it is left alone", given),
                 "name another place: nomic serve --socket PATH",
                 {}};
  }
  if (is_answered(name)) {
    return Error{ErrorCode::IN_USE,
                 fmt::format("a server answers at {} already", given),
                 "end it first, or name another place: nomic serve --socket PATH",
                 {}};
  }
  if (::unlink(place.path().c_str()) != 0) return cannot(given, {});
  return ledger::Done{};
}

}  // namespace

Door::Door(Door&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      family_(other.family_),
      port_(other.port_),
      path_(std::exchange(other.path_, {})),
      device_(other.device_),
      inode_(other.inode_) {}

Door::~Door() {
  if (fd_ >= 0) ::close(fd_);
  struct stat found {};
  if (path_.empty() || ::lstat(path_.c_str(), &found) != 0) return;
  if (found.st_dev == device_ && found.st_ino == inode_) ::unlink(path_.c_str());
}

ledger::Result<Door> Door::on_address(const std::string& address, std::uint16_t port) {
  sockaddr_in four{};
  sockaddr_in6 six{};
  four.sin_family = AF_INET;
  six.sin6_family = AF_INET6;
  four.sin_port = six.sin6_port = htons(port);
  const bool is_four = ::inet_pton(AF_INET, address.c_str(), &four.sin_addr) == 1;
  if (!is_four && ::inet_pton(AF_INET6, address.c_str(), &six.sin6_addr) != 1) {
    return Error{ErrorCode::BAD_INPUT,
                 fmt::format("\"{}\" is no address in figures", address),
                 "127.0.0.1 is this machine, 0.0.0.0 every address of it",
                 {}};
  }
  Door door;
  door.family_ = is_four ? AF_INET : AF_INET6;
  const std::string where = is_four ? fmt::format("{}:{}", address, port) : fmt::format("[{}]:{}", address, port);
  door.fd_ = ::socket(door.family_, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (door.fd_ < 0) return cannot(where, {});
  const int yes = 1;
  ::setsockopt(door.fd_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  socklen_t size = is_four ? sizeof four : sizeof six;
  sockaddr* name = is_four ? as_name(four) : as_name(six);
  if (::bind(door.fd_, name, size) != 0 || ::listen(door.fd_, BACKLOG) != 0) {
    return cannot(where, "name another place: nomic serve --listen ADDR:PORT; with port 0 one that is free is taken");
  }
  if (::getsockname(door.fd_, name, &size) != 0) return cannot(where, {});
  door.port_ = ntohs(is_four ? four.sin_port : six.sin6_port);
  return door;
}

ledger::Result<Door> Door::on_path(const std::string& path) {
  const SocketPath place{path};
  if (!place.is_open()) return cannot(path, {});
  sockaddr_un name{};
  if (!place.put_into(name)) {
    return Error{ErrorCode::BAD_INPUT, fmt::format("the name of {} is too long for a socket", path), {}, {}};
  }
  NOMIC_TRY(make_way(path, place, name));
  Door door;
  door.family_ = AF_UNIX;
  door.fd_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  // Nobody can connect before listen(): until then it is nobody's to open.
  if (door.fd_ < 0 || ::bind(door.fd_, as_name(name), sizeof name) != 0) return cannot(path, {});
  struct stat made {};
  if (::chmod(place.path().c_str(), S_IRUSR | S_IWUSR) != 0 || ::lstat(place.path().c_str(), &made) != 0) {
    return cannot(path, {});
  }
  door.path_ = path;
  door.device_ = made.st_dev;
  door.inode_ = made.st_ino;
  if (::listen(door.fd_, BACKLOG) != 0) return cannot(path, {});
  return door;
}

namespace {

namespace asio = boost::asio;
using Acceptor = asio::basic_socket_acceptor<asio::generic::stream_protocol>;

// Who is over the limits gets an answer, as long as that are not too many themselves.
constexpr std::size_t TURNED_AWAY = 64;
// Where the system has no more descriptors: until some are closed.
constexpr std::chrono::milliseconds OUT_OF_DESCRIPTORS{100};

// What is thrown in a connection (memory is short) ends it, and no other.
void spawn(Core& core, asio::awaitable<void> work, const std::shared_ptr<Connection>& connection) {
  asio::co_spawn(core.io, std::move(work), [connection](const std::exception_ptr& thrown) {
    if (thrown) connection->fail();
  });
}

// Closes a connection without a whole request: one of the address with the most connections, the oldest of them. So an
// address that keeps many open takes no place from the others. False: all have requests.
bool make_room(const Core& core) {
  std::shared_ptr<Connection> found;
  std::size_t most = 0;
  for (const auto& each : core.open) {
    const auto since = each->unasked_since();
    const auto share = core.clients.find(each->client());
    if (!since || share == core.clients.end()) continue;
    const std::size_t open = share->second.connections;
    if (!found || open > most || (open == most && since < found->unasked_since())) {
      found = each;
      most = open;
    }
  }
  if (!found) return false;
  found->cut();
  found->fail();
  return true;
}

void take(const std::shared_ptr<Core>& core, StreamSocket socket) {
  const Peer peer = peer_of(socket.native_handle());
  const int yes = 1;
  if (!peer.local) ::setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  Core::Share& share = core->clients[peer.client];
  ++share.connections;
  core->means.metrics.add("nomic_http_connections", 1);
  core->means.metrics.add("nomic_http_connections_total", 1);
  const auto connection = std::make_shared<Connection>(core, std::move(socket), peer);
  const HttpLimits& limits = core->limits();
  // A proxy's are those of whom it passes on.
  const bool has_share = !peer.client.empty() && !core->proxies.contains(peer.address);
  const bool many_of_client = has_share && share.connections > limits.connections_of_client;
  // The folder's owner has places of their own.
  const bool is_full = !peer.local && !many_of_client && core->open.size() >= limits.connections;
  const bool many = is_full && !make_room(*core);
  core->open.insert(connection);
  if (is_full) core->met("connections");
  if (!many && !many_of_client) {
    spawn(*core, Connection::run(connection), connection);
    return;
  }
  if (many_of_client) core->met("connections");
  if (core->turned_away >= TURNED_AWAY) {
    connection->fail();
    return;
  }
  spawn(*core,
        Connection::turn_away(
            connection,
            too_many(many ? "too many connections are open" : "too many connections from your address are open", 10)),
        connection);
}

asio::awaitable<void> take_all(std::shared_ptr<Core> core, Acceptor& acceptor) {
  asio::steady_timer pause(core->io);
  while (!core->leaving) {
    auto [error, socket] = co_await acceptor.async_accept(TOLD);
    if (core->leaving) break;
    if (!error) {
      take(core, std::move(socket));
      continue;
    }
    // The client has left already, or something is short: nobody else is to suffer for it.
    pause.expires_after(OUT_OF_DESCRIPTORS);
    co_await pause.async_wait(TOLD);
  }
}

}  // namespace

struct Listener::Self {
  Self(HttpHandler& handler, Means means, Site site)
      : core(std::make_shared<Core>(handler, std::move(means), std::move(site))) {}

  void add(Door door) {
    const asio::generic::stream_protocol protocol(door.family(), 0);
    acceptors.push_back(std::make_unique<Acceptor>(core->io, protocol, door.release()));
    doors.push_back(std::move(door));
  }

  std::shared_ptr<Core> core;
  std::vector<std::unique_ptr<Acceptor>> acceptors;
  std::vector<Door> doors;  // for the names that they have
  std::uint16_t port = 0;
  std::thread thread;
};

Listener::Listener(std::unique_ptr<Self> self) : self_(std::move(self)) {
  for (const auto& acceptor : self_->acceptors) {
    asio::co_spawn(self_->core->io, take_all(self_->core, *acceptor), asio::detached);
  }
  self_->thread = std::thread([core = self_->core] { core->io.run(); });
}

ledger::Result<std::unique_ptr<Listener>> Listener::open(const ListenAt& at, HttpHandler& handler, Means means) {
  std::set<std::string> proxies;
  for (const std::string& each : means.proxies) {
    const auto proxy = peer_in_figures(each);
    if (!proxy) {
      return ledger::Error{
          ledger::ErrorCode::BAD_INPUT, "a proxy is named by its address in figures", "--proxy 127.0.0.1", {}};
    }
    proxies.insert(proxy->address);
  }
  std::vector<Door> doors;
  std::uint16_t port = 0;
  if (!at.address.empty()) {
    NOMIC_ASSIGN(auto door, Door::on_address(at.address, at.port));
    port = door.port();
    doors.push_back(std::move(door));
  }
  if (!at.socket.empty()) {
    NOMIC_ASSIGN(auto door, Door::on_path(at.socket));
    doors.push_back(std::move(door));
  }
  auto self = std::make_unique<Self>(handler, std::move(means), Site(at.address, port, at.url));
  self->core->proxies = std::move(proxies);
  self->port = port;
  for (Door& door : doors) self->add(std::move(door));
  return std::unique_ptr<Listener>(new Listener(std::move(self)));
}

Listener::~Listener() {
  leave();
}

std::uint16_t Listener::port() const {
  return self_->port;
}

void Listener::leave() {
  if (!self_->thread.joinable()) return;
  asio::post(self_->core->io, [self = self_.get()] {
    Core& core = *self->core;
    core.leaving = true;
    boost::system::error_code ignored;
    for (const auto& acceptor : self->acceptors) acceptor->close(ignored);
    // Of a copy: who ends leaves the set.
    for (const auto& each : std::set(core.open)) each->leave();
    if (core.open.empty()) return;
    core.patience.expires_after(core.limits().leaving_time);
    core.patience.async_wait([&core](boost::system::error_code error) {
      if (error) return;
      for (const auto& each : std::set(core.open)) each->cut();
    });
  });
  self_->thread.join();
  self_->doors.clear();
}

}  // namespace nomic::tools
