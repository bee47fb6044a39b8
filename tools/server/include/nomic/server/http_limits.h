// What a listener allows, so that nobody who speaks to it can use up what belongs to all.
//
// Each limit has an answer of its own, so that whoever meets it by accident knows what to do; what the answer is stands
// beside it. Figures are for games by mail, whose moves are small and whose players are few; docs/server.md says what a
// reverse proxy adds.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace nomic::tools {

struct HttpLimits {
  // Sizes, in bytes.
  std::size_t head = std::size_t{16} << 10U;   // request line and headers: 431
  std::size_t body = std::size_t{256} << 10U;  // 413, before any of it is read where its length is declared

  // How many at a time: 429, with Retry-After. A client is an address, of IPv6 a network of 64 bits; behind a proxy
  // that is named (Listener::Means), the one that it says has asked. The folder's owner, who comes by the socket in the
  // folder, is held only to what all together are.
  std::size_t connections = 1536;
  std::size_t connections_of_client = 256;
  std::size_t requests = 512;  // taken and not answered
  std::size_t requests_of_client = 128;
  // So many of each client are taken all the same, where all together have too many. A connection has one at a time.
  std::size_t requests_spared = 4;
  std::size_t streams = 1200;
  std::size_t streams_of_client = 64;
  // Requests of a client in a second, and how many may come at once after a pause: 429. 0: as many as come.
  std::size_t rate = 100;
  std::size_t rate_at_once = 400;
  // Bytes of request bodies of a client in a second, and how many may come at once after a pause: 429. They are what
  // moves add to the disk. 0: as many as come.
  std::size_t body_rate = std::size_t{8} << 10U;
  std::size_t body_rate_at_once = std::size_t{2} << 20U;
  // What waits to be sent to the reader of a stream: who lets more gather is cut off.
  std::size_t unread = std::size_t{1} << 20U;
  // The same of all streams together: then those are cut off that let more than a little gather.
  std::size_t unread_of_all = std::size_t{128} << 20U;

  // Bytes of answers that are computed and not sent yet. Of a client: 429, unless it is the only one. Of all: the
  // connection that has been at it for the longest time is closed.
  std::size_t unsent = std::size_t{256} << 20U;
  std::size_t unsent_of_client = std::size_t{32} << 20U;

  // Bytes of request bodies that have come, until their requests are answered. Of a client: 429, unless it is its only
  // body. Of all: a connection ends on which a body is still coming. It is one of the client with the most bytes.
  std::size_t bodies = std::size_t{64} << 20U;
  std::size_t bodies_of_client = std::size_t{8} << 20U;

  // Times. A client that is too slow with what it began is answered with 408; one that begins nothing is closed without
  // an answer, as HTTP has it.
  std::chrono::milliseconds head_time{10'000};    // from the first byte of a request to the end of its headers
  std::chrono::milliseconds body_time{30'000};    // from there to the end of its body
  std::chrono::milliseconds quiet_time{60'000};   // on a connection without a request: before the first, between two
  std::chrono::milliseconds answer_time{60'000};  // until a handler has answered: 504
  std::chrono::milliseconds send_time{30'000};    // until the client has taken an answer, or any of a stream that waits
  // What leaving waits for: answers that are on their way.
  std::chrono::milliseconds leaving_time{9'000};

  // The same limits with fewer connections, where the process may have only so many open files. Some are left for the
  // ledger, and for connections that are turned away.
  [[nodiscard]] HttpLimits within(std::size_t descriptors) const;
};

}  // namespace nomic::tools
