// Numbers as bytes, for keys and formats that are ordered or hashed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace nomic::ledger {

// Eight bytes, big-endian: their order as bytes is the order of the numbers.
std::string big_endian(std::uint64_t number);
// Exactly eight bytes: anything else is a programmer's error.
std::uint64_t from_big_endian(std::string_view eight_bytes);

}  // namespace nomic::ledger
