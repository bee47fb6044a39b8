// While another program has the terminal, interrupts are its own: it ends what it does, and we see that it did.
#pragma once

#include <csignal>

namespace nomic::tools {

class InterruptsLeft {
 public:
  InterruptsLeft() : interrupt_(::signal(SIGINT, SIG_IGN)), quit_(::signal(SIGQUIT, SIG_IGN)) {}
  ~InterruptsLeft() {
    ::signal(SIGINT, interrupt_);
    ::signal(SIGQUIT, quit_);
  }
  InterruptsLeft(const InterruptsLeft&) = delete;
  InterruptsLeft& operator=(const InterruptsLeft&) = delete;

 private:
  sighandler_t interrupt_;
  sighandler_t quit_;
};

}  // namespace nomic::tools
