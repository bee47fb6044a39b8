// Listener: takes connections, reads requests from them, has a handler answer, and holds everybody to the limits.
//
//     auto listener = Listener::open({.address = "127.0.0.1", .port = 1982, .socket = folder + "/serve.sock"},
//                                    handler, {.metrics = metrics, .log = log});
//     (*listener)->leave();                                              // what was taken is answered first
//
// One thread of its own does all of it; handlers answer from theirs. HTTP/1.1, connections that stay, no TLS: that is a
// reverse proxy's. A request is handed on only once it is whole, framed in one way, and meant for here (site.h).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/ledger/result.h"
#include "nomic/server/http.h"
#include "nomic/server/http_limits.h"
#include "nomic/server/metrics.h"
#include "nomic/server/site.h"

namespace nomic::tools {

struct ListenAt {
  std::string address;     // an address in figures; empty: none
  std::uint16_t port = 0;  // 0: one that is free
  // A socket in the file system; empty: none. Only its owner can open it. What is left there of a server that was
  // killed is replaced, so whoever asks for it holds the ledger's lock.
  std::string socket;
  std::optional<PublicUrl> url;
};

class Listener {
 public:
  // A line of JSON without its end, for each request and whatever else is worth one. No header and no query of a
  // request is ever in it: secrets travel there.
  using Log = std::function<void(std::string_view line)>;
  struct Means {
    HttpLimits limits = {};
    Metrics& metrics;
    Log log = {};
    // Addresses in figures of proxies that say in X-Forwarded-For who has asked them: that is the client whose share of
    // the limits a request uses. What others say there is not looked at.
    std::vector<std::string> proxies = {};
  };

  // BAD_INPUT: no such address, here or of a proxy, or a path that cannot be a socket's. IN_USE: somebody listens
  // there. READ_ONLY, FULL, IO_FAILED.
  static ledger::Result<std::unique_ptr<Listener>> open(const ListenAt& at, HttpHandler& handler, Means means);
  // Leaves.
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  // Where it listens: the port that it was given.
  [[nodiscard]] std::uint16_t port() const;
  // Takes nothing more, answers what was taken, ends streams where they are, and closes; what is not done after
  // limits.leaving_time is cut off. The handler and the metrics are not used any more when it returns.
  void leave();

 private:
  struct Self;
  explicit Listener(std::unique_ptr<Self> self);
  std::unique_ptr<Self> self_;
};

}  // namespace nomic::tools
