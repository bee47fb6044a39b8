#include "git2_memory.h"

#include <git2/sys/alloc.h>
#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

namespace nomic::tools {
namespace {

struct Account {
  std::atomic<std::size_t> held{0};
  std::atomic<std::uint64_t> all{0};
  std::atomic<Git2Memory::Refused> refused{Git2Memory::Refused::NOTHING};
  void (*report)() = nullptr;  // tells libgit2 that there was no memory
};

Account& account() {
  static Account the_account;
  return the_account;
}

void* refuse(Git2Memory::Refused why) {
  account().refused = why;
  if (account().report != nullptr) account().report();
  return nullptr;
}

// A block of that size, in place of the old one, which may be none.
void* resize(void* old, std::size_t size) {
  Account& all = account();
  const std::size_t given_up = old == nullptr ? 0 : malloc_usable_size(old);
  if (size > Git2Memory::MOST_AT_ONCE) return refuse(Git2Memory::Refused::ONE);
  if (all.held - given_up + size > Git2Memory::MOST_HELD) return refuse(Git2Memory::Refused::HELD);
  if (all.all + size > Git2Memory::MOST_IN_ALL) return refuse(Git2Memory::Refused::ALL);
  // libgit2 takes and returns blocks as the C library does.
  void* made = std::realloc(old, size == 0 ? 1 : size);  // NOLINT(cppcoreguidelines-no-malloc)
  if (made == nullptr) return refuse(Git2Memory::Refused::SYSTEM);
  all.held += malloc_usable_size(made);
  all.held -= given_up;
  all.all += size;
  return made;
}

std::size_t product(std::size_t count, std::size_t size) {
  std::size_t bytes = 0;
  return __builtin_mul_overflow(count, size, &bytes) ? SIZE_MAX : bytes;
}

void* take(std::size_t size, const char* /*file*/, int /*line*/) {
  return resize(nullptr, size);
}

void* take_again(void* old, std::size_t size, const char* /*file*/, int /*line*/) {
  return resize(old, size);
}

void give_back(void* old) {
  if (old == nullptr) return;
  account().held -= malloc_usable_size(old);
  std::free(old);  // NOLINT(cppcoreguidelines-no-malloc): as it was taken
}

void* take_zeroed(std::size_t count, std::size_t size, const char* /*file*/, int /*line*/) {
  const std::size_t bytes = product(count, size);
  void* made = resize(nullptr, bytes);
  if (made != nullptr) std::memset(made, 0, bytes);
  return made;
}

void* take_array(std::size_t count, std::size_t size, const char* /*file*/, int /*line*/) {
  return resize(nullptr, product(count, size));
}

void* take_array_again(void* old, std::size_t count, std::size_t size, const char* /*file*/, int /*line*/) {
  return resize(old, product(count, size));
}

char* copy_of(const char* bytes, std::size_t size) {
  auto* made = static_cast<char*>(resize(nullptr, size + 1));
  if (made == nullptr) return nullptr;
  std::memcpy(made, bytes, size);
  made[size] = '\0';
  return made;
}

char* copy_text(const char* text, const char* /*file*/, int /*line*/) {
  return copy_of(text, std::strlen(text));
}

char* copy_beginning(const char* text, std::size_t most, const char* /*file*/, int /*line*/) {
  return copy_of(text, strnlen(text, most));
}

char* copy_bytes(const char* bytes, std::size_t size, const char* /*file*/, int /*line*/) {
  return copy_of(bytes, size);
}

// Later versions of libgit2 ask for three functions only.
template <class Allocator>
Allocator all_functions() {
  Allocator made{};
  made.gmalloc = take;
  made.grealloc = take_again;
  made.gfree = give_back;
  if constexpr (requires { made.gcalloc; }) {
    made.gcalloc = take_zeroed;
    made.gstrdup = copy_text;
    made.gstrndup = copy_beginning;
    made.gsubstrdup = copy_bytes;
    made.greallocarray = take_array_again;
    made.gmallocarray = take_array;
  }
  return made;
}

}  // namespace

bool Git2Memory::install(const Git2& git) {
  static auto functions = all_functions<git_allocator>();
  account().report = git.error_set_oom;
  return git.libgit2_opts(GIT_OPT_SET_ALLOCATOR, &functions) == 0;
}

void Git2Memory::begin() {
  account().all = 0;
  forget();
}

Git2Memory::Refused Git2Memory::last_refused() {
  return account().refused;
}

void Git2Memory::forget() {
  account().refused = Refused::NOTHING;
}

}  // namespace nomic::tools
