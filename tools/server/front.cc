#include "nomic/server/front.h"

#include <utility>

#include "api/access.h"
#include "problem.h"

namespace nomic::tools {

// Both are answered before the server knows who asks.
static_assert(row_of(Route::HEALTH).who == Who::ANYONE && row_of(Route::METRICS).who == Who::ANYONE);

void Front::handle(HttpRequest request, std::function<void(HttpAnswer)> done) {
  const RouteRow* row = find_route(request.method, request.target);
  if (row != nullptr && row->route == Route::HEALTH) return done(health());
  if (row != nullptr && row->route == Route::METRICS) return done(figures());
  behind_.handle(std::move(request), std::move(done));
}

HttpAnswer Front::figures() const {
  HttpAnswer answer;
  answer.headers = {{"content-type", "text/plain; version=0.0.4; charset=utf-8"}, {"cache-control", "no-store"}};
  answer.body = metrics_.text();
  return answer;
}

HttpAnswer Front::health() const {
  if (const std::string fault = fault_(); !fault.empty()) return problem(503, fault);
  HttpAnswer answer;
  answer.headers = {{"content-type", "text/plain; charset=utf-8"}, {"cache-control", "no-store"}};
  answer.body = "ok\n";
  return answer;
}

}  // namespace nomic::tools
