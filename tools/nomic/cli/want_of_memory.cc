#include "cli/want_of_memory.h"

#include <cxxabi.h>
#include <execinfo.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>
#include <typeinfo>

#include "nomic/views/failure.h"

namespace nomic::tools {
namespace {

// Room to load the library that unwinds functions of C: address space alone, which costs nothing until it is wanted.
constexpr std::size_t RESERVE = std::size_t{1} << 20U;

// The stack grows as it is used, and where there is no room left for that the program is ended by a signal, of which it
// can say nothing. So what any command needs is taken at once.
constexpr std::size_t STACK = std::size_t{1} << 19U;

[[gnu::noinline]] void take_the_stack() {
  volatile char room[STACK];
  constexpr std::size_t PAGE = 4096;
  for (std::size_t at = sizeof room; at >= PAGE; at -= PAGE) room[at - 1] = 0;
}

std::atomic<void*> reserve = nullptr;
std::terminate_handler otherwise = nullptr;

std::atomic<bool> was_short = false;

[[noreturn]] void throw_with_the_reserve() {
  was_short = true;
  if (void* kept = reserve.exchange(nullptr); kept != nullptr) munmap(kept, RESERVE);
  throw std::bad_alloc();
}

// The code from here on may not ask for memory.
[[noreturn]] void say_so() {
  constexpr std::string_view WORDS =
      "nomic: there is not enough memory\n  give the program more of it: see ulimit; it has a limit of its own for a "
      "game\n"
      "  that it looks into, which NOMIC_FILE_SECONDS=0 lifts\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, WORDS.data(), WORDS.size());
  _exit(static_cast<int>(Exit::UNAVAILABLE));
}

[[noreturn]] void end() {
  const std::type_info* thrown = abi::__cxa_current_exception_type();
  if (thrown != nullptr && *thrown == typeid(std::bad_alloc)) say_so();
  otherwise();
  std::abort();
}

// A library that does not look whether it got memory, asserts that it did, or needs more stack, ends by a signal. It is
// for want of memory if a request has failed before, or if there is no room any more.
bool is_for_want_of_memory() {
  constexpr std::size_t ROOM = std::size_t{16} << 20U;
  if (was_short) return true;
  void* room = mmap(nullptr, ROOM, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) return true;
  munmap(room, ROOM);
  return false;
}

// Where it returns, the signal does what it does without a handler.
void on_signal(int /*number*/) {
  if (is_for_want_of_memory()) say_so();
}

void watch_signals() {
  // There may be no room for more of the stack.
  constexpr std::size_t SIZE = std::size_t{16} << 10U;
  static char room[SIZE];
  const stack_t apart{room, 0, SIZE};
  sigaltstack(&apart, nullptr);
  for (const int number : {SIGABRT, SIGSEGV, SIGBUS}) {
    struct sigaction known {};
    // A sanitizer has its own.
    if (sigaction(number, nullptr, &known) != 0 || known.sa_handler != SIG_DFL) continue;
    struct sigaction ours {};
    ours.sa_handler = on_signal;
    ours.sa_flags = static_cast<int>(SA_ONSTACK | SA_RESETHAND);
    sigaction(number, &ours, nullptr);
  }
}

// The C library finds the library that unwinds when the first thread ends. Without memory it ends the process then.
void find_the_unwinder() {
  void* here = nullptr;
  static_cast<void>(backtrace(&here, 1));
}

}  // namespace

void prepare_for_want_of_memory() {
  take_the_stack();
  find_the_unwinder();
  watch_signals();
  void* kept = mmap(nullptr, RESERVE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (kept != MAP_FAILED) reserve = kept;
  std::set_new_handler(throw_with_the_reserve);
  otherwise = std::set_terminate(end);
}

}  // namespace nomic::tools
