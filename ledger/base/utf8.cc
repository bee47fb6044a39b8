#include "nomic/ledger/base/utf8.h"

#include <cstdint>

namespace nomic::ledger {
namespace {

// Length of the character that begins with `lead` and the smallest code point which needs that length; 0: none begins
// so.
struct Lead {
  std::size_t length;
  std::uint32_t smallest;
  std::uint32_t bits;
};

Lead lead_of(std::uint8_t lead) {
  if (lead < 0x80) return {1, 0, lead};
  if (lead >= 0xC2 && lead < 0xE0) return {2, 0x80, lead & 0x1FU};
  if (lead >= 0xE0 && lead < 0xF0) return {3, 0x800, lead & 0x0FU};
  if (lead >= 0xF0 && lead < 0xF5) return {4, 0x10000, lead & 0x07U};
  return {0, 0, 0};
}

}  // namespace

bool is_utf8(std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const Lead lead = lead_of(static_cast<std::uint8_t>(bytes[at]));
    if (lead.length == 0 || bytes.size() - at < lead.length) return false;
    std::uint32_t code = lead.bits;
    for (std::size_t i = 1; i < lead.length; ++i) {
      const auto byte = static_cast<std::uint8_t>(bytes[at + i]);
      if ((byte & 0xC0U) != 0x80U) return false;
      code = code << 6U | (byte & 0x3FU);
    }
    if (code < lead.smallest || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return false;
    at += lead.length;
  }
  return true;
}

}  // namespace nomic::ledger
