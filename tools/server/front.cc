#include "nomic/server/front.h"

#include <string_view>
#include <utility>

#include "problem.h"

namespace nomic::tools {

void Front::handle(HttpRequest request, std::function<void(HttpAnswer)> done) {
  const std::string_view path = std::string_view(request.target).substr(0, request.target.find('?'));
  if (path != "/healthz" && path != "/metrics") {
    behind_.handle(std::move(request), std::move(done));
    return;
  }
  if (request.method != "GET") {
    HttpAnswer answer = problem(405, "this can only be looked at");
    answer.headers.emplace_back("allow", "GET, HEAD");
    done(std::move(answer));
    return;
  }
  if (path == "/healthz") {
    done(health());
    return;
  }
  HttpAnswer answer;
  answer.headers = {{"content-type", "text/plain; version=0.0.4; charset=utf-8"}, {"cache-control", "no-store"}};
  answer.body = metrics_.text();
  done(std::move(answer));
}

HttpAnswer Front::health() const {
  if (const std::string fault = fault_(); !fault.empty()) return problem(503, fault);
  HttpAnswer answer;
  answer.headers = {{"content-type", "text/plain; charset=utf-8"}, {"cache-control", "no-store"}};
  answer.body = "ok\n";
  return answer;
}

}  // namespace nomic::tools
