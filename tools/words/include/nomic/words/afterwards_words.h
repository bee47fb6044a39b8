// What is said of a game that was recorded afterwards, wherever its times are shown.
#pragma once

#include <cstdint>
#include <string>

namespace nomic::tools {

// One sentence; `live_at`: the record at which it went live, 0: it has not, or that is not known.
std::string afterwards_words(std::uint64_t live_at);

}  // namespace nomic::tools
