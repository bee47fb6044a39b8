// Front: what a server answers of itself, before the handler that knows the game.
//
//     GET /healthz    200 while the ledger can be read, else 503: for whoever starts it anew, or takes it out of use
//     GET /metrics    figures in Prometheus' text format
//     anything else   the handler behind
#pragma once

#include <functional>
#include <string>

#include "nomic/server/http.h"
#include "nomic/server/metrics.h"

namespace nomic::tools {

class Front final : public HttpHandler {
 public:
  // What is wrong with the server, as a sentence; empty: nothing. Asked at each look, in the listener's thread, for
  // which everybody waits: what takes time is found by another (ledger_watch.h).
  using Fault = std::function<std::string()>;

  // All outlive it.
  Front(Metrics& metrics, Fault fault, HttpHandler& behind)
      : metrics_(metrics), fault_(std::move(fault)), behind_(behind) {}

  void handle(HttpRequest request, std::function<void(HttpAnswer)> done) override;

 private:
  [[nodiscard]] HttpAnswer health() const;
  [[nodiscard]] HttpAnswer figures() const;

  Metrics& metrics_;
  const Fault fault_;
  HttpHandler& behind_;
};

}  // namespace nomic::tools
