// AskedServer: a server that is asked over HTTP, however it is reached.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "answered.h"
#include "exchange.h"
#include "nomic/client/game_server.h"
#include "wire.h"

namespace nomic::tools {

using Reached = ledger::Result<std::unique_ptr<Wire>, WireFault>;

// How a server is found, and asked.
struct Way {
  std::string name;  // in messages
  std::string host;  // as Host has it
  std::string path;
  AskedHeaders headers = {};
  int process = 0;
  std::function<Reached(WireTime until)> reach;
};

class AskedServer : public GameServer {
 public:
  AskedServer(Way way, std::string version, const Patience& patience)
      : way_(std::move(way)), version_(std::move(version)), patience_(patience) {}

  Result<v1::RecordedMove> make(const std::string& game, const v1::Request& request) override;
  Result<v1::GamesView> games() override;
  Result<v1::HeadView> head(const ledger::GameId& game) override;
  Result<std::string> records(const ledger::GameId& game, std::uint64_t from) override;
  Result<std::unique_ptr<EventStream>> follow(const ledger::GameId& game, std::uint64_t from) override;
  [[nodiscard]] int process() const override { return way_.process; }

  // The first question goes this way, which was looked at already.
  void begins_with(std::unique_ptr<Wire> wire) { first_ = std::move(wire); }

 private:
  // The game as a part of a path: a name that cannot be one is replaced by its identity.
  Result<std::string> part_of(const std::string& game);
  [[nodiscard]] AskedOf of(bool is_move) const { return {way_.name, version_, way_.process != 0, is_move}; }
  void add_own(AskedHeaders& headers) const;
  Result<std::unique_ptr<Wire>> reached(const AskedOf& of);
  Result<HttpAnswered> ask(HttpAsked asked);
  // The same of one game.
  Result<HttpAnswered> ask_of(const ledger::GameId& game, const std::string& what, std::size_t most);
  void add_told(const ledger::GameId& game, AskedHeaders& headers) const;

  const Way way_;
  const std::string version_;
  const Patience patience_;
  std::unique_ptr<Wire> first_;
};

}  // namespace nomic::tools
