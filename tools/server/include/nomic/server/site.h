// Site: under which names a server may be asked, and by whose pages.
//
// A browser lets any page send requests to 127.0.0.1. Two things tell such a request from one that is meant: Host says
// which name was asked for, and a page that has made its own name point here (DNS rebinding) says its own; Origin says
// whose page asks. Both are compared with what the server knows of itself, before anything else of a request is looked
// at; so is what browsers say in Sec-Fetch-Site. A program that is no browser sends no Origin, and is not asked for
// one.
//
// The socket in the ledger's folder is its owner's: no browser can reach it, so what looks like one, or like a proxy's
// doing, is refused there, whatever its names are.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "nomic/client/public_url.h"
#include "nomic/server/http.h"

namespace nomic::tools {

class Site {
 public:
  // `address` and `port` are those that are listened on, `url` where players find the server, if that is not there; an
  // address of everywhere (0.0.0.0, ::) is nobody's name.
  Site(std::string_view address, std::uint16_t port, const std::optional<PublicUrl>& url);

  // Nothing, or the answer of a request that is not for here. `headers` with names in lower case.
  [[nodiscard]] std::optional<HttpAnswer> refuses(const HttpRequest& request) const;

 private:
  void take(const PublicUrl& url);

  std::set<std::string, std::less<>> hosts_;    // as Host has them
  std::set<std::string, std::less<>> origins_;  // as Origin has them
};

}  // namespace nomic::tools
