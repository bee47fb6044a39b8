#include "nomic/client/host_address.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <array>

namespace nomic::tools {

std::optional<HostAddress> HostAddress::parse(std::string_view figures) {
  // inet_pton would stop at it.
  if (figures.find('\0') != std::string_view::npos) return std::nullopt;
  const std::string text(figures);
  in_addr four{};
  if (::inet_pton(AF_INET, text.c_str(), &four) == 1) return HostAddress(four);
  in6_addr six{};
  if (::inet_pton(AF_INET6, text.c_str(), &six) == 1) return HostAddress(six);
  return std::nullopt;
}

bool HostAddress::is_loopback() const {
  constexpr unsigned BITS_AFTER_FIRST = 24;
  constexpr std::uint32_t OWN = 127;
  if (const auto* four = std::get_if<in_addr>(&address_)) return ntohl(four->s_addr) >> BITS_AFTER_FIRST == OWN;
  const auto& six = std::get<in6_addr>(address_);
  return IN6_IS_ADDR_LOOPBACK(&six) != 0;
}

bool HostAddress::is_every() const {
  if (const auto* four = std::get_if<in_addr>(&address_)) return four->s_addr == INADDR_ANY;
  const auto& six = std::get<in6_addr>(address_);
  return IN6_IS_ADDR_UNSPECIFIED(&six) != 0;
}

std::string HostAddress::in_url() const {
  std::array<char, INET6_ADDRSTRLEN> figures{};
  if (const auto* four = std::get_if<in_addr>(&address_)) {
    return ::inet_ntop(AF_INET, four, figures.data(), figures.size());
  }
  ::inet_ntop(AF_INET6, &std::get<in6_addr>(address_), figures.data(), figures.size());
  return fmt::format("[{}]", figures.data());
}

std::string_view without_brackets(std::string_view host) {
  const bool has_brackets = host.size() > 2 && host.front() == '[' && host.back() == ']';
  return has_brackets ? host.substr(1, host.size() - 2) : host;
}

bool is_this_machine(std::string_view host) {
  if (host == "localhost") return true;
  const auto address = HostAddress::parse(without_brackets(host));
  return address && address->is_loopback() && address->is_four() == (host.front() != '[');
}

}  // namespace nomic::tools
