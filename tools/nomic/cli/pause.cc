#include "pause.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <ctime>

namespace nomic::tools {
namespace {

volatile std::sig_atomic_t was_interrupted = 0;

void on_interrupt(int /*signal*/) {
  was_interrupted = 1;
}

// Between pauses the signal waits, so that none is lost in the moment before one begins.
void take_interrupts() {
  static bool taken = false;
  if (taken) return;
  taken = true;
  sigset_t interrupts{};
  ::sigemptyset(&interrupts);
  ::sigaddset(&interrupts, SIGINT);
  ::pthread_sigmask(SIG_BLOCK, &interrupts, nullptr);
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  ::sigaction(SIGINT, &action, nullptr);
}

}  // namespace

bool pause_process(int milliseconds, int file) {
  take_interrupts();
  sigset_t meanwhile{};
  ::pthread_sigmask(SIG_BLOCK, nullptr, &meanwhile);
  ::sigdelset(&meanwhile, SIGINT);
  const timespec time{milliseconds / 1000, (milliseconds % 1000) * 1'000'000L};
  // Asked for nothing, it tells of a pipe whose reader left, and of a terminal that hung up.
  std::array<pollfd, 2> both{{{STDOUT_FILENO, 0, 0}, {file, POLLIN, 0}}};
  ::ppoll(both.data(), both.size(), &time, &meanwhile);
  return was_interrupted == 0 && both[0].revents == 0;
}

}  // namespace nomic::tools
