#include "nomic/server/listener.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <exception>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "connection.h"
#include "core.h"
#include "door.h"
#include "problem.h"

namespace nomic::tools {
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
