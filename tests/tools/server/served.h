// A ledger at a desk that is served: asked without sockets, while commands at the desk look at the same ledger.
//
//     Desk desk;
//     desk.founded("Ann Bob Cleo");
//     Served served(desk);
//     EXPECT_EQ(served.get("/v1/games/game/scores").body, desk.ok("scores --format json"));
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "nomic/server/api.h"
#include "nomic/v1/api.pb.h"
#include "tools/desk.h"

namespace nomic::tools {

class Served {
 public:
  explicit Served(Desk& desk, std::function<void(Api::Parts&)> otherwise = {});

  HttpAnswer ask(HttpRequest request);
  // As the connection does it: a target that cannot be parsed is answered with the reason.
  HttpAnswer get(const std::string& target, HttpHeaders headers = {});
  // A request as JSON.
  HttpAnswer post(const std::string& game, const std::string& body, const std::string& type = "application/json");

  [[nodiscard]] Api& api() { return api_; }

 private:
  Api::Parts parts(Desk& desk, const std::function<void(Api::Parts&)>& otherwise);

  std::string folder_;
  LedgerViews views_;
  Committer committer_;
  Api api_;
};

// The target of a request; a failure of the test if it cannot be parsed.
Target target_of(const std::string& sent);

// The value of a header; empty: there is none.
std::string header_of(const HttpAnswer& answer, const std::string& name);
// What a problem document says; a failure of the test if it is none.
v1::ProblemView problem_of(const HttpAnswer& answer);

// A game "game" of Ann and Bob at a desk that is served.
class ServedGame : public ::testing::Test {
 protected:
  ServedGame() { desk.founded("--game game Ann Bob"); }

  unsigned status(const std::string& target) { return served().get(target).status; }
  std::string code(const std::string& target) { return problem_of(served().get(target)).code(); }
  Served& served() {
    if (!served_) served_ = std::make_unique<Served>(desk);
    return *served_;
  }

  Desk desk;
  std::unique_ptr<Served> served_;
};

}  // namespace nomic::tools
