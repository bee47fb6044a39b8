// Gate: holds back what a play answers until what it rests on is durable.
//
//     Gate gate(process_io());
//     gate.close();                  // what is written to gate.io() from now on waits, in its order
//     ...                            // moves, none of them on a disk yet
//     gate.open();                   // they are: now it is written
//
// Before anything that waits for somebody (input, a pause, an editor, a pager), whoever owns the gate is called: nobody
// is kept waiting for an answer that waits itself.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/io.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

class Gate {
 public:
  // `io` and what `before_waiting` refers to outlive it.
  Gate(const Io& io, const std::function<void()>& before_waiting);
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  [[nodiscard]] const Io& io() const { return gated_; }
  [[nodiscard]] bool is_closed() const { return closed_; }

  // What standard output is, looked at anew: a terminal may have become another.
  void look_at_terminal();
  void close() { closed_ = true; }
  // Writes what waits; what comes after passes. A reader that has left is no failure (output.h).
  Status open();
  // What waits is never written; what comes after passes.
  void drop();

 private:
  int write(bool is_error, std::string_view bytes);

  struct Piece {
    bool is_error = false;
    std::string bytes;
  };

  const Io& io_;
  Io gated_;
  bool closed_ = false;
  std::vector<Piece> held_;
  int failed_ = 0;  // why standard output could not be written to, later than whoever wrote was told
};

}  // namespace nomic::tools
