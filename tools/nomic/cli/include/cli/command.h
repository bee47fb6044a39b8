// Command: one subcommand of `nomic`, in a file of its own below commands/.
//
// A command declares its arguments, then runs. Its spec says what help, the reference and the table of commands need to
// know; examples are lines that work when pasted one after the other in an empty folder, and a test pastes them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.h"
#include "cli/io.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/version.h"
#include "nomic/replay/game.h"
#include "nomic/service/service.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

// What every command takes, and what stands where it is not given.
struct Settings {
  std::string ledger;
  std::string game;
  std::string as;
  std::string format;
  std::string color;
  bool no_pager = false;
  // Of the configuration: the language in which texts are shown where they have it, the pager and the editor, if it
  // says one.
  std::string language = {};
  std::optional<std::string> pager = {};
  std::optional<std::string> editor = {};
};

class Runner;

// One run of a command.
struct Call {
  const Io& io;
  Session& session;
  Output& out;
  const Settings& settings;
  const Arguments& arguments;
  Runner& runner;
  // Whether a line of a play is running, and whether the play is read from standard input.
  bool in_play = false;
  bool input_taken = false;
  // The record that the command made, once it is durable.
  std::optional<std::uint64_t> recorded;

  // The game asked for.
  Result<replay::Game*> game(ledger::Access access) const;
  // What answers requests to it.
  Result<Service> service(ledger::Access access);
  // Through whom moves are recorded; null: this process may write the ledger itself (Session::keeper).
  Result<GameServer*> keeper() const;
  // The answer is about this game, however it was opened: if it is a rehearsal, it says so. What game() and service()
  // give is marked already.
  void is_about(const v1::GameFounded& founding) const;
  // The same of a game whose records alone are asked.
  void is_about(ledger::Ledger& ledger, const ledger::GameId& game) const;
};

class Command {
 public:
  Command() = default;
  virtual ~Command() = default;
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  virtual void declare(Arguments& arguments) = 0;
  // DONE or DIFFERENT; everything else is a Failure.
  virtual Result<Exit> run(Call& call) = 0;
  // From here on it records its move as contested. False: the command is no move.
  virtual bool contest() { return false; }
  // Whether in a play its move may become durable together with those of other lines, once its arguments are read: it
  // does nothing but record a move and answer, and the answer waits until then.
  [[nodiscard]] virtual bool may_wait() const { return false; }
  // The file that its words name in place of a ledger, once its arguments are read; empty: none.
  [[nodiscard]] virtual Result<std::string> file_asked() const { return std::string(); }
  // Whether its answer may be read page by page, once its arguments are read (pager.h).
  [[nodiscard]] virtual bool is_paged() const { return true; }
  // Whether it ends by itself, once its arguments are read: then it has a time (file_time.h).
  [[nodiscard]] virtual bool ends() const { return true; }
  // Whether it answers to --format md.
  [[nodiscard]] virtual bool knows_markdown() const { return false; }
};

struct CommandSpec {
  std::string_view name;
  std::string_view group;     // heading in the list of commands
  std::string_view usage;     // what follows the name
  std::string_view summary;   // one line
  std::string_view details;   // paragraphs
  std::string_view examples;  // shell commands, one a line
  std::unique_ptr<Command> (*make)();
};

template <class T>
std::unique_ptr<Command> make_command() {
  return std::make_unique<T>();
}

// A word that is no command, and what whoever types it is to be told: "did you mean nomic vote for?".
struct Meant {
  std::string_view word;
  std::string_view hint;
};

// The commands of a program, in the order in which help lists them. Whoever makes the program says which they are
// (commands/all.h): nothing in cli/ knows a command.
struct CommandList : std::vector<const CommandSpec*> {
  using vector::vector;
  // Words by which people mean a command that has another name. A word that has become a command is one.
  std::vector<Meant> meant = {};
  // Commands that are never suggested to who may have mistyped another: nobody leaves a game by a slip of the finger.
  std::vector<std::string_view> grave = {};
  // Of which commit the program is, if that is known, and which of its parts were built in.
  std::string_view commit = {};
  std::vector<BuiltPart> parts = {};
};

// Null if there is none of that name.
const CommandSpec* find_command(const CommandList& commands, std::string_view name);

// What every command takes.
void declare_common(Arguments& arguments, Settings& settings);

}  // namespace nomic::tools
