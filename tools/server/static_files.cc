#include "nomic/server/static_files.h"

#include <string_view>
#include <utility>

#include "api/problems.h"
#include "nomic/ledger/hash.h"
#include "problem.h"

namespace nomic::tools {
namespace {

std::string_view value_of(const HttpHeaders& headers, std::string_view name) {
  for (const auto& [known, value] : headers) {
    if (known == name) return value;
  }
  return {};
}

std::string etag_of(const std::string& content) {
  constexpr std::size_t DIGITS = 32;
  return '"' + ledger::sha256(content).hex().substr(0, DIGITS) + '"';
}

}  // namespace

StaticFiles::StaticFiles(const std::string& policy, const std::vector<File>& files, HttpHandler& behind)
    : behind_(behind) {
  for (const File& file : files) {
    HttpAnswer answer;
    answer.body = file.content;
    answer.headers = {{"content-type", file.type},
                      {"content-security-policy", policy},
                      {"x-content-type-options", "nosniff"},
                      {"x-frame-options", "DENY"},
                      {"referrer-policy", "no-referrer"},
                      {"cross-origin-opener-policy", "same-origin"},
                      {"cross-origin-resource-policy", "same-origin"},
                      {"cache-control", "no-cache"},
                      {"etag", etag_of(file.content)}};
    answers_.emplace(file.path, std::move(answer));
  }
}

void StaticFiles::handle(HttpRequest request, std::function<void(HttpAnswer)> done) {
  const std::string_view path = std::string_view(request.target).substr(0, request.target.find('?'));
  const auto found = answers_.find(path);
  if (found == answers_.end()) {
    behind_.handle(std::move(request), std::move(done));
    return;
  }
  if (request.method != "GET") {
    HttpAnswer answer = problem(405, "this can only be looked at");
    answer.headers.emplace_back("allow", "GET, HEAD");
    done(std::move(answer));
    return;
  }
  HttpAnswer answer = found->second;
  if (names_etag(value_of(request.headers, "if-none-match"), value_of(answer.headers, "etag"))) {
    answer.status = 304;
    answer.body.clear();
  }
  done(std::move(answer));
}

}  // namespace nomic::tools
