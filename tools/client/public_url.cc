#include "nomic/client/public_url.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "nomic/client/ascii.h"
#include "nomic/client/host_address.h"

namespace nomic::tools {
namespace {

constexpr std::uint16_t HTTP_PORT = 80;
constexpr std::uint16_t HTTPS_PORT = 443;

bool is_of_a_host(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

// Whether a resolver would take the last part of a name for a number, and with it the whole for an address of IPv4 in
// one of its old forms: 127.1, 0x7f.1, 2130706433.
bool ends_in_number(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  std::string_view last = host.substr(host.rfind('.') + 1);
  if (last.starts_with("0x")) {
    last.remove_prefix(2);
    return last.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  }
  return !last.empty() && last.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_host(std::string_view host) {
  const auto address = HostAddress::parse(without_brackets(host));
  if (host.starts_with('[')) return address && !address->is_four();
  if (address) return address->is_four();
  constexpr std::size_t LONGEST = 253;
  return !host.empty() && host.size() <= LONGEST && !host.starts_with('.') &&
         host.find("..") == std::string_view::npos && std::all_of(host.begin(), host.end(), is_of_a_host) &&
         !ends_in_number(host);
}

}  // namespace

std::uint16_t usual_port(std::string_view scheme) {
  return scheme == "https" ? HTTPS_PORT : HTTP_PORT;
}

std::optional<PublicUrl> PublicUrl::parse(std::string_view text) {
  PublicUrl url;
  const std::size_t scheme = text.find("://");
  if (scheme == std::string_view::npos) return std::nullopt;
  url.scheme = ascii_lower(text.substr(0, scheme));
  if (url.scheme != "http" && url.scheme != "https") return std::nullopt;
  std::string rest = ascii_lower(text.substr(scheme + 3));
  if (rest.ends_with('/')) rest.pop_back();
  url.port = usual_port(url.scheme);
  const std::size_t colon = rest.rfind(':');
  if (colon != std::string::npos && rest.find(']', colon) == std::string::npos) {
    const char* end = rest.data() + rest.size();
    const auto [stopped, error] = std::from_chars(rest.data() + colon + 1, end, url.port);
    if (error != std::errc() || stopped != end || url.port == 0) return std::nullopt;
    rest.resize(colon);
  }
  if (!is_host(rest)) return std::nullopt;
  url.host = std::move(rest);
  return url;
}

std::string PublicUrl::authority() const {
  return port == usual_port(scheme) ? host : fmt::format("{}:{}", host, port);
}

std::string PublicUrl::origin() const {
  return fmt::format("{}://{}", scheme, authority());
}

}  // namespace nomic::tools
