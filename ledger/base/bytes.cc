#include "nomic/ledger/base/bytes.h"

#include <cassert>

namespace nomic::ledger {

std::string big_endian(std::uint64_t number) {
  std::string bytes(8, '\0');
  for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<char>(number >> (56 - 8 * i) & 0xFFU);
  return bytes;
}

std::uint64_t from_big_endian(std::string_view eight_bytes) {
  assert(eight_bytes.size() == 8);
  std::uint64_t number = 0;
  for (const char byte : eight_bytes) number = number << 8U | static_cast<std::uint8_t>(byte);
  return number;
}

}  // namespace nomic::ledger
