#include "bell.h"

#include <array>

namespace nomic::tools {

EventStream::Rang Bell::look() {
  // So much of a record of TLS may have come that it cannot be read yet.
  constexpr std::chrono::milliseconds SOON{20};
  std::array<char, 16'384> bytes{};
  if (!comes(wire_->descriptor(), false, std::chrono::steady_clock::now())) return Rang::NO;
  const Wire::Read read = wire_->read(bytes.data(), bytes.size(), std::chrono::steady_clock::now() + SOON);
  switch (read.got) {
    case Wire::Got::BYTES:
      return Rang::YES;
    case Wire::Got::LATE:
      return Rang::NO;
    case Wire::Got::END:
    case Wire::Got::BROKEN:
      return Rang::ENDED;
  }
  return Rang::ENDED;
}

}  // namespace nomic::tools
