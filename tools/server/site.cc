#include "nomic/server/site.h"

#include <fmt/format.h>

#include <initializer_list>

#include "nomic/client/ascii.h"
#include "nomic/client/host_address.h"
#include "problem.h"

namespace nomic::tools {
namespace {

// The only value of that header; nothing where there is none, or more than one.
struct Found {
  std::size_t count = 0;
  std::string_view value;
};

Found header(const HttpRequest& request, std::string_view name) {
  Found found;
  for (const auto& [each, value] : request.headers) {
    if (each != name) continue;
    ++found.count;
    found.value = value;
  }
  return found;
}

// What a browser sends, and what a proxy adds.
bool is_from_elsewhere(const HttpRequest& request) {
  for (const char* name :
       {"origin", "sec-fetch-site", "forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"}) {
    if (header(request, name).count > 0) return true;
  }
  return false;
}

// A page of another site has it asked for, and not somebody who follows a link there.
bool is_by_another_site(const HttpRequest& request) {
  const std::string_view site = header(request, "sec-fetch-site").value;
  if (site.empty() || site == "same-origin" || site == "none") return false;
  return request.method != "GET" || header(request, "sec-fetch-mode").value != "navigate";
}

}  // namespace

Site::Site(std::string_view address, std::uint16_t port, const std::optional<PublicUrl>& url) {
  if (url) take(*url);
  if (port == 0) return;
  // Nothing is listened on that is no address.
  const auto at = HostAddress::parse(address);
  if (!at) return;
  if (!at->is_every()) take({"http", at->in_url(), port});
  // By which names this machine knows itself.
  if (at->is_every() || at->is_loopback()) {
    for (const char* own : {"localhost", "127.0.0.1", "[::1]"}) take({"http", own, port});
  }
}

void Site::take(const PublicUrl& url) {
  hosts_.insert(fmt::format("{}:{}", url.host, url.port));
  if (url.port == usual_port(url.scheme)) hosts_.insert(url.host);
  origins_.insert(url.origin());
}

std::optional<HttpAnswer> Site::refuses(const HttpRequest& request) const {
  const Found host = header(request, "host");
  if (host.count != 1) {
    return problem(400, host.count == 0 ? "the request has no Host: every request says whom it asks"
                                        : "the request has several Hosts: it can only be for one");
  }
  if (request.local) {
    if (!is_from_elsewhere(request)) return std::nullopt;
    return problem(403, "this socket is for programs of the folder's owner, and neither for browsers nor for a proxy",
                   "point the proxy at the address of nomic serve --listen");
  }
  if (!hosts_.contains(ascii_lower(host.value))) {
    return problem(421, "this server is not known by the name that Host says",
                   "ask it by the address that it listens on; if players know it by another, start it with "
                   "nomic serve --public-url URL");
  }
  const Found origin = header(request, "origin");
  if (origin.count > 1 || (origin.count == 1 && !origins_.contains(ascii_lower(origin.value)))) {
    return problem(403, "a page of another site asks, and may not");
  }
  if (is_by_another_site(request)) return problem(403, "a page of another site asks, and may not");
  return std::nullopt;
}

}  // namespace nomic::tools
