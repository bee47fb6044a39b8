// Seat: one process of the public command, with a folder, or a database, and a clock of its own. Whatever is frozen is
// asked here, so this is the only place that knows how the command is reached: words in, text out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "postgres/ledger_place.h"

namespace nomic::golden {

// How a command line ended, and what it wrote.
struct Ended {
  int status = -1;
  std::string out;
  std::string err;
};

class Seat {
 public:
  Seat();
  ~Seat();
  Seat(const Seat&) = delete;
  Seat& operator=(const Seat&) = delete;

  // Runs a command line, split as a shell splits it. What it wrote to standard output, then what it wrote to standard
  // error, then "[3]" if it ended with status 3.
  std::string run(const std::string& line);

  // The same, its streams apart and as they are.
  Ended ask(const std::string& line);

  // From here on standard output is a terminal of so many columns; 0: it is none.
  void sit_at_terminal(std::size_t columns);

  void write(const std::string& name, const std::string& text) const;
  [[nodiscard]] const std::string& folder() const { return folder_; }
  // The address of the ledger, if it is in a database; else nothing.
  [[nodiscard]] std::string database() const { return place_->is_database() ? place_->ledger() : std::string(); }

  std::int64_t clock = 1'338'372'000'000'000;  // microseconds; 2012-05-30T10:00:00Z

 private:
  struct Process;

  std::string folder_;
  std::unique_ptr<test::LedgerPlace> place_;
  std::string out_;
  std::string err_;
  std::unique_ptr<Process> process_;
};

}  // namespace nomic::golden
