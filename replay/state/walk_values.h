// How the walk of digest.h writes its values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace nomic::replay {

enum class WalkType : std::uint8_t { UNSIGNED = 1, SIGNED = 2, BYTES = 3, MESSAGE = 4, DIGEST = 5, COLLECTION = 6 };

inline constexpr std::size_t WALK_HEADER = 5;  // number and type
inline constexpr std::size_t WALK_WORD = 8;    // a value, or a length

template <class Integer>
void write_big_endian(char* at, Integer value) {
  constexpr int BYTES = static_cast<int>(sizeof(Integer));
  for (int byte = 0; byte < BYTES; ++byte) {
    at[byte] = static_cast<char>(static_cast<std::uint8_t>(value >> (8 * (BYTES - 1 - byte))));
  }
}

inline void write_header(char* at, int number, WalkType type) {
  write_big_endian(at, static_cast<std::uint32_t>(number));
  at[4] = static_cast<char>(type);
}

inline void put_header(std::string& out, int number, WalkType type) {
  std::array<char, WALK_HEADER> bytes{};
  write_header(bytes.data(), number, type);
  out.append(bytes.data(), bytes.size());
}

// A header and what nearly every type has first: a value, or a length.
inline void put_word(std::string& out, int number, WalkType type, std::uint64_t value) {
  std::array<char, WALK_HEADER + WALK_WORD> bytes{};
  write_header(bytes.data(), number, type);
  write_big_endian(bytes.data() + WALK_HEADER, value);
  out.append(bytes.data(), bytes.size());
}

// The length of what was written since `begin`, into the word that stands before it.
inline void put_length_before(std::string& out, std::size_t begin) {
  write_big_endian(out.data() + begin - WALK_WORD, static_cast<std::uint64_t>(out.size() - begin));
}

}  // namespace nomic::replay
