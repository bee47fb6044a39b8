#include "nomic/server/static_files.h"

#include <string_view>
#include <utility>

#include "api/etag.h"
#include "api/route.h"
#include "nomic/ledger/hash.h"

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

// They are given before the server knows who asks.
static_assert(row_of(Route::PAGE).who == Who::ANYONE && row_of(Route::PAGE_SCRIPT).who == Who::ANYONE &&
              row_of(Route::PAGE_STYLE).who == Who::ANYONE && row_of(Route::PAGE_LICENCES).who == Who::ANYONE);

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
  const RouteRow* row = find_route(request.method, request.target);
  const auto found = row == nullptr ? answers_.end() : answers_.find(row->path);
  if (found == answers_.end()) {
    behind_.handle(std::move(request), std::move(done));
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
