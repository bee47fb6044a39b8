// Files that a server gives as they are, before anything is asked of the game: the page that is live.
//
//     StaticFiles files(policy, {{"/", "text/html; charset=utf-8", page}}, front);
//
// Each is a route of its own (api/routes.inc), which anyone may use: a file shows nothing of the ledger. What a browser
// may do on it is set by headers, which no text of a player can change. A file without a route is not given.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "nomic/server/http.h"

namespace nomic::tools {

class StaticFiles final : public HttpHandler {
 public:
  struct File {
    std::string path;
    std::string type;  // Content-Type
    std::string content;
  };

  // `policy`: Content-Security-Policy of all of them. What is behind outlives it.
  StaticFiles(const std::string& policy, const std::vector<File>& files, HttpHandler& behind);

  void handle(HttpRequest request, std::function<void(HttpAnswer)> done) override;

 private:
  // As they are answered, by their path.
  std::map<std::string, HttpAnswer, std::less<>> answers_;
  HttpHandler& behind_;
};

}  // namespace nomic::tools
