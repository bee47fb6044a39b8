// A server beside a desk: commands at the desk find its socket in the ledger's folder; those at another desk, its
// address.
//
//     Desk desk;
//     desk.founded("Ann Bob Cleo");
//     ServedDesk server(desk);
//     desk.ok("vote for --as Ann");                                  // through the socket
//     other.ok("status --ledger " + server.url());                   // over HTTP
//
// Its clock is the desk's: what both would record at a moment bears the same time.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "nomic/server/listener.h"
#include "tools/server/served.h"

namespace nomic::tools {

class ServedDesk {
 public:
  // As this program's version. `socket`: its name in the folder; `before`: who takes what comes, in place of the server
  // itself, which it may ask; `limits`: of its listener.
  struct Otherwise {
    std::function<void(Api::Parts&)> parts = {};
    std::string socket = "serve.sock";
    std::function<std::unique_ptr<HttpHandler>(HttpHandler&)> before = {};
    HttpLimits limits = {};
  };
  explicit ServedDesk(Desk& desk) : ServedDesk(desk, Otherwise()) {}
  ServedDesk(Desk& desk, const Otherwise& otherwise);
  ~ServedDesk();
  ServedDesk(const ServedDesk&) = delete;
  ServedDesk& operator=(const ServedDesk&) = delete;

  [[nodiscard]] std::string url() const;
  [[nodiscard]] const std::string& socket() const { return socket_; }

 private:
  std::string socket_;
  std::optional<Served> served_;
  std::unique_ptr<HttpHandler> before_;
  Metrics metrics_;
  std::unique_ptr<Listener> listener_;
};

}  // namespace nomic::tools
