// Pager: the program that shows a long answer page by page, as git has it.
//
// It is used where standard output is a terminal that can do more than print, and only for commands that look and for
// help: $NOMIC_PAGER, else the pager of the configuration, else $PAGER, else less; none if that is empty or cat, or
// with --no-pager. It is started with the first thing that is written, so that a command that fails starts none.
// Colours are kept: less is told so unless LESS says how it is to behave (FRX: what fits the screen is only printed).
// Who leaves it early has read enough, which is no error. A command line that its shell cannot find or run has read
// nothing: then what was written for it is printed.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/io.h"

namespace nomic::tools {

// A pager that runs.
class Pager {
 public:
  Pager() = default;
  virtual ~Pager() = default;
  Pager(const Pager&) = delete;
  Pager& operator=(const Pager&) = delete;

  // Writes all of it. 0, or the errno that stopped it; EPIPE: whoever reads has left.
  virtual int write(std::string_view bytes) = 0;
  // Nothing more comes: waits until it has been read. The program's exit status.
  virtual int finish() = 0;
};

// Starts a command line as a shell has it; null if it cannot be started. Interrupts (SIGINT) are the pager's until it
// is finished.
std::shared_ptr<Pager> start_pager_process(const std::string& command);

// Which pager is wanted: a command line, or nothing. `configured`: what the configuration says, if it says anything.
std::string pager_wanted(const Io& io, const std::optional<std::string>& configured);

// The streams of a command whose answer goes through a pager; as they are where none is wanted. What stands on standard
// error goes the same way once the pager runs, if that is the terminal too.
class PagedIo {
 public:
  // `io` outlives it.
  PagedIo(const Io& io, std::string command);
  // Waits for the pager.
  ~PagedIo();
  PagedIo(const PagedIo&) = delete;
  PagedIo& operator=(const PagedIo&) = delete;

  [[nodiscard]] const Io& io() const { return paged_; }

 private:
  int write(std::string_view bytes);
  int complain(std::string_view bytes);
  // To the pager, and kept for as long as it may have read none of it.
  int write_page(std::string_view bytes, bool is_error);
  void start();
  // Whether the pager that ended was never there; then what it should have shown is printed.
  bool was_none(int status);

  struct Piece {
    std::string bytes;
    bool is_error;
  };

  const Io& io_;
  Io paged_;
  std::string command_;
  std::shared_ptr<Pager> pager_;
  std::vector<Piece> unread_;
  std::size_t written_ = 0;
  bool tried_ = false;
  bool on_a_line_ = false;  // a line of progress stands on the terminal
};

}  // namespace nomic::tools
