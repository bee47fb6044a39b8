// Ed25519 keys (RFC 8032): what a player signs moves with, a keeper and its witnesses sign checkpoints with, and how
// the private half lies on a disk.
//
//     auto key = PrivateKey::generate();
//     (void)key.save("ann.key", {});                        // PKCS#8 PEM, mode 0600, synced, never over another file
//     auto again = PrivateKey::load("ann.key", password);   // refused if group or others can read it
//     Signed said = {again->public_key(), again->sign("nomic/statement/v1\n" + statement)};
//     bool good = verifies(said.key, message, said.signature);
//
// Strictness. OpenSSL accepts keys of small order, under which one constant signature verifies every message; and keys
// written in more ways than one. PublicKey::from_raw refuses both, so every PublicKey there is can be trusted to name
// one point of large order. Signatures whose S is not reduced are refused (RFC 8032, section 5.1.7).
//
// Lifetimes. A PrivateKey owns its secret and wipes it when it goes; it is moved, never copied, and has no way to print
// itself. Cost: verifying takes about 80 microseconds, signing 40.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "nomic/ledger/result.h"

namespace nomic::ledger {

// A verifying key: 32 bytes, canonical, not of small order.
struct PublicKey {
  static constexpr std::size_t SIZE = 32;
  std::array<std::uint8_t, SIZE> bytes{};

  friend auto operator<=>(const PublicKey&, const PublicKey&) = default;
  [[nodiscard]] std::string raw() const { return {reinterpret_cast<const char*>(bytes.data()), SIZE}; }

  // From exactly 32 bytes; BAD_KEY, saying why, for anything that is no such key.
  static Result<PublicKey> from_raw(std::string_view raw);
};

inline constexpr std::size_t SIGNATURE_BYTES = 64;

// Whether `signature` (64 bytes) is one of `key` over `message`. Any number of threads at once.
bool verifies(const PublicKey& key, std::string_view message, std::string_view signature);

// Asked for a password only when a key file is encrypted. Nothing: there is none to be had.
using AskPassword = std::function<std::optional<std::string>()>;

class PrivateKey {
 public:
  PrivateKey(PrivateKey&& other) noexcept;
  PrivateKey& operator=(PrivateKey&& other) noexcept;
  ~PrivateKey();
  PrivateKey(const PrivateKey&) = delete;
  PrivateKey& operator=(const PrivateKey&) = delete;

  // A new key from the system's generator.
  static PrivateKey generate();

  // From a PKCS#8 PEM file. BAD_KEY: unreadable, of another type, open to group or others, a link, a wrong password.
  static Result<PrivateKey> load(const std::string& path, const AskPassword& ask);

  // Writes a new PKCS#8 PEM file (O_EXCL, O_NOFOLLOW, mode 0600) and syncs file and folder. With a password it is
  // encrypted (AES-256-CBC, scrypt). Never over an existing file.
  [[nodiscard]] Status save(const std::string& path, const std::optional<std::string>& password) const;

  [[nodiscard]] const PublicKey& public_key() const;
  // 64 bytes, deterministic.
  [[nodiscard]] std::string sign(std::string_view message) const;

 private:
  struct Secret;
  explicit PrivateKey(std::unique_ptr<Secret> secret);
  std::unique_ptr<Secret> secret_;
};

}  // namespace nomic::ledger
