// Io: everything the command touches besides ledgers: its streams, environment, clock and folder.
//
// The command never reaches for a global, so that tests and `play` run it in-process with streams and a clock of
// theirs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nomic::tools {

class Pager;

// Columns of a window of which nothing is known.
constexpr std::size_t USUAL_WIDTH = 80;

struct Io {
  // Writes all of it. 0, or the errno that stopped it; EPIPE: the reader left.
  std::function<int(std::string_view)> out;
  std::function<int(std::string_view)> err;
  // Reads some of standard input, as read(2): bytes read, 0 at its end, -1 if it cannot be read.
  std::function<std::ptrdiff_t(char*, std::size_t)> in;
  std::function<std::optional<std::string>(const char*)> env;
  // Microseconds since 1970-01-01T00:00:00Z.
  std::function<std::int64_t()> now;
  // Waits so many milliseconds. False: whoever waits ends it (SIGINT), or the reader of standard output left.
  std::function<bool(int milliseconds)> pause;
  // The same, until there is something to read from that file at the most. Left out: it is not waited for.
  std::function<bool(int milliseconds, int file)> pause_for = {};
  // Starts a pager (pager.h), a command line; null if it cannot be started. Left out: no program is ever started.
  std::function<std::shared_ptr<Pager>(const std::string& command)> start_pager;
  // Runs an editor (editor.h): a command line with further arguments; as run_editor_process(). Left out: none is run.
  std::function<int(const std::string& command, const std::vector<std::string>& arguments)> run_editor;
  // What standard error gets where the process is ended because of the time of a file (file_time.h). Left out: it is
  // not ended so.
  std::string given_up = {};
  // What relative paths are relative to; empty: the process's own folder.
  std::string cwd;
  bool in_is_terminal = false;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  // Columns of the terminal that shows standard output, and of the one that shows standard error.
  std::size_t width = USUAL_WIDTH;
  std::size_t err_width = USUAL_WIDTH;
};

// Columns to write for: those that COLUMNS says, where it is a number, else those of the terminal, else USUAL_WIDTH.
// `of_terminal`: 0 where it does not say.
std::size_t columns_of(const std::optional<std::string>& said, std::size_t of_terminal);

// The process's own. A reader that leaves does not kill the process: it shows as EPIPE.
Io process_io();

// A path as the user gave it, as the process must open it.
std::string path_in(const Io& io, const std::string& given);

// The folder that relative paths are relative to, absolute.
std::string working_folder(const Io& io);

// Reads some of a file or of standard input, as read(2).
using ReadSome = std::function<std::ptrdiff_t(char*, std::size_t)>;
// All that there is to read, or a little more than the limit; nothing if it cannot be read.
std::optional<std::string> read_all(const ReadSome& read, std::size_t limit);

}  // namespace nomic::tools
