// The server that is asked at an address.
#include <utility>

#include "asked_server.h"

namespace nomic::tools {

std::unique_ptr<GameServer> GameServer::at(const ServerAddress& address, const std::string& version,
                                           const std::string& token) {
  return at(address, version, token, Patience());
}

std::unique_ptr<GameServer> GameServer::at(const ServerAddress& address, const std::string& version,
                                           const std::string& token, const Patience& patience) {
  Way way;
  if (!token.empty()) way.headers = {{"authorization", "Bearer " + token}};
  way.name = address.text();
  way.host = address.at.authority();
  way.path = address.path;
  way.reach = [at = address.at](WireTime until) -> Reached {
    NOMIC_ASSIGN(auto socket, reach(at, until));
    if (at.scheme == "https") return tls_wire(std::move(socket), at, until);
    return plain_wire(std::move(socket));
  };
  return std::make_unique<AskedServer>(std::move(way), version, patience);
}

}  // namespace nomic::tools
