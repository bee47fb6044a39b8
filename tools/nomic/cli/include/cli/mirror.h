// Mirror: a copy of the games that a server keeps elsewhere, so that they are looked at as any ledger is.
//
// It is a ledger in this user's cache. Before a command reads it, what the server has beyond it is fetched, and taken
// in as `nomic import` takes a bundle in: chain, tree, signatures and the game itself are checked, and what does not go
// on where the copy ends is refused. So the same code gives the same answers as for a folder, and nobody is trusted: a
// server can leave out what is newest, and nothing else.
//
// An answer that is refused changes nothing in the copy: it is checked whole before any of it counts. What the server
// listed is part of that check: the game's identity, and the hash of its last record.
//
// Where the server shows another history than the copy has, the copy is set aside and the game is fetched once more. If
// the user was shown what was set aside, the memory of games (ledger/seen.h) says so: the copy is put back, and the
// command ends with status 4. If nobody was shown it, the command goes on, and what was set aside is in folder().apart.
//
// A name that has meant another game before is refused with status 4, too (served_names.h).
//
// What is fetched has the time of a file of its size (file_time.h).
//
// The copy may be removed at any time; it is made anew.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "cli/io.h"
#include "nomic/client/game_server.h"
#include "nomic/ledger/ledger.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

class Mirror {
 public:
  // `named` as the user typed the address; `folder` where the copy is, or will be. `io` outlives it.
  Mirror(const Io& io, std::string named, std::string folder, std::unique_ptr<GameServer> server)
      : io_(&io), named_(std::move(named)), folder_(std::move(folder)), server_(std::move(server)) {}

  [[nodiscard]] const std::string& named() const { return named_; }
  [[nodiscard]] const std::string& folder() const { return folder_; }
  [[nodiscard]] GameServer& server() { return *server_; }

  // Fetches what is new of the game of that name or identity; of all games, if none is named. `shut` is called before
  // the copy changes, once: who has it open closes it. It asks the server once, until forget().
  // `warn`: of a game that has another name in the copy than the server gives it.
  Status look(const std::string& game, const ledger::OpenOptions& how, const std::function<void()>& shut,
              const std::function<void(const std::string&)>& warn);
  // Fetches a game's records up to so many at least, if the server has them: this user has seen so many, while the copy
  // has fewer. It stays open where it is. `how` as it is opened.
  Status catch_up(const ledger::GameId& game, std::uint64_t size, const ledger::OpenOptions& how);
  // From now on there may be more.
  void forget() { looked_.clear(); }
  // The name by which to find the game in the copy: the identity of the game that the server listed under that name, or
  // of its only game. The copy may have had another game of that name before.
  [[nodiscard]] std::string name_of(const std::string& game) const;

 private:
  [[nodiscard]] Status check_list(const v1::GamesView& games) const;
  [[nodiscard]] Status check_listed(const v1::GamesView::Game& game) const;
  [[nodiscard]] Failure keeps_no(const std::string& game) const;
  // `size`: what the copy has of it.
  Status listed_since(v1::GamesView::Game& game, std::uint64_t size) const;
  // The game as it was listed, into the copy.
  Status fetch(const v1::GamesView::Game& game, const ledger::OpenOptions& how);
  Status fetch_into(ledger::Ledger& copy, v1::GamesView::Game game) const;
  // The next part of it from a record on, and how many records the copy has then. `own`: how many of them it had first.
  Result<std::uint64_t> fetch_part(ledger::Ledger& copy, const v1::GamesView::Game& game, std::uint64_t from,
                                   std::uint64_t own) const;
  // The time counts anew.
  void begin_fetching();
  // The same into a new copy, which is then compared with the memory of what the user was shown.
  Status fetch_as_remembered(const v1::GamesView::Game& game, const ledger::OpenOptions& how) const;
  [[nodiscard]] Failure of_server(Failure failure) const;

  const Io* io_;
  std::string named_;
  std::string folder_;
  std::unique_ptr<GameServer> server_;
  std::chrono::nanoseconds since_{};     // processor time when look() or catch_up() began to fetch
  mutable std::uintmax_t received_ = 0;  // bytes of records since then
  std::set<std::string> looked_;
  std::map<std::string, std::string> ids_;  // by the names that the server listed; the only one by none, too
};

}  // namespace nomic::tools
