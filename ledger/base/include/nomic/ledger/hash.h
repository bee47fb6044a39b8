// SHA-256 as this ledger uses it: leaves, nodes, and hex for people.
//
// One record has one leaf hash; it chains the records and is the leaf of the Merkle tree (RFC 6962, section 2.1):
//     leaf = SHA-256(0x00 || record)      node = SHA-256(0x01 || left || right)      empty tree = SHA-256()
//
// Cost: what SHA-256 takes; a short message allocates nothing.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace nomic::ledger {

// 32 bytes of SHA-256.
struct Hash {
  static constexpr std::size_t SIZE = 32;
  std::array<std::uint8_t, SIZE> bytes{};

  friend auto operator<=>(const Hash&, const Hash&) = default;

  // 64 lower-case hex digits.
  [[nodiscard]] std::string hex() const;
  // The bytes, as protobuf holds them.
  [[nodiscard]] std::string raw() const { return {reinterpret_cast<const char*>(bytes.data()), SIZE}; }
  [[nodiscard]] bool is_zero() const { return *this == Hash{}; }

  // From exactly 32 bytes, or 64 hex digits of either case; nothing otherwise.
  static std::optional<Hash> from_raw(std::string_view raw);
  static std::optional<Hash> from_hex(std::string_view hex);
};

// A game's identity: the leaf hash of its record 0.
struct GameId {
  Hash hash;
  friend auto operator<=>(const GameId&, const GameId&) = default;
};

Hash sha256(std::string_view bytes);
Hash leaf_hash(std::string_view record);
Hash node_hash(const Hash& left, const Hash& right);

// SHA-256 in pieces, for what does not lie in one place.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void add(std::string_view bytes);
  // Ends the message and begins a new one.
  Hash finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Bytes from the system's generator (OpenSSL RAND). Stops the program if there are none.
std::string random_bytes(std::size_t count);

}  // namespace nomic::ledger
