#include "cli/want_of_memory.h"

#include <cxxabi.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
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

[[noreturn]] void throw_with_the_reserve() {
  if (void* kept = reserve.exchange(nullptr); kept != nullptr) munmap(kept, RESERVE);
  throw std::bad_alloc();
}

// Nothing here may ask for memory.
[[noreturn]] void end() {
  const std::type_info* thrown = abi::__cxa_current_exception_type();
  if (thrown != nullptr && *thrown == typeid(std::bad_alloc)) {
    constexpr std::string_view WORDS = "nomic: there is not enough memory\n  give the program more of it: see ulimit\n";
    [[maybe_unused]] const auto written = write(STDERR_FILENO, WORDS.data(), WORDS.size());
    _exit(static_cast<int>(Exit::UNAVAILABLE));
  }
  otherwise();
  std::abort();
}

}  // namespace

void prepare_for_want_of_memory() {
  take_the_stack();
  void* kept = mmap(nullptr, RESERVE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (kept != MAP_FAILED) reserve = kept;
  std::set_new_handler(throw_with_the_reserve);
  otherwise = std::set_terminate(end);
}

}  // namespace nomic::tools
