#include "shared/request_digest.h"

#include <array>
#include <cstdint>

namespace nomic::tools {
namespace {

void add_counted(ledger::Sha256& sha, std::string_view bytes) {
  std::array<char, 8> length{};
  for (std::size_t i = 0; i < length.size(); ++i) {
    length[i] = static_cast<char>(static_cast<std::uint64_t>(bytes.size()) >> (8 * (7 - i)));
  }
  sha.add({length.data(), length.size()});
  sha.add(bytes);
}

}  // namespace

ledger::Hash RequestParts::digest() const {
  ledger::Sha256 sha;
  sha.add("nomic/request/v1\n");
  for (const auto& [label, value] : parts_) {
    add_counted(sha, label);
    add_counted(sha, value);
  }
  return sha.finish();
}

}  // namespace nomic::tools
