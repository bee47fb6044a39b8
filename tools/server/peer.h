// Peer: who is at the other end of a connection.
#pragma once

#include <sys/socket.h>

#include <string>

namespace nomic::tools {

struct Peer {
  bool local = false;  // by a socket of the file system
  std::string name;    // as people read it
  std::string client;  // whose share of the limits it uses; empty: only the share of all
};

// Of a socket that is connected.
Peer peer_of(int fd);

// Of an address of IP. A client is an address; of IPv6 a network of 64 bits, since whoever has one of its addresses has
// all of them. An address of IPv4 that is written as one of IPv6 is one of IPv4.
Peer peer_at(const sockaddr_storage& address);

}  // namespace nomic::tools
