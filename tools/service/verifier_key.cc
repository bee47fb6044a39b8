#include "nomic/service/verifier_key.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "nomic/ledger/hash.h"
#include "nomic/replay/text.h"

namespace nomic::tools {

using replay::error_of;
using replay::ErrorCode;
using replay::Result;

namespace {

constexpr char ED25519_TYPE = 1;
constexpr std::size_t ID_DIGITS = 8;
constexpr std::string_view BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// 33 bytes are 11 groups of three: there is no padding.
std::string base64_of_key(const ledger::PublicKey& key) {
  const std::string bytes = std::string(1, ED25519_TYPE) + key.raw();
  std::string text;
  for (std::size_t i = 0; i + 2 < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) group = group << 8U | static_cast<std::uint8_t>(bytes[i + j]);
    for (int shift = 18; shift >= 0; shift -= 6) text += BASE64[group >> static_cast<unsigned>(shift) & 63U];
  }
  return text;
}

std::string from_base64(const std::string& text) {
  std::string bytes;
  for (std::size_t i = 0; i + 3 < text.size(); i += 4) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 4; ++j) {
      const std::size_t digit = BASE64.find(text[i + j]);
      if (digit == std::string_view::npos) return {};
      group = group << 6U | static_cast<std::uint32_t>(digit);
    }
    for (int shift = 16; shift >= 0; shift -= 8)
      bytes += static_cast<char>(group >> static_cast<unsigned>(shift) & 255U);
  }
  return bytes;
}

std::string id_of(const NamedKey& key) {
  return ledger::sha256(key.name + "\n" + std::string(1, ED25519_TYPE) + key.key.raw()).hex().substr(0, ID_DIGITS);
}

bool can_name_a_key(const std::string& name) {
  return !name.empty() && name.size() <= replay::KEY_NAME_LIMIT && std::none_of(name.begin(), name.end(), [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == '+' || c == '\x7f';
  });
}

// Why the text is no verifier key.
replay::Error no_key(std::string_view why, const std::string& typed) {
  return error_of(ErrorCode::BAD_KEY, why, {{"typed", typed}});
}

Result<ledger::PublicKey> key_of(const std::string& typed, const std::string& raw) {
  auto key = ledger::PublicKey::from_raw(raw);
  if (!key) {
    return error_of(ErrorCode::BAD_KEY, "verifier", {{"typed", typed}}, replay::from_ledger(key.error()));
  }
  return *key;
}

}  // namespace

std::string print_verifier_key(const NamedKey& key) {
  return fmt::format("{}+{}+{}", key.name, id_of(key), base64_of_key(key.key));
}

Result<NamedKey> parse_verifier_key(const std::string& typed) {
  if (const auto bare = ledger::Hash::from_hex(typed)) {
    NOMIC_ASSIGN(auto key, key_of(typed, std::string(bare->raw())));
    return NamedKey{"", key};
  }
  const std::size_t first = typed.find('+');
  const std::size_t second = first == std::string::npos ? first : typed.find('+', first + 1);
  if (second == std::string::npos) return no_key("verifier_shape", typed);
  NamedKey found;
  found.name = typed.substr(0, first);
  if (!can_name_a_key(found.name)) return no_key("verifier_name", typed);
  const std::string bytes = from_base64(typed.substr(second + 1));
  if (bytes.size() != 1 + ledger::PublicKey::SIZE) return no_key("verifier_last_part", typed);
  if (bytes.front() != ED25519_TYPE) return no_key("verifier_type", typed);
  NOMIC_ASSIGN(auto key, key_of(typed, bytes.substr(1)));
  found.key = key;
  if (print_verifier_key(found) != typed) return no_key("verifier_parts", typed);
  return found;
}

replay::Status check_key_name(const std::string& name) {
  if (can_name_a_key(name)) return ledger::Done{};
  return error_of(ErrorCode::BAD_KEY, "typed_name", {{"limit", replay::KEY_NAME_LIMIT}});
}

std::string key_name_of(const std::string& path) {
  std::string name = path.substr(path.rfind('/') + 1);
  if (const std::size_t dot = name.rfind('.'); dot != std::string::npos && dot > 0) name.resize(dot);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == '+' || c == '\x7f'; },
      '-');
  const auto clean = replay::clean_line(name, "key_name", replay::KEY_NAME_LIMIT);
  return clean && !clean->empty() ? *clean : "key";
}

}  // namespace nomic::tools
