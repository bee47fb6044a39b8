#include "cli/io.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>

#include "cli/editor.h"
#include "cli/pager.h"

namespace nomic::tools {
namespace {

// Waiting for something that others do: a pause that whoever waits can end.

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

// Waits so long; or, of a file that is open, until there is something to read. False: it is to end, since SIGINT came,
// or since the reader of standard output left. From the first call on SIGINT does not end the process: it ends a pause.
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

int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(descriptor, bytes.data(), bytes.size());
    if (wrote < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return 0;
}

std::ptrdiff_t read_some(char* buffer, std::size_t size) {
  for (;;) {
    const ssize_t got = ::read(STDIN_FILENO, buffer, size);
    if (got >= 0 || errno != EINTR) return got;
  }
}

std::int64_t system_clock() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1'000'000 + now.tv_nsec / 1000;
}

std::size_t width_of_terminal(int stream) {
  winsize size{};
  return ::ioctl(stream, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace

std::size_t columns_of(const std::optional<std::string>& said, std::size_t of_terminal) {
  constexpr std::size_t WIDEST = 10'000;
  if (said) {
    std::size_t width = 0;
    const char* end = said->data() + said->size();
    const auto [stopped, error] = std::from_chars(said->data(), end, width);
    if (error == std::errc() && stopped == end && width > 0 && width <= WIDEST) return width;
  }
  return of_terminal > 0 ? of_terminal : USUAL_WIDTH;
}

Io process_io() {
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of the write
  Io io;
  io.out = [](std::string_view bytes) { return write_all(STDOUT_FILENO, bytes); };
  io.err = [](std::string_view bytes) { return write_all(STDERR_FILENO, bytes); };
  io.in = read_some;
  io.env = [](const char* name) -> std::optional<std::string> {
    const char* value = std::getenv(name);
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  };
  io.now = system_clock;
  io.pause = [](int milliseconds) { return pause_process(milliseconds, -1); };
  io.pause_for = pause_process;
  io.start_pager = start_pager_process;
  io.run_editor = run_editor_process;
  io.in_is_terminal = ::isatty(STDIN_FILENO) == 1;
  io.out_is_terminal = ::isatty(STDOUT_FILENO) == 1;
  io.err_is_terminal = ::isatty(STDERR_FILENO) == 1;
  const auto said = io.env("COLUMNS");
  if (io.out_is_terminal) io.width = columns_of(said, width_of_terminal(STDOUT_FILENO));
  if (io.err_is_terminal) io.err_width = columns_of(said, width_of_terminal(STDERR_FILENO));
  return io;
}

std::string path_in(const Io& io, const std::string& given) {
  if (io.cwd.empty() || given.starts_with('/')) return given;
  return io.cwd + "/" + given;
}

std::string working_folder(const Io& io) {
  if (!io.cwd.empty()) return io.cwd;
  std::error_code error;
  return std::filesystem::current_path(error).string();
}

std::optional<std::string> read_all(const ReadSome& read, std::size_t limit) {
  std::string all;
  char buffer[1 << 16];
  while (all.size() <= limit) {
    const std::ptrdiff_t got = read(buffer, sizeof buffer);
    if (got < 0) return std::nullopt;
    if (got == 0) break;
    all.append(buffer, static_cast<std::size_t>(got));
  }
  return all;
}

}  // namespace nomic::tools
