// Which formats this version of the library writes (docs/format.md). It reads these, and of those before them what a
// released version wrote; what a later one wrote is NEWER_FORMAT.
#pragma once

#include <cstdint>

namespace nomic::ledger {

// Of a ledger's folder and everything in it.
inline constexpr std::uint64_t LEDGER_FORMAT = 3;
// Of a bundle: a game as a file.
inline constexpr std::uint64_t BUNDLE_FORMAT = 1;

}  // namespace nomic::ledger
