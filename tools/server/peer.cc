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
  return {false, fmt::format("{}:{}", figures, ntohs(port)), figures, figures};
}

// "[2001:db8::7]:443" and "192.0.2.7:443" without what stands around the address.
std::string_view without_port(std::string_view written) {
  if (written.starts_with('[')) return written.substr(1, written.find(']') - 1);
  const std::size_t colon = written.find(':');
  return colon == written.rfind(':') ? written.substr(0, colon) : written;
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
          figures_of(AF_INET6, &network) + "/64", figures_of(AF_INET6, &six.sin6_addr)};
}

std::optional<Peer> peer_in_figures(const std::string& figures) {
  sockaddr_storage address{};
  sockaddr_in four{};
  sockaddr_in6 six{};
  if (::inet_pton(AF_INET, figures.c_str(), &four.sin_addr) == 1) {
    four.sin_family = AF_INET;
    std::memcpy(&address, &four, sizeof four);
  } else if (::inet_pton(AF_INET6, figures.c_str(), &six.sin6_addr) == 1) {
    six.sin6_family = AF_INET6;
    std::memcpy(&address, &six, sizeof six);
  } else {
    return std::nullopt;
  }
  return peer_at(address);
}

Peer peer_behind(const Peer& proxy, const HttpHeaders& headers) {
  std::string_view last;
  for (const auto& [name, value] : headers) {
    if (name == "x-forwarded-for") last = value;
  }
  last = last.substr(last.rfind(',') + 1);
  while (last.starts_with(' ') || last.starts_with('\t')) last.remove_prefix(1);
  while (last.ends_with(' ') || last.ends_with('\t')) last.remove_suffix(1);
  auto peer = peer_in_figures(std::string(without_port(last)));
  if (!peer) return proxy;
  peer->name = fmt::format("{} by {}", peer->address, proxy.name);
  return *std::move(peer);
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
