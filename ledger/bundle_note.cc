#include "bundle_note.h"

#include <openssl/evp.h>

#include <array>
#include <charconv>
#include <string>

namespace nomic::ledger {
namespace {

std::optional<std::string_view> take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return line;
}

std::optional<Hash> root_of(std::string_view base64) {
  constexpr std::size_t ENCODED = 44;  // of 32 bytes
  if (base64.size() != ENCODED) return std::nullopt;
  std::array<unsigned char, ENCODED> decoded{};
  const auto* text = reinterpret_cast<const unsigned char*>(base64.data());
  if (EVP_DecodeBlock(decoded.data(), text, ENCODED) != 33) return std::nullopt;
  // One form only.
  std::array<unsigned char, ENCODED + 1> again{};
  EVP_EncodeBlock(again.data(), decoded.data(), Hash::SIZE);
  const std::string_view encoded(reinterpret_cast<const char*>(again.data()), ENCODED);
  if (encoded != base64) return std::nullopt;
  return Hash::from_raw({reinterpret_cast<const char*>(decoded.data()), Hash::SIZE});
}

}  // namespace

std::optional<NamedRoot> read_checkpoint(std::string_view note) {
  constexpr std::string_view DASH = "\xE2\x80\x94 ";
  const std::size_t split = note.rfind("\n\n");
  if (split == std::string_view::npos || note.back() != '\n') return std::nullopt;
  std::string_view signatures = note.substr(split + 2);
  if (signatures.empty()) return std::nullopt;
  while (!signatures.empty()) {
    const auto line = take_line(signatures);
    if (!line || !line->starts_with(DASH)) return std::nullopt;
  }
  std::string_view text = note.substr(0, split + 1);
  const auto origin = take_line(text);
  const auto digits = take_line(text);
  const auto base64 = take_line(text);
  if (!origin || origin->empty() || !digits || !base64) return std::nullopt;
  NamedRoot named;
  std::from_chars(digits->data(), digits->data() + digits->size(), named.size);
  if (std::to_string(named.size) != *digits) return std::nullopt;
  const auto root = root_of(*base64);
  if (!root) return std::nullopt;
  named.root = *root;
  return named;
}

}  // namespace nomic::ledger
