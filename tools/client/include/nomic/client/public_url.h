// PublicUrl: where a server is found, as people write it: "https://nomic.example".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nomic::tools {

struct PublicUrl {
  std::string scheme;  // "http", "https"
  std::string host;    // in lower case, [::1] in its brackets
  std::uint16_t port = 0;

  // None: it is no URL of a host, or it has a path, a query or a user.
  static std::optional<PublicUrl> parse(std::string_view text);
  // As Host names it: without the port where it is the scheme's own.
  [[nodiscard]] std::string authority() const;
  [[nodiscard]] std::string origin() const;
};

// 443 of https, 80 of http.
std::uint16_t usual_port(std::string_view scheme);

}  // namespace nomic::tools
