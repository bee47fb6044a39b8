#include "peer.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace nomic::tools {
namespace {

std::string figures_of(int family, const void* address) {
  std::array<char, INET6_ADDRSTRLEN> figures{};
  return ::inet_ntop(family, address, figures.data(), figures.size()) == nullptr ? "?" : figures.data();
}

// `port` as it is on the network.
Peer peer_of_four(const void* address, in_port_t port) {
  const std::string figures = figures_of(AF_INET, address);
  return {false, fmt::format("{}:{}", figures, ntohs(port)), figures};
}

}  // namespace

Peer peer_at(const sockaddr_storage& address) {
  if (address.ss_family == AF_INET) {
    sockaddr_in four{};
    std::memcpy(&four, &address, sizeof four);
    return peer_of_four(&four.sin_addr, four.sin_port);
  }
  sockaddr_in6 six{};
  std::memcpy(&six, &address, sizeof six);
  constexpr std::size_t OF_FOUR = 12;  // where an address of IPv4 begins
  if (IN6_IS_ADDR_V4MAPPED(&six.sin6_addr)) return peer_of_four(&six.sin6_addr.s6_addr[OF_FOUR], six.sin6_port);
  in6_addr network = six.sin6_addr;
  std::fill(std::begin(network.s6_addr) + sizeof network / 2, std::end(network.s6_addr), std::uint8_t{0});
  return {false, fmt::format("[{}]:{}", figures_of(AF_INET6, &six.sin6_addr), ntohs(six.sin6_port)),
          figures_of(AF_INET6, &network) + "/64"};
}

Peer peer_of(int fd) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  ::getpeername(fd, reinterpret_cast<sockaddr*>(&address), &size);
  if (address.ss_family != AF_UNIX) return peer_at(address);
  ucred who{};
  socklen_t length = sizeof who;
  ::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &length);
  return {true, fmt::format("uid {}", who.uid), {}};
}

}  // namespace nomic::tools
