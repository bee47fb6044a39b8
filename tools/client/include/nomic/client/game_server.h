// GameServer: the server that keeps a ledger, asked by whoever wants to move or to read.
//
//     auto server = GameServer::of_folder(folder, version);       // beside this folder; null: nobody serves it
//     auto server = GameServer::at(address, version, token);      // anywhere
//     auto made   = server->make("friday", request);              // durable when it returns
//
// Each question is a connection. Its end decides nothing: what was sent whole and not answered is OUTCOME_UNKNOWN (of a
// move), and asked again under the same request ID it is recorded once.
//
// Whoever answers in a folder must be its owner (or the system's): anybody else who can write there could have put a
// socket of theirs, and would be shown moves before they are made. Elsewhere whoever holds the certificate of the name
// is believed to be the server, and nothing that it says about a game: records() are checked by whoever takes them.
//
// Failures, all of them with status 5 but for the server's own: UNREACHABLE, nothing was done; OUTCOME_UNKNOWN, a move
// may be recorded; OTHER_VERSION, it takes no moves from this program; BAD_ANSWER, it is no server of games; UNTRUSTED.
// What the server refuses is refused in its words, with all that is in them.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "nomic/client/event_stream.h"
#include "nomic/client/server_address.h"
#include "nomic/ledger/hash.h"
#include "nomic/v1/api.pb.h"
#include "nomic/v1/exchange.pb.h"
#include "nomic/v1/request.pb.h"
#include "nomic/v1/view.pb.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

// Of GameServer::head: the game has fewer records than were shown here, and will not have them.
inline constexpr const char* ANOTHER_HISTORY = "ANOTHER_HISTORY";

class GameServer {
 public:
  struct Patience {
    std::chrono::milliseconds reach{10'000};   // until somebody is there
    std::chrono::milliseconds answer{75'000};  // until all of the answer is: the server's own limit is a minute
  };

  GameServer() = default;
  GameServer(const GameServer&) = delete;
  GameServer& operator=(const GameServer&) = delete;
  virtual ~GameServer() = default;

  // Null: nobody serves it. A socket that a server left behind answers nobody, and is as none.
  static Result<std::unique_ptr<GameServer>> of_folder(const std::string& folder, const std::string& version);
  static Result<std::unique_ptr<GameServer>> of_folder(const std::string& folder, const std::string& version,
                                                       const Patience& patience);
  // `token`: what the server has given this user to be known by; empty: nothing.
  static std::unique_ptr<GameServer> at(const ServerAddress& address, const std::string& version,
                                        const std::string& token);
  static std::unique_ptr<GameServer> at(const ServerAddress& address, const std::string& version,
                                        const std::string& token, const Patience& patience);

  // Has a move recorded. `game` is its name or identity; empty: the only one.
  virtual Result<v1::RecordedMove> make(const std::string& game, const v1::Request& request) = 0;
  virtual Result<v1::GamesView> games() = 0;
  // How far a game reaches by now, and what its head is.
  virtual Result<v1::HeadView> head(const ledger::GameId& game) = 0;
  // A bundle of records from an index on: as many as the server likes to give at once, and one at least.
  virtual Result<std::string> records(const ledger::GameId& game, std::uint64_t from) = 0;
  // The stream of a game's records.
  virtual Result<std::unique_ptr<EventStream>> follow(const ledger::GameId& game, std::uint64_t from) = 0;

  // The process that answers, as the system knows it; 0: it is elsewhere.
  [[nodiscard]] virtual int process() const = 0;

  // An address may be that of several servers, of which one can be behind another. So what is asked of a game says how
  // many of its records were shown here before, by moves that were acknowledged or by the caller, once they are
  // checked: a server that has fewer waits for them, and then refuses (BEHIND, or ANOTHER_HISTORY where there is
  // nothing to wait for).
  void was_told(const ledger::GameId& game, std::uint64_t size) { told_[game] = std::max(told_[game], size); }
  // 0: of none.
  [[nodiscard]] std::uint64_t told(const ledger::GameId& game) const {
    const auto known = told_.find(game);
    return known == told_.end() ? 0 : known->second;
  }

 private:
  std::map<ledger::GameId, std::uint64_t> told_;
};

}  // namespace nomic::tools
