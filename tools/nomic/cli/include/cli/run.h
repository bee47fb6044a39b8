// Runner: words in, words out. One Runner is one process of `nomic`; `play` runs its lines through it.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "cli/config.h"
#include "cli/gate.h"
#include "cli/io.h"
#include "cli/session.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

// How a command ended: its status and, if it failed, why.
struct Ending {
  Exit exit = Exit::DONE;
  std::optional<Failure> failure;
};

// Lines of a play whose moves were to become durable together, and did not, or whose answers could not be written.
struct LostLines {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  Failure failure;
};

class Runner {
 public:
  // Both outlive it.
  Runner(const Io& io, const CommandList& commands);

  [[nodiscard]] const CommandList& commands() const { return commands_; }

  // Runs a command line without the program's name. What it answers is written; why it failed is not.
  Ending execute(const std::vector<std::string>& args);

  // For `contest`: runs the command line of a move, which is recorded as contested. `settings` stand where the line
  // does not say otherwise.
  Result<Exit> contest(const std::vector<std::string>& args, const Settings& settings);

  // For `mend`: runs the command line that it has shown, with these settings.
  Result<Exit> carry_out(const std::vector<std::string>& args, const Settings& settings);

  // For `play`: what its lines take where they do not say otherwise.
  void begin_play(const Settings& defaults, bool input_taken);
  // Runs a line of a play; its number, from 1, stands in every answer in JSON. What a move answers waits with it until
  // settle(), which is called before whatever is no move, before anybody is waited for, and after a tenth of a second.
  Ending execute_line(std::uint64_t number, const std::vector<std::string>& args);
  // What waits becomes durable, and is answered. After an error it is among lost_lines().
  Status settle();
  // Lines that were lost since this was last asked.
  std::optional<LostLines> lost_lines();

 private:
  Ending execute_as_typed(const std::vector<std::string>& args);
  void hold();
  Result<Exit> run_command(const CommandSpec& spec, const std::vector<std::string>& args, Settings settings,
                           bool contested = false);
  Result<Exit> run_bare(Settings settings, bool version_asked);
  [[nodiscard]] Output output_for(const Settings& settings, const Io& io) const;
  // The file that the words of the command of that name name is asked in place of a ledger.
  Status take_file(std::string_view name, const Command& command, Settings& settings) const;
  // A file among the words of a command that looks, where nothing else is asked, is meant as what is looked at.
  [[nodiscard]] Failure with_hint_at_file(const CommandSpec& spec, const std::vector<std::string>& args,
                                          const Settings& settings, Failure failure) const;
  // Reads the configuration, once: the user's, and with the ledger at hand its own.
  Result<const Config*> config(const std::string& ledger);
  // What it says goes where nothing else was said.
  Status configure(Settings& settings);
  // The words with what an alias stands for in its place.
  Result<std::vector<std::string>> without_alias(std::vector<std::string> words, const Settings& settings);
  // The pager that such an answer goes through; empty: none.
  [[nodiscard]] std::string pager_for(const Settings& settings) const;

  Gate gate_;
  const Io& io_;  // through the gate
  const CommandList& commands_;
  Session session_;
  Settings defaults_;
  std::map<std::string, Config> configs_;  // by the ledger that was named
  bool in_play_ = false;
  bool input_taken_ = false;
  bool may_hold_ = true;  // nothing is running that rests on what is recorded
  std::uint64_t line_ = 0;
  // Of what the gate holds.
  std::uint64_t held_from_ = 0;
  std::uint64_t held_to_ = 0;
  std::chrono::steady_clock::time_point held_since_;
  std::optional<LostLines> lost_;
};

// The whole program: runs the command line, writes answers and errors, and gives the exit status.
int run(const std::vector<std::string>& args, const Io& io, const CommandList& commands);

}  // namespace nomic::tools
