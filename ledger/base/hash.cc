#include "nomic/ledger/hash.h"

#include <openssl/evp.h>
#include <openssl/rand.h>

#include <cstdlib>
#include <cstring>

namespace nomic::ledger {
namespace {

// Fetched once: OpenSSL 3 looks the algorithm up anew in every one-shot call, which costs more than a short hash.
const EVP_MD* algorithm() {
  static const EVP_MD* const SHA = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  if (SHA == nullptr) std::abort();
  return SHA;
}

EVP_MD_CTX* new_context() {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  if (context == nullptr || EVP_DigestInit_ex2(context, algorithm(), nullptr) != 1) std::abort();
  return context;
}

// Anew, by the algorithm that it has: where one is named, OpenSSL asks its engines for it under a lock every time, which
// takes as long as a short hash.
void begin(EVP_MD_CTX* context) {
  if (EVP_DigestInit_ex2(context, nullptr, nullptr) != 1) std::abort();
}

void add_to(EVP_MD_CTX* context, std::string_view bytes) {
  if (EVP_DigestUpdate(context, bytes.data(), bytes.size()) != 1) std::abort();
}

Hash end(EVP_MD_CTX* context) {
  Hash hash;
  unsigned int size = 0;
  if (EVP_DigestFinal_ex(context, hash.bytes.data(), &size) != 1 || size != Hash::SIZE) std::abort();
  return hash;
}

// One context a thread, so that a short hash allocates nothing.
EVP_MD_CTX* thread_context() {
  struct Owner {
    EVP_MD_CTX* context = new_context();
    Owner() = default;
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;
    ~Owner() { EVP_MD_CTX_free(context); }
  };
  thread_local const Owner OWNER;
  return OWNER.context;
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
  EVP_MD_CTX* context = thread_context();
  begin(context);
  add_to(context, bytes);
  return end(context);
}

Hash leaf_hash(std::string_view record) {
  static constexpr char PREFIX = 0;
  EVP_MD_CTX* context = thread_context();
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

Sha256::Sha256() : context_(new_context()) {}

Sha256::~Sha256() {
  EVP_MD_CTX_free(static_cast<EVP_MD_CTX*>(context_));
}

void Sha256::add(std::string_view bytes) {
  add_to(static_cast<EVP_MD_CTX*>(context_), bytes);
}

Hash Sha256::finish() {
  auto* context = static_cast<EVP_MD_CTX*>(context_);
  const Hash hash = end(context);
  begin(context);
  return hash;
}

std::string random_bytes(std::size_t count) {
  std::string bytes(count, '\0');
  if (RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(count)) != 1) std::abort();
  return bytes;
}

}  // namespace nomic::ledger
