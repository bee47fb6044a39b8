// HostAddress: an address of IPv4 or IPv6 in figures, as inet_pton(3) reads it. Which machine a host is, is decided by
// this type and by no prefix of a name: 127.evil.example is a name.
#pragma once

#include <netinet/in.h>

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace nomic::tools {

class HostAddress {
 public:
  // "192.0.2.7", "2001:db8::7". Nothing: the text is a name, or an address in another form (127.1, 0x7f.1, [::1]).
  static std::optional<HostAddress> parse(std::string_view figures);

  [[nodiscard]] bool is_four() const { return std::holds_alternative<in_addr>(address_); }
  // 127.0.0.0/8 and ::1. An address of IPv4 within one of IPv6 is neither.
  [[nodiscard]] bool is_loopback() const;
  // 0.0.0.0 and ::, by which a server listens at every address that it has.
  [[nodiscard]] bool is_every() const;
  // One spelling for each address, in a URL: an address of IPv6 has brackets there.
  [[nodiscard]] std::string in_url() const;

 private:
  explicit HostAddress(std::variant<in_addr, in6_addr> address) : address_(address) {}

  std::variant<in_addr, in6_addr> address_;
};

// The host of a URL without the brackets of an address of IPv6.
std::string_view without_brackets(std::string_view host);

// Whether nobody but this machine can answer under that host of a URL, in lower case: a loopback address, or exactly
// "localhost".
bool is_this_machine(std::string_view host);

}  // namespace nomic::tools
