// What a server's process and the system it runs under have to tell each other.
#pragma once

#include <chrono>
#include <csignal>
#include <cstddef>
#include <string>
#include <string_view>

namespace nomic::tools {

// Signals that ask a process to end: SIGTERM, SIGINT, SIGHUP. From its making on they wait, in this thread and in those
// that it starts, until wait() takes one, and what comes within a tenth of a second of it. Afterwards they are as they
// were: a second one ends the process at once.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  // Until one comes: which.
  int wait();
  // Whether one comes within that time.
  bool wait_for(std::chrono::milliseconds time);

 private:
  sigset_t signals_{};
  sigset_t before_{};
};

// Ends the process without waiting for its threads. Files that are open stay as they are.
[[noreturn]] void end_at_once(int status);

// Tells the service manager "READY=1" and the like (sd_notify(3)), at the socket that NOTIFY_SOCKET names. False: it
// could not be told; without such a socket there is nobody to tell, and all is well.
bool tell_service_manager(const std::string& socket, std::string_view state);

// Lets the process have as many files open as it may, up to `most`: a connection is one, and so is a table of the
// store. Returns how many it may have.
std::size_t allow_descriptors(std::size_t most);

}  // namespace nomic::tools
