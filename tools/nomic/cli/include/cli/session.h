// Session: the ledgers and games that a process has open.
//
// What is named as a ledger may be a file of bundles: it is looked at in a ledger of its own (file_ledger.h), and
// nothing can be recorded there. `-` is one that comes by standard input. It may be the address of a server: then it is
// looked at in a copy (mirror.h). There, and in a folder that a server keeps, moves are recorded through keeper().
//
// One command opens what it needs and ends; `play` keeps it open over its lines, so that a move costs an append and no
// opening. A ledger is opened for reading until something is to be written, then for writing.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/file_ledger.h"
#include "cli/file_time.h"
#include "cli/io.h"
#include "cli/mirror.h"
#include "nomic/client/game_server.h"
#include "nomic/ledger/bundle.h"
#include "nomic/ledger/ledger.h"
#include "nomic/replay/game.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

class Session {
 public:
  explicit Session(const Io& io) : io_(io) {}

  // Shown to whoever waits for a lock that this process takes from now on: "nomic play".
  void command_is(std::string command) { command_ = std::move(command); }

  // The folder of the ledger: the one given, else NOMIC_LEDGER, else the nearest .nomic here or above. One that is
  // given may be a file in its place, or the folder in which the ledger's .nomic lies; or a database, by its address.
  Result<std::string> find_ledger(const std::string& given);
  // Before each command: what others recorded since is seen by it.
  void begin_command();
  // More than one command comes.
  void keeps_open() { keeps_open_ = true; }
  // Where the ledger of that name is, with the passwords of a database's address. It is not for showing; what
  // find_ledger() gives is.
  [[nodiscard]] std::string address_of(const std::string& folder) const;
  [[nodiscard]] bool is_database(const std::string& folder) const { return addresses_.contains(folder); }
  // Another after whatever was recorded in it (nomic/ledger/recorded_mark.h).
  [[nodiscard]] std::string mark_of(const std::string& folder) const;
  // Which game the command is told: of a server's ledger no other is fetched.
  void asks_for(std::string game) { game_asked_ = std::move(game); }
  // Standard input is a play: no bundle can be read there.
  void input_is_taken() { input_taken_ = true; }

  // What was found in the file of that name, once it is open; null: it is no file. Whoever asks says it.
  const FileFound* found_in(const std::string& file);
  // What is still to be said of files that were opened.
  [[nodiscard]] std::vector<SaidOfFile> unsaid();
  // The folder in which `init` founds: the one given, else NOMIC_LEDGER, else .nomic here.
  Result<std::string> founding_folder(const std::string& given);
  // The server that keeps the ledger, through which moves are recorded; null: nobody does, and this process may write
  // it itself. Valid until it is asked again.
  Result<GameServer*> keeper(const std::string& folder);
  // The address of which the folder is a copy, as it was typed; null: of none.
  [[nodiscard]] const std::string* mirrored(const std::string& folder) const;
  // The name by which to ask for the game there: at a server elsewhere the identity of the one that was looked at.
  [[nodiscard]] std::string name_at(const std::string& folder, const std::string& game) const;
  // Whose it may be. A .nomic that nobody named was come upon; besides one's own, then, those of who called sudo and
  // those that ~/.config/nomic/safe lists are opened.
  [[nodiscard]] ledger::FolderTrust trust_of(const std::string& folder) const;

  // Opens that ledger anew at each call, in any thread: for whoever keeps it open beyond a command's words. What this
  // user has seen is remembered as ever; where that cannot be, it is not said again.
  using Opener = std::function<ledger::Result<std::unique_ptr<ledger::Ledger>>(ledger::Access access)>;
  [[nodiscard]] Opener opener(const std::string& folder) const;

  // Valid until the ledger is opened for another access, or a game is founded in it.
  Result<ledger::Ledger*> ledger(const std::string& folder, ledger::Access access);
  Result<replay::Game*> game(const std::string& folder, const std::string& name, ledger::Access access);

  // Somebody else's copy, without this user's memory of games seen: where it departs from it is what is asked.
  Result<replay::Game*> copy_of_game(const std::string& named, const std::string& name);
  Result<ledger::Ledger*> copy(const std::string& named);

  // The key of a file, read once. Valid as long as the session.
  Result<const ledger::PrivateKey*> key(const std::string& path, const std::optional<std::string>& password_file);

  // The ledger to found a game in: opened, or made where there is none.
  Result<ledger::Ledger*> ledger_to_found_in(const std::string& folder);
  // The games of a file of bundles, as a ledger of their own that goes with the session; `copy` and `copy_of_game` know
  // it under the same path from then on.
  Result<ledger::Ledger*> copy_of_bundles(const std::string& path, ledger::BundleSource& source);
  // An empty ledger in temporary files, which go with the session.
  Result<ledger::Ledger*> scratch(const std::string& path);
  // Why what this user has seen of a game could not be remembered, the first time that this is asked after it was so.
  [[nodiscard]] std::optional<ledger::Error> unkept_memory();
  // Whether this was said of a game in this process, which is enough.
  [[nodiscard]] bool& told_of(const std::string& words) { return told_[words]; }
  // From now on what is recorded in ledgers that are opened for writing waits, until end_groups() makes all of it
  // durable. A ledger where that fails is set aside with what was derived of it, and goes once forget_lost() is called:
  // who opens it next goes on from what it holds.
  void begin_groups() { grouping_ = true; }
  Status end_groups();
  void forget_lost() { lost_.clear(); }
  // How many bytes wait.
  [[nodiscard]] std::uint64_t group_bytes() const;
  // Closes it: what was opened in it is gone.
  void close(const std::string& folder);
  // Why there is no such game, with what to do.
  [[nodiscard]] static Failure with_game_hint(Failure failure, const std::string& name);

  // A command begins. `limits`: it looks, and ends; so what it computes of a ledger has a time by the ledger's size, as
  // that of a file always has.
  void begin_command(bool limits) { times_looks_ = limits; }
  void end_command() { time_.reset(); }
  // The time for so many bytes more, of a ledger that is opened or of a file that the command reads.
  void take_time_for(std::optional<std::uintmax_t> bytes);

 private:
  struct Opened {
    std::unique_ptr<ledger::Ledger> ledger;
    ledger::Access access = ledger::Access::READ;
    std::map<ledger::GameId, replay::Game> games;
    std::map<std::string, ledger::GameId> names;  // as given
    std::string mark = {};                        // of what is read, when it was opened
    std::optional<FileFound> file = {};           // where it is one
    bool said = false;                            // what was found in it
  };

  Result<Opened*> open(const std::string& folder, ledger::Access access);
  Result<Opened*> open(const std::string& folder, const std::string& game, ledger::Access access);
  Result<std::string> mirror_of(const std::string& named);
  Mirror* mirror_at(const std::string& folder);
  Status look(Mirror& mirror, const std::string& game);
  // ledger::OpenOptions::catch_up of the copy.
  std::function<ledger::Status(const ledger::GameId&, std::uint64_t)> catching_up(Mirror& mirror);
  Result<Opened*> open_ledger(const std::string& folder, ledger::Access access);
  Result<Opened*> open_file(const std::string& file, ledger::Access access);
  // What a killed `reindex` left to do. `writer`: the ledger, open for writing; none: it is opened for this, if it can
  // be.
  Status finish_reindex(const std::string& folder, ledger::Ledger* writer,
                        const std::vector<ledger::GameId>& games) const;
  // To be looked at with READ: as it is now, also where a handle that records beside other writers has it derived.
  Result<replay::Game*> game_in(Opened& opened, const std::string& name, ledger::Access access);
  [[nodiscard]] ledger::OpenOptions options() const;
  // Where this user's memory of games is; empty: nowhere.
  [[nodiscard]] std::string seen_dir() const;
  std::string database_at(const std::string& named);
  [[nodiscard]] Status must_be_there(const std::string& folder, const std::string& hint) const;
  [[nodiscard]] std::string as_named(const std::string& path) const;
  static Failure unknown_game(const std::string& name, const replay::Error& error);

  struct Unkept {
    std::optional<ledger::Error> why;
    bool said = false;
  };

  const Io& io_;
  std::shared_ptr<Unkept> unkept_ = std::make_shared<Unkept>();
  std::string command_ = "nomic";
  bool input_taken_ = false;
  bool grouping_ = false;
  std::set<std::string> come_upon_;               // folders that nobody named
  std::map<std::string, std::string> named_;      // paths, as they were given
  std::map<std::string, std::string> addresses_;  // of databases, by what is shown of them
  bool keeps_open_ = false;
  std::map<std::string, Opened> opened_;
  std::vector<std::map<std::string, Opened>::node_type> lost_;
  std::map<std::string, Opened> copies_;
  std::map<std::string, ledger::PrivateKey> keys_;
  std::map<std::string, bool> told_;
  std::map<std::string, Mirror> mirrors_;  // by their folders
  std::unique_ptr<GameServer> keeper_;
  bool times_looks_ = false;
  std::unique_ptr<FileTime> time_;  // of the command
  std::string game_asked_;
};

}  // namespace nomic::tools
