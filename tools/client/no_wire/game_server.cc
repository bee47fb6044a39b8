// The program without Boost: no server is asked.
#include "nomic/client/game_server.h"

namespace nomic::tools {
namespace {

Failure asks_nobody() {
  return usage("this program was built without servers, and asks none.",
               "export the game there, and import it here; or build it with NOMIC_SERVER=ON");
}

class Nobody : public GameServer {
 public:
  Result<v1::RecordedMove> make(const std::string& /*game*/, const v1::Request& /*request*/) override {
    return asks_nobody();
  }
  Result<v1::GamesView> games() override { return asks_nobody(); }
  Result<v1::HeadView> head(const ledger::GameId& /*game*/) override { return asks_nobody(); }
  Result<std::string> records(const ledger::GameId& /*game*/, std::uint64_t /*from*/) override { return asks_nobody(); }
  Result<std::unique_ptr<EventStream>> follow(const ledger::GameId& /*game*/, std::uint64_t /*from*/) override {
    return asks_nobody();
  }
  [[nodiscard]] int process() const override { return 0; }
};

}  // namespace

Result<std::unique_ptr<GameServer>> GameServer::of_folder(const std::string& folder, const std::string& version) {
  return of_folder(folder, version, Patience());
}

Result<std::unique_ptr<GameServer>> GameServer::of_folder(const std::string& /*folder*/, const std::string& /*version*/,
                                                          const Patience& /*patience*/) {
  return std::unique_ptr<GameServer>();
}

std::unique_ptr<GameServer> GameServer::at(const ServerAddress& address, const std::string& version,
                                           const std::string& token) {
  return at(address, version, token, Patience());
}

std::unique_ptr<GameServer> GameServer::at(const ServerAddress& /*address*/, const std::string& /*version*/,
                                           const std::string& /*token*/, const Patience& /*patience*/) {
  return std::make_unique<Nobody>();
}

}  // namespace nomic::tools
