// What a request is and what answers it, between those who speak HTTP and those who know the game.
//
//     class Hello : public HttpHandler {
//       void handle(HttpRequest, std::function<void(HttpAnswer)> done) override { done({.body = "hello\n"}); }
//     };
//
// The listener (listener.h) reads requests from a network, holds them against its limits, and hands to a handler only
// what is whole, of a permitted size, meant for this host and sent by no page of another site. A handler answers each
// once, from whatever thread it likes, in whatever order; the connection puts the answers back into order.
//
// An answer is a body, or a stream: a body that has no end yet. Of a stream the handler is given the other side, an
// HttpSink, once its head is on its way, and returns what keeps writing to it (a subscription), which the connection
// holds and lets go when the reader has left. Nothing here is of Boost, or of any other library.
//
// What a request asks for is a Target, parsed once: no handler sees the text that was sent.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "nomic/server/target.h"

namespace nomic::tools {

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

// As whom a request is answered (guard.h).
struct Seat {
  enum class By : std::uint8_t {
    NOBODY,   // a request without a token
    UNKNOWN,  // a token that is malformed, unknown or revoked
    TOKEN,    // a player or reader whom the host has invited
    KEEPER,   // the host, who may do what the command line may: the socket's owner, the host's own page
  };
  By by = By::NOBODY;
  std::string game;        // of TOKEN: its identity, 64 hex digits; what it looks at and moves in is this game
  std::string player;      // of TOKEN: as records name them; empty: a reader
  std::string invitation;  // of TOKEN: by which it is revoked
};

struct HttpRequest {
  std::string method;  // HEAD comes as GET, and of its answer only the head is sent
  Target target;
  std::string body;
  HttpHeaders headers;  // names in lower case, in the order in which they were sent; a name can come twice
  bool local = false;   // it came by the socket in the ledger's folder, which only the folder's owner can open
  std::string peer;     // "192.0.2.1:40112", for people; by the socket "uid 1000"
  Seat seat = {};       // found by the guard
  // Whose share of the limits it uses: an address; empty: only the share of all.
  std::string client = {};
  // True once the client waits for the answer no more; null: it waits. A handler need not compute such an answer, but
  // calls `done` all the same.
  std::shared_ptr<const std::atomic<bool>> left = {};
};

// Where a stream is written to. Any thread may call it, at any time, also after the reader left.
class HttpSink {
 public:
  HttpSink() = default;
  HttpSink(const HttpSink&) = delete;
  HttpSink& operator=(const HttpSink&) = delete;
  virtual ~HttpSink();

  // Puts bytes at the end of what waits to be sent, and does not wait itself. False: the reader has gone, or reads so
  // slowly that more would wait for it than the limits allow; it is cut off, and nothing more is ever sent.
  virtual bool write(std::string bytes) = 0;
  // Bytes given to write() that the socket has not taken yet.
  [[nodiscard]] virtual std::size_t waiting() const = 0;
  // The stream ends after what was written.
  virtual void close() = 0;
};

struct HttpAnswer {
  unsigned status = 200;
  // The connection adds Content-Length, Connection and Date. A name or value with a control character in it is the
  // handler's mistake: it is answered with 500 in its place, and no byte of it is sent.
  HttpHeaders headers;
  std::string body;
  // What the log says of it and the client is not told: where a database is, and who asks it.
  std::string why = {};
  // Set: a body without end, which begins with `body`. Called once, by a thread of the listener, and must not block;
  // what it returns lives until the reader has gone or the stream was closed.
  std::function<std::shared_ptr<void>(std::shared_ptr<HttpSink>)> stream;
};

class HttpHandler {
 public:
  HttpHandler() = default;
  HttpHandler(const HttpHandler&) = delete;
  HttpHandler& operator=(const HttpHandler&) = delete;
  virtual ~HttpHandler();

  // Does not throw, and does not block. `done` is called once, from any thread; also after the client has left.
  virtual void handle(HttpRequest request, std::function<void(HttpAnswer)> done) = 0;
};

}  // namespace nomic::tools
