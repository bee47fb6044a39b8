// Git2Memory: the memory that libgit2 may take while one repository is read.
//
// A repository may come from a stranger. A few bytes of a pack can unfold to any size, and chains of deltas can take
// any time to apply. All of that takes memory, so it is counted where libgit2 asks for memory: what one request takes,
// what is held at once, and what was taken in all. A request beyond a limit fails, and libgit2 gives up what it was
// doing.
//
// libgit2 has one allocator for the process, and so this is one account. Repositories are read one after another.
#pragma once

#include <cstddef>
#include <cstdint>

#include "git2_library.h"

namespace nomic::tools {

class Git2Memory {
 public:
  static constexpr std::size_t MOST_AT_ONCE = std::size_t{64} << 20U;
  static constexpr std::size_t MOST_HELD = std::size_t{256} << 20U;
  static constexpr std::uint64_t MOST_IN_ALL = std::uint64_t{16} << 30U;

  // Why a request failed.
  enum class Refused : std::uint8_t {
    NOTHING,
    ONE,     // it asked for more than MOST_AT_ONCE
    HELD,    // it would have held more than MOST_HELD
    ALL,     // it has taken MOST_IN_ALL
    SYSTEM,  // the system had no memory
  };

  // Makes libgit2 take its memory here. Call it before libgit2_init.
  static bool install(const Git2& git);
  // A repository is opened: what was taken before does not count.
  static void begin();
  // Why a request failed last, since begin() or forget().
  static Refused last_refused();
  static void forget();
};

}  // namespace nomic::tools
