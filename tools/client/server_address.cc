#include "nomic/client/server_address.h"

#include <fmt/format.h>

#include "nomic/client/ascii.h"
#include "nomic/client/host_address.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

constexpr const char* FOR_EXAMPLE = "for example: --ledger https://nomic.example, or http://127.0.0.1:1982";

bool is_of_a_path(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte > 0x20 && byte < 0x7F && c != '"' && c != '<' && c != '>' && c != '\\';
}

}  // namespace

bool is_url(std::string_view typed) {
  constexpr std::size_t LONGEST = 8;  // https://
  const std::string begins = ascii_lower(typed.substr(0, LONGEST));
  return begins.starts_with("http://") || begins.starts_with("https://");
}

bool ServerAddress::is_private() const {
  return at.scheme == "https" || is_this_machine(at.host);
}

Result<ServerAddress> ServerAddress::parse(std::string_view typed) {
  const std::size_t host = typed.find("://") + 3;
  const std::size_t slash = std::min(typed.find('/', host), typed.size());
  if (typed.substr(host, slash - host).find('@') != std::string_view::npos) {
    return usage("the address of a server bears no user and no password: others on this machine could read them.",
                 FOR_EXAMPLE);
  }
  ServerAddress address;
  address.path = typed.substr(slash);
  while (address.path.ends_with('/')) address.path.pop_back();
  bool is_path = true;
  for (const char c : address.path) is_path = is_path && is_of_a_path(c);
  const auto at = PublicUrl::parse(typed.substr(0, slash));
  if (!at || !is_path || address.path.find_first_of("?#") != std::string::npos) {
    return usage(fmt::format("{} is no address of a server.", in_quotes(typed)), FOR_EXAMPLE);
  }
  address.at = *at;
  return address;
}

}  // namespace nomic::tools
