// SHA-256 by the functions that OpenSSL 3 calls deprecated in favour of its providers (CMakeLists.txt asks for them
// without a warning): by way of a provider a hash costs 1,500 instructions beside the hashing, which is as long as most
// of what is hashed here takes, and every move takes about ten.
#include "nomic/ledger/hash.h"

#include <openssl/rand.h>
#include <openssl/sha.h>

#include <cstdlib>
#include <cstring>

namespace nomic::ledger {
namespace {

void begin(SHA256_CTX& context) {
  if (SHA256_Init(&context) != 1) std::abort();
}

void add_to(SHA256_CTX& context, std::string_view bytes) {
  if (SHA256_Update(&context, bytes.data(), bytes.size()) != 1) std::abort();
}

Hash end(SHA256_CTX& context) {
  Hash hash;
  if (SHA256_Final(hash.bytes.data(), &context) != 1) std::abort();
  return hash;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string Hash::hex() const {
  static constexpr char DIGITS[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * SIZE);
  for (const std::uint8_t byte : bytes) {
    text += DIGITS[byte >> 4U];
    text += DIGITS[byte & 15U];
  }
  return text;
}

std::optional<Hash> Hash::from_raw(std::string_view raw) {
  if (raw.size() != SIZE) return std::nullopt;
  Hash hash;
  std::memcpy(hash.bytes.data(), raw.data(), SIZE);
  return hash;
}

std::optional<Hash> Hash::from_hex(std::string_view hex) {
  if (hex.size() != 2 * SIZE) return std::nullopt;
  Hash hash;
  for (std::size_t i = 0; i < SIZE; ++i) {
    const int high = hex_digit(hex[2 * i]);
    const int low = hex_digit(hex[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    hash.bytes[i] = static_cast<std::uint8_t>(high * 16 + low);
  }
  return hash;
}

Hash sha256(std::string_view bytes) {
  SHA256_CTX context;
  begin(context);
  add_to(context, bytes);
  return end(context);
}

Hash leaf_hash(std::string_view record) {
  static constexpr char PREFIX = 0;
  SHA256_CTX context;
  begin(context);
  add_to(context, {&PREFIX, 1});
  add_to(context, record);
  return end(context);
}

Hash node_hash(const Hash& left, const Hash& right) {
  std::array<char, 1 + 2 * Hash::SIZE> node{};
  node[0] = 1;
  std::memcpy(&node[1], left.bytes.data(), Hash::SIZE);
  std::memcpy(&node[1 + Hash::SIZE], right.bytes.data(), Hash::SIZE);
  return sha256({node.data(), node.size()});
}

struct Sha256::State {
  SHA256_CTX context;
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  begin(state_->context);
}

Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) {
  add_to(state_->context, bytes);
}

Hash Sha256::finish() {
  const Hash hash = end(state_->context);
  begin(state_->context);
  return hash;
}

std::string random_bytes(std::size_t count) {
  std::string bytes(count, '\0');
  if (RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(count)) != 1) std::abort();
  return bytes;
}

}  // namespace nomic::ledger
