// Dice: fair throws from the system's random generator.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace nomic::tools {

// A face from 1 to `faces`, each as likely as the others. At least one face.
std::uint32_t throw_die(std::uint32_t faces);

// The same from random bytes of the caller's: `random(n)` gives n of them.
std::uint32_t throw_die(std::uint32_t faces, const std::function<std::string(std::size_t)>& random);

}  // namespace nomic::tools
