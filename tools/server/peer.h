// Peer: who is at the other end of a connection.
#pragma once

#include <sys/socket.h>

#include <optional>
#include <string>

#include "nomic/server/http.h"

namespace nomic::tools {

struct Peer {
  bool local = false;        // by a socket of the file system
  std::string name;          // as people read it
  std::string client;        // whose share of the limits it uses; empty: only the share of all
  std::string address = {};  // in figures, of IP
};

// Of a socket that is connected.
Peer peer_of(int fd);

// Of an address of IP. A client is an address; of IPv6 a network of 64 bits, since whoever has one of its addresses has
// all of them. An address of IPv4 that is written as one of IPv6 is one of IPv4.
Peer peer_at(const sockaddr_storage& address);

// Of an address as people write it; nothing: it is none.
std::optional<Peer> peer_in_figures(const std::string& figures);

// Who has asked a proxy for what it passes on: the last address in X-Forwarded-For, which is the one that the proxy has
// put there; those before it anybody can write. Without one it is the proxy itself.
Peer peer_behind(const Peer& proxy, const HttpHeaders& headers);

}  // namespace nomic::tools
